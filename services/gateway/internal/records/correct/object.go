package correct

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object that keeps the order of its members.
type object struct {
	names  []string
	values map[string]json.RawMessage
}

var errNoObject = errors.New("not a JSON object")

// readObject reads raw; nil and null yield an empty object.
func readObject(raw json.RawMessage) (*object, error) {
	o := &object{values: map[string]json.RawMessage{}}
	if len(raw) == 0 || string(raw) == "null" {
		return o, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(errNoObject, err)
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNoObject, err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoObject, err)
		}
		o.set(t.(string), value) // the decoder lets only strings name members
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoObject, err)
	}
	return o, nil
}

// get returns nil for a missing member.
func (o *object) get(name string) json.RawMessage { return o.values[name] }

func (o *object) set(name string, value json.RawMessage) {
	if _, ok := o.values[name]; !ok {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

func (o *object) remove(name string) {
	delete(o.values, name)
	o.names = slices.DeleteFunc(o.names, func(n string) bool { return n == name })
}

func (o *object) removeBelow(name string) {
	below := func(path string) bool { return strings.HasPrefix(path, name+".") }
	maps.DeleteFunc(o.values, func(path string, _ json.RawMessage) bool { return below(path) })
	o.names = slices.DeleteFunc(o.names, below)
}

func (o *object) encode() json.RawMessage {
	b := []byte{'{'}
	for i, name := range o.names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, quote(name)...), ':')
		b = append(b, o.values[name]...)
	}
	return append(b, '}')
}

func quote(s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return b
}

// index is a path step that selects an element.
type index struct {
	text string
	n    int // -1 when the text is no index
}

// indexes sorts numerically, with invalid ones first. An index has one spelling, so no element occurs twice.
func indexes(below map[string]*change) []index {
	list := make([]index, 0, len(below))
	for text := range below {
		list = append(list, indexOf(text))
	}
	slices.SortFunc(list, func(a, b index) int { return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.text, b.text)) })
	return list
}

func indexOf(text string) index {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || strconv.FormatUint(n, 10) != text {
		return index{text, -1}
	}
	return index{text, int(n)}
}

// ValueAt returns the value at a path of data, or nil.
func ValueAt(data json.RawMessage, path string) json.RawMessage {
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

// put sets or (nil) removes the value at a path and the objects around it. A missing list or row changes nothing.
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
	if deeper {
		first, _, _ := strings.Cut(below, ".")
		inList := indexOf(first).n >= 0
		if members.get(step) == nil && (inList || value == nil) {
			return data, nil
		}
		if value, err = put(members.get(step), below, value); err != nil {
			return nil, err
		}
		if !inList && string(value) == "{}" {
			value = nil
		}
	}
	if value == nil {
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
