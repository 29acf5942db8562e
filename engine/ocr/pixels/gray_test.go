package pixels_test

import (
	"image"
	"image/color"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

func TestGrayTransparency(t *testing.T) {
	t.Parallel()
	clear := color.NRGBA{}
	for name, img := range map[string]image.Image{
		"nrgba":    image.NewNRGBA(image.Rect(0, 0, 4, 4)),
		"rgba":     image.NewRGBA(image.Rect(0, 0, 4, 4)),
		"nrgba64":  image.NewNRGBA64(image.Rect(0, 0, 4, 4)),
		"paletted": image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{clear, color.Black}),
	} {
		if got := pixels.Gray(img).Pix[0]; got != 255 {
			t.Errorf("%s: transparent pixel is %d", name, got)
		}
	}
}

// Images of all types and bounds have the brightness of image/color.
func TestGray(t *testing.T) {
	t.Parallel()
	type drawable interface {
		image.Image
		Set(x, y int, c color.Color)
	}
	r := image.Rect(-2, 3, 3, 6)
	orange, teal := color.NRGBA{R: 250, G: 140, B: 20, A: 255}, color.NRGBA{G: 120, B: 130, A: 255}
	for name, img := range map[string]drawable{
		"gray":     image.NewGray(r),
		"gray16":   image.NewGray16(r),
		"rgba":     image.NewRGBA(r),
		"nrgba":    image.NewNRGBA(r),
		"nrgba64":  image.NewNRGBA64(r),
		"paletted": image.NewPaletted(r, color.Palette{orange, teal}),
	} {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.Set(x, y, orange)
			}
		}
		img.Set(2, 5, teal)
		got := pixels.Gray(img)
		if got.Rect != image.Rect(0, 0, 5, 3) {
			t.Fatalf("%s: bounds %v", name, got.Rect)
		}
		for _, p := range []struct {
			x, y int
			c    color.Color
		}{{0, 0, orange}, {3, 2, orange}, {4, 2, teal}} {
			want := int(color.GrayModel.Convert(p.c).(color.Gray).Y)
			if v := int(got.GrayAt(p.x, p.y).Y); v < want-1 || v > want+1 {
				t.Errorf("%s: pixel %d,%d is %d, want %d", name, p.x, p.y, v, want)
			}
		}
	}
}

func TestGrayYCbCr(t *testing.T) {
	t.Parallel()
	img := image.NewYCbCr(image.Rect(0, 0, 4, 2), image.YCbCrSubsampleRatio420)
	copy(img.Y, []byte{1, 2, 3, 4, 5, 6, 7, 8})
	expect(t, "luma", pixels.Gray(img.SubImage(image.Rect(2, 0, 4, 2))), []byte{3, 4}, []byte{7, 8})
}

func TestWithoutColor(t *testing.T) {
	t.Parallel()
	img := pixels.Resize(grayOf([]byte{10, 200}), 2, 1)
	gray, ok := pixels.WithoutColor(img).(*image.Gray)
	if !ok {
		t.Fatal("a gray picture stays one of colours")
	}
	expect(t, "the picture", gray, []byte{10, 200})
	img.Set(1, 0, color.RGBA{R: 1, A: 255})
	if got := pixels.WithoutColor(img); got != image.Image(img) {
		t.Error("a coloured picture does not stay as it is")
	}
}
