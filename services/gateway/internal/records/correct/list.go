package correct

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
)

// maxLeaves bounds the single values of a replacement list.
const maxLeaves = 10_000

// leaves returns the single values of a list by path. It rejects rows without a value.
func leaves(list json.RawMessage, name string) (map[string]*string, error) {
	values := map[string]*string{}
	if err := addLeaves(values, list, name); err != nil {
		return nil, err
	}
	rows := elements(list)
	filled := map[string]bool{}
	for path, value := range values {
		if value != nil {
			row, _, _ := strings.Cut(strings.TrimPrefix(path, name+"."), ".")
			filled[row] = true
		} else {
			delete(values, path) // not there, as members that were not sent
		}
	}
	for i := range rows {
		if !filled[strconv.Itoa(i)] {
			return nil, apierror.New(contract.CodeInvalidRequest, "Row %d of %.80q is empty. Omit it.", i, name)
		}
	}
	return values, nil
}

func addLeaves(values map[string]*string, raw json.RawMessage, path string) error {
	if len(values) > maxLeaves {
		return apierror.New(contract.CodeInvalidRequest, "A list may have at most %d values.", maxLeaves)
	}
	var value *string
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) > 0 && raw[0] == '[':
		for i, element := range elements(raw) {
			if err := addLeaves(values, element, join(path, strconv.Itoa(i))); err != nil {
				return err
			}
		}
		return nil
	case len(raw) > 0 && raw[0] == '{':
		members, err := readObject(raw)
		if err != nil {
			return err
		}
		for _, name := range members.names {
			if name == "" {
				return unknownPath(path + ".")
			}
			if err := addLeaves(values, members.get(name), join(path, name)); err != nil {
				return err
			}
		}
		return nil
	case json.Unmarshal(raw, &value) != nil:
		return apierror.New(contract.CodeInvalidRequest,
			"The value for %.80q must be a string, or null when there is none.", path)
	}
	values[path] = value
	return nil
}

// scalars returns the texts of a decoded value by path.
func scalars(raw json.RawMessage, path string) map[string]string {
	texts := map[string]string{}
	var decoded any
	if json.Unmarshal(raw, &decoded) == nil {
		addScalars(texts, decoded, path)
	}
	return texts
}

func addScalars(texts map[string]string, value any, path string) {
	switch v := value.(type) {
	case string:
		texts[path] = v
	case []any:
		for i, element := range v {
			addScalars(texts, element, join(path, strconv.Itoa(i)))
		}
	case map[string]any:
		for name, member := range v {
			addScalars(texts, member, join(path, name))
		}
	}
}

// columnOf removes the row from a path: "lineItems.2.amount" becomes "lineItems.amount".
func columnOf(path string) string {
	steps := strings.Split(path, ".")
	column := steps[:1]
	for _, step := range steps[1:] {
		if indexOf(step).n < 0 {
			column = append(column, step)
		}
	}
	return strings.Join(column, ".")
}

// foundRow holds the fields of a list row as the engine found it.
type foundRow struct {
	cells  map[string]json.RawMessage // field by the path inside the row
	values map[string]string          // of these
}

func foundRows(fields *object, name string) []foundRow {
	var rows []foundRow
	for _, path := range fields.names {
		below, ok := strings.CutPrefix(path, name+".")
		if !ok {
			continue
		}
		step, cell, _ := strings.Cut(below, ".")
		i := indexOf(step)
		if i.n < 0 || i.n > maxLeaves {
			continue
		}
		for len(rows) <= i.n {
			rows = append(rows, foundRow{map[string]json.RawMessage{}, map[string]string{}})
		}
		var f struct {
			Value any `json:"value"`
		}
		if json.Unmarshal(fields.get(path), &f) == nil {
			if text, ok := f.Value.(string); ok {
				rows[i.n].values[cell] = text
			}
		}
		rows[i.n].cells[cell] = fields.get(path)
	}
	return rows
}

// matchRows returns the found row of each row of a list, or -1. It matches unchanged rows first, then those with most
// values in common, then with any, so that no new row takes another's match. Ties go to the next in order.
func matchRows(rows []map[string]string, found []foundRow) []int {
	m := matching{rows: rows, found: found, match: make([]int, len(rows)), used: make([]bool, len(found))}
	m.equal()
	m.alike(func(row map[string]string) int { return len(row)/2 + 1 })
	m.alike(func(map[string]string) int { return 1 })
	return m.match
}

// matching holds the rows matched so far.
type matching struct {
	rows  []map[string]string
	found []foundRow
	match []int // by row
	used  []bool
}

// equal matches rows whose values all equal those of a found row.
func (m *matching) equal() {
	byValues := map[string][]int{}
	for j := range m.found {
		key := valuesKey(m.found[j].values)
		byValues[key] = append(byValues[key], j)
	}
	for i, row := range m.rows {
		m.match[i] = -1
		if key := valuesKey(row); len(row) > 0 && len(byValues[key]) > 0 {
			m.match[i], byValues[key] = byValues[key][0], byValues[key][1:]
			m.used[m.match[i]] = true
		}
	}
}

// valuesKey is equal for rows with equal values.
func valuesKey(values map[string]string) string {
	key, _ := json.Marshal(values) // sorted by name; texts are always to be written
	return string(key)
}

// alike matches rows with unmatched found rows that share a minimum number of values.
func (m *matching) alike(least func(row map[string]string) int) {
	next := 0
	for i, row := range m.rows {
		if m.match[i] < 0 {
			m.match[i] = m.nearest(row, next, least(row))
		}
		if m.match[i] >= 0 {
			m.used[m.match[i]], next = true, (m.match[i]+1)%len(m.found)
		}
	}
}

// nearest returns the unmatched found row that shares most values, at least least, or -1. Single values have path "".
func (m *matching) nearest(row map[string]string, next, least int) int {
	best, most := -1, least-1
	if _, single := row[""]; single {
		return best
	}
	for k := range m.found {
		j := (next + k) % len(m.found)
		if m.used[j] {
			continue
		}
		shared := 0
		for cell, value := range row {
			if m.found[j].values[cell] == value {
				shared++
			}
		}
		if shared > most {
			best, most = j, shared
		}
	}
	return best
}

// layList replaces a list's found fields. Unchanged cells keep field and place; the others get the source "human".
func layList(all *object, name string, list json.RawMessage) error {
	found := foundRows(all, name)
	all.removeBelow(name)
	made := elements(list)
	rows := make([]map[string]string, len(made))
	for i := range made {
		rows[i] = scalars(made[i], "")
	}
	for i, j := range matchRows(rows, found) {
		was := foundRow{}
		if j >= 0 {
			was = found[j]
		}
		if err := layRow(all, join(name, strconv.Itoa(i)), rows[i], was); err != nil {
			return err
		}
	}
	return nil
}

// layRow writes the fields of a row; a cell of a list of single values has the path "".
func layRow(all *object, path string, row map[string]string, was foundRow) error {
	for _, cell := range slices.Sorted(maps.Keys(row)) {
		if text, ok := was.values[cell]; ok && text == row[cell] {
			all.set(cellPath(path, cell), was.cells[cell])
			continue
		}
		value := row[cell]
		if err := layCell(all, cellPath(path, cell), &value, was.cells[cell]); err != nil {
			return err
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(was.cells)) {
		if _, stays := row[cell]; stays {
			continue
		}
		if err := layCell(all, cellPath(path, cell), nil, was.cells[cell]); err != nil {
			return err
		}
	}
	return nil
}

func layCell(all *object, path string, value *string, was json.RawMessage) error {
	f, err := json.Marshal(field{Value: value, Confidence: 1, Source: human, Checks: []string{}, Original: was})
	if err == nil {
		all.set(path, f)
	}
	return err
}

func cellPath(row, cell string) string {
	if cell == "" {
		return row
	}
	return join(row, cell)
}
