package pdf_test

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/pdf"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

// fewWork is a twentieth of the usual limit, so that pages are given up earlier.
const fewWork = 50_000_000

// Files that would take minutes or a gigabyte end because of the work limit, not a clock; the deadline is
// only a safeguard.
func TestSlowFilesWorkLimit(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	for name, data := range pdfgen.Slow() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t, data)
			pdf.LimitWork(f, fewWork)
			for n := range min(f.PageCount(), 2) {
				_, err := f.Page(ctx, n)
				if pdf.IsCut(err) {
					wantFailure(t, err, extractionerror.TooComplex)
					continue
				}
				require.NoError(t, err)
				if _, err := f.Render(ctx, n, 100); err != nil && !pdf.IsCut(err) {
					t.Fatal(err)
				}
			}
			// Of each instance; how many there are, the next test shows.
			if done := pdf.WorkOf(f); done > 5*fewWork {
				t.Errorf("%d units of work", done)
			}
		})
	}
}

// slowFills is content that takes much work to draw, and little to read.
func slowFills() string { return strings.Repeat("0 400 600 400 re 600 400 l 0 800 l h f*\n", 30_000) }

// The point where drawing a page ends, and so its picture, does not depend on the machine.
func TestRenderWorkLimit(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Raw("0.5 g 100 100 200 200 re f\n1 g\n" + slowFills() + "0 g 0 0 600 800 re f")
	var pictures []*image.Gray
	for range 2 {
		f := open(t, doc.Bytes())
		pdf.LimitWork(f, fewWork)
		img, err := f.Render(t.Context(), 0, 72)
		require.NoError(t, err)
		if !f.IsDrawnInPart(0) {
			t.Error("is said to be whole")
		}
		if img.GrayAt(0, 0).Y != 255 || !slices.Contains(img.Pix, 128) && !slices.Contains(img.Pix, 127) {
			t.Error("shows what comes after the end, or not what came before")
		}
		pictures = append(pictures, img)
	}
	if !slices.Equal(pictures[0].Pix, pictures[1].Pix) {
		t.Error("is broken off elsewhere the second time")
	}
}

// twoPages is a file whose first page exceeds the limit, and whose second has a word. entries are
// additional ones of the first.
func twoPages(entries string) []byte {
	const resources = "/XObject << /X 7 0 R >>"
	form := pdfgen.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", strings.Repeat("0 0 m 1 1 l S ", 1_000_000))
	return pdfgen.Objects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] "+entries+" /Resources << "+resources+
			" /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 6 0 R /Resources << /Font << /F << /Type /Font "+
			"/Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		pdfgen.Stream("", "/X Do "), pdfgen.Stream("", "BT /F 12 Tf 50 700 Td (word) Tj ET"), form)
}

func TestPagesAfterFailedPage(t *testing.T) {
	t.Parallel()
	f := open(t, twoPages("/Contents 5 0 R"))
	pdf.LimitWork(f, fewWork/2)
	if _, err := f.Page(t.Context(), 0); !pdf.IsCut(err) {
		t.Fatalf("%v", err)
	}
	page, err := f.Page(t.Context(), 1)
	if err != nil || len(wordsOf(page)) != 1 {
		t.Errorf("%v, %v", page, err)
	}
}

func TestAnnotationsOverWorkLimit(t *testing.T) {
	t.Parallel()
	f := open(t, twoPages("/Contents 6 0 R /Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 7 0 R >> >>]"))
	pdf.LimitWork(f, fewWork/2)
	page, err := f.Page(t.Context(), 0)
	if err != nil || len(wordsOf(page)) != 1 {
		t.Fatalf("%v, %v", page, err)
	}
	img, err := f.Render(t.Context(), 0, 72)
	if err != nil || slices.Min(img.Pix) > 128 {
		t.Errorf("the page's own text is not drawn: %v", err)
	}
}

// A call of PDFium ends with its context.
func TestRenderCanceled(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Raw(slowFills())
	f := open(t, doc.Bytes())
	pdf.LimitWork(f, 1<<50)
	if _, err := f.Page(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := f.Render(ctx, 0, 72); err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("ended by itself: %v", err)
	}
}
