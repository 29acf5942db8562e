package layout_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

// word is a word of 6 points a letter and 10 points height on a page of 600 × 800.
func word(x, y float64, text string) document.Word {
	w := 6 * float64(len(text))
	return document.Word{
		Text: text, Confidence: 1, Source: document.SourceText,
		Box: document.Box{X0: x / 600, Y0: y / 800, X1: (x + w) / 600, Y1: (y + 10) / 800},
	}
}

func page(words ...document.Word) *document.Document {
	return &document.Document{Pages: []document.Page{{Number: 1, Width: 600, Height: 800,
		Lines: []document.Line{{Words: words}}}}}
}

// outline writes rows separated by '/', segments by '|'.
func outline(l *layout.Layout) string {
	var rows []string
	for _, p := range l.Pages {
		for _, r := range p.Rows {
			var segments []string
			for _, s := range r.Segments {
				segments = append(segments, s.Text())
			}
			rows = append(rows, strings.Join(segments, " | "))
		}
	}
	return strings.Join(rows, " / ")
}

func TestRowsAndSegments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc  *document.Document
		want string
	}{
		"a column between the lines of another": {page(word(10, 20, "one"), word(300, 23.6, "a"), word(330, 23.6, "b"),
			word(360, 23.6, "c"), word(10, 27.5, "two"), word(300, 31.1, "d")), "one | a | b | c / two | d"},
		"reading order does not matter": {page(word(100, 50, "b"), word(10, 50, "a"), word(10, 20, "top")), "top / a | b"},
		"narrow gaps join": {page(word(10, 20, "one"), word(31, 20, "two"), word(90, 20, "three")),
			"one two | three"},
		"two numbers in groups": {page(word(10, 20, "63"), word(24, 20, "684"), word(48, 20, "386"), word(68, 20, "484")),
			"63 684 | 386 484"},
		"one number in wide groups":   {page(word(10, 20, "63"), word(28, 20, "684"), word(52, 20, "386")), "63 684 386"},
		"slight slant":                {page(word(10, 20, "left"), word(200, 23, "right")), "left | right"},
		"label and value in one word": {page(word(10, 20, "Date:3/4/24")), "Date: 3/4/24"},
		"label and number that touch": {page(word(10, 20, "FactuurnummerRE-31/291")), "Factuurnummer RE-31/291"},
		"price and its units that touch": {page(word(10, 20, "0,84/100"), word(100, 20, "12.50/1"), word(200, 20, "12/100"),
			word(300, 20, "4.05/12")), "0,84 /100 | 12.50 /1 | 12/100 | 4.05/12"},
		"title and number that touch": {page(word(10, 20, "Facture31-291")), "Facture 31-291"},
		"a name with a number": {page(word(10, 20, "Monitor27"), word(100, 20, "InvoicePlane")),
			"Monitor27 | InvoicePlane"},
		"no cut in times and addresses": {page(word(10, 20, "20:49"), word(200, 20, "http://a.b")), "20:49 | http://a.b"},
		"drawn lines are left out":      {page(word(10, 20, "-----"), word(100, 20, "|"), word(200, 20, "x")), "x"},
	} {
		assert.Equal(t, outline(layout.Analyze(c.doc)), c.want, name)
	}
}

// Evenly spaced digit groups are one number.
func TestAdjacentNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gaps [3]float64
		want string
	}{
		{[3]float64{8, 2, 3}, "690 | 213 900 500"},
		{[3]float64{2, 8, 2}, "690 213 | 900 500"},
		{[3]float64{3, 3, 3}, "690 213 900 500"},
		{[3]float64{7, 7, 7}, "690 213 900 500"},
		{[3]float64{4, 2, 2}, "690 213 900 500"},
	} {
		x := 10.0
		words := []document.Word{word(x, 20, "690")}
		for i, group := range []string{"213", "900", "500"} {
			x += 18 + c.gaps[i]
			words = append(words, word(x, 20, group))
		}
		assert.Equal(t, outline(layout.Analyze(page(words...))), c.want, c.gaps)
	}
}

func TestHiddenWords(t *testing.T) {
	t.Parallel()
	w := word(10, 20, "secret")
	w.Hidden = true
	assert.Equal(t, outline(layout.Analyze(page(w, word(10, 40, "shown")))), "shown")
}

// A line of three or more characters is omitted; a single en dash is a sign or is between two dates.
func TestRuledLines(t *testing.T) {
	t.Parallel()
	for text, kept := range map[string]bool{"-": true, "–": true, "—": false, "––": true, "–––": false, "---": false,
		"==": true, "|": false, "__": false} {
		lay := layout.Analyze(page(word(10, 10, text), word(60, 10, "8.79")))
		assert.Equal(t, strings.Contains(lay.Segments[0].Text(), text), kept, text, "is kept")
	}
}

func TestPagesWithoutBoxes(t *testing.T) {
	t.Parallel()
	doc := &document.Document{Pages: []document.Page{{Lines: []document.Line{
		{Words: []document.Word{{Text: "Total:"}, {Text: "12.00"}}}, {}, {Words: []document.Word{{Text: "end"}}},
	}}}}
	l := layout.Analyze(doc)
	if got := outline(l); got != "Total: 12.00 / end" || !l.Pages[0].Nominal {
		t.Errorf("%q, nominal %v", got, l.Pages[0].Nominal)
	}
}

func TestNeighbors(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(10, 20, "Label"), word(100, 20, "beside"), word(10, 34, "under"), word(100, 34, "apart"), word(10, 300, "far"),
	))
	label := l.Segments[0]
	r := label.Right()
	assert.True(t, len(r) == 1 && r[0].Text() == "beside" && r[0].Left() == label, "right of the label", r)
	b := label.Page.Below(label.Row, label.Box, 50)
	assert.True(t, len(b) == 1 && b[0].Text() == "under", "below the label", b)
	next := label.NextInBlock()
	if next == nil || next.Text() != "under" || next.PreviousInBlock() != label || next.NextInBlock() != nil {
		t.Errorf("block goes on with %v", next)
	}
}

// A note in the margin in any direction is a row below all others in reading order.
func TestMarginNotes(t *testing.T) {
	t.Parallel()
	vertical := func(y0, y1 float64, text string) document.Word {
		return document.Word{Text: text, Confidence: 1, Box: document.Box{X0: 0.02, Y0: y0, X1: 0.04, Y1: y1}}
	}
	for name, note := range map[string][]document.Word{
		"upwards":     {vertical(0.30, 0.34, "VAT"), vertical(0.24, 0.29, "ID"), vertical(0.10, 0.14, "far")},
		"downwards":   {vertical(0.10, 0.14, "VAT"), vertical(0.15, 0.20, "ID"), vertical(0.30, 0.34, "far")},
		"upside down": {word(200, 84, "VAT"), word(180, 84, "ID"), word(20, 84, "far")},
	} {
		of := note[0].Box
		for _, w := range note {
			of = of.Union(w.Box)
		}
		doc := page(word(50, 80, "Body"), word(300, 80, "text"), word(50, 250, "end"))
		doc.Pages[0].Lines = append(doc.Pages[0].Lines, document.Line{Words: note, Box: of, Sideways: true})
		l := layout.Analyze(doc)
		got, want := outline(l), "Body | text / end / VAT ID | far"
		assert.Equal(t, got, want, name)
		last := l.Pages[0].Rows[2].Segments[0].Tokens[0]
		assert.Equal(t, last.Place, note[0].Box, name, "the word is shown at", "not at")
	}
}

// The budget drops rows of very many cells; a long table of few columns is complete.
func TestRowsBeyondTheBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rows, columns int
		partial       bool
	}{{1_000, 60, false}, {400, 240, true}, {5_000, 10, false}} {
		line := strings.TrimSuffix(strings.Repeat("1.00|", c.columns), "|")
		lines := make([]string, c.rows)
		for i := range lines {
			lines[i] = line
		}
		page := sheettest.Rows(lines...).Pages[0]
		pairs := 0
		for _, row := range page.Rows {
			pairs += len(row.Segments) * len(row.Segments)
		}
		if page.Partial != c.partial || (len(page.Rows) < c.rows) != c.partial || len(page.Rows) == 0 || pairs > maxPairs {
			t.Errorf("%d × %d: %d rows, %d pairs of cells, partial: %v", c.rows, c.columns, len(page.Rows), pairs, page.Partial)
		}
	}
}

const maxPairs = 6_000_000
