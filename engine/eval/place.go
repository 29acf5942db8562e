package eval

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// Place is the position of a value on a page.
type Place struct {
	Page int        `json:"page"` // from 1
	Box  [4]float64 `json:"box"`  // x0, y0, x1, y1 in fractions of the displayed page
}

type pageIndex struct {
	pages []indexedPage
	words map[string]bool // folded
}

type indexedPage struct {
	page  *document.Page
	lines []indexedLine
	// compact is the text of all words without case, spaces and punctuation. starts has for each byte the index of the
	// word that begins there, or -1; the last entry is the end.
	compact string
	starts  []int
	boxes   []document.Box // of the words
	plain   string         // all words unchanged, without spaces
}

type indexedLine struct {
	words   []document.Word
	texts   []string
	dates   []recognize.Date
	amounts []recognize.Amount
}

func newPageIndex(doc *document.Document) *pageIndex {
	x := &pageIndex{words: map[string]bool{}}
	for i := range doc.Pages {
		x.pages = append(x.pages, x.index(&doc.Pages[i]))
	}
	return x
}

func (x *pageIndex) index(page *document.Page) indexedPage {
	p := indexedPage{page: page}
	var compact, plain strings.Builder
	for _, line := range page.Lines {
		var indexed indexedLine
		for _, w := range line.Words {
			if w.Hidden {
				continue
			}
			indexed.words, indexed.texts = append(indexed.words, w), append(indexed.texts, w.Text)
			plain.WriteString(w.Text)
			folded := recognize.Compact(w.Text)
			if folded == "" {
				continue
			}
			for range len(folded) {
				p.starts = append(p.starts, -1)
			}
			p.starts[compact.Len()] = len(p.boxes)
			p.boxes = append(p.boxes, w.Box)
			compact.WriteString(folded)
			for _, part := range recognize.FoldWords(w.Text) {
				x.words[part] = true
			}
		}
		indexed.dates, indexed.amounts = recognize.Dates(indexed.texts), recognize.Amounts(indexed.texts)
		p.lines = append(p.lines, indexed)
	}
	p.starts = append(p.starts, len(p.boxes))
	p.compact, p.plain = compact.String(), plain.String()
	return p
}

// Shown returns the rows without the members that no page shows in any form.
func Shown(doc *document.Document, rows []Row) []Row {
	x := newPageIndex(doc)
	out := make([]Row, len(rows))
	for i, row := range rows {
		out[i] = Row{}
		for member, value := range row {
			if _, ok := x.find(member, value, nil); ok {
				out[i][member] = value
			}
		}
	}
	return out
}

// find reports whether a page shows the value of a field in any form, and returns its place: of several the one
// nearest to near, or the first.
func (x *pageIndex) find(field, value string, near *Place) (*Place, bool) {
	var best *Place
	onPage := false
	for i := range x.pages {
		p := &x.pages[i]
		for _, box := range p.places(field, value) {
			onPage = true
			if place := p.place(box); place != nil &&
				(best == nil || near != nil && near.distance(place) < near.distance(best)) {
				best = place
			}
		}
	}
	if onPage || comparisonOf(field) != schema.CompareLetters {
		return best, onPage
	}
	parts := recognize.FoldWords(value)
	for _, part := range parts {
		if !x.words[part] {
			return nil, false
		}
	}
	return nil, len(parts) > 0
}

// distance compares pages first, then heights, which separate rows of a table, then horizontal positions.
func (p *Place) distance(o *Place) float64 {
	const page, sideways = 10, 0.1
	middle := func(low, high float64) float64 { return (low + high) / 2 }
	return page*math.Abs(float64(p.Page-o.Page)) +
		math.Abs(middle(p.Box[1], p.Box[3])-middle(o.Box[1], o.Box[3])) +
		sideways*math.Abs(middle(p.Box[0], p.Box[2])-middle(o.Box[0], o.Box[2]))
}

// place converts a box to the displayed page. It returns nil if the box has no place.
func (p *indexedPage) place(box document.Box) *Place {
	if p.page.Nominal || box.Empty() {
		return nil
	}
	b := p.page.Displayed(box)
	return &Place{Page: p.page.Number, Box: [4]float64{b.X0, b.Y0, b.X1, b.Y1}}
}

func (p *indexedPage) places(field, value string) []document.Box {
	if comparisonOf(field) == schema.CompareDecimals {
		if amount, err := decimal.NewFromString(value); err == nil {
			return p.spans(func(l *indexedLine) []recognize.Span { return l.sums(field, amount) })
		}
	}
	boxes := append(p.texts(value), p.spans(func(l *indexedLine) []recognize.Span { return l.days(value) })...)
	if formOf(field) == schema.FormCurrency {
		boxes = append(boxes, p.spans(func(l *indexedLine) []recognize.Span { return l.currencies(value) })...)
	}
	return boxes
}

// texts returns the runs of whole words that equal the value.
func (p *indexedPage) texts(value string) []document.Box {
	want := recognize.Compact(value)
	var boxes []document.Box
	for from := 0; want != "" && from < len(p.compact); {
		at := strings.Index(p.compact[from:], want)
		if at < 0 {
			break
		}
		at += from
		if first, last := p.starts[at], p.starts[at+len(want)]; first >= 0 && last >= 0 {
			boxes = append(boxes, union(p.boxes[first:last]))
		}
		from = at + 1
	}
	return boxes
}

func (p *indexedPage) spans(search func(*indexedLine) []recognize.Span) []document.Box {
	var boxes []document.Box
	for i := range p.lines {
		for _, span := range search(&p.lines[i]) {
			var box document.Box
			for _, w := range p.lines[i].words[span.First : span.Last+1] {
				box = box.Union(w.Box)
			}
			boxes = append(boxes, box)
		}
	}
	return boxes
}

// days returns the dates that equal the given one in either order of day and month.
func (l *indexedLine) days(iso string) []recognize.Span {
	var spans []recognize.Span
	for _, d := range l.dates {
		if d.ISO(recognize.OrderDMY) == iso || d.ISO(recognize.OrderMDY) == iso {
			spans = append(spans, d.Span)
		}
	}
	return spans
}

func formOf(field string) schema.Form {
	f, _ := schema.ByName(field)
	return f.Form
}

// sums returns amounts with the value. For rates it returns only percentages.
func (l *indexedLine) sums(field string, value decimal.Decimal) []recognize.Span {
	rate := formOf(field) == schema.FormRate
	var spans []recognize.Span
	for _, a := range l.amounts {
		equal := a.Value(recognize.StylePoint).Equal(value) || a.Value(recognize.StyleComma).Equal(value)
		if equal && (!a.Percent || rate) {
			spans = append(spans, a.Span)
		}
	}
	for i, text := range l.texts { // "2x", "2×"
		if formOf(field) == schema.FormQuantity && strings.TrimRight(text, "xX×") == value.String() {
			spans = append(spans, recognize.Span{First: i, Last: i})
		}
	}
	return spans
}

// currencies returns symbols of the currency and the amounts next to them.
func (l *indexedLine) currencies(code string) []recognize.Span {
	var spans []recognize.Span
	for i, w := range l.texts {
		if c, ok := recognize.Currency(w); ok && c == code {
			spans = append(spans, recognize.Span{First: i, Last: i})
		}
	}
	for _, a := range l.amounts {
		if a.Currency == code {
			spans = append(spans, a.Span)
		}
	}
	return spans
}

// Unanchored lists the paths of fields whose quotation is missing on the page they were read from.
func Unanchored(doc *document.Document, fields map[string]result.Field) []string {
	return newPageIndex(doc).unanchored(fields)
}

func (x *pageIndex) unanchored(fields map[string]result.Field) []string {
	var paths []string
	for path, f := range fields {
		read := f.Source == document.SourceText || f.Source == document.SourceOCR
		if read && !x.quotes(f) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// quotes reports whether each word of the field's quotation occurs on its page or on the next, where it may continue.
// Quotations of several lines may join them with a comma.
func (x *pageIndex) quotes(f result.Field) bool {
	words := strings.Fields(f.Raw)
	for _, w := range words {
		if !x.shows(f.Page, w) && !x.shows(f.Page, strings.TrimSuffix(w, ",")) {
			return false
		}
	}
	return len(words) > 0
}

func (x *pageIndex) shows(page *int, word string) bool {
	for i := range x.pages {
		p := &x.pages[i]
		// Fields of nominal pages state their sheet.
		if page != nil && !p.page.Nominal && p.page.Number != *page && p.page.Number != *page+1 {
			continue
		}
		if word != "" && strings.Contains(p.plain, word) {
			return true
		}
	}
	return false
}

func union(boxes []document.Box) document.Box {
	var all document.Box
	for _, b := range boxes {
		all = all.Union(b)
	}
	return all
}
