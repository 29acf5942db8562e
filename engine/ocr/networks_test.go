package ocr_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Without languages that need Tesseract, no other program is needed.
func TestNetworksWithoutTesseract(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	img := draw(t, 400, 300, func(p *pdfgen.Page) {
		p.Text(30, 60, 12, "Invoice 2031-044")
		p.Text(30, 100, 12, "Copper wire")
		p.Text(300, 100, 12, "118.40")
		p.Text(30, 120, 12, "Total EUR")
		p.Text(300, 120, 12, "236.80")
	})
	for _, languages := range []string{"", "eng", "eng+deu+ell"} {
		r, err := ocr.New(t.Context(), ocr.Options{Languages: languages})
		require.NoError(t, err)
		for _, quarters := range []int{0, 1} {
			got, err := r.Recognize(t.Context(), pixels.QuarterTurns(quarters).Gray(img), dpi, "")
			require.NoError(t, err)
			var text []string
			for _, l := range got.Lines {
				text = append(text, l.Text())
			}
			assert.Equal(t, strings.Join(text, "|"), "Invoice 2031-044|Copper wire 118.40|Total EUR 236.80",
				"turned by", quarters, "read")
			if w := got.Lines[2].Words[2]; w.Box.X0 < 0.7 || w.Box.X1 > 0.9 || w.Box.Y0 < 0.3 || w.Box.Y1 > 0.45 ||
				w.Size < 6 || w.Size > 14 || w.Confidence < 0.5 {
				t.Errorf("turned by %d: %+v", quarters, w)
			}
		}
	}
}

// Languages of other scripts are Tesseract's.
func TestEngineByLanguage(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for list, own := range map[string]bool{
		"": true, "eng": true, "bul+ell+pol": true, "tlh": false, "eng+tlh": false,
	} {
		// Tesseract, if installed, has no data of the last ones.
		missing, err := ocr.Check(t.Context(), list)
		assert.Equal(t, err == nil && len(missing) == 0, own, list, missing, "is missing", err)
	}
	_, err := ocr.New(t.Context(), ocr.Options{Engine: "abacus"})
	assert.Error(t, err, "an engine that there is not was taken")
	_, err = ocr.New(t.Context(), ocr.Options{Languages: "eng; rm"})
	assert.Error(t, err, "a list that is none was taken")
}
