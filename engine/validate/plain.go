package validate

import (
	"encoding/json"
	"fmt"
)

// Record implements Values for the data of a record.
type Record struct {
	scalars map[string]string
	lists   map[string][]map[string]string
	basis   *Basis
}

// Parse parses the data of a record: a JSON object of strings and of arrays of objects of strings. Values of other
// types are ignored. basis may be nil. It returns an error if data is not a JSON object.
func Parse(data json.RawMessage, basis *Basis) (*Record, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data of a record: %w", err)
	}
	p := &Record{scalars: map[string]string{}, lists: map[string][]map[string]string{}, basis: basis}
	for name, raw := range members {
		var text string
		var rows []map[string]string
		switch {
		case json.Unmarshal(raw, &text) == nil:
			p.scalars[name] = text
		case json.Unmarshal(raw, &rows) == nil:
			p.lists[name] = rows
		}
	}
	return p, nil
}

// Text implements Values.
func (p *Record) Text(name string) string { return p.scalars[name] }

// Rows implements Values.
func (p *Record) Rows(list string) int { return len(p.lists[list]) }

// Member implements Values.
func (p *Record) Member(list string, row int, member string) string {
	return p.lists[list][row][member]
}

// Counts implements Values.
func (p *Record) Counts(list string, row int, member string) string {
	return counts(p.basis, Path(list, row, member), p.Member(list, row, member))
}

// Basis implements Values.
func (p *Record) Basis() *Basis { return p.basis }
