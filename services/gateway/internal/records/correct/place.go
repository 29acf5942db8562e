package correct

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// valueAt returns the value at a path of data, or nil.
func valueAt(data json.RawMessage, path string) json.RawMessage {
	for step := range strings.SplitSeq(path, ".") {
		var list []json.RawMessage
		if json.Unmarshal(data, &list) == nil && list != nil {
			i := indexOf(step)
			if i.n < 0 || i.n >= len(list) {
				return nil
			}
			data = list[i.n]
			continue
		}
		members, err := readObject(data)
		if err != nil {
			return nil
		}
		if data = members.get(step); data == nil {
			return nil
		}
	}
	return data
}

// put sets the value at a path of data, or removes it for nil. It changes nothing if the parent is missing.
func put(data json.RawMessage, path string, value json.RawMessage) (json.RawMessage, error) {
	step, below, deeper := strings.Cut(path, ".")
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && list != nil {
		return putElement(data, list, step, below, value)
	}
	members, err := readObject(data)
	if err != nil {
		return nil, fmt.Errorf("data at %q: %w", path, err)
	}
	switch {
	case deeper && members.get(step) == nil:
		return data, nil
	case deeper:
		if value, err = put(members.get(step), below, value); err != nil {
			return nil, err
		}
	case value == nil:
		members.remove(step)
		return members.encode(), nil
	}
	members.set(step, value)
	return members.encode(), nil
}

func putElement(
	data json.RawMessage, list []json.RawMessage, step, below string, value json.RawMessage,
) (_ json.RawMessage, err error) {
	i := indexOf(step)
	switch {
	case i.n < 0 || i.n >= len(list):
		return data, nil
	case below != "":
		if value, err = put(list[i.n], below, value); err != nil {
			return nil, err
		}
	case value == nil:
		return data, nil // an element that is gone would move those after it
	}
	list[i.n] = value
	return json.Marshal(list)
}

// inOrderOf sorts an object's members in the order of model; its other members follow.
func inOrderOf(model, raw json.RawMessage) (json.RawMessage, error) {
	from, err := readObject(model)
	if err != nil {
		return nil, err
	}
	all, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	place := make(map[string]int, len(from.names))
	for i, name := range from.names {
		place[name] = i
	}
	slices.SortStableFunc(all.names, func(a, b string) int {
		i, inA := place[a]
		j, inB := place[b]
		switch {
		case inA && inB:
			return i - j
		case inA:
			return -1
		case inB:
			return 1
		}
		return 0
	})
	return all.encode(), nil
}
