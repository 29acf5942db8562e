package correct

import (
	"encoding/json"
	"strings"
)

// Figures count the engine's right and wrong single values of a document, according to people.
type Figures struct {
	Seen  int // values that were found, and those that people added
	Wrong int // of these, the ones that people gave another value, took away or added
}

// FiguresOf compares the found values with people's. It ignores values in lists.
func FiguresOf(found json.RawMessage, state State) (Figures, error) {
	fields, err := foundFields(found)
	if err != nil {
		return Figures{}, err
	}
	var f Figures
	for path := range fields {
		if !strings.Contains(path, ".") {
			f.Seen++
		}
	}
	for path, value := range state.Values {
		if strings.Contains(path, ".") {
			continue
		}
		was, known := fields[path]
		switch {
		case !known && value == nil:
		case !known:
			f.Seen++
			f.Wrong++
		case value == nil || textOf(was.Value) != *value:
			f.Wrong++
		}
	}
	return f, nil
}

// textOf returns a value as text, or "".
func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text) // what is no text equals none that a person gave
	return text
}
