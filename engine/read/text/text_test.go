package text_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/text"
	"github.com/docmill/docmill/libs/require"
)

func texts(pages []document.Page) []string {
	var out []string
	for _, p := range pages {
		for _, l := range p.Lines {
			out = append(out, l.Text())
		}
	}
	return out
}

func plain(data []byte) ([]document.Page, error) { return text.Read(data, "") }

// place returns the column and the line, from 0, of a word.
func place(t *testing.T, p document.Page, text string) (column, line float64) {
	t.Helper()
	for _, l := range p.Lines {
		for _, w := range l.Words {
			if w.Text == text {
				return w.Box.X0 * p.Width / grid.Pitch, w.Box.Y0 * p.Height / 12
			}
		}
	}
	t.Fatalf("no word %q", text)
	return 0, 0
}

func TestRead(t *testing.T) {
	t.Parallel()
	want := []string{"Rechnung für Müller", "Summe 12,00 €"}
	for name, data := range map[string]string{
		"utf-8":        "Rechnung für\tMüller\r\n\r\n Summe  12,00 €",
		"utf-8 BOM":    "\xef\xbb\xbfRechnung für Müller\nSumme 12,00 €\n",
		"windows-1252": "Rechnung f\xfcr M\xfcller\rSumme 12,00 \x80\r",
		"utf-16le":     "\xff\xfe" + wide("Rechnung für Müller\fSumme 12,00 €", false),
		"utf-16be":     "\xfe\xff" + wide("Rechnung für Müller\nSumme 12,00 €", true),
		"framed":       "┌───┬──┐\n│Rechnung für Müller│\n│Summe│12,00 €│\n└─┘",
	} {
		got, err := text.Read([]byte(data), "")
		if err != nil || !slices.Equal(texts(got), want) {
			t.Errorf("%s: %q, %v", name, texts(got), err)
		}
	}
}

// wide encodes characters of the basic plane as UTF-16.
func wide(s string, bigEndian bool) string {
	var sb strings.Builder
	for _, r := range s {
		hi, lo := byte(r>>8), byte(r)
		if bigEndian {
			sb.Write([]byte{hi, lo})
		} else {
			sb.Write([]byte{lo, hi})
		}
	}
	return sb.String()
}

func TestReadColumns(t *testing.T) {
	t.Parallel()
	pages, err := text.Read([]byte("Pos  Item      Amount\n\n  1  Bracket    12.00\nVAT:\t7.00\n\fnext page"), "")
	if err != nil || len(pages) != 2 || !pages[0].Nominal || pages[1].Number != 2 {
		t.Fatalf("%+v, %v", pages, err)
	}
	for _, c := range []struct {
		word         string
		column, line float64
	}{{"Pos", 0, 0}, {"Amount", 15, 0}, {"Bracket", 5, 2}, {"12.00", 16, 2}, {"7.00", 8, 3}} {
		if column, line := place(t, pages[0], c.word); column < c.column-0.01 || column > c.column+0.01 ||
			line < c.line-0.01 || line > c.line+0.01 {
			t.Errorf("%s stands in column %g of line %g, want %g and %g", c.word, column, line, c.column, c.line)
		}
	}
}

func TestReadProse(t *testing.T) {
	t.Parallel()
	pages, err := text.Read([]byte(strings.Repeat("word ", 1000)+"\n"+strings.Repeat("cell   ", 100)), "")
	require.NoError(t, err)
	lines := pages[0].Lines
	if n := len(lines); n != 51 || len(lines[0].Words) != 20 || len(lines[n-1].Words) != 100 {
		t.Errorf("%d lines of %d and at last %d words", n, len(lines[0].Words), len(lines[n-1].Words))
	}
}

func TestReadCSV(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"semicolons": {"Datum;Text;Betrag\n1.2.2026;\"Miete; Mai\";-500,00\n",
			[]string{"Datum Text Betrag", "1.2.2026 Miete; Mai -500,00"}},
		"cell of two lines": {"a,b\n\"x\ny\",z\n", []string{"a b", "x z", "y"}},
		"tabs":              {"a\tb\n", []string{"a b"}},
		"lines in front": {"Account,12\n\nDate;Text;Amount\n1;\"a,b\";2,00\n2;c,d;3,00\n",
			[]string{"Account,12", "Date Text Amount", "1 a,b 2,00", "2 c,d 3,00"}},
		"declared delimiter": {"sep=|\r\na;b|c;d\r\n", []string{"a;b c;d"}},
		"stray quote":        {"a;b \"c\"\n", []string{"a b \"c\""}},
	} {
		got, err := text.ReadCSV([]byte(c.data))
		if err != nil || !slices.Equal(texts(got), c.want) {
			t.Errorf("%s: %q, %v", name, texts(got), err)
		}
	}
}

func TestReadCSVHeadings(t *testing.T) {
	t.Parallel()
	pages, err := text.ReadCSV([]byte("Description;;Quantity;Amount\nA very long description of it;;2;24.00\n;;;12.00\n"))
	require.NoError(t, err)
	for heading, cell := range map[string]string{"Description": "A", "Quantity": "2", "Amount": "24.00"} {
		h, _ := place(t, pages[0], heading)
		if c, _ := place(t, pages[0], cell); c != h {
			t.Errorf("%s stands in column %g, %s in %g", heading, h, cell, c)
		}
	}
	h, _ := place(t, pages[0], "Amount")
	if c, _ := place(t, pages[0], "12.00"); c != h {
		t.Errorf("the last amount stands in column %g, not %g", c, h)
	}
}

func TestReadBombs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read func([]byte) ([]document.Page, error)
		data []byte
		want extractionerror.Code
	}{
		"too long":       {plain, make([]byte, 21<<20), extractionerror.TooComplex},
		"many words":     {plain, []byte(strings.Repeat("a ", grid.MaxWords+1)), extractionerror.TooComplex},
		"many pages":     {plain, []byte(strings.Repeat("a\f", 2001)), extractionerror.TooManyPages},
		"long CSV":       {text.ReadCSV, make([]byte, 21<<20), extractionerror.TooComplex},
		"wide CSV":       {text.ReadCSV, []byte("a;b\n" + strings.Repeat(";", 5000)), extractionerror.TooComplex},
		"many cells":     {text.ReadCSV, []byte(strings.Repeat("a;;;;;;;;;;;;;;;;;;;\n", 55_000)), extractionerror.TooComplex},
		"many CSV words": {text.ReadCSV, []byte(strings.Repeat("a b c;d\n", grid.MaxWords/3)), extractionerror.TooComplex},
	} {
		if _, err := c.read(c.data); extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("Invoice\t12\r\n\fTotal   12.00 \x80"))
	f.Fuzz(func(t *testing.T, data []byte) { check(t, plain, data) })
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("a;b\n\"c;d\";e"))
	f.Add([]byte("sep=,\na,b"))
	f.Fuzz(func(t *testing.T, data []byte) { check(t, text.ReadCSV, data) })
}

func check(t *testing.T, read func([]byte) ([]document.Page, error), data []byte) {
	t.Helper()
	pages, err := read(data)
	readtest.Check(t, &document.Document{Pages: pages}, err)
}
