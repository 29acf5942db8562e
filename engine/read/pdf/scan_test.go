package pdf_test

import (
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// pattern distinguishes all orientations: darker to the right, and much darker in the upper left quarter.
func pattern(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := 250 - 120*x/w
			if x < w/2 && y < h/2 {
				v = 20
			}
			img.Pix[y*img.Stride+x] = byte(v)
		}
	}
	return img
}

// difference is the mean distance of the pixels.
func difference(t *testing.T, a, b *image.Gray) float64 {
	t.Helper()
	require.Equal(t, a.Rect, b.Rect, "sizes")
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

// A page that is a single JPEG is decoded without PDFium; the picture must be the same.
func TestScansEqualPDFiumRendering(t *testing.T) {
	t.Parallel()
	for name, m := range map[string][6]float64{
		"upright":        {600, 0, 0, 800, 0, 0},
		"with margins":   {500, 0, 0, 700, 50, 20},
		"quarter turn":   {0, 800, -600, 0, 600, 0},
		"half turn":      {-600, 0, 0, -800, 600, 800},
		"three quarters": {0, -800, 600, 0, 0, 800},
		"mirrored":       {-600, 0, 0, 800, 600, 0},
		"upside down":    {600, 0, 0, -800, 0, 800},
		"exchanged":      {0, 800, 600, 0, 0, 0},
		"oblique":        {500, 90, -90, 600, 95, 5},
		"half off":       {600, 0, 0, 800, 300, 0},
	} {
		for _, rotate := range []int{0, 90, 180, 270} {
			t.Run(fmt.Sprint(name, " ", rotate), func(t *testing.T) {
				t.Parallel()
				doc := pdfgen.New()
				p := doc.AddPage(600, 800)
				p.Rotate(rotate)
				p.JPEGMatrix(m, pattern(900, 1200))
				p.Hidden(100, 100, 12, "recognised text behind the picture")
				f := open(t, doc.Bytes())
				drawn, err := f.Render(t.Context(), 0, 72)
				require.NoError(t, err)
				if _, err := f.Page(t.Context(), 0); err != nil {
					t.Fatal(err)
				}
				decoded, err := f.Render(t.Context(), 0, 72)
				require.NoError(t, err)
				if d := difference(t, drawn, decoded); d > 3 {
					t.Errorf("differ by %.1f", d)
				}
			})
		}
	}
}

func TestLowResolutionScans(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).JPEG(0, 0, 600, 800, pattern(600, 800))
	f := open(t, doc.Bytes())
	if _, err := f.Page(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	img, err := f.Render(t.Context(), 0, 200)
	require.NoError(t, err)
	assert.Equal(t, img.Rect, image.Rect(0, 0, 600, 800), "size")
}

// A stamp on the scan must not get lost.
func TestScansWithOverlays(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]func(*pdfgen.Page){
		"text":  func(p *pdfgen.Page) { p.Text(100, 100, 12, "Paid") },
		"path":  func(p *pdfgen.Page) { p.Raw("0 g 100 100 50 50 re f") },
		"image": func(p *pdfgen.Page) { p.Image(10, 10, 50, 50, pattern(4, 4)) },
	} {
		doc := pdfgen.New()
		p := doc.AddPage(600, 800)
		p.JPEG(0, 0, 600, 800, pattern(600, 800))
		more(p)
		f := open(t, doc.Bytes())
		if _, err := f.Page(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		img, err := f.Render(t.Context(), 0, 100)
		require.NoError(t, err)
		if img.Rect.Dx() != 833 {
			t.Errorf("%s: drawn %d pixels wide, want PDFium's 833", name, img.Rect.Dx())
		}
	}
}

func TestJPEGCoverage(t *testing.T) {
	t.Parallel()
	for name, m := range map[string][6]float64{
		"upright":      {100, 0, 0, 100, 200, 300},
		"quarter turn": {0, 100, -100, 0, 300, 300},
		"mirrored":     {-100, 0, 0, 100, 300, 300},
	} {
		for _, rotate := range []int{0, 90} {
			t.Run(fmt.Sprint(name, " ", rotate), func(t *testing.T) {
				t.Parallel()
				doc := pdfgen.New()
				p := doc.AddPage(600, 800)
				p.Rotate(rotate)
				p.JPEGMatrix(m, pattern(300, 300))
				f := open(t, doc.Bytes())
				whole, err := f.Render(t.Context(), 0, 72)
				require.NoError(t, err)
				w, h := float64(whole.Rect.Dx()), float64(whole.Rect.Dy())
				rect := image.Rect(190, 390, 310, 510)
				if rotate == 90 {
					rect = image.Rect(290, 190, 410, 310)
				}
				part, err := f.RenderPart(t.Context(), 0, 72, document.Box{
					X0: (float64(rect.Min.X) + 0.5) / w, Y0: (float64(rect.Min.Y) + 0.5) / h,
					X1: (float64(rect.Max.X) - 0.5) / w, Y1: (float64(rect.Max.Y) - 0.5) / h,
				})
				require.NoError(t, err)
				want := image.NewGray(image.Rect(0, 0, rect.Dx(), rect.Dy()))
				for y := range rect.Dy() {
					from := whole.PixOffset(rect.Min.X, rect.Min.Y+y)
					copy(want.Pix[y*want.Stride:], whole.Pix[from:from+rect.Dx()])
				}
				if d := difference(t, want, part); d > 5 {
					t.Errorf("differ by %.1f", d)
				}
			})
		}
	}
}

func BenchmarkScan(b *testing.B) {
	doc := pdfgen.New()
	doc.AddPage(595, 842).JPEG(0, 0, 595, 842, pattern(2480, 3508)) // A4 at 300 dpi
	for _, decoded := range []bool{false, true} {
		b.Run(fmt.Sprintf("decoded=%v", decoded), func(b *testing.B) {
			f := open(b, doc.Bytes())
			if decoded {
				if _, err := f.Page(b.Context(), 0); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if _, err := f.Render(b.Context(), 0, 200); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
