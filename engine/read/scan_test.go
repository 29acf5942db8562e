package read_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

const payment = "BCD\n002\n1\nSCT\n\nMuster GmbH\nDE89370400440532013000\nEUR119.00"

// modules are those of a QR code, without a quiet zone.
func modules(t testing.TB) *gozxing.BitMatrix {
	t.Helper()
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_MARGIN: 0}
	bits, err := qrcode.NewQRCodeWriter().Encode(payment, gozxing.BarcodeFormat_QR_CODE, 0, 0, hints)
	require.NoError(t, err)
	return bits
}

// symbol draws a QR code with its quiet zone.
func symbol(t testing.TB) *image.Gray {
	bits, module, quiet := modules(t), 4, 4
	side := (bits.GetWidth() + 2*quiet) * module
	img := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			mx, my := x/module-quiet, y/module-quiet
			if mx < 0 || my < 0 || mx >= bits.GetWidth() || my >= bits.GetHeight() || !bits.Get(mx, my) {
				img.Pix[y*img.Stride+x] = 255
			}
		}
	}
	return img
}

func wantCode(t *testing.T, name string, doc *document.Document, page int, x, y float64) {
	t.Helper()
	if len(doc.Barcodes) != 1 || doc.Barcodes[0].Text != payment || doc.Barcodes[0].Page != page {
		t.Errorf("%s: codes %+v", name, doc.Barcodes)
		return
	}
	if b := doc.Barcodes[0].Box; math.Abs(b.CenterX()-x) > 0.02 || math.Abs(b.CenterY()-y) > 0.02 {
		t.Errorf("%s: box %+v", name, b)
	}
}

func TestQRCodesOnTextPages(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(p *pdfgen.Page){
		"image": func(p *pdfgen.Page) { p.Image(250, 350, 100, 100, symbol(t)) },
		"modules": func(p *pdfgen.Page) {
			bits := modules(t)
			const module = 2.4
			corner := module * float64(bits.GetWidth()) / 2
			for y := range bits.GetHeight() {
				for x := range bits.GetWidth() {
					if bits.Get(x, y) {
						px, py := 300-corner+module*float64(x), 600-400+corner-module*float64(y+1)
						p.Raw(fmt.Sprintf("%.2f %.2f %.2f %.2f re f", px, py, module, module))
					}
				}
			}
		},
	} {
		doc := pdfgen.New()
		doc.AddPage(400, 600).Text(40, 60, 11, "The first page has nothing but its text.")
		p := doc.AddPage(400, 600)
		p.Text(40, 60, 11, "Please pay by the code below.")
		draw(p)
		wantCode(t, name, mustRead(t, doc.Bytes()), 2, 300./400, 400./600)
	}
}

func TestQRCodesOnPictures(t *testing.T) {
	t.Parallel()
	img := picture(t, 400, 600, func(p *pdfgen.Page) {
		for i := range 12 {
			p.Text(40, 60+20*float64(i), 12, "Please pay by the code below, thank you")
		}
		p.Image(250, 350, 100, 100, symbol(t))
	})
	for _, quarters := range []int{0, 1} {
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, turned(img, quarters)))
		doc := mustRead(t, b.Bytes())
		if page := doc.Pages[0]; page.Turned != (4-quarters)%4 || page.Width > page.Height {
			t.Errorf("turned by %d: page is turned by %d, %g × %g", quarters, page.Turned, page.Width, page.Height)
		}
		if text := doc.Text(); strings.Count(text, "Please pay by the code below, thank you\n") < 11 {
			t.Errorf("turned by %d: %q", quarters, text)
		}
		wantCode(t, fmt.Sprintf("turned by %d", quarters), doc, 1, 300./400, 400./600)
	}
}

// turned turns an image clockwise by quarters.
func turned(img *image.Gray, quarters int) *image.Gray {
	for range quarters {
		w, h := img.Rect.Dx(), img.Rect.Dy()
		next := image.NewGray(image.Rect(0, 0, h, w))
		for y := range h {
			for x := range w {
				next.SetGray(h-1-y, x, img.GrayAt(x, y))
			}
		}
		img = next
	}
	return img
}

func TestScanOrder(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	words := []string{"alpha", "bravo", "charlie", "delta", "echo"}
	for _, word := range words {
		img := picture(t, 300, 200, func(p *pdfgen.Page) { p.Text(40, 80, 12, "This is page "+word) })
		doc.AddPage(300, 200).Image(0, 0, 300, 200, img)
	}
	got := mustRead(t, doc.Bytes())
	for i, word := range words {
		if page := got.Pages[i]; page.Number != i+1 || len(page.Lines) != 1 || page.Lines[0].Text() != "This is page "+word {
			t.Errorf("page %d: %+v", i+1, page)
		}
	}
}

func TestBeforePageCallback(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(300, 200).Text(20, 80, 12, "The first page has nothing but its text, which is read as it is.")
	for _, word := range []string{"alpha", "bravo", "charlie"} {
		img := picture(t, 300, 200, func(p *pdfgen.Page) { p.Text(40, 80, 12, "This is page "+word) })
		doc.AddPage(300, 200).Image(0, 0, 300, 200, img)
	}
	asked, recognized := 0, 0
	got, err := reader(t).ReadWatched(t.Context(), doc.Bytes(), read.Watch{
		BeforePage: func(context.Context) error { asked++; return nil },
		Recognized: func(pages int, took time.Duration) {
			if recognized += pages; took <= 0 {
				t.Errorf("recognised within %s", took)
			}
		},
	})
	if err != nil || len(got.Pages) != 4 || asked != 3 || recognized != 3 {
		t.Errorf("%d pages, asked %d times, %d recognised, %v", len(got.Pages), asked, recognized, err)
	}
	refused := errors.New("not now")
	asked = 0
	_, err = reader(t).ReadWatched(t.Context(), doc.Bytes(), read.Watch{BeforePage: func(context.Context) error {
		if asked++; asked == 2 {
			return refused
		}
		return nil
	}})
	if !errors.Is(err, refused) || asked != 2 {
		t.Errorf("refused: asked %d times, %v", asked, err)
	}
}

func TestNoCallbackForTextPages(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(300, 200).Text(20, 80, 12, "This page has nothing but its text, which is read as it is.")
	_, err := reader(t).ReadWatched(t.Context(), doc.Bytes(), read.Watch{
		BeforePage: func(context.Context) error { return errors.New("asked") },
	})
	if err != nil {
		t.Error(err)
	}
}
