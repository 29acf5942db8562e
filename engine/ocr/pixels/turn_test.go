package pixels_test

import (
	"image"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

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
		if v := leaning.GrayAt(c.x, c.y).Y; v > 40 {
			t.Errorf("pixel %d,%d is %d, want a dark one", c.x, c.y, v)
		}
	}
	if v := leaning.GrayAt(80, 50).Y; v != 255 {
		t.Errorf("where the line was is %d", v)
	}
	if v := leaning.GrayAt(0, 0).Y; v != 255 {
		t.Errorf("what comes in is %d", v)
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	img := grayOf([]byte{0, 100}, []byte{100, 200})
	const half = pixels.FixedOne / 2
	for _, c := range []struct {
		x, y int
		want byte
	}{{0, 0, 0}, {half, 0, 50}, {0, half, 50}, {half, half, 100}, {-1, 0, 255}, {0, pixels.FixedOne, 255}} {
		if v := pixels.At(img, c.x, c.y); v != c.want {
			t.Errorf("at %d,%d is %d, want %d", c.x, c.y, v, c.want)
		}
	}
}
