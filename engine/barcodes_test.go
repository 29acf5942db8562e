package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/labels"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// wantLabels extracts a file as generic. Its barcodes, as clients get them, must be the labels. at converts the middle
// of a label to fractions of the page.
func wantLabels(t *testing.T, e *engine.Engine, name string, data []byte, page int,
	at func(x, y float64) (float64, float64)) {
	t.Helper()
	res, err := e.Extract(t.Context(), extract.Request{Data: data, DocumentType: result.TypeGeneric})
	require.NoError(t, err)
	encoded, err := json.Marshal(res.Data["barcodes"])
	require.NoError(t, err)
	var codes []struct {
		Format, Value string
		Page          int
		Box           [4]float64
	}
	require.NoError(t, json.Unmarshal(encoded, &codes))
	want := map[string]labels.Label{}
	for _, l := range labels.All() {
		want[l.Format+" "+l.Value] = l
	}
	for i, c := range codes {
		l, ok := want[c.Format+" "+c.Value]
		if delete(want, c.Format+" "+c.Value); !ok {
			t.Errorf("%s: found the %s %q, which is no label, or twice", name, c.Format, c.Value)
		}
		x, y := at(l.X, l.Y)
		f := res.Fields[fmt.Sprintf("barcodes.%d.format", i)]
		if c.Page != page || math.Abs((c.Box[0]+c.Box[2])/2-x) > 0.02 || math.Abs((c.Box[1]+c.Box[3])/2-y) > 0.02 ||
			f.Source != document.SourceCode || *f.Page != page || *f.Box != c.Box {
			t.Errorf("%s: %+v, want the middle (%.3f, %.3f); its field is %+v", name, c, x, y, f)
		}
	}
	for label := range want {
		t.Errorf("%s: did not find %q", name, label)
	}
}

func TestBarcodes(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer func() { _ = e.Close(context.Background()) }()
	upright := func(x, y float64) (float64, float64) { return x / labels.Width, y / labels.Height }
	shapes, err := labels.Sheet(false)
	require.NoError(t, err)
	wantLabels(t, e, "shapes", shapes, 2, upright)
	pictures, err := labels.Sheet(true)
	require.NoError(t, err)
	wantLabels(t, e, "pictures", pictures, 2, upright)

	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: pictures, Page: 2, Width: 1654})
	require.NoError(t, err)
	page, err := png.Decode(bytes.NewReader(drawn.Data))
	require.NoError(t, err)
	const degrees = 2.0
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	var scan bytes.Buffer
	require.NoError(t, png.Encode(&scan, pixels.QuarterTurns(1).Gray(pixels.Rotate(pixels.Gray(page), degrees))))
	wantLabels(t, e, "turned scan", scan.Bytes(), 1, func(x, y float64) (float64, float64) {
		dx, dy := x-labels.Width/2, y-labels.Height/2
		x, y = upright(labels.Width/2+cos*dx-sin*dy, labels.Height/2+sin*dx+cos*dy)
		return 1 - y, x
	})

	res, err := e.Extract(t.Context(), extract.Request{Data: shapes, DocumentType: result.TypeInvoice})
	require.NoError(t, err)
	assert.Equal(t, res.Data["barcodes"], nil)
}
