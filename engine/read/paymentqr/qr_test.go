package paymentqr_test

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/docmill/docmill/engine/read/paymentqr"
	"github.com/docmill/docmill/libs/require"
)

// symbol draws a QR code with its quiet zone, module pixels a side each.
func symbol(t testing.TB, text string, module int) *image.Gray {
	t.Helper()
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_CHARACTER_SET: "UTF-8",
		gozxing.EncodeHintType_MARGIN: 4}
	bits, err := qrcode.NewQRCodeWriter().Encode(text, gozxing.BarcodeFormat_QR_CODE, 0, 0, hints)
	require.NoError(t, err)
	img := white(bits.GetWidth()*module, bits.GetHeight()*module)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if bits.Get(x/module, y/module) {
				img.Pix[y*img.Stride+x] = 20
			}
		}
	}
	return img
}

func white(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

// place puts an image, turned by degrees, with its middle at (x, y) of a page.
func place(page, img *image.Gray, x, y, degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for py := range page.Rect.Dy() {
		for px := range page.Rect.Dx() {
			dx, dy := float64(px)-x, float64(py)-y
			sx, sy := cos*dx+sin*dy+w/2, -sin*dx+cos*dy+h/2
			if sx >= 0 && sy >= 0 && sx < w && sy < h {
				page.Pix[py*page.Stride+px] = img.Pix[int(sy)*img.Stride+int(sx)]
			}
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	text := "BCD\n002\n1\nSCT\n\nMüller & Söhne\nDE89370400440532013000\nEUR119.00\n\n\nR-1001"
	for _, c := range []struct {
		module  int
		degrees float64
	}{{3, 0}, {4, 0}, {6, 0}, {4, 90}, {4, 180}, {4, 7}, {5, -33}, {12, 0}} {
		page := white(1400, 1600)
		place(page, symbol(t, text, c.module), 500, 900, c.degrees)
		found := paymentqr.Find(page)
		if len(found) != 1 || found[0].Text != text || found[0].Kind != paymentqr.KindQR {
			t.Errorf("module %d, turned by %g°: found %d codes", c.module, c.degrees, len(found))
			continue
		}
		if b := found[0].Box; math.Abs(b.CenterX()-500./1400) > 0.01 || math.Abs(b.CenterY()-900./1600) > 0.01 {
			t.Errorf("module %d, turned by %g°: box %+v", c.module, c.degrees, b)
		}
	}
}

func TestFindSeveral(t *testing.T) {
	t.Parallel()
	page := white(1400, 1600)
	place(page, symbol(t, "https://example.com/below", 5), 400, 1300, 0)
	place(page, symbol(t, "above", 4), 900, 300, 0)
	place(page, symbol(t, "above", 4), 300, 310, 0)
	found := paymentqr.Find(page)
	if len(found) != 2 || found[0].Text != "above" || found[1].Text != "https://example.com/below" {
		t.Fatalf("found %+v", found)
	}
}

func TestFindNothing(t *testing.T) {
	t.Parallel()
	for _, img := range []*image.Gray{white(1200, 800), white(10, 3000), white(0, 0)} {
		if got := paymentqr.Find(img); got != nil {
			t.Errorf("%v: found %+v", img.Rect, got)
		}
	}
}

// Thousands of corners make no more work than a few.
func TestFindLimit(t *testing.T) {
	t.Parallel()
	const module, side = 2, 7
	page := white(1800, 1800)
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			cx, cy := x/module%(side+2), y/module%(side+2)
			ring := max(abs(cx-side/2), abs(cy-side/2))
			if cx < side && cy < side && ring != 2 {
				page.Pix[y*page.Stride+x] = 0
			}
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		paymentqr.Find(page)
	}()
	select {
	case <-done: // within a second; all triples of the corners would take days
	case <-time.After(3 * time.Minute):
		t.Error("does not end")
	}
}

func abs(v int) int { return max(v, -v) }

func FuzzFind(f *testing.F) {
	small := symbol(f, "seed", 2)
	f.Add(small.Pix, uint8(min(small.Rect.Dx(), 255)))
	f.Add([]byte(strings.Repeat("\x00\xff", 4000)), uint8(80))
	f.Fuzz(func(_ *testing.T, pix []byte, width uint8) {
		w := max(int(width), 1)
		if h := len(pix) / w; h > 0 && h < 500 {
			paymentqr.Find(&image.Gray{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, h)})
		}
	})
}
