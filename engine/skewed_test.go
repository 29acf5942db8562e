package engine_test

import (
	"bytes"
	"context"
	"image/png"
	"math"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Values of a skewed picture stay in their rows, and their boxes are where the picture shows them.
func TestSkewedPicture(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer func() { _ = e.Close(context.Background()) }()
	doc := pdfgen.New()
	page := doc.AddPage(600, 600)
	page.Bold(130, 150, 18, "Alder Printing Ltd")
	page.Text(130, 180, 12, "Invoice number R-4711")
	page.Text(130, 200, 12, "Date 17 April 2026")
	for i, row := range [][2]string{{"Posters", "131.40"}, {"Labels", "62.00"}, {"Subtotal", "193.40"},
		{"VAT 20 %", "38.68"}, {"Total EUR", "232.08"}} {
		page.Text(130, 240+20*float64(i), 12, row[0])
		page.TextRight(470, 240+20*float64(i), 12, row[1])
	}
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: doc.Bytes(), Page: 1, Width: 1250})
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(drawn.Data))
	require.NoError(t, err)
	const degrees = 11.0
	var picture bytes.Buffer
	require.NoError(t, png.Encode(&picture, pixels.QuarterTurns(2).Gray(pixels.Rotate(pixels.Gray(img), degrees))))
	res, err := e.Extract(t.Context(), extract.Request{Data: picture.Bytes(), DocumentType: result.TypeInvoice})
	require.NoError(t, err)
	for field, want := range map[string]string{"subtotal": "193.40", "taxTotal": "38.68", "total": "232.08"} {
		assert.Equal(t, res.Data[field], any(want), field)
	}
	seen, err := e.Inspect(t.Context(), picture.Bytes())
	require.NoError(t, err)
	assert.True(t, seen.Pages[0].Turned == 2 && math.Abs(seen.Pages[0].Skew-degrees) < 0.5,
		"the inspection has turns and skew", seen.Pages[0].Turned, seen.Pages[0].Skew)
	box := res.Fields["total"].Box
	require.True(t, box != nil, "the total has no box")
	sin, cos := math.Sincos((180 + degrees) * math.Pi / 180)
	dx, dy := (452-300)/600.0, (316-300)/600.0 // the middle of the total
	x, y := 0.5+dx*cos-dy*sin, 0.5+dx*sin+dy*cos
	assert.True(t, math.Abs((box[0]+box[2])/2-x) < 0.01 && math.Abs((box[1]+box[3])/2-y) < 0.01,
		"the total is at", *box, "instead of around", x, y)
}
