package correct

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// Document is the input of a change.
type Document struct {
	Type     string
	Schema   json.RawMessage // of custom fields; nil for none
	Data     json.RawMessage // as it is now
	Found    json.RawMessage // the data as the engine found it
	Fields   json.RawMessage // as found
	Language string          // BCP 47, "" if unknown
	Log      []Entry         // what was said before
}

// Change is a person's input, in the order in which it is applied.
type Change struct {
	Revert []string
	// Values are corrections by path, as records or people write them; nil means that there is no value.
	Values map[string]*string
	// Lists replace whole lists by name: arrays with strings for single values and null for missing ones.
	Lists     map[string]json.RawMessage
	Unconfirm []string
	Confirm   []string
	// Typed means that a person typed the values: "1.234" is then read in the document's notation, not the
	// records'.
	Typed bool
}

// Empty reports whether the change contains nothing.
func (c Change) Empty() bool {
	return len(c.Revert)+len(c.Values)+len(c.Lists)+len(c.Unconfirm)+len(c.Confirm) == 0
}

// Make returns the document's data after a change, and the entries for its log. It returns a
// *apierror.Error of CodeInvalidRequest with the path if the document cannot have the path, the value
// cannot be read, or the change is contradictory.
func Make(d Document, c Change) (data json.RawMessage, log []Entry, err error) {
	if err := c.contradiction(); err != nil {
		return nil, nil, err
	}
	root, err := shapeOf(d.Type, d.Schema)
	if err != nil {
		return nil, nil, err
	}
	m := maker{Document: d, root: root, state: StateOf(d.Log), typed: c.Typed}
	m.writing = WritingOf(d.Data, d.Fields, d.Language)
	steps := []func(Change) error{m.revert, m.replace, m.correct, m.unconfirm, m.confirm}
	for _, step := range steps {
		if err := step(c); err != nil {
			return nil, nil, err
		}
	}
	return m.Data, m.log, nil
}

// contradiction finds a path with two contradictory changes.
func (c Change) contradiction() error {
	twice := func(path string) error {
		return apierror.New(contract.CodeInvalidRequest,
			"The request says two things of %.80q. Send them one after the other.", path)
	}
	for _, path := range c.Revert {
		if _, ok := c.Values[path]; ok || c.Lists[path] != nil {
			return twice(path)
		}
	}
	for _, path := range c.Confirm {
		if value, ok := c.Values[path]; slices.Contains(c.Unconfirm, path) || ok && value == nil {
			return twice(path)
		}
	}
	for path := range c.Values {
		if list, inside := listOf(path); inside && c.Lists[list] != nil {
			return twice(path)
		}
	}
	return nil
}

type maker struct {
	Document
	root    shape
	state   State
	writing Writing
	typed   bool
	log     []Entry
}

func (m *maker) say(action Action, path string, value *string) {
	m.log = append(m.log, Entry{Path: path, Action: action, Value: value})
}

// revert restores the values at the paths as before their correction: in a replaced list, the list's values.
func (m *maker) revert(c Change) (err error) {
	for _, path := range c.Revert {
		s, known := m.root.shapeAt(path)
		name, inside := listOf(path)
		if !known || !s.scalar() && inside {
			return unknownPath(path)
		}
		if !m.state.Corrected(path) {
			continue
		}
		before := m.Found
		if list := m.state.Lists[name]; inside && list != nil {
			if before, err = put(m.Found, name, list); err != nil {
				return err
			}
		}
		if m.Data, err = put(m.Data, path, ValueAt(before, path)); err != nil {
			return err
		}
		if inside {
			m.Data, err = trim(m.Data, name, len(elements(ValueAt(before, name))))
		}
		if err != nil {
			return err
		}
		m.say(ActionRevert, path, nil)
		m.state.forget(path)
	}
	if len(c.Revert) > 0 {
		m.Data, err = inOrderOf(m.Found, m.Data)
	}
	return err
}

// trim drops empty rows at the end of a list, down to a length.
func trim(data json.RawMessage, name string, least int) (json.RawMessage, error) {
	rows := elements(ValueAt(data, name))
	n := len(rows)
	for n > least && string(rows[n-1]) == "{}" {
		n--
	}
	switch {
	case n == len(rows):
		return data, nil
	case n == 0:
		return put(data, name, nil)
	}
	list, err := json.Marshal(rows[:n])
	if err != nil {
		return nil, err
	}
	return put(data, name, list)
}

func elements(list json.RawMessage) (all []json.RawMessage) {
	if json.Unmarshal(list, &all) != nil {
		return nil
	}
	return all
}

func (m *maker) correct(c Change) error {
	if len(c.Values) == 0 {
		return nil
	}
	said, err := Read(m.Type, m.Schema, m.Data, m.writing, c.Values, m.typed)
	if err != nil {
		return err
	}
	if m.Data, err = Apply(m.Type, m.Schema, m.Data, said); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(said)) {
		m.say(ActionCorrect, path, said[path])
	}
	return nil
}

func (m *maker) unconfirm(c Change) error {
	for _, path := range c.Unconfirm {
		if s, known := m.root.shapeAt(path); !known || !s.scalar() {
			return unknownPath(path)
		}
		if m.state.Confirmed[path] {
			m.say(ActionUnconfirm, path, nil)
		}
	}
	return nil
}

func (m *maker) confirm(c Change) error {
	for _, path := range c.Confirm {
		s, known := m.root.shapeAt(path)
		switch {
		case !known || !s.scalar():
			return unknownPath(path)
		case ValueAt(m.Data, path) == nil:
			return apierror.New(contract.CodeInvalidRequest,
				"There is no value at %.80q to confirm. To say that the document has none, send {\"data\": {%.80q: null}}.",
				path, path)
		}
		m.say(ActionConfirm, path, nil)
	}
	return nil
}

func (m *maker) replace(c Change) error {
	for _, name := range slices.Sorted(maps.Keys(c.Lists)) {
		s, known := m.root.shapeAt(name)
		if _, inside := listOf(name); !known || s.element == nil || inside {
			return apierror.New(contract.CodeInvalidRequest,
				"The document cannot have a list named %.80q. Its type's fields are listed at GET /api/v1/document-types.", name)
		}
		values, err := leaves(c.Lists[name], name)
		if err != nil {
			return err
		}
		// This change may also set the currency of the amounts.
		if currency, corrected := c.Values["currency"]; corrected {
			values["currency"] = currency
		}
		if err := m.replaceOne(name, values); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) replaceOne(name string, values map[string]*string) error {
	// All values are new here: none is compared with the present one.
	empty, err := put(m.Data, name, nil)
	if err != nil {
		return err
	}
	said, err := m.readList(name, empty, values)
	if err != nil {
		return err
	}
	made, err := Apply(m.Type, m.Schema, empty, said)
	if err != nil {
		return err
	}
	list := ValueAt(made, name)
	if m.Data, err = put(m.Data, name, list); err != nil {
		return err
	}
	if list == nil {
		list = json.RawMessage(`[]`)
	}
	text := string(list)
	m.say(ActionReplace, name, &text)
	m.state.forget(name)
	m.state.Lists[name] = list
	return nil
}

// readList reads typed values of a list. Those equal to one in their column stay; empty is the data without the list.
func (m *maker) readList(
	name string, empty json.RawMessage, values map[string]*string,
) (map[string]*string, error) {
	columns := map[string]map[string]bool{}
	for path, value := range scalars(ValueAt(m.Data, name), name) {
		c := columnOf(path)
		if columns[c] == nil {
			columns[c] = map[string]bool{}
		}
		columns[c][value] = true
	}
	changed, kept := map[string]*string{}, map[string]*string{}
	for path, value := range values {
		if value != nil && columns[columnOf(path)][*value] {
			kept[path] = value
			continue
		}
		changed[path] = value
	}
	read, err := m.readEach(empty, changed)
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", name, err)
	}
	maps.Copy(read, kept)
	return read, nil
}

// readEach is Read for a list's values; its error lists every invalid value, so that a person can fix them all at once.
func (m *maker) readEach(empty json.RawMessage, values map[string]*string) (map[string]*string, error) {
	r, err := readerOf(m.root, empty, m.writing, values, m.typed)
	if err != nil {
		return nil, err
	}
	read := make(map[string]*string, len(values))
	var refused ValueErrors
	for _, path := range slices.Sorted(maps.Keys(values)) {
		value, err := r.readAt(path, values[path])
		if err != nil {
			refused = append(refused, &ValueError{Path: path, Reason: err.Error()})
			continue
		}
		read[path] = value
		if s, known := m.root.shapeAt(path); known && s.scalar() && value != nil {
			if _, wrong := s.encode(*value, r.digits); wrong != "" {
				refused = append(refused, &ValueError{Path: path, Reason: wrong})
			}
		}
	}
	if len(refused) > 0 {
		return nil, apierror.Wrap(refused, contract.CodeInvalidRequest, "The value for %.80q %s.", refused[0].Path,
			refused[0].Reason)
	}
	return read, nil
}
