package correct

import (
	"encoding/json"
	"strings"
)

// Figures tell how right the engine was about the single values of a document,
// as far as people say so.
type Figures struct {
	Seen  int // values that were found, and those that people added
	Wrong int // of these, the ones that people gave another value, took away or added
}

// FiguresOf compares what was found with what people say now. Values in lists do
// not count.
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

// textOf is a value as text, "" where it is none.
func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text) // what is no text equals none that a person gave
	return text
}
