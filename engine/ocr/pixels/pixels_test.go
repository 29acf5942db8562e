package pixels_test

import (
	"image"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/ocr/pixels"
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
	if counts := pixels.Histogram(img, part); counts[5] != 1 || counts[4] != 0 || counts[2] != 0 {
		t.Errorf("counts %v", counts)
	}
	var table [256]byte
	table[5] = 50
	pixels.Map(img, part, &table)
	expect(t, "the mapped image", img, []byte{1, 2, 3}, []byte{4, 50, 6})
	pixels.Whiten(img, image.Rect(2, -5, 9, 1))
	expect(t, "the whitened image", img, []byte{1, 2, 255}, []byte{4, 50, 6})
	pixels.Invert(img)
	expect(t, "the inverted image", img, []byte{254, 253, 0}, []byte{251, 205, 249})
}
