package pdf_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

// library is compiled once; later test runs find its code in the cache.
var library = sync.OnceValues(func() (*pdfium.Library, error) {
	return pdfium.New(context.Background(), pdfium.UserCacheDir())
})

func open(t testing.TB, data []byte) *pdf.File {
	t.Helper()
	l, err := library()
	require.NoError(t, err)
	return openWith(t, l, data)
}

// openPortable opens a file with a PDFium without known members.
func openPortable(t testing.TB, data []byte) *pdf.File {
	t.Helper()
	l, err := library()
	require.NoError(t, err)
	return openWith(t, l.Portable(), data)
}

func openWith(t testing.TB, l *pdfium.Library, data []byte) *pdf.File {
	t.Helper()
	f, err := pdf.Open(t.Context(), l, data)
	require.NoError(t, err)
	t.Cleanup(func() {
		if err := f.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return f
}

// firstPage reads a document's first page, and compares it with the result of a PDFium without known
// members.
func firstPage(t testing.TB, doc *pdfgen.Document) *pdf.Page {
	t.Helper()
	data := doc.Bytes()
	page, err := open(t, data).Page(t.Context(), 0)
	require.NoError(t, err)
	portable, err := openPortable(t, data).Page(t.Context(), 0)
	require.NoError(t, err)
	agree(t, page, portable, "the document")
	return page
}

func find(t testing.TB, page *pdf.Page, text string) document.Word {
	t.Helper()
	for _, l := range page.Lines {
		for _, w := range l.Words {
			if w.Text == text {
				return w
			}
		}
	}
	t.Fatalf("no word %q among %v", text, lines(page))
	return document.Word{}
}

func lines(page *pdf.Page) []string {
	var out []string
	for _, l := range page.Lines {
		out = append(out, l.Text())
	}
	return out
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s = %.4f, want %.4f ± %.4f", what, got, want, tolerance)
	}
}

func TestOpenFailures(t *testing.T) {
	t.Parallel()
	whole := pdfgen.New()
	whole.AddPage(600, 800).Text(60, 100, 12, "x")
	many := pdfgen.New()
	for range pdf.MaxPages + 1 {
		many.AddPage(10, 10)
	}
	xfa := pdfgen.New()
	xfa.AddPage(600, 800)
	xfa.Catalog("/NeedsRendering true /AcroForm << /Fields [] /XFA (x) >>")
	empty := pdfgen.New()
	for _, c := range []struct {
		name string
		data []byte
		want extractionerror.Code
	}{
		{"nothing", nil, extractionerror.CorruptFile},
		{"garbage", []byte("%PDF-1.7\n" + strings.Repeat("garbage ", 1000)), extractionerror.CorruptFile},
		{"truncated", whole.Bytes()[:300], extractionerror.CorruptFile},
		{"no pages", empty.Bytes(), extractionerror.CorruptFile},
		{"too many pages", many.Bytes(), extractionerror.TooManyPages},
		{"dynamic form", xfa.Bytes(), extractionerror.UnsupportedFormat},
		{"password", encrypted(), extractionerror.PasswordProtected},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l, err := library()
			require.NoError(t, err)
			_, err = pdf.Open(t.Context(), l, c.data)
			var f *extractionerror.Error
			if !errors.As(err, &f) || f.Code != c.want || f.Message == "" {
				t.Fatalf("Open = %v, want %s", err, c.want)
			}
		})
	}
}

// encrypted is a file with an unknown password, which is not empty.
func encrypted() []byte {
	doc := pdfgen.New()
	doc.AddPage(600, 800)
	doc.Trailer("/ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4" +
		" /O (0123456789abcdef0123456789abcdef) /U (0123456789abcdef0123456789abcdef) >>")
	return doc.Bytes()
}
