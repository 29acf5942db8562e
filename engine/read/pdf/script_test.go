package pdf_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
)

// reversed returns the text from the leftmost character.
func reversed(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func TestRightToLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, stands, want string }{
		{"Hebrew", reversed("חשבונית מספר"), "חשבונית מספר"},
		{"long word", reversed("אבגדהוזחטיכלמנסעפצקרשת"), "אבגדהוזחטיכלמנסעפצקרשת"},
		{"number behind the words", "4711 " + reversed("חשבונית מספר"), "חשבונית מספר 4711"},
		{"amount within the words", reversed("לתשלום") + " 1,234.50 " + reversed("סך הכל"), "סך הכל 1,234.50 לתשלום"},
		{"date", "31/12/2026 " + reversed("תאריך"), "תאריך 31/12/2026"},
		{"Latin name", reversed("בישראל") + " ACME Ltd " + reversed("חברת"), "חברת ACME Ltd בישראל"},
		{"number on a prefix", "5-" + reversed("ב"), "ב-5"},
		{"Arabic", reversed("فاتورة رقم"), "فاتورة رقم"},
		{"Arabic presentation forms", "\ufe93\ufead\ufeee\ufe97\ufe8e\ufed3", "فاتورة"},
		{"Arabic ligature", "\ufefb", "لا"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc := pdfgen.New()
			doc.AddPage(600, 800).Letters(60, 100, 12, c.stands)
			if got := lines(firstPage(t, doc)); fmt.Sprint(got) != "["+c.want+"]" {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

// Some producers place every letter by itself, in the order of reading.
func TestRightToLeftLetterByLetter(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	x := 300.0
	for _, r := range "חשבונית" {
		p.Letters(x, 100, 10, string(r))
		x -= 6
	}
	if got := lines(firstPage(t, doc)); fmt.Sprint(got) != "[חשבונית]" {
		t.Errorf("read %q", got)
	}
}

func TestRightToLeftColumns(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Letters(400, 80, 12, reversed("חשבונית מס עבור"))
	p.Text(60, 100, 12, "119.00")
	p.Text(200, 100, 12, "AB-12 Ltd")
	p.Letters(450, 100, 12, reversed("סך הכל"))
	want := "[חשבונית מס עבור סך הכל AB-12 Ltd 119.00]"
	if got := lines(firstPage(t, doc)); fmt.Sprint(got) != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestContentStreamOrder(t *testing.T) {
	t.Parallel()
	type piece struct {
		x, y float64
		text string
	}
	pieces := []piece{
		{60, 100, "Invoice"}, {120, 100, "number"}, {300, 100, "4711"}, {60, 120, "Date"}, {300, 120, "2026-10-01"},
		{60, 700, "Total"}, {500, 700, "1.00"},
	}
	want := "[Invoice number 4711 Date 2026-10-01 Total 1.00]"
	for turn := range len(pieces) {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		for i := range pieces {
			s := pieces[(i*3+turn)%len(pieces)]
			p.Text(s.x, s.y, 10, s.text)
		}
		if got := lines(firstPage(t, doc)); fmt.Sprint(got) != want {
			t.Errorf("turn %d: read %q", turn, got)
		}
	}
}

func TestLigaturesAndHyphens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ shows, want string }{
		{"o\ufb03ce \ufb01nal \ufb02at \ufb00 \ufb04 \ufb06", "office final flat ff ffl st"},
		{"A\u00ad4711", "A-4711"},
		{"A\u20104711", "A‐4711"},
	} {
		doc := pdfgen.New()
		doc.AddPage(600, 800).Letters(60, 100, 12, c.shows)
		if got := lines(firstPage(t, doc)); fmt.Sprint(got) != "["+c.want+"]" {
			t.Errorf("read %q, want %q", got, c.want)
		}
	}
}

// PDFium marks a hyphen at a line's end by a special character.
func TestHyphensAtLineEnds(t *testing.T) {
	t.Parallel()
	for _, hyphen := range []string{"-", "\u00ad"} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		p.Letters(60, 100, 12, "Rech"+hyphen)
		p.Letters(60, 114, 12, "nung")
		if got := lines(firstPage(t, doc)); fmt.Sprintf("%q", got) != `["Rech-" "nung"]` {
			t.Errorf("%q: read %q", hyphen, got)
		}
	}
}

func TestRotatedTextReadingOrder(t *testing.T) {
	t.Parallel()
	for degrees, second := range map[float64][2]float64{90: {112, 600}, 180: {300, 588}, 270: {88, 600}} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		p.Text(60, 60, 10, "Upright")
		if degrees == 180 {
			p.TextAngle(300, 588, 10, degrees, "second line")
			p.TextAngle(300, 600, 10, degrees, "first line")
		} else {
			p.TextAngle(second[0], second[1], 10, degrees, "second line")
			p.TextAngle(100, 600, 10, degrees, "first line")
		}
		page := firstPage(t, doc)
		if got := fmt.Sprintf("%q", lines(page)); got != `["Upright" "first line" "second line"]` {
			t.Errorf("%g degrees: %s", degrees, got)
		}
		if page.Turned != 0 {
			t.Errorf("%g degrees: page turned by %d", degrees, page.Turned)
		}
		if b := find(t, page, "first").Box; degrees == 90 && (b.X0 < 0.13 || b.X1 > 0.19 || b.Y1 > 0.76) {
			t.Errorf("box of first: %+v", b)
		}
	}
}

// A sheet printed sideways reads like one turned upright.
func TestSidewaysSheet(t *testing.T) {
	t.Parallel()
	for degrees, quarters := range map[float64]int{90: 1, 180: 2, 270: 3} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		// A display of 800 × 600 (or 600 × 800), turned onto the page.
		at := map[float64]func(x, y float64) (float64, float64){
			90:  func(x, y float64) (float64, float64) { return y, 800 - x },
			180: func(x, y float64) (float64, float64) { return 600 - x, 800 - y },
			270: func(x, y float64) (float64, float64) { return 600 - y, x },
		}[degrees]
		for i := range 5 {
			x, y := at(60, 100+float64(4-i)*20)
			p.TextAngle(x, y, 10, degrees, fmt.Sprintf("Row %d of the sheet", 5-i))
		}
		page := firstPage(t, doc)
		if page.Turned != quarters {
			t.Fatalf("%g degrees: turned by %d quarters, want %d", degrees, page.Turned, quarters)
		}
		if got := lines(page); len(got) != 5 || got[0] != "Row 1 of the sheet" || got[4] != "Row 5 of the sheet" {
			t.Errorf("%g degrees: %q", degrees, got)
		}
		near(t, "left", page.Lines[0].Box.X0*page.Width, 60, 1)
		near(t, "baseline", page.Lines[0].Box.CenterY()*page.Height, 97, 3)
	}
}
