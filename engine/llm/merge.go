package llm

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/validate"
)

// Merge merges answers into the fields of the document type. It fills missing fields unless a check then fails. It
// replaces a value that fails a check if the check passes with the answer and no other fails.
func Merge(set *value.Set, lay *layout.Layout, kind result.DocumentType, answers Answers) {
	known := fieldsOf(kind)
	doubted := failedPaths(set, validate.Run(set))
	m := merger{set: set, pages: newPages(lay, currencyOf(set, answers))}
	m.fill(known, answers)
	m.replace(known, doubted, answers)
}

func currencyOf(set *value.Set, answers Answers) string {
	if c := set.Text("currency"); c != "" {
		return c
	}
	if c := strings.ToUpper(answers.Texts["currency"]); len(c) == 3 {
		return c
	}
	return ""
}

type merger struct {
	set   *value.Set
	pages *pages
}

// fill puts answers into missing fields and removes those that make a check fail.
func (m *merger) fill(known []field, answers Answers) {
	before := failedChecks(validate.Run(m.set))
	var mine []string
	for i := range known {
		f := &known[i]
		if has(m.set, f.name) {
			continue
		}
		if m.put(f, answers) {
			mine = append(mine, f.name)
		}
	}
	for {
		guilty := m.guilty(mine, before)
		if len(guilty) == 0 {
			return
		}
		for _, name := range guilty {
			delete(m.set.Scalars, name)
			delete(m.set.Lists, name)
		}
		mine = slices.DeleteFunc(mine, func(name string) bool { return slices.Contains(guilty, name) })
	}
}

func (m *merger) put(f *field, answers Answers) bool {
	if f.list {
		rows := m.pages.lister().rows(f.members, answers.Rows[f.name])
		if len(rows) > 0 {
			m.set.Lists[f.name] = rows
		}
		return len(rows) > 0
	}
	v, ok := m.value(f, answers)
	if ok {
		m.set.Scalars[f.name] = v
	}
	return ok
}

// value is the value that an answer points to. If it is printed several times, the most legible place is used.
func (m *merger) value(f *field, answers Answers) (value.Value, bool) {
	var best value.Value
	for i, p := range m.pages.find(f, answers.Texts[f.name]) {
		if v := p.cite(); v.Value != "" && (i == 0 || v.Legibility > best.Legibility) {
			best = v
		}
	}
	return best, best.Value != ""
}

// guilty returns the new fields that take part in a newly failed check.
func (m *merger) guilty(mine, before []string) []string {
	var names []string
	for _, o := range validate.Run(m.set) {
		if o.Passed || slices.Contains(before, o.Name) {
			continue
		}
		for _, path := range o.Paths {
			name, _, _ := strings.Cut(path, ".")
			if slices.Contains(mine, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func failedChecks(outcomes []validate.CheckResult) []string {
	var names []string
	for _, o := range outcomes {
		if !o.Passed {
			names = append(names, o.Name)
		}
	}
	return names
}

// replace tries the answers for doubted values, each alone and all together, and keeps the first that helps.
func (m *merger) replace(known []field, doubted []string, answers Answers) {
	proposals := map[string]value.Value{}
	var names []string
	for i := range known {
		f := &known[i]
		if f.list || !slices.Contains(doubted, f.name) {
			continue
		}
		if v, ok := m.value(f, answers); ok && v.Value != m.set.Text(f.name) {
			proposals[f.name] = v
			names = append(names, f.name)
		}
	}
	for _, name := range names {
		if m.try([]string{name}, proposals) {
			return
		}
	}
	if len(names) > 1 {
		m.try(names, proposals)
	}
}

// try keeps proposals that fix a check and break none.
func (m *merger) try(names []string, proposals map[string]value.Value) bool {
	before := validate.Run(m.set)
	old := map[string]value.Value{}
	for _, name := range names {
		old[name], m.set.Scalars[name] = m.set.Scalars[name], proposals[name]
	}
	if hasImproved(before, validate.Run(m.set)) {
		return true
	}
	for name, v := range old {
		m.set.Scalars[name] = v
	}
	return false
}

// hasImproved reports whether fewer checks fail, no other one fails, and none is missing.
func hasImproved(before, after []validate.CheckResult) bool {
	failed, now := failedChecks(before), failedChecks(after)
	if len(now) >= len(failed) || len(after) < len(before) {
		return false
	}
	return !slices.ContainsFunc(now, func(name string) bool { return !slices.Contains(failed, name) })
}

// MergeCustom merges answers into missing custom fields. set holds fields of the document type with the same name.
func MergeCustom(found, set *value.Set, schema *custom.Schema, lay *layout.Layout, answers Answers) {
	p := newPages(lay, set.Text("currency"))
	m := merger{set: found, pages: p}
	for _, f := range customFields(schema) {
		if has(found, f.name) || has(set, f.name) {
			continue
		}
		if !f.list || f.members != nil {
			m.put(&f, answers)
			continue
		}
		if values := p.lister().array(&f, answers.Lists[f.name]); len(values) > 0 {
			found.Arrays[f.name] = values
		}
	}
}

// Maximum confidences, low because no labeled documents measure the caller's model.
const (
	maxScore       = 0.6 // without a passed check
	maxProvenScore = 0.8
)

// Confidence limits the raw score of an answer's value; proven says that it takes part in a passed check.
func Confidence(raw float64, proven bool) float64 {
	bound := maxScore
	if proven {
		bound = maxProvenScore
	}
	return math.Round(min(raw, bound)*1e3) / 1e3
}

// rowReach is the maximum distance of a cell from the row's line, in its heights: descriptions have several lines.
const rowReach = 3.5

type placed struct {
	member string
	places []place
}

// lister places the entries of a list in order and uses no word twice.
type lister struct {
	*pages
	taken map[position]bool
}

func (p *pages) lister() *lister { return &lister{p, map[position]bool{}} }

// rows places the rows of a list. It drops rows with fewer than two found cells, or one if rows have only one member.
func (l *lister) rows(members []field, answered []map[string]string) []value.Row {
	var rows []value.Row
	least := min(2, len(members))
	for _, texts := range answered {
		if cells := l.row(members, texts); len(cells) >= least {
			row := value.Row{}
			for member, p := range cells {
				row[member] = p.cite()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Rows returns the places of the rows of a list, by member. It uses no word twice and omits values that are not on
// the page.
func (q Quotes) Rows(members []Target, rows []map[string]string) []map[string]Quote {
	fields := make([]field, len(members))
	for i := range members {
		fields[i] = members[i].field
	}
	l := q.pages.lister()
	placed := make([]map[string]Quote, len(rows))
	for i, texts := range rows {
		placed[i] = map[string]Quote{}
		for member, p := range l.row(fields, texts) {
			placed[i][member] = Quote{p.value, p.parts}
		}
	}
	return placed
}

// row places the cells near the line of the cell with the fewest places, where most cells are found.
func (l *lister) row(members []field, texts map[string]string) map[string]place {
	var cells []placed
	anchor := 0
	for i := range members {
		m := &members[i]
		if texts[m.name] == "" {
			continue
		}
		if places := l.free(l.find(m, texts[m.name])); len(places) > 0 {
			cells = append(cells, placed{m.name, places})
			if len(places) < len(cells[anchor].places) {
				anchor = len(cells) - 1
			}
		}
	}
	row := map[string]place{}
	if len(cells) == 0 {
		return row
	}
	at := around(cells, anchor)
	for i, cell := range cells {
		best, ok := at, true
		if i != anchor {
			best, _, ok = nearest(l.free(cell.places), at)
		}
		if ok && (i == anchor || !l.any(best)) {
			l.take(best)
			row[cell.member] = best
		}
	}
	return row
}

// around selects the anchor's place with the most and closest other cells.
func around(cells []placed, anchor int) place {
	const most = 20 // places to compare
	places := cells[anchor].places
	best, count, least := places[0], -1, 0.0
	for _, at := range places[:min(len(places), most)] {
		n, sum := 0, 0.0
		for i, cell := range cells {
			if _, d, ok := nearest(cell.places, at); ok && i != anchor {
				n, sum = n+1, sum+d
			}
		}
		if n > count || n == count && sum < least {
			best, count, least = at, n, sum
		}
	}
	return best
}

// nearest returns the place closest to the line of another within rowReach, and its distance in points.
func nearest(places []place, to place) (best place, distance float64, ok bool) {
	distance = rowReach * to.parts[0].Segment.Height()
	for _, p := range places {
		if d := math.Abs(p.y() - to.y()); p.page() == to.page() && d < distance {
			best, distance, ok = p, d, true
		}
	}
	return best, distance, ok
}

func (l *lister) array(f *field, answered []string) []value.Value {
	var values []value.Value
	for _, text := range answered {
		if places := l.free(l.find(f, text)); len(places) > 0 {
			l.take(places[0])
			values = append(values, places[0].cite())
		}
	}
	return values
}

func (l *lister) free(places []place) []place {
	var free []place
	for _, p := range places {
		if !l.any(p) {
			free = append(free, p)
		}
	}
	return free
}

func (l *lister) any(p place) bool {
	for _, at := range tokens(p.parts) {
		if l.taken[at] {
			return true
		}
	}
	return false
}

func (l *lister) take(p place) {
	for _, at := range tokens(p.parts) {
		l.taken[at] = true
	}
}

func tokens(parts []layout.Part) []position {
	var all []position
	for _, part := range parts {
		for t := part.First; t <= part.Last; t++ {
			all = append(all, position{part.Segment, t})
		}
	}
	return all
}
