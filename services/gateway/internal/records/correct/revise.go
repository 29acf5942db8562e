package correct

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/validate"
)

// Found is the extracted document.
type Found struct {
	DocumentType string
	Data         json.RawMessage
	Fields       json.RawMessage // by path, with the original values
	Checks       json.RawMessage
	Confidence   float64
	Basis        *result.Basis // nil if unknown
}

// Revision holds the checks and the confidence after corrections.
type Revision struct {
	Checks     json.RawMessage
	Confidence float64
	// Remade are the changed checks with the paths that take part in each; one without paths no longer
	// applies.
	Remade map[string][]string
	// Basis is the checks' knowledge about the present rows besides the values, or nil.
	Basis *result.Basis
}

// Revise repeats the checks over data, which includes the corrections. A check stays as found if the
// corrections do not affect it, or if it compares with the file, as those of e-invoices and QR codes do.
// The confidence is that of the present values: corrected, confirmed and removed ones are certain.
func Revise(found Found, data json.RawMessage, state State) (Revision, error) {
	fields, err := foundFields(found.Fields)
	if err != nil {
		return Revision{}, err
	}
	r := Revision{Confidence: found.confidence(fields, state), Remade: map[string][]string{}}
	was, err := validate.Parse(found.Data, found.Basis)
	if err != nil {
		return Revision{}, err
	}
	if r.Basis, err = found.basis(state); err != nil {
		return Revision{}, err
	}
	is, err := validate.Parse(data, r.Basis)
	if err != nil {
		return Revision{}, err
	}
	var checks []result.Check
	if err := json.Unmarshal(found.Checks, &checks); err != nil {
		return Revision{}, fmt.Errorf("checks: %w", err)
	}
	r.Checks, err = json.Marshal(r.merge(checks, byName(validate.Run(was)), validate.Run(is)))
	return r, err
}

// foundField holds the needed parts of a found field.
type foundField struct {
	Value      json.RawMessage `json:"value"`
	Confidence float64         `json:"confidence"`
	Checks     []string        `json:"checks"`
}

func foundFields(raw json.RawMessage) (fields map[string]foundField, err error) {
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, fmt.Errorf("fields: %w", err)
	}
	return fields, nil
}

// merge replaces the found checks whose result over the values has changed.
func (r *Revision) merge(found []result.Check, was map[string]validate.CheckResult,
	is []validate.CheckResult) []result.Check {
	now := byName(is)
	merged := make([]result.Check, 0, len(found)+len(is))
	seen := map[string]bool{}
	for _, c := range found {
		seen[c.Name] = true
		after, made := now[c.Name]
		before, wasMade := was[c.Name]
		switch {
		case !validate.IsRepeatable(c.Name), made == wasMade && after.Equal(before):
			merged = append(merged, c)
		case made:
			merged = append(merged, after.Check)
			r.Remade[c.Name] = after.Paths
		default:
			r.Remade[c.Name] = []string{}
		}
	}
	for _, o := range is {
		if before, wasMade := was[o.Name]; !seen[o.Name] && (!wasMade || !o.Equal(before)) {
			merged = append(merged, o.Check)
			r.Remade[o.Name] = o.Paths
		}
	}
	return merged
}

func byName(outcomes []validate.CheckResult) map[string]validate.CheckResult {
	named := make(map[string]validate.CheckResult, len(outcomes))
	for _, o := range outcomes {
		named[o.Name] = o
	}
	return named
}

// confidence is the record's with the corrections. Generic documents have no key fields and keep theirs.
func (f Found) confidence(fields map[string]foundField, state State) float64 {
	kind := result.DocumentType(f.DocumentType)
	keys := schema.Of(kind).Keys()
	touched := func(name string) bool {
		_, corrected := state.Values[name]
		return corrected || state.Confirmed[name]
	}
	if !slices.ContainsFunc(keys, func(alternatives []string) bool { return slices.ContainsFunc(alternatives, touched) }) {
		return f.Confidence
	}
	none := map[string]bool{} // alternatives of which a person says that there are none
	for _, alternatives := range keys {
		said := !slices.ContainsFunc(alternatives, func(name string) bool {
			value, ok := state.Values[name]
			return !ok || value != nil
		})
		for _, name := range alternatives {
			none[name] = said
		}
	}
	return result.Confidence(kind, func(name string) float64 {
		value, ok := state.Values[name]
		switch {
		case state.Confirmed[name], ok && (value != nil || none[name]):
			return 1
		case ok:
			return 0
		}
		return fields[name].Confidence
	})
}

// Original returns data without the corrections, restored from the fields, for documents that were
// corrected before their found data was stored.
func Original(data, found json.RawMessage, marks map[string]*string) (json.RawMessage, error) {
	fields, err := foundFields(found)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	lists := map[string]bool{}
	for path := range marks {
		list, _, inside := strings.Cut(path, ".")
		holder, name := holderOf(members, path)
		if holder == nil {
			continue // a place that takes part in no check
		}
		if inside {
			lists[list] = true
		}
		if f, ok := fields[path]; ok {
			holder[name] = f.Value
		} else {
			delete(holder, name)
		}
	}
	for list := range lists { // rows that corrections added
		rows := members[list].([]any)
		for len(rows) > 0 && len(rows[len(rows)-1].(map[string]any)) == 0 {
			rows = rows[:len(rows)-1]
		}
		members[list] = rows
	}
	return json.Marshal(members)
}

// holderOf returns the object with the member at a path: the data itself, or a row of a list; otherwise nil.
func holderOf(members map[string]any, path string) (holder map[string]any, name string) {
	steps := strings.Split(path, ".")
	if len(steps) == 1 {
		return members, path
	}
	const stepsOfRow = 3 // list, index, member
	rows, ok := members[steps[0]].([]any)
	at := indexOf(steps[1])
	if len(steps) != stepsOfRow || !ok || at.n < 0 || at.n >= len(rows) {
		return nil, ""
	}
	for _, row := range rows {
		if _, object := row.(map[string]any); !object {
			return nil, ""
		}
	}
	return rows[at.n].(map[string]any), steps[2]
}

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
		if _, inside := listOf(path); !inside {
			f.Seen++
		}
	}
	for path, value := range state.Values {
		if _, inside := listOf(path); inside {
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
