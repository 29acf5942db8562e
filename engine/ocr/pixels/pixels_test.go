package pixels_test

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// grayOf makes an image of rows of brightness.
func grayOf(rows ...[]byte) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		copy(img.Pix[y*img.Stride:], row)
	}
	return img
}

// rowsOf is the reverse of grayOf, for images with any stride.
func rowsOf(img *image.Gray) [][]byte {
	var rows [][]byte
	for y := range img.Rect.Dy() {
		rows = append(rows, img.Pix[y*img.Stride:y*img.Stride+img.Rect.Dx()])
	}
	return rows
}

func expect(t *testing.T, what string, got *image.Gray, want ...[]byte) {
	t.Helper()
	if !slices.EqualFunc(rowsOf(got), want, slices.Equal) {
		t.Errorf("%s is %v, want %v", what, rowsOf(got), want)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	img := grayOf([]byte{1, 2, 3}, []byte{4, 5, 6}, []byte{7, 8, 9})
	right := image.Rect(1, 0, 3, 2)
	clone := pixels.Clone(img, right)
	expect(t, "the clone", clone, []byte{2, 3}, []byte{5, 6})
	crop := pixels.Crop(img, right)
	expect(t, "the crop", crop, []byte{2, 3}, []byte{5, 6})
	expect(t, "the clone of a crop", pixels.Clone(crop, image.Rect(0, 1, 2, 2)), []byte{5, 6})

	img.Pix[1] = 20
	if clone.Pix[0] != 2 || crop.Pix[0] != 20 {
		t.Errorf("a clone has %d, a crop %d, where the image was changed to 20", clone.Pix[0], crop.Pix[0])
	}

	page := pixels.White(3, 2)
	pixels.Paste(page, image.Pt(1, 1), img, image.Rect(0, 2, 2, 3))
	expect(t, "the page", page, []byte{255, 255, 255}, []byte{255, 7, 8})
}

func TestOperationsWithinBounds(t *testing.T) {
	t.Parallel()
	part := image.Rect(1, 1, 2, 2)
	img := grayOf([]byte{1, 2, 3}, []byte{4, 5, 6})
	counts := pixels.Histogram(img, part)
	assert.True(t, counts[5] == 1 && counts[4] == 0 && counts[2] == 0, "counts", counts)
	var table [256]byte
	table[5] = 50
	pixels.Map(img, part, &table)
	expect(t, "the mapped image", img, []byte{1, 2, 3}, []byte{4, 50, 6})
	pixels.Whiten(img, image.Rect(2, -5, 9, 1))
	expect(t, "the whitened image", img, []byte{1, 2, 255}, []byte{4, 50, 6})
	pixels.Invert(img)
	expect(t, "the inverted image", img, []byte{254, 253, 0}, []byte{251, 205, 249})
}

func TestTurn(t *testing.T) {
	t.Parallel()
	src := grayOf([]byte{1, 2, 3}, []byte{4, 5, 6})
	for _, c := range []struct {
		turn pixels.Turn
		want [][]byte
	}{
		{pixels.Turn{FlipX: true}, [][]byte{{3, 2, 1}, {6, 5, 4}}},
		{pixels.Turn{FlipY: true}, [][]byte{{4, 5, 6}, {1, 2, 3}}},
		{pixels.Turn{Transpose: true}, [][]byte{{1, 4}, {2, 5}, {3, 6}}},
		{pixels.Turn{Transpose: true, FlipX: true, FlipY: true}, [][]byte{{6, 3}, {5, 2}, {4, 1}}},
		{pixels.QuarterTurns(0), [][]byte{{1, 2, 3}, {4, 5, 6}}},
		{pixels.QuarterTurns(1), [][]byte{{4, 1}, {5, 2}, {6, 3}}},
		{pixels.QuarterTurns(2), [][]byte{{6, 5, 4}, {3, 2, 1}}},
		{pixels.QuarterTurns(3), [][]byte{{3, 6}, {2, 5}, {1, 4}}},
	} {
		expect(t, "gray", c.turn.Gray(src), c.want...)
		inColour := c.turn.RGBA(pixels.Resize(src, 3, 2))
		expect(t, "in colour", pixels.Gray(inColour), c.want...)
	}
}

// Turning a cropped image uses its visible part only.
func TestTurnCrop(t *testing.T) {
	t.Parallel()
	crop := pixels.Crop(grayOf([]byte{1, 2, 3}, []byte{4, 5, 6}, []byte{7, 8, 9}), image.Rect(1, 1, 3, 3))
	expect(t, "the crop", pixels.QuarterTurns(1).Gray(crop), []byte{8, 5}, []byte{9, 6})
}

func TestRotate(t *testing.T) {
	t.Parallel()
	src := pixels.White(101, 101)
	for x := 10; x < 91; x++ { // a level line through the middle
		for y := 49; y < 52; y++ {
			src.Pix[y*src.Stride+x] = 0
		}
	}
	leaning := pixels.Rotate(src, 10)
	// Clockwise: it falls to the right, by 30 × tan 10° at 30 columns from the middle.
	for _, c := range []struct{ x, y int }{{50, 50}, {80, 55}, {20, 45}} {
		v := leaning.GrayAt(c.x, c.y).Y
		assert.True(t, v <= 40, "pixel", c.x, c.y, "is", v, "want a dark one")
	}
	assert.Equal(t, leaning.GrayAt(80, 50).Y, 255, "gray of the line")
	assert.Equal(t, leaning.GrayAt(0, 0).Y, 255, "gray of the corner")
}

func TestAt(t *testing.T) {
	t.Parallel()
	img := grayOf([]byte{0, 100}, []byte{100, 200})
	const half = pixels.FixedOne / 2
	for _, c := range []struct {
		x, y int
		want byte
	}{{0, 0, 0}, {half, 0, 50}, {0, half, 50}, {half, half, 100}, {-1, 0, 255}, {0, pixels.FixedOne, 255}} {
		assert.Equal(t, pixels.At(img, c.x, c.y), c.want, "at", c.x, c.y)
	}
}

func TestGrayTransparency(t *testing.T) {
	t.Parallel()
	clear := color.NRGBA{}
	for name, img := range map[string]image.Image{
		"nrgba":    image.NewNRGBA(image.Rect(0, 0, 4, 4)),
		"rgba":     image.NewRGBA(image.Rect(0, 0, 4, 4)),
		"nrgba64":  image.NewNRGBA64(image.Rect(0, 0, 4, 4)),
		"paletted": image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{clear, color.Black}),
	} {
		assert.Equal(t, pixels.Gray(img).Pix[0], 255, name, "transparent pixel")
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
		require.Equal(t, got.Rect, image.Rect(0, 0, 5, 3), name, "bounds")
		for _, p := range []struct {
			x, y int
			c    color.Color
		}{{0, 0, orange}, {3, 2, orange}, {4, 2, teal}} {
			want := int(color.GrayModel.Convert(p.c).(color.Gray).Y)
			v := int(got.GrayAt(p.x, p.y).Y)
			assert.True(t, v >= want-1 && v <= want+1, name, "pixel", p.x, p.y, "is", v, "want", want)
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
	require.True(t, ok, "a gray picture stays one of colours")
	expect(t, "the picture", gray, []byte{10, 200})
	img.Set(1, 0, color.RGBA{R: 1, A: 255})
	if got := pixels.WithoutColor(img); got != image.Image(img) {
		t.Error("a coloured picture does not stay as it is")
	}
}
