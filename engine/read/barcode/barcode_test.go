package barcode_test

import (
	"image"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/barcode"
	"github.com/docmill/docmill/libs/require"
)

// TestFindLargeModules moves a code pixel by pixel, because large modules may be tiles of the small image that shows
// where a code may be.
func TestFindLargeModules(t *testing.T) {
	t.Parallel()
	const text, module, quiet = "https://example.org/a/b/c/12345678", 25. / 3, 16
	bits, err := datamatrix.NewDataMatrixWriter().Encode(text, gozxing.BarcodeFormat_DATA_MATRIX, 1, 1, nil)
	require.NoError(t, err)
	side := int(module * float64(bits.GetWidth()))
	for shift := range 8 {
		img := pixels.White(side+2*quiet+8, side+2*quiet+8)
		for y := range side {
			for x := range side {
				if bits.Get(int(float64(x)/module), int(float64(y)/module)) {
					img.Pix[(y+quiet+shift)*img.Stride+x+quiet+shift] = 0
				}
			}
		}
		if codes := barcode.Find(img); len(codes) != 1 || codes[0].Text != text {
			t.Errorf("shift by %d: %+v", shift, codes)
		}
	}
	var none image.Gray
	if codes := barcode.Find(&none); len(codes) > 0 {
		t.Errorf("no pixels: %+v", codes)
	}
}
