package read_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// cacheDir is shared by test runs: compiling PDFium takes seconds.
func cacheDir() string { return pdfium.UserCacheDir() }

var shared = sync.OnceValues(func() (*read.Reader, error) {
	return read.New(context.Background(), read.Options{CacheDir: cacheDir()})
})

func reader(t testing.TB) *read.Reader {
	t.Helper()
	r, err := shared()
	require.NoError(t, err)
	return r
}

// sharedLibrary loads PDFium once for all tests that draw pages.
var sharedLibrary = sync.OnceValues(func() (*pdfium.Library, error) {
	return pdfium.New(context.Background(), cacheDir())
})

// picture renders a page that fill writes on.
func picture(t testing.TB, width, height float64, fill func(*pdfgen.Page)) *image.Gray {
	t.Helper()
	library, err := sharedLibrary()
	require.NoError(t, err)
	doc := pdfgen.New()
	fill(doc.AddPage(width, height))
	file, err := pdf.Open(t.Context(), library, doc.Bytes())
	require.NoError(t, err)
	defer file.Close(context.Background())
	img, err := file.Render(t.Context(), 0, 200)
	require.NoError(t, err)
	return img
}

func scan(t testing.TB) *image.Gray {
	return picture(t, 400, 300, func(p *pdfgen.Page) {
		p.Bold(60, 80, 20, "INVOICE")
		p.Text(60, 140, 12, "Total 119.00 EUR")
	})
}

func mustRead(t testing.TB, data []byte) *document.Document {
	t.Helper()
	doc, err := reader(t).Read(t.Context(), data)
	require.NoError(t, err)
	return doc
}

func visible(doc *document.Document) string {
	var out []string
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			if !l.Words[0].Hidden {
				out = append(out, l.Text())
			}
		}
	}
	return strings.Join(out, "|")
}

func TestReadPDF(t *testing.T) {
	t.Parallel()
	gen := pdfgen.New()
	gen.AddPage(600, 800).Text(60, 100, 12, "Page one")
	gen.AddPage(600, 800).Text(60, 100, 12, "Page two")
	gen.Attach("factur-x.xml", []byte("<Invoice/>"))
	gen.Info("Author", "Acme")
	doc := mustRead(t, gen.Bytes())
	if got := visible(doc); got != "Page one|Page two" {
		t.Errorf("text %q", got)
	}
	if doc.MIMEType != "application/pdf" || len(doc.Attachments) != 1 || doc.Info["Author"] != "Acme" ||
		doc.Pages[1].Number != 2 {
		t.Errorf("document %+v", doc)
	}
}

func TestReadScannedPages(t *testing.T) {
	t.Parallel()
	img := scan(t)
	gen := pdfgen.New()
	gen.AddPage(600, 800).Text(60, 100, 12, "A page of the file's own text")
	scanned := gen.AddPage(400, 300)
	scanned.JPEG(0, 0, 400, 300, img)
	scanned.Hidden(60, 140, 12, "Total 999.00 EUR")
	doc := mustRead(t, gen.Bytes())
	if got := visible(doc); got != "A page of the file's own text|INVOICE|Total 119.00 EUR" {
		t.Errorf("text %q", got)
	}
	assert.Equal(t, doc.Pages[1].Lines[0].Words[0].Source, document.SourceOCR, "source")
	if all := doc.Text(); strings.Contains(all, "999.00") {
		t.Error("the text shows what the page does not")
	}
	if !slices.ContainsFunc(doc.Pages[1].Lines, func(l document.Line) bool {
		return l.Words[0].Hidden && strings.Contains(l.Text(), "999.00")
	}) {
		t.Error("the hidden text is gone")
	}
}

func TestReadRotatedScan(t *testing.T) {
	t.Parallel()
	img := scan(t)
	turned := image.NewGray(image.Rect(0, 0, img.Rect.Dy(), img.Rect.Dx()))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			turned.SetGray(y, img.Rect.Dx()-1-x, img.GrayAt(x, y)) // counter-clockwise
		}
	}
	gen := pdfgen.New()
	p := gen.AddPage(300, 400)
	p.JPEG(0, 0, 300, 400, turned)
	p.Rotate(90)
	if got := visible(mustRead(t, gen.Bytes())); got != "INVOICE|Total 119.00 EUR" {
		t.Errorf("text %q", got)
	}
}

func TestReadImage(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, scan(t)))
	doc := mustRead(t, b.Bytes())
	if got := visible(doc); got != "INVOICE|Total 119.00 EUR" || doc.MIMEType != "image/png" {
		t.Errorf("%s: %q", doc.MIMEType, got)
	}
	if p := doc.Pages[0]; p.Number != 1 || p.Width != 1111 || p.Height != 833 {
		t.Errorf("page %d of %g × %g", p.Number, p.Width, p.Height)
	}
}

func TestReadText(t *testing.T) {
	t.Parallel()
	doc := mustRead(t, []byte("Rechnung 4711\nSumme 12,00\n"))
	if got := visible(doc); got != "Rechnung 4711|Summe 12,00" || doc.MIMEType != "text/plain" {
		t.Errorf("%s: %q", doc.MIMEType, got)
	}
	doc = mustRead(t, []byte("Datum;Betrag\n1.2.2026;12,00\n"))
	if got := visible(doc); got != "Datum Betrag|1.2.2026 12,00" || doc.MIMEType != "text/csv" {
		t.Errorf("%s: %q", doc.MIMEType, got)
	}
}

func TestReadFailures(t *testing.T) {
	t.Parallel()
	blank := pdfgen.New()
	blank.AddPage(600, 800)
	scans := pdfgen.New()
	dot := image.NewGray(image.Rect(0, 0, 1, 1))
	for range 201 {
		scans.AddPage(10, 10).Image(0, 0, 10, 10, dot)
	}
	white := picture(t, 100, 100, func(*pdfgen.Page) {})
	var empty bytes.Buffer
	require.NoError(t, png.Encode(&empty, white))
	for _, c := range []struct {
		name string
		data []byte
		want extractionerror.Code
	}{
		{"nothing", nil, extractionerror.UnsupportedFormat},
		{"program", []byte("\x7fELF\x02\x01\x01\x00"), extractionerror.UnsupportedFormat},
		{"broken pdf", []byte("%PDF-1.7 and nothing else"), extractionerror.CorruptFile},
		{"broken png", empty.Bytes()[:40], extractionerror.CorruptFile},
		{"blank pdf", blank.Bytes(), extractionerror.NoTextFound},
		{"blank png", empty.Bytes(), extractionerror.NoTextFound},
		{"blank text", []byte(" \n \n"), extractionerror.NoTextFound},
		{"too many scans", scans.Bytes(), extractionerror.TooManyPages},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := reader(t).Read(t.Context(), c.data)
			var f *extractionerror.Error
			if !errors.As(err, &f) || f.Code != c.want || f.Message == "" {
				t.Fatalf("Read = %v, want %s", err, c.want)
			}
		})
	}
}

func TestReadDeadline(t *testing.T) {
	t.Parallel()
	gen := pdfgen.New()
	gen.AddPage(600, 800).Text(60, 100, 12, "late")
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := reader(t).Read(ctx, gen.Bytes()); extractionerror.CodeOf(err) != extractionerror.TimedOut {
		t.Fatalf("Read = %v, want TIMED_OUT", err)
	}
}

func TestReadWithoutOCR(t *testing.T) {
	t.Parallel()
	r, err := read.New(t.Context(), read.Options{CacheDir: cacheDir(), OCRLanguages: "tlh"})
	require.NoError(t, err)
	defer r.Close(context.Background())
	if _, err := r.Read(t.Context(), []byte("plain text")); err != nil {
		t.Errorf("a text: %v", err)
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, scan(t)))
	_, err = r.Read(t.Context(), b.Bytes())
	var f *extractionerror.Error
	if !errors.As(err, &f) || f.Code != extractionerror.InternalError || !strings.Contains(f.Error(), "data for tlh") {
		t.Errorf("a picture: %v", err)
	}
}

func TestReadConcurrently(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			word := strings.Repeat(string(rune('a'+i)), 10)
			gen := pdfgen.New()
			gen.AddPage(600, 800).Text(60, 100, 12, word)
			doc, err := reader(t).Read(t.Context(), gen.Bytes())
			if err != nil || visible(doc) != word {
				t.Errorf("%s: %v, %v", word, doc, err)
			}
		})
	}
	wg.Wait()
}

func TestLongWordsTruncated(t *testing.T) {
	t.Parallel()
	const maxBytes = 4 << 10
	long := strings.Repeat("é", 1<<20)
	for name, data := range map[string][]byte{
		"plain text": []byte("Remark: " + long),
		"docx":       officegen.DOCX(officegen.Paragraph("Remark: " + long)),
	} {
		doc, err := reader(t).Read(t.Context(), data)
		require.NoError(t, err, name)
		lines := doc.Pages[0].Lines
		if last := lines[len(lines)-1].Text(); len(last) != maxBytes || !utf8.ValidString(last) {
			t.Errorf("%s: the last line has %d bytes", name, len(last))
		}
	}
}

// A font with a wrong character table: the page and its text differ.
func TestGarbledTextPages(t *testing.T) {
	t.Parallel()
	const shown = "Invoice number 4711 of the first of October"
	shifted := strings.Map(func(r rune) rune {
		if r == ' ' {
			return r
		}
		return r - 0x1d
	}, shown)
	text := "the quick account of every board that left the yard in order of its date and of the length in which it was " +
		"cut"
	rotated := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+5)%26
	}, text)
	for name, c := range map[string]struct {
		text string
		ocr  bool
	}{
		"plain":             {text, false},
		"each letter other": {rotated, true},
		"glyph numbers":     {shifted, true},
		"German": {"Bitte überweisen Sie den Rechnungsbetrag innerhalb von vierzehn Tagen ohne Abzug auf unser " +
			"unten genanntes Geschäftskonto", false},
		"Polish": {"Prosimy o zapłatę należności przelewem na rachunek bankowy wskazany poniżej w ciągu czternastu dni od " +
			"daty wystawienia", false},
		"Greek": {"Παρακαλούμε εξοφλήστε το τιμολόγιο εντός δεκατεσσάρων ημερών από την ημερομηνία έκδοσης του " +
			"παραστατικού", false},
		"codes":   {"AX-4711 BZQ-12 XK-99 KLM-3 QRS-77 TX-8 ZZ-100 VW-12 PQ-99 WX-1 RT-5", false},
		"leaders": {"Chapter 1 " + strings.Repeat(".", 60) + " 5 Chapter 2 " + strings.Repeat(". ", 60) + " 9", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gen := pdfgen.New()
			p := gen.AddPage(600, 200)
			for i := range 6 {
				p.Letters(20, 30+float64(i)*14, 7, c.text)
			}
			doc := mustRead(t, gen.Bytes())
			ocr := doc.Pages[0].Lines[0].Words[0].Source == document.SourceOCR
			if ocr != c.ocr {
				t.Errorf("by OCR: %v, want %v: %q", ocr, c.ocr, visible(doc))
			}
		})
	}
}
