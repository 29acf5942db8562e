package pagerender_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/read/pagerender"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func set(t testing.TB, number int, text string) document.Page {
	t.Helper()
	var setter grid.Setter
	lines := &grid.Paragraph{Runs: []grid.Run{{Text: text}}, NoWrap: true}
	page, err := setter.Page(number, []grid.Block{{Paragraph: lines}})
	require.NoError(t, err)
	return page
}

// listing is so many numbered lines.
func listing(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

// A long text is cut into sheets of paper size, and every word is on the sheet at its reported position.
func TestLongTextTruncated(t *testing.T) {
	t.Parallel()
	pages := []document.Page{set(t, 1, listing(1000)), set(t, 2, "the end")}
	sheets := pagerender.New(pages)
	if n := sheets.Count(); n < 12 || n > 20 {
		t.Fatalf("%d sheets", n)
	}
	seen := 0
	for n := 1; n <= sheets.Count(); n++ {
		sheet, ok := sheets.Sheet(n)
		if !ok || sheet.Number != n || sheet.Nominal || math.Abs(sheet.Width/sheet.Height-595.0/842) > 1e-9 {
			t.Errorf("sheet %d is %d, %g × %g", n, sheet.Number, sheet.Width, sheet.Height)
		}
		for _, l := range sheet.Lines {
			if b := l.Box; b.X0 < 0.05 || b.Y0 < 0.04 || b.X1 > 0.95 || b.Y1 > 0.96 {
				t.Errorf("sheet %d: %q stands at %v", n, l.Text(), b)
			}
			page, i := &pages[0], seen
			if n == sheets.Count() {
				page, i = &pages[1], 0
			}
			if at, box, ok := sheets.Place(page.Number, page.Lines[i].Box); !ok || at != n || box != l.Box ||
				l.Text() != page.Lines[i].Text() {
				t.Errorf("%q stands on sheet %d at %v, is told to be on %d at %v", l.Text(), n, l.Box, at, box)
			}
			seen++
		}
	}
	assert.Equal(t, seen, 1001, "lines")
	for _, n := range []int{0, sheets.Count() + 1, -1} {
		if _, ok := sheets.Sheet(n); ok {
			t.Errorf("there is a sheet %d", n)
		}
	}
}

// A box across the end of a sheet is placed on its first sheet.
func TestBoxAcrossSheets(t *testing.T) {
	t.Parallel()
	pages := []document.Page{set(t, 1, listing(200))}
	sheets := pagerender.New(pages)
	first, _ := sheets.Sheet(1)
	n := len(first.Lines)
	at, box, ok := sheets.Place(1, pages[0].Lines[n-1].Box.Union(pages[0].Lines[n].Box))
	if !ok || at != 1 || box.Y0 != first.Lines[n-1].Box.Y0 || math.Abs(box.Y1-first.Lines[n-1].Box.Y1) > 1e-9 {
		t.Errorf("on sheet %d at %v, want %v", at, box, first.Lines[n-1].Box)
	}
	if _, _, ok := sheets.Place(1, document.Box{}); ok {
		t.Error("no box has a place")
	}
	if _, _, ok := sheets.Place(2, box); ok {
		t.Error("no page has a place")
	}
}

// A wide table is landscape and complete.
func TestWideTable(t *testing.T) {
	t.Parallel()
	sheets := pagerender.New([]document.Page{set(t, 1, strings.Repeat(strings.Repeat("column ", 200)+"\n", 500))})
	sheet, _ := sheets.Sheet(1)
	if sheet.Width < 7000 || math.Abs(sheet.Height/sheet.Width-595.0/842) > 1e-9 || sheets.Count() != 2 {
		t.Errorf("%d sheets of %g × %g", sheets.Count(), sheet.Width, sheet.Height)
	}
	img, err := pagerender.Draw(t.Context(), &sheet, 1000, 707)
	if err != nil || img.RGBAAt(500, 350).R > 200 && img.RGBAAt(501, 350).R > 200 && img.RGBAAt(500, 351).R > 200 {
		t.Errorf("%v", err)
	}
}

func TestSizedPagesUnchanged(t *testing.T) {
	t.Parallel()
	page := document.Page{Number: 1, Width: 100, Height: 5000, Lines: []document.Line{{Box: document.Box{X1: 1, Y1: 1}}}}
	sheets := pagerender.New([]document.Page{page})
	if got, ok := sheets.Sheet(1); !ok || got.Height != 5000 || sheets.Count() != 1 {
		t.Errorf("%+v", got)
	}
	if n, box, ok := sheets.Place(1, document.Box{X1: 1, Y1: 1}); n != 1 || box != (document.Box{X1: 1, Y1: 1}) || !ok {
		t.Errorf("%d %v", n, box)
	}
}

// Words without positions are laid out below each other; hidden ones are not shown.
func TestWordsWithoutPositions(t *testing.T) {
	t.Parallel()
	line := func(text string, hidden bool) (l document.Line) {
		for w := range strings.FieldsSeq(text) {
			l.Words = append(l.Words, document.Word{Text: w, Hidden: hidden})
		}
		return l
	}
	sheets := pagerender.New([]document.Page{{Number: 1, Nominal: true, Lines: []document.Line{
		line("Invoice number: R-1", false), line("secret", true), {}, line(strings.Repeat("long ", 50), false),
	}}})
	sheet, ok := sheets.Sheet(1)
	if !ok || len(sheet.Lines) != 4 || sheet.Lines[0].Text() != "Invoice number: R-1" || sheet.Lines[3].Box.X1 > 0.95 {
		t.Errorf("%+v", sheet)
	}
	if _, _, ok := sheets.Place(1, document.Box{}); ok {
		t.Error("a word without a place has one")
	}
}

// Letters of the scripts that are shown differ from the frame of those that are not.
func TestLetters(t *testing.T) {
	t.Parallel()
	ink := func(text string) int {
		page := set(t, 1, text)
		sheets := pagerender.New([]document.Page{page})
		sheet, _ := sheets.Sheet(1)
		img, err := pagerender.Draw(t.Context(), &sheet, 1200, 1698)
		require.NoError(t, err)
		dark := 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] < 0x80 {
				dark++
			}
		}
		return dark
	}
	for _, text := range []string{"Straße", "Łódź", "Ωμέγα", "Счёт", "€£¥§", "e\u0301te\u0301"} {
		for _, c := range text {
			if c != 0x301 && ink(string(c)) == 0 {
				t.Errorf("%q has no letter %q", text, c)
			}
		}
	}
	if ink("請求") != 0 { // frames are gray
		t.Error("the typeface has become one of East Asia: say so in the documentation")
	}
}

func TestDrawCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sheets := pagerender.New([]document.Page{set(t, 1, "text")})
	sheet, _ := sheets.Sheet(1)
	if _, err := pagerender.Draw(ctx, &sheet, 100, 141); err == nil {
		t.Error("it goes on")
	}
}

func FuzzDraw(f *testing.F) {
	f.Add("a\tb\nΩ請\x00́\u202e", 100)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 1 || width > 2400 || len(text) > 10_000 {
			return
		}
		sheets := pagerender.New([]document.Page{set(t, 1, text)})
		for n := 1; n <= min(sheets.Count(), 3); n++ {
			sheet, _ := sheets.Sheet(n)
			for _, l := range sheet.Lines {
				for _, w := range l.Words {
					if b := w.Box; b.X0 < 0 || b.Y0 < 0 || b.X1 > 1 || b.Y1 > 1 || b.Empty() {
						t.Fatalf("%q stands at %v", w.Text, b)
					}
				}
			}
			if _, err := pagerender.Draw(t.Context(), &sheet, width, width); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// BenchmarkDraw draws a full sheet, and one of a table so wide that no letter is
// drawn.
func BenchmarkDraw(b *testing.B) {
	for name, text := range map[string]string{
		"text": strings.Repeat(strings.Repeat("Lorem 12.00 ", 8)+"\n", 60),
		"wide": strings.Repeat(strings.Repeat("12.00 ", 1000)+"\n", 400),
	} {
		sheets := pagerender.New([]document.Page{set(b, 1, text)})
		sheet, _ := sheets.Sheet(1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := pagerender.Draw(b.Context(), &sheet, 1000, 1415); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
