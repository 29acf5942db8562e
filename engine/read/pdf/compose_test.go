package pdf_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// sheet is a file of one page with that content. Its fonts are F1 Helvetica, F2 Helvetica-Bold, F3
// Times-Italic, F4 and F5 the same composite font with rightward and downward lines, F6 of type 3, F8 one
// with a low height, F7 one with Hebrew letters. X1 is a form with text, X2 one with X1 in it, XN a form
// within itself.
func sheet(content string) []byte {
	const toUnicode = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"1 begincodespacerange <0000> <ffff> endcodespacerange\n" +
		"1 beginbfrange <0020> <007e> <0020> endbfrange\n" +
		"2 beginbfchar <0003> <00660066> <0004> <d83dde00> endbfchar\n" +
		"endcmap CMapName currentdict /CMap defineresource pop end end"
	const hebrew = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"1 begincodespacerange <00> <ff> endcodespacerange\n" +
		"1 beginbfrange <41> <5a> <05d0> endbfrange\n" +
		"endcmap CMapName currentdict /CMap defineresource pop end end"
	object := func(n int, body string) string { return fmt.Sprintf("%d 0 obj %s endobj\n", n, body) }
	data := func(entries, data string) string {
		return fmt.Sprintf("<< %s /Length %d >> stream\n%s\nendstream", entries, len(data), data)
	}
	composite := func(encoding string) string {
		return "<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /" + encoding +
			" /DescendantFonts [10 0 R] /ToUnicode 11 0 R >>"
	}
	simple := func(name, more string) string {
		return "<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding " + more + " >>"
	}
	const fonts = "/Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R /F4 8 0 R /F5 9 0 R /F6 13 0 R /F7 18 0 R /F8 20 0 R >>"
	form := "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << " + fonts +
		" /XObject << /X1 15 0 R /XN 17 0 R >> >>"
	return []byte("%PDF-1.7\n" +
		object(1, "<< /Type /Catalog /Pages 2 0 R >>") +
		object(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>") +
		object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << "+fonts+
			" /XObject << /X1 15 0 R /X2 16 0 R /XN 17 0 R >> >> >>") +
		object(4, data("", content)) +
		object(5, simple("Helvetica", "")) +
		object(6, simple("Helvetica-Bold", "")) +
		object(7, simple("Times-Italic", "")) +
		object(8, composite("Identity-H")) +
		object(9, composite("Identity-V")) +
		object(10, "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial"+
			" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"+
			" /FontDescriptor 12 0 R /DW 600 /W [32 [250] 65 90 700] >>") +
		object(11, data("", toUnicode)) +
		object(12, "<< /Type /FontDescriptor /FontName /Arial /Flags 32 /Ascent 905 /Descent -212 /CapHeight 716 /StemV 80"+
			" /ItalicAngle 0 /FontBBox [-665 -325 2000 1006] >>") +
		object(13, "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0]"+
			" /CharProcs << /square 14 0 R >>"+
			" /Encoding << /Type /Encoding /Differences [97 /square] >> /FirstChar 97 /LastChar 97 /Widths [1000] >>") +
		object(14, data("", "1000 0 0 0 750 750 d1 0 0 750 750 re f")) +
		object(15, data(form+" /Matrix [1.5 0 0 1.5 20 30]", "BT /F1 8 Tf 40 60 Td (within a form) Tj ET")) +
		object(16, data(form+" /Matrix [1 0 0 1 0 200]",
			"BT /F2 8 Tf 40 20 Td (outer) Tj ET /X1 Do BT /F1 9 Tf 300 90 Td (behind) Tj ET")) +
		object(17, data(form, "BT /F1 8 Tf 40 300 Td (once more) Tj ET /XN Do")) +
		object(18, simple("Helvetica", "/ToUnicode 19 0 R")) +
		object(19, data("", hebrew)) +
		object(20, simple("Arial", "/FirstChar 32 /LastChar 32 /Widths [250] /FontDescriptor 21 0 R")) +
		object(21, "<< /Type /FontDescriptor /FontName /Arial /Flags 32 /Ascent 256 /Descent -14 /CapHeight 716 /StemV 80"+
			" /ItalicAngle 0 /FontBBox [0 -14 500 256] >>") +
		"trailer << /Root 1 0 R /Size 22 >>\n%%EOF\n")
}

// bothWays reads the page of a sheet from its text objects if possible, and from PDFium's text page.
func bothWays(t *testing.T, content string) (own, composed *pdf.Page, plain bool) {
	t.Helper()
	data := sheet(content)
	first, second := open(t, data), openPortable(t, data)
	own, err := first.Page(t.Context(), 0)
	require.NoError(t, err)
	if composed, err = second.Page(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	return own, composed, pdf.IsPlain(first)
}

func wordsOf(page *pdf.Page) (all []document.Word) {
	for _, l := range page.Lines {
		all = append(all, l.Words...)
	}
	return all
}

// agree compares words one by one. PDFium extends boxes by overhanging parts of letters, such as of an f or
// an accent.
func agree(t testing.TB, own, composed *pdf.Page, content string) {
	t.Helper()
	const overhang = 0.3 // of the font size
	a, b := wordsOf(own), wordsOf(composed)
	if fmt.Sprint(lines(own)) != fmt.Sprint(lines(composed)) {
		t.Fatalf("words are\n%q, by the text page\n%q, of\n%s", lines(own), lines(composed), content)
	}
	for i := range a {
		apart := max(
			math.Abs(a[i].Box.X0-b[i].Box.X0)*own.Width, math.Abs(a[i].Box.X1-b[i].Box.X1)*own.Width,
			math.Abs(a[i].Box.Y0-b[i].Box.Y0)*own.Height, math.Abs(a[i].Box.Y1-b[i].Box.Y1)*own.Height,
		)
		if apart > overhang*a[i].Size {
			t.Errorf("%q is at %v, by the text page at %v, of\n%s", a[i].Text, a[i].Box, b[i].Box, content)
		}
		if math.Abs(a[i].Size-b[i].Size) > 0.01 || a[i].Bold != b[i].Bold || a[i].Hidden != b[i].Hidden {
			t.Errorf("%q is %+v, by the text page %+v, of\n%s", a[i].Text, a[i], b[i], content)
		}
	}
}

func TestTextObjectsEqualTextPage(t *testing.T) {
	t.Parallel()
	const onTheSamePage = " BT /F1 10 Tf 50 40 Td (upright words as well) Tj ET"
	for name, c := range map[string]struct {
		content string
		plain   bool
	}{
		"words":   {"BT /F1 12 Tf 50 700 Td (Some plain words, 12.50 EUR) Tj ET", true},
		"nothing": {"0 0 10 10 re f", true},
		"kerned": {"BT /F1 12 Tf 50 700 Td " +
			"[(T) 80 (ax) -20 (es) -300 (apart) -200 (W) 60 (A) 74 (V) 50 (E)] TJ ET", true},
		"spread letters":    {"BT /F1 12 Tf 4 Tc 50 700 Td (INVOICE FOR ALL) Tj ET", true},
		"spread and kerned": {"BT /F1 12 Tf 3 Tc 50 700 Td [(INV) -20 (OICE) -900 (FOR) 10 (ALL)] TJ ET", true},
		"word space":        {"BT /F1 12 Tf 9 Tw 50 700 Td (wide gaps between) Tj ET", true},
		"condensed":         {"BT /F1 12 Tf 55 Tz 50 700 Td (narrow letters here) Tj ET", true},
		"raised":            {"BT /F1 12 Tf 50 700 Td (EUR 12) Tj /F1 7 Tf 4 Ts (50) Tj 0 Ts /F1 12 Tf ( net) Tj ET", true},
		"printed twice":     {"BT /F1 12 Tf 50 700 Td (Doubled) Tj ET BT /F1 12 Tf 50.3 700 Td (Doubled) Tj ET", true},
		"letter by letter": {"BT /F1 12 Tf 50 700 Td (T) Tj" +
			" 7.33 0 Td (o) Tj 6.67 0 Td (t) Tj 3.33 0 Td (a) Tj 6.67 0 Td (l) Tj 30 0 Td (5) Tj 6.67 0 Td (0) Tj ET", true},
		"from right to left": {"BT /F1 12 Tf 200 700 Td (last) Tj -50 0 Td (middle) Tj -60 0 Td (first) Tj ET", true},
		"columns in turn": {"BT /F1 9 Tf " +
			"50 700 Td (a1) Tj 0 -12 Td (a2) Tj 0 -12 Td (a3) Tj 200 24 Td (b1) Tj 0 -12 Td (b2) Tj ET", true},
		"scaled by matrix":    {"q 0.24 0 0 0.24 10 10 cm BT /F1 50 Tf 1 0 0 1 200 2900 Tm (scaled words) Tj ET Q", true},
		"slanted":             {"BT /F1 12 Tf 1 0 0.3 1 50 700 Tm (made italic) Tj ET", true},
		"invisible":           {"BT /F1 12 Tf 3 Tr 50 700 Td (behind a scan) Tj ET", true},
		"white":               {"1 g BT /F1 12 Tf 50 700 Td (on white) Tj ET 0 g BT /F2 12 Tf 50 600 Td (black) Tj ET", true},
		"outlined":            {"1 Tr BT /F1 12 Tf 50 700 Td (strokes) Tj ET", true},
		"accents":             {"BT /F3 12 Tf 50 700 Td (f\\374r \\334berf\\374hrung of \\200 5) Tj ET", true},
		"form":                {"/X1 Do", true},
		"form within a form":  {"BT /F1 12 Tf 50 700 Td (before) Tj ET /X2 Do BT /F1 12 Tf 50 680 Td (after) Tj ET", true},
		"composite font":      {"BT /F4 12 Tf 50 700 Td <0041006e0020004f00660066006900630065> Tj ET", true},
		"ligature":            {"BT /F4 12 Tf 50 700 Td <006f000300650072> Tj ET", true},
		"two sizes":           {"BT /F1 18 Tf 50 700 Td (Total) Tj /F1 9 Tf 60 0 Td (incl. tax) Tj ET", true},
		"text and a hyphen":   {"BT /F1 12 Tf 50 700 Td (hyphen-) Tj 0 -14 Td (ated word) Tj ET", true},
		"upside down":         {"BT /F1 12 Tf -1 0 0 -1 300 700 Tm (turned) Tj ET" + onTheSamePage, false},
		"turned":              {"BT /F1 12 Tf 0 1 -1 0 300 300 Tm (sideways) Tj ET" + onTheSamePage, false},
		"mirrored":            {"BT /F1 12 Tf -1 0 0 1 300 700 Tm (mirror) Tj ET" + onTheSamePage, false},
		"lines run downwards": {"BT /F5 12 Tf 300 700 Td <004100420043> Tj ET" + onTheSamePage, false},
		"drawn letters":       {"BT /F6 12 Tf 50 700 Td (aaa) Tj ET" + onTheSamePage, false},
		"right to left":       {"BT /F7 12 Tf 50 700 Td (ABCD) Tj ET" + onTheSamePage, false},
		"unknown letters":     {"BT /F4 12 Tf 50 700 Td <f0f1f0f2> Tj ET" + onTheSamePage, false},
		"beyond the BMP":      {"BT /F4 12 Tf 50 700 Td <006f00040065> Tj ET" + onTheSamePage, false},
		"the same text stands": {"/Span << /ActualText (shown) >> BDC " +
			"BT /F1 12 Tf 50 700 Td (shown) Tj ET EMC" + onTheSamePage, true},
		"the text of a ligature stands": {"BT /F4 12 Tf 50 700 Td <006f> Tj /Span << /ActualText (ff) >> BDC " +
			"6.67 0 Td <0003> Tj EMC 6.67 0 Td <00650072> Tj ET", true},
		"the same text, far out": {"/Span << /ActualText (shown) >> BDC " + strings.Repeat("/P BMC ", 40) +
			"BT /F1 12 Tf 50 700 Td (shown) Tj ET" + strings.Repeat(" EMC", 41) + onTheSamePage, false},
		"the same text, not far": {"/Span << /ActualText (shown) >> BDC " + strings.Repeat("/P BMC ", 4) +
			"BT /F1 12 Tf 50 700 Td (shown) Tj ET" + strings.Repeat(" EMC", 5) + onTheSamePage, true},
		"a text stands for two": {"/Span << /ActualText (shown) >> BDC " +
			"BT /F1 12 Tf 50 700 Td (sho) Tj 20 0 Td (wn) Tj ET EMC" + onTheSamePage, false},
		"other text stands": {"/Span << /ActualText (other) >> BDC " +
			"BT /F1 12 Tf 50 700 Td (shown) Tj ET EMC" + onTheSamePage, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own, composed, plain := bothWays(t, c.content)
			assert.Equal(t, plain, c.plain, "from text objects")
			agree(t, own, composed, c.content)
		})
	}
}

// A font may declare heights below those of any letters: then the usual height applies.
func TestLowercaseLetterHeight(t *testing.T) {
	t.Parallel()
	own, _, plain := bothWays(t, "BT /F8 20 Tf 50 700 Td (low letters) Tj ET")
	if !plain {
		t.Fatal("not read from text objects")
	}
	for _, w := range wordsOf(own) {
		near(t, "height of "+w.Text, w.Box.Height()*own.Height, 20, 0.1)
	}
}

func TestRecursiveForm(t *testing.T) {
	t.Parallel()
	own, composed, _ := bothWays(t, "/XN Do")
	agree(t, own, composed, "/XN Do")
}

// Pages of pieces of text that are set in all manners that leave it plain.
func TestRandomPagesEqualTextPage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 12))
	for range 150 {
		content := randomContent(random)
		own, composed, plain := bothWays(t, content)
		if !plain {
			t.Fatalf("not read from text objects:\n%s", content)
		}
		agree(t, own, composed, content)
	}
}

// randomContent has up to three columns, so that no pieces overlap, because the order of such words is
// undefined.
func randomContent(random *rand.Rand) string {
	const columnWidth = 190
	var sb strings.Builder
	for row := range 1 + random.IntN(20) {
		columns := 1 + random.IntN(3)
		for column := range columns {
			fmt.Fprintf(&sb, "BT /F%d %.1f Tf %.2f Tc %.2f Tw %d Tz 1 0 0 1 %.2f %.2f Tm %s ET\n",
				1+random.IntN(3), 5+random.Float64()*4, float64(random.IntN(2))*(random.Float64()*2.5-0.5),
				float64(random.IntN(2))*random.Float64()*4,
				80+random.IntN(40), 10+float64(column*columnWidth)+random.Float64()*20, 780-float64(row)*24,
				randomPieces(random, 6/columns))
		}
	}
	return sb.String()
}

func randomPieces(random *rand.Rand, most int) string {
	words := strings.Fields("Total 1,234.50 EUR No. 4711 fort Av. W\\344hrung (sic!) A-B x illi % \\200 Invoice/2024 DE89")
	var sb strings.Builder
	sb.WriteByte('[')
	for i := range 1 + random.IntN(most) {
		if i > 0 {
			fmt.Fprintf(&sb, " %d ", []int{40, -40, -120, -280, -600, -2000}[random.IntN(6)])
		}
		word := strings.NewReplacer("(", "\\(", ")", "\\)").Replace(words[random.IntN(len(words))])
		fmt.Fprintf(&sb, "(%s%s)", word, strings.Repeat(" ", random.IntN(2)))
	}
	return sb.String() + "] TJ"
}
