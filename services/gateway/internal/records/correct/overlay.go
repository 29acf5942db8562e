package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/check"
)

// field is what fields tell of a value that a person gave.
type field struct {
	Value      *string         `json:"value"`
	Confidence int             `json:"confidence"`
	Source     string          `json:"source"`
	Checks     []string        `json:"checks"`
	Original   json.RawMessage `json:"original"` // the field as it was found, or null
}

// Overlay returns fields, as they were found, with marks in place, by path:
// {"value": …, "confidence": 1, "source": "human", "checks": […],
// "original": <as found, or null>}. Paths under which nothing was found come
// last. The checks of every field are those that it takes part in now; remade
// is that of Revision.
func Overlay(fields json.RawMessage, marks map[string]Mark, remade map[string][]string) (json.RawMessage, error) {
	if len(marks) == 0 {
		return fields, nil
	}
	all, err := readObject(fields)
	if err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	by := checksByPath(remade)
	for _, path := range all.names {
		if _, marked := marks[path]; marked || len(remade) == 0 {
			continue
		}
		if err := all.rename(path, by[path], remade); err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(marks)) {
		found, err := foundChecks(all.get(path))
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
		// What was compared with the file was the value that was found there.
		found = slices.DeleteFunc(found, func(name string) bool { return !check.Repeatable(name) })
		f, err := json.Marshal(field{
			Value: marks[path].Value, Confidence: 1, Source: "human",
			Checks: checksNow(found, by[path], remade), Original: all.get(path),
		})
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
		all.set(path, f)
	}
	return all.encode(), nil
}

// checksByPath turns checks with their paths into paths with their checks.
func checksByPath(remade map[string][]string) map[string][]string {
	by := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(remade)) {
		for _, path := range remade[name] {
			by[path] = append(by[path], name)
		}
	}
	return by
}

// checksNow are the checks that a field takes part in: those found that were not
// made again, and those of now that were.
func checksNow(found, now []string, remade map[string][]string) []string {
	names := []string{}
	for _, name := range found {
		if _, again := remade[name]; !again || slices.Contains(now, name) {
			names = append(names, name)
		}
	}
	for _, name := range now {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// foundChecks reads the checks of a field, none of one that is not there.
func foundChecks(raw json.RawMessage) ([]string, error) {
	var f struct {
		Checks []string `json:"checks"`
	}
	if raw == nil {
		return nil, nil
	}
	err := json.Unmarshal(raw, &f)
	return f.Checks, err
}

// rename returns the field at a path the checks that it takes part in now.
func (o *object) rename(path string, now []string, remade map[string][]string) error {
	found, err := foundChecks(o.get(path))
	if err != nil {
		return err
	}
	names := checksNow(found, now, remade)
	if slices.Equal(names, found) {
		return nil
	}
	members, err := readObject(o.get(path))
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(names)
	if err != nil {
		return err
	}
	members.set("checks", encoded)
	o.set(path, members.encode())
	return nil
}
