package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/engine/validate"
)

// field is the field of a value from a person.
type field struct {
	Value      *string         `json:"value"`
	Confidence int             `json:"confidence"`
	Source     string          `json:"source"`
	Checks     []string        `json:"checks"`
	Original   json.RawMessage `json:"original"` // the field as it was found, or null
}

// human is the source of values from people.
const human = "human"

// Overlay returns the found fields with people's corrections by path: {"value": …, "confidence": 1,
// "source": "human", "checks": […], "original": <as found, or null>} for a correction, and "confirmed":
// true for a confirmation. Paths without a found field come last. The checks of every field are the present
// ones; remade is that of Revision.
func Overlay(fields json.RawMessage, state State, remade map[string][]string) (json.RawMessage, error) {
	if state.Empty() {
		return fields, nil
	}
	all, err := readObject(fields)
	if err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(state.Lists)) {
		if err := layList(all, name, state.Lists[name]); err != nil {
			return nil, fmt.Errorf("list %q: %w", name, err)
		}
	}
	by := checksByPath(remade)
	for _, path := range all.names {
		if _, corrected := state.Values[path]; corrected || len(remade) == 0 {
			continue
		}
		if err := all.rename(path, by[path], remade); err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(state.Values)) {
		if err := all.lay(path, state.Values[path], by[path], remade); err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(state.Confirmed)) {
		if err := all.confirm(path); err != nil {
			return nil, fmt.Errorf("field %q: %w", path, err)
		}
	}
	return all.encode(), nil
}

func (o *object) lay(path string, value *string, now []string, remade map[string][]string) error {
	was, err := originalOf(o.get(path))
	if err != nil {
		return err
	}
	found, err := foundChecks(was)
	if err != nil {
		return err
	}
	// The check compared the found value with the file.
	found = slices.DeleteFunc(found, func(name string) bool { return !validate.IsRepeatable(name) })
	f, err := json.Marshal(field{
		Value: value, Confidence: 1, Source: human, Checks: checksNow(found, now, remade), Original: was,
	})
	if err == nil {
		o.set(path, f)
	}
	return err
}

// originalOf returns the found field, which may be inside a person's field, or nil.
func originalOf(raw json.RawMessage) (json.RawMessage, error) {
	var f struct {
		Source   string          `json:"source"`
		Original json.RawMessage `json:"original"`
	}
	if raw == nil {
		return nil, nil
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	switch {
	case f.Source != human:
		return raw, nil
	case string(f.Original) == "null":
		return nil, nil
	}
	return f.Original, nil
}

// confirm marks the field at a path, if it exists.
func (o *object) confirm(path string) error {
	if o.get(path) == nil {
		return nil
	}
	members, err := readObject(o.get(path))
	if err != nil {
		return err
	}
	members.set("confirmed", json.RawMessage(`true`))
	o.set(path, members.encode())
	return nil
}

// checksByPath inverts a map from checks to paths.
func checksByPath(remade map[string][]string) map[string][]string {
	by := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(remade)) {
		for _, path := range remade[name] {
			by[path] = append(by[path], name)
		}
	}
	return by
}

// checksNow returns a field's present checks: the found ones that were not remade, and the remade ones.
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

// foundChecks reads the checks of a field, or none if it is missing.
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

// rename sets the present checks of the field at a path.
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
