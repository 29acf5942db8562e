package custom

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/phrase"
)

// customTable is a header row with the members of its columns.
type customTable struct {
	page    *layout.Page
	row     int
	columns []customColumn
	named   int // members
}

// customColumn is a header cell; member is nil if no member matches.
type customColumn struct {
	member *custom.Property
	box    layout.Box
}

// rows finds the entries of a list of objects: the rows below each header that names most of their members.
func (w *queries) rows(p *custom.Property) []value.Row {
	index, texts := newCustomIndex(), w.describeAll(p.Members)
	for i := range p.Members {
		index.add(i, &p.Members[i])
	}
	var tables []customTable
	most := min(2, len(p.Members))
	for _, page := range w.Layout.Pages {
		for i := range page.Rows {
			t := w.headerOf(p, index, texts, page, i)
			if t.named > most {
				tables, most = tables[:0], t.named
			}
			if t.named == most {
				tables = append(tables, t)
			}
		}
	}
	var out []value.Row
	for i, t := range tables {
		end := len(t.page.Rows)
		if i+1 < len(tables) && tables[i+1].page == t.page {
			end = tables[i+1].row
		}
		out = append(out, w.body(t, end, func(row int) bool {
			return w.headerOf(p, index, texts, t.page, row).named >= min(2, len(p.Members))
		})...)
	}
	return out[:min(len(out), maxListRows)]
}

func (w *queries) headerOf(
	p *custom.Property, index *customIndex, texts *phrase.Set, page *layout.Page, row int,
) customTable {
	t := customTable{page: page, row: row}
	named := map[*custom.Property]bool{}
	for _, s := range page.Rows[row].Segments {
		found := index.find(s)
		for _, f := range found {
			member := &p.Members[f.refs[0].query]
			if named[member] || f.Colon {
				continue
			}
			named[member] = true
			box := f.Box()
			if len(found) == 1 {
				box = s.Box
			}
			t.columns = append(t.columns, customColumn{member, box})
		}
		if len(found) > 0 {
			continue
		}
		member := sameColumn(p, s)
		if member == nil {
			member = w.similarColumn(p, texts, s)
		}
		if named[member] {
			member = nil
		}
		if member != nil {
			named[member] = true
		}
		t.columns = append(t.columns, customColumn{member, s.Box})
	}
	t.named = len(named)
	return t
}

// sameColumn returns the member whose name means the same column as the heading: "Menge" is a quantity.
func sameColumn(p *custom.Property, heading *layout.Segment) *custom.Property {
	words, _ := heading.Folded()
	want, ok := layout.ColumnNamed(strings.Join(words, " "))
	if !ok {
		return nil
	}
	for i := range p.Members {
		if c, ok := layout.ColumnNamed(strings.Join(nameWords(p.Members[i].Name), " ")); ok && c == want {
			return &p.Members[i]
		}
	}
	return nil
}

// body reads the rows below the header up to a wide gap, a sum, or another row. Rows of text continue the row above.
// Below a second header within the table, only rows that are as full as the one above it belong to the table.
func (w *queries) body(t customTable, end int, isHeader func(row int) bool) []value.Row {
	var out []value.Row
	last, full := t.page.Rows[t.row].Box, 0
	for i, visual := range t.page.Rows[t.row+1 : end] {
		if visual.Box.Y0-last.Y1 > 3*last.Height() || w.known.SumRow(visual) {
			break
		}
		row, texts := w.rowUnder(t, visual)
		if len(out) > 0 && isHeader(t.row+1+i) {
			full = max(full, len(out[len(out)-1]))
			row = nil
		}
		switch {
		case len(row) < full:
		case len(row) >= min(2, t.named) && len(row) > texts || len(row) >= 2 || t.named == 1 && len(row) == 1:
			out = append(out, row)
		case len(row) == 1 && texts == 1 && len(out) > 0:
			continueText(out[len(out)-1], row)
		case len(out) > 0:
			return out
		}
		last = visual.Box
	}
	return out
}

// rowUnder sorts a row's words into the columns and counts the plain texts.
func (w *queries) rowUnder(t customTable, visual *layout.Row) (row value.Row, texts int) {
	cells := map[*custom.Property][]layout.Part{}
	for _, s := range visual.Segments {
		for _, part := range t.split(s) {
			if m := t.columns[t.column(part.Box())].member; m != nil {
				cells[m] = append(cells[m], part)
			}
		}
	}
	row = value.Row{}
	for m, parts := range cells {
		none := &annotate.Label{Segment: parts[0].Segment, First: -1, Last: -1}
		for _, part := range parts {
			c, ok := w.inPart(m, none, part)
			if !ok || row[m.Name].Value != "" {
				continue
			}
			row[m.Name] = value.Cite(c.Text, c.Segment, c.First, c.Last, cellScore)
			if m.Type == custom.TypeString && m.Format == custom.FormatNone && m.Enum == nil {
				texts++
			}
		}
	}
	return row, texts
}

// split splits a segment that is under several headings between its words.
func (t customTable) split(s *layout.Segment) []layout.Part {
	under := 0
	for _, c := range t.columns {
		if c.box.OverlapX(s.Box) > 0 {
			under++
		}
	}
	if under <= 1 {
		return []layout.Part{annotate.Whole(s)}
	}
	var out []layout.Part
	start, current := 0, t.column(s.Tokens[0].Box)
	for i := 1; i <= len(s.Tokens); i++ {
		next := -1
		if i < len(s.Tokens) {
			next = t.column(s.Tokens[i].Box)
		}
		if next != current {
			out = append(out, layout.Part{Segment: s, First: start, Last: i - 1})
			start, current = i, next
		}
	}
	return out
}

// column returns the column that shares most with the box or, if none does, is nearest.
func (t customTable) column(b layout.Box) int {
	share := func(c customColumn) float64 { return c.box.OverlapX(b) }
	best := 0
	for i, c := range t.columns {
		if share(c) > share(t.columns[best]) {
			best = i
		}
	}
	return best
}

// continueText appends a text to that of the row above.
func continueText(above, row value.Row) {
	for name, more := range row {
		v, ok := above[name]
		if !ok || v.Page != more.Page {
			return
		}
		v.Value, v.Raw = v.Value+" "+more.Value, v.Raw+" "+more.Raw
		v.Box, v.Legibility = v.Box.Union(more.Box), min(v.Legibility, more.Legibility)
		above[name] = v
	}
}

// Limits of lists, which keep a large document's record readable.
const (
	maxListRows = 1000
	listReach   = 100 // lines below a label
	cellScore   = 0.6
)

// array finds the entries of a list of scalars: next to its label, separated by commas, or one on each line below.
func (w *queries) array(query *query) []value.Value {
	var best []value.Value
	for _, h := range query.labels {
		values := w.listBeside(query.property.Item, h)
		if len(values) == 0 || w.InHeading(h.Label) || w.headRow(h.Label) {
			if below := w.listBelow(query.property.Item, h); len(below) > 0 {
				values = below
			}
		}
		if len(values) > 0 && (len(best) == 0 || values[0].Score > best[0].Score) {
			best = values
		}
	}
	if len(best) == 0 || best[0].Score < minCustom {
		return nil
	}
	return best[:min(len(best), maxListRows)]
}

func (w *queries) listBeside(item *custom.Property, h weighted) []value.Value {
	f := link.Evidence{Label: h.weight, Direction: link.Same, Start: h.Opens, Colon: h.Colon, Last: true,
		Later: h.Segment.Page.Number > 1}
	segments := []*layout.Segment{h.Segment}
	if h.Last == len(h.Segment.Words)-1 {
		segments, f.Direction = h.Segment.Right(), link.Right
	}
	var out []value.Value
	for _, s := range segments {
		if s != h.Segment && w.Labeled(s) {
			break
		}
		for _, part := range w.pieces(s, h.Label) {
			if c, ok := w.inPart(item, h.Label, part); ok {
				out = append(out, value.Cite(c.Text, s, c.First, c.Last, boost.Probability(f.Logit())))
			}
		}
	}
	return out
}

// pieces splits a text at its commas and semicolons.
func (w *queries) pieces(s *layout.Segment, h *annotate.Label) []layout.Part {
	var out []layout.Part
	for _, c := range w.plainText(s, h) {
		start := c.First
		for i := c.First; i <= c.Last; i++ {
			if word := s.Words[i]; i == c.Last || strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") {
				out = append(out, layout.Part{Segment: s, First: start, Last: i})
				start = i + 1
			}
		}
	}
	return out
}

// inPart returns the value of a part; a text value is the whole part.
func (w *queries) inPart(p *custom.Property, h *annotate.Label, part layout.Part) (link.Candidate, bool) {
	if p.Type == custom.TypeString && p.Format == custom.FormatNone && p.Enum == nil {
		text := strings.Trim(part.Text(), " ,;")
		return link.Candidate{Segment: part.Segment, First: part.First, Last: part.Last, Text: text}, text != "" &&
			len(text) <= maxTextBytes
	}
	for _, c := range w.finder(p, h)(part.Segment) {
		if c.First >= part.First && c.Last <= part.Last {
			return c, true
		}
	}
	return link.Candidate{}, false
}

func (w *queries) listBelow(item *custom.Property, h weighted) []value.Value {
	f := link.Evidence{Label: h.weight, Direction: link.Below, Start: h.Opens, Heading: true, Last: true,
		Later: h.Segment.Page.Number > 1}
	var out []value.Value
	end := h.Segment.Box.Y1
	for _, s := range h.Segment.Page.Below(h.Segment.Row, h.Box(), listReach*h.Segment.Height()) {
		if s.Box.Y0-end > 1.8*h.Segment.Height() || w.Labeled(s) || w.known.SumRow(s.Page.Rows[s.Row]) {
			break
		}
		c, ok := w.inPart(item, h.Label, annotate.Whole(s))
		if !ok {
			break
		}
		out = append(out, value.Cite(c.Text, s, c.First, c.Last, boost.Probability(f.Logit())))
		end = s.Box.Y1
	}
	return out
}
