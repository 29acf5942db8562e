package correct

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Action is the action of a log entry.
type Action string

// The actions.
const (
	ActionCorrect   Action = "correct"   // the value at the path is this one; nil: there is none
	ActionReplace   Action = "replace"   // the list at the path is this one, as JSON
	ActionRevert    Action = "revert"    // the corrections of the path, and of all below it, are undone
	ActionConfirm   Action = "confirm"   // the value at the path is right as it stands
	ActionUnconfirm Action = "unconfirm" // a confirmation is taken back
	ActionReview    Action = "review"    // the document as a whole was looked at; the path is ""
	ActionReopen    Action = "reopen"    // it is to be looked at again; the path is ""
)

// Entry is one statement by a person about a path of a document.
type Entry struct {
	Path   string  `json:"path"`
	Action Action  `json:"action"`
	Value  *string `json:"value"`
}

// State is the result of all entries of a document's log.
type State struct {
	// Values are corrections by path; nil means that there is no value.
	Values map[string]*string
	// Lists are replaced lists by name; Values below them were corrected afterwards.
	Lists map[string]json.RawMessage
	// Confirmed are the paths with confirmed present values.
	Confirmed map[string]bool
}

// StateOf applies entries in order. A new value removes the confirmation of the earlier one.
func StateOf(log []Entry) State {
	s := State{Values: map[string]*string{}, Lists: map[string]json.RawMessage{}, Confirmed: map[string]bool{}}
	for _, e := range log {
		switch e.Action {
		case ActionCorrect:
			delete(s.Confirmed, e.Path)
			s.Values[e.Path] = e.Value
		case ActionReplace:
			s.forget(e.Path)
			if e.Value != nil {
				s.Lists[e.Path] = json.RawMessage(*e.Value)
			}
		case ActionRevert:
			s.forget(e.Path)
		case ActionConfirm:
			s.Confirmed[e.Path] = true
		case ActionUnconfirm:
			delete(s.Confirmed, e.Path)
		case ActionReview, ActionReopen: // of the document, not of a value
		}
	}
	return s
}

// forget drops the entries of a path and all below it.
func (s State) forget(path string) {
	at := func(p string) bool { return p == path || strings.HasPrefix(p, path+".") }
	maps.DeleteFunc(s.Values, func(p string, _ *string) bool { return at(p) })
	maps.DeleteFunc(s.Lists, func(p string, _ json.RawMessage) bool { return at(p) })
	maps.DeleteFunc(s.Confirmed, func(p string, _ bool) bool { return at(p) })
}

// Empty reports whether there are no corrections.
func (s State) Empty() bool { return len(s.Values) == 0 && len(s.Lists) == 0 && len(s.Confirmed) == 0 }

// Corrected reports whether the value at a path, or one below it, differs from the found one.
func (s State) Corrected(path string) bool {
	if _, ok := s.Values[path]; ok {
		return true
	}
	list, _ := listOf(path)
	if _, ok := s.Lists[list]; ok {
		return true
	}
	below := func(p string) bool { return strings.HasPrefix(p, path+".") }
	for p := range s.Values {
		if below(p) {
			return true
		}
	}
	for p := range s.Lists {
		if below(p) {
			return true
		}
	}
	return false
}

// Absent lists, sorted, the single values that people declared missing.
func (s State) Absent() []string {
	absent := []string{}
	for _, path := range slices.Sorted(maps.Keys(s.Values)) {
		if _, inside := listOf(path); s.Values[path] == nil && !inside {
			absent = append(absent, path)
		}
	}
	return absent
}
