package raster_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	"golang.org/x/image/tiff"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/require"
)

// proportional is a height without bounds.
func proportional(width int) func(w, h float64) (int, error) {
	return func(w, h float64) (int, error) { return int(math.Round(float64(width) * h / w)), nil }
}

func draw(t *testing.T, kind sniff.Format, data []byte, n, width int) *image.RGBA {
	t.Helper()
	img, err := raster.Picture(kind, data, n, width, proportional(width))
	require.NoError(t, err)
	return img
}

func TestPictureRotation(t *testing.T) {
	t.Parallel()
	plain := encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), &jpeg.Options{Quality: 100}) })
	for o := 1; o <= 8; o++ {
		data := withOrientation(plain, uint16(o))
		seen, err := first(sniff.JPEG, data)
		require.NoError(t, err)
		for _, width := range []int{10, 20, 40, 100} {
			img := draw(t, sniff.JPEG, data, 0, width)
			if want := proportionalTo(seen, width); img.Rect != want {
				t.Errorf("orientation %d at %d: %v, want %v", o, width, img.Rect, want)
			}
			if got, want := dark(t, pixels.Gray(img)), dark(t, seen); got != want {
				t.Errorf("orientation %d at %d: dark %q, want %q", o, width, got, want)
			}
		}
	}
}

func proportionalTo(img *image.Gray, width int) image.Rectangle {
	return image.Rect(0, 0, width, width*img.Rect.Dy()/img.Rect.Dx())
}

func TestPictureColors(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 30, 30))
	for y := range 30 {
		for x := range 30 {
			switch {
			case x < 10:
				src.Set(x, y, color.NRGBA{200, 30, 60, 255})
			case x < 20:
				src.Set(x, y, color.NRGBA{0, 0, 255, 128}) // over white
			}
		}
	}
	data := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, src) })
	for _, width := range []int{6, 30, 90} {
		img := draw(t, sniff.PNG, data, 0, width)
		for third, want := range []color.RGBA{{200, 30, 60, 255}, {127, 127, 255, 255}, {255, 255, 255, 255}} {
			got := img.RGBAAt(third*width/3+width/6, width/2)
			if apart(got.R, want.R)+apart(got.G, want.G)+apart(got.B, want.B) > 3 || got.A != 255 {
				t.Errorf("at %d, part %d: %v, want %v", width, third, got, want)
			}
		}
	}
}

func apart(a, b byte) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// A fine pattern becomes its average, whatever the ratio.
func TestPictureAveraging(t *testing.T) {
	t.Parallel()
	src := image.NewGray(image.Rect(0, 0, 640, 640))
	for i := range src.Pix {
		src.Pix[i] = byte(255 * ((i%640 + i/640) % 2))
	}
	data := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, src) })
	for _, width := range []int{16, 100, 213} {
		img := draw(t, sniff.PNG, data, 0, width)
		sum := 0
		for i := 0; i < len(img.Pix); i += 4 {
			sum += int(img.Pix[i])
		}
		if mean := sum / (width * width); mean < 126 || mean > 129 {
			t.Errorf("at %d: mean %d", width, mean)
		}
	}
}

func TestPictureOfEachPage(t *testing.T) {
	t.Parallel()
	one := encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) })
	white := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	two := encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, white, nil) })
	data := multipage(t, one, two)
	if img := draw(t, sniff.TIFF, data, 0, 40); dark(t, pixels.Gray(img)) != "top left" {
		t.Error("first page is another")
	}
	if img := draw(t, sniff.TIFF, data, 1, 40); img.Rect.Dy() != 40 || dark(t, pixels.Gray(img)) != "" {
		t.Error("second page is another")
	}
	plain := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
	for name, c := range map[string]struct {
		kind sniff.Format
		data []byte
		n    int
		want extractionerror.Code
	}{
		"beyond a TIFF": {sniff.TIFF, data, 2, extractionerror.NotFound}, "beyond a PNG": {sniff.PNG, plain, 1,
			extractionerror.NotFound},
		"damaged":  {sniff.PNG, plain[:40], 0, extractionerror.CorruptFile},
		"no image": {sniff.Text, []byte("text"), 0, extractionerror.UnsupportedFormat},
	} {
		_, err := raster.Picture(c.kind, c.data, c.n, 40, proportional(40))
		if extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	refusal := errors.New("too long")
	for _, o := range []uint16{1, 6} {
		turned := withOrientation(encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), nil) }), o)
		_, err := raster.Picture(sniff.JPEG, turned, 0, 40, func(float64, float64) (int, error) { return 0, refusal })
		if !errors.Is(err, refusal) {
			t.Errorf("orientation %d: %v", o, err)
		}
	}
}
