package pixels_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestShrinkAveraging(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		src, want *image.Gray
	}{
		{"halves", grayOf([]byte{0, 100, 20, 40}, []byte{200, 100, 60, 80}), grayOf([]byte{100, 50})},
		{"thirds", grayOf([]byte{0, 30, 60, 90, 120, 150}), grayOf([]byte{30, 120})},
		{"pixels in part", grayOf([]byte{0, 90, 180}), grayOf([]byte{30, 150})},
		{"rows only", grayOf([]byte{0, 10}, []byte{100, 20}), grayOf([]byte{50, 15})},
		{"one more column", grayOf([]byte{0, 90}, []byte{0, 90}), grayOf([]byte{0, 45, 90})},
		{"one pixel", grayOf([]byte{10, 20}, []byte{30, 40}), grayOf([]byte{25})},
	} {
		got := pixels.Shrink(c.src, c.want.Rect.Dx(), c.want.Rect.Dy())
		expect(t, c.name, got, rowsOf(c.want)...)
	}
}

func TestShrinkSameSize(t *testing.T) {
	t.Parallel()
	img := grayOf([]byte{1, 2})
	assert.Equal(t, pixels.Shrink(img, 2, 1), img, "the image is copied")
}

// The mean brightness stays the same at any size.
func TestShrinkMean(t *testing.T) {
	t.Parallel()
	src := image.NewGray(image.Rect(0, 0, 97, 61))
	sum := 0
	for i := range src.Pix {
		src.Pix[i] = byte(i * i % 251)
		sum += int(src.Pix[i])
	}
	want := float64(sum) / float64(len(src.Pix))
	for w := 1; w <= 97; w += 4 {
		for h := 1; h <= 61; h += 4 {
			dst := pixels.Shrink(src, w, h)
			sum := 0
			for _, v := range dst.Pix {
				sum += int(v)
			}
			if mean := float64(sum) / float64(len(dst.Pix)); math.Abs(mean-want) > 0.6 { // rounding
				t.Errorf("%d × %d: mean %.2f, want %.2f", w, h, mean, want)
			}
		}
	}
}

func TestShrinkWhite(t *testing.T) {
	t.Parallel()
	page := pixels.White(211, 97)
	for _, w := range []int{1, 7, 100, 210, 212} {
		for i, v := range pixels.Shrink(page, w, 50).Pix {
			require.Equal(t, v, 255, w, "wide: pixel", i)
		}
		for i, v := range pixels.Resize(page, w, 50).Pix {
			require.Equal(t, v, 255, w, "wide, in colour: byte", i)
		}
	}
}

// In color, each of the three is averaged as shades of gray are.
func TestResizeColor(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(5, 5, 28, 22)) // somewhere
	planes := [3]*image.Gray{}
	for c := range planes {
		planes[c] = image.NewGray(image.Rect(0, 0, 23, 17))
		for i := range planes[c].Pix {
			planes[c].Pix[i] = byte((c + 3) * i)
		}
	}
	for i := range planes[0].Pix {
		src.SetNRGBA(5+i%23, 5+i/23, color.NRGBA{planes[0].Pix[i], planes[1].Pix[i], planes[2].Pix[i], 255})
	}
	got := pixels.Resize(src, 9, 6)
	for c, plane := range planes {
		for i, want := range pixels.Shrink(plane, 9, 6).Pix {
			assert.Equal(t, got.Pix[4*i+c], want, "colour", c, "of pixel", i)
		}
	}
}

func TestResizeTransparency(t *testing.T) {
	t.Parallel()
	src := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for _, size := range []int{2, 8} {
		for i, v := range pixels.Resize(src, size, size).Pix {
			require.Equal(t, v, 255, size, "wide: byte", i)
		}
	}
}

// Splines keep constant and linear gradients, and stay within the valid range.
func TestEnlarge(t *testing.T) {
	t.Parallel()
	ramp := image.NewGray(image.Rect(0, 0, 20, 3))
	for i := range ramp.Pix {
		ramp.Pix[i] = byte(10 * (i % 20))
	}
	big := pixels.Enlarge(ramp, 40, 6)
	require.Equal(t, big.Rect, image.Rect(0, 0, 40, 6), "bounds")
	for x := 4; x < 36; x++ { // away from the edges
		want := 10 * (float64(x)/2 - 0.25)
		v := float64(big.GrayAt(x, 2).Y)
		assert.True(t, math.Abs(v-want) <= 1, "column", x, "is", v, "want", want)
	}
	expect(t, "a step", pixels.Enlarge(grayOf([]byte{0, 255}), 4, 1), []byte{0, 52, 203, 255})
}

// The comparison is the library's scaling of the nearest quality.
func BenchmarkShrink(b *testing.B) {
	src := image.NewGray(image.Rect(0, 0, 1240, 1754))
	for i := range src.Pix {
		src.Pix[i] = byte(i * i)
	}
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			pixels.Shrink(src, 1029, 1455)
		}
	})
	b.Run("x/image/draw", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst := image.NewGray(image.Rect(0, 0, 1029, 1455))
			draw.BiLinear.Scale(dst, dst.Rect, src, src.Rect, draw.Src, nil)
		}
	})
}
