package correct

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Action is what an entry of a document's log does.
type Action string

// The actions of a log.
const (
	ActionCorrect   Action = "correct"   // the value at the path is this one; nil: there is none
	ActionReplace   Action = "replace"   // the list at the path is this one, as JSON
	ActionRevert    Action = "revert"    // the corrections of the path, and of all below it, are undone
	ActionConfirm   Action = "confirm"   // the value at the path is right as it stands
	ActionUnconfirm Action = "unconfirm" // a confirmation is taken back
	ActionReview    Action = "review"    // the document as a whole was looked at; the path is ""
	ActionReopen    Action = "reopen"    // it is to be looked at again; the path is ""
)

// Entry is what somebody said of a path of a document.
type Entry struct {
	Path   string  `json:"path"`
	Action Action  `json:"action"`
	Value  *string `json:"value"`
}

// State is what people say of a document after all entries of its log.
type State struct {
	// Values are corrected ones by path; nil says that there is none.
	Values map[string]*string
	// Lists are those that were replaced as a whole, by name; Values below them
	// were corrected afterwards.
	Lists map[string]json.RawMessage
	// Confirmed are the paths whose present values were confirmed.
	Confirmed map[string]bool
}

// StateOf applies entries one after the other. Whoever gives another value takes
// the confirmation of the one before away.
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

// forget drops what was said of a path and of all below it.
func (s State) forget(path string) {
	at := func(p string) bool { return p == path || strings.HasPrefix(p, path+".") }
	maps.DeleteFunc(s.Values, func(p string, _ *string) bool { return at(p) })
	maps.DeleteFunc(s.Lists, func(p string, _ json.RawMessage) bool { return at(p) })
	maps.DeleteFunc(s.Confirmed, func(p string, _ bool) bool { return at(p) })
}

// Empty reports whether nobody says anything of a value.
func (s State) Empty() bool { return len(s.Values) == 0 && len(s.Lists) == 0 && len(s.Confirmed) == 0 }

// Corrected reports whether the value at a path, or one below it, is not the one
// that was found there.
func (s State) Corrected(path string) bool {
	if _, ok := s.Values[path]; ok {
		return true
	}
	name, _, inside := strings.Cut(path, ".")
	if _, ok := s.Lists[name]; ok && (inside || name == path) {
		return true
	}
	for p := range s.Values {
		if strings.HasPrefix(p, path+".") {
			return true
		}
	}
	return false
}

// Absent lists, sorted, the single values that a person says the document does
// not have.
func (s State) Absent() []string {
	absent := []string{}
	for _, path := range slices.Sorted(maps.Keys(s.Values)) {
		if s.Values[path] == nil && !strings.Contains(path, ".") {
			absent = append(absent, path)
		}
	}
	return absent
}
