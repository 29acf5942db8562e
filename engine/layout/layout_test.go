package layout_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
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
		if got := outline(layout.Analyze(c.doc)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestHiddenWords(t *testing.T) {
	t.Parallel()
	w := word(10, 20, "secret")
	w.Hidden = true
	if got := outline(layout.Analyze(page(w, word(10, 40, "shown")))); got != "shown" {
		t.Error(got)
	}
}

// A line of three or more characters is omitted; a single en dash is a sign or is between two dates.
func TestRuledLines(t *testing.T) {
	t.Parallel()
	for text, kept := range map[string]bool{"-": true, "–": true, "—": false, "––": true, "–––": false, "---": false,
		"==": true, "|": false, "__": false} {
		lay := layout.Analyze(page(word(10, 10, text), word(60, 10, "8.79")))
		if got := strings.Contains(lay.Segments[0].Text(), text); got != kept {
			t.Errorf("%q is kept: %v", text, got)
		}
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
	if r := label.Right(); len(r) != 1 || r[0].Text() != "beside" || r[0].Left() != label {
		t.Errorf("right of the label: %v", r)
	}
	if b := label.Page.Below(label.Row, label.Box, 50); len(b) != 1 || b[0].Text() != "under" {
		t.Errorf("below the label: %v", b)
	}
	next := label.NextInBlock()
	if next == nil || next.Text() != "under" || next.PreviousInBlock() != label || next.NextInBlock() != nil {
		t.Errorf("block goes on with %v", next)
	}
}

func columns(row layout.TableRow) map[layout.Column]string {
	out := map[layout.Column]string{}
	for c, parts := range row.Cells {
		for _, p := range parts {
			out[c] = strings.TrimSpace(out[c] + " " + p.Text())
		}
	}
	return out
}

func TestTable(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(10, 20, "Pos"), word(60, 20, "Beschreibung"), word(250, 20, "Menge"), word(330, 20, "Einzelpreis"),
		word(450, 20, "MwSt."),
		word(530, 20, "Gesamt"),
		word(10, 40, "1"), word(60, 40, "Schrauben"), word(120, 40, "M8"), word(268, 40, "25"), word(366, 40, "0,12"),
		word(456, 40, "19%"),
		word(542, 40, "3,00"),
		word(60, 52, "verzinkt"),
	))
	tables := l.Pages[0].Tables()
	if len(tables) != 1 || len(tables[0].Rows) != 2 {
		t.Fatalf("tables %+v", tables)
	}
	want := map[layout.Column]string{
		layout.ColumnPosition: "1", layout.ColumnDescription: "Schrauben M8", layout.ColumnQuantity: "25",
		layout.ColumnUnitPrice: "0,12",
		layout.ColumnTaxRate:   "19%", layout.ColumnAmount: "3,00",
	}
	if got := columns(tables[0].Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("row %v, want %v", got, want)
	}
	if got := columns(tables[0].Rows[1]); got[layout.ColumnDescription] != "verzinkt" {
		t.Errorf("continuation %v", got)
	}
}

// A quantity and a name may be close enough for one segment.
func TestCloseColumns(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(10, 20, "Qty"), word(40, 20, "Item"), word(330, 20, "Price"), word(450, 20, "Amount"),
		word(12, 40, "9.00"), word(40, 40, "Whiteboard"), word(96, 40, "markers"), word(330, 40, "1.25"),
		word(450, 40, "11.25"),
		word(12, 56, "1.00"), word(40, 56, "Cable"), word(330, 56, "2.00"), word(450, 56, "2.00"),
	))
	tables := l.Pages[0].Tables()
	if len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	}
	got := columns(tables[0].Rows[0])
	if got[layout.ColumnQuantity] != "9.00" || got[layout.ColumnDescription] != "Whiteboard markers" {
		t.Errorf("row %v", got)
	}
}

func TestWrappedHeader(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(300, 20, "Unit"), word(330, 20, "Price"),
		word(10, 31, "Description"), word(200, 31, "Quantity"), word(300, 31, "VAT"), word(450, 31, "Amount"),
		word(10, 50, "Bolt"), word(220, 50, "2"), word(310, 50, "1.50"), word(460, 50, "3.00"),
	))
	tables := l.Pages[0].Tables()
	if len(tables) != 1 {
		t.Fatalf("%d tables", len(tables))
	}
	if got := columns(tables[0].Rows[0]); got[layout.ColumnUnitPrice] != "1.50" || got[layout.ColumnAmount] != "3.00" {
		t.Errorf("row %v", got)
	}
}

func TestProseNotTable(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(10, 20, "Please"), word(52, 20, "find"), word(82, 20, "the"), word(106, 20, "total"), word(142, 20, "amount"),
		word(184, 20, "of"),
		word(202, 20, "12.00"), word(238, 20, "below"),
	))
	if tables := l.Pages[0].Tables(); len(tables) != 0 {
		t.Errorf("%d tables", len(tables))
	}
}

func TestFactsNotHeadings(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]document.Word{
		"a label inside": {word(10, 20, "Terms"), word(45, 20, "Code:"), word(80, 20, "FCA"), word(300, 20, "EUR"),
			word(10, 36, "Depot"), word(300, 36, "21.00")},
		"days of grace": {word(10, 20, "Konditionen:"), word(100, 20, "netto"), word(134, 20, "30"), word(150, 20, "Tage"),
			word(10, 36, "Beleg"), word(100, 36, "6039")},
	} {
		for _, table := range layout.Analyze(page(words...)).Pages[0].Tables() {
			if table.Has(layout.ColumnCode) || table.Has(layout.ColumnDescription) {
				t.Errorf("%s: %+v", name, table.Headings)
			}
		}
	}
}

// Cells with even and odd numbers of lines are half a line apart.
func TestInterleavedHeader(t *testing.T) {
	t.Parallel()
	l := layout.Analyze(page(
		word(100, 20, "Name,"), word(136, 20, "Description"), word(300, 26, "Unit"), word(10, 32, "Qty"),
		word(100, 32, "Properties"), word(450, 32, "Amount"),
		word(300, 38, "Price"), word(100, 44, "Packaging"),
		word(10, 70, "2"), word(100, 70, "Bolt"), word(300, 70, "1.50"), word(450, 70, "3.00"),
	))
	tables := l.Pages[0].Tables()
	if len(tables) != 1 || len(tables[0].Rows) != 1 {
		t.Fatalf("tables %+v", tables)
	}
	want := map[layout.Column]string{
		layout.ColumnQuantity: "2", layout.ColumnDescription: "Bolt", layout.ColumnUnitPrice: "1.50",
		layout.ColumnAmount: "3.00",
	}
	if got := columns(tables[0].Rows[0]); !reflect.DeepEqual(got, want) {
		t.Errorf("row %v, want %v", got, want)
	}
}
