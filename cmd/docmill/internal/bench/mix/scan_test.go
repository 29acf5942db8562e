package mix

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

var update = flag.Bool("update", false, "make the scanned page again")

// The page of scans is a rendered page of text at 150 dpi, with a slight skew and noise. It is stored as a
// file, so that every build sends the same pixels; `go test ./internal/bench/mix -run Scan -update`
// recreates it.
func TestGeneratedScan(t *testing.T) {
	t.Parallel()
	if *update {
		require.NoError(t, os.WriteFile("scan.jpg", scan(t), 0o600))
		return
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(Make(Scan, "run", 1).Content))
	assert.True(t, err == nil && size.Width == scanWidth && size.ColorModel == color.GrayModel, size, err)
}

const scanWidth = 1240 // pixels, for 210 mm

func scan(t *testing.T) []byte {
	t.Helper()
	reader, err := read.New(t.Context(), read.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer reader.Close(context.Background())
	drawn, err := reader.Picture(t.Context(), printed(Number("scan", 1), 1), 1, scanWidth)
	require.NoError(t, err)
	const paper, noise, degrees = 246, 5, 0.4
	random := rand.New(rand.NewPCG(1, 1))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	bounds := drawn.Bounds()
	seen := image.NewGray(bounds)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			dx, dy := float64(x-bounds.Dx()/2), float64(y-bounds.Dy()/2)
			level := shade(drawn, cos*dx-sin*dy+float64(bounds.Dx())/2, sin*dx+cos*dy+float64(bounds.Dy())/2)
			level = 30 + level/255*(paper-30) + random.NormFloat64()*noise
			seen.SetGray(x, y, color.Gray{Y: uint8(min(max(level, 0), 255))})
		}
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, seen, &jpeg.Options{Quality: 60}))
	return b.Bytes()
}

// shade interpolates the brightness between four pixels; outside is paper.
func shade(img image.Image, x, y float64) float64 {
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	at := func(x, y int) float64 {
		if !(image.Point{X: x, Y: y}).In(img.Bounds()) {
			return 255
		}
		return float64(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)
	}
	ix, iy := int(x0), int(y0)
	return (at(ix, iy)*(1-fx)+at(ix+1, iy)*fx)*(1-fy) + (at(ix, iy+1)*(1-fx)+at(ix+1, iy+1)*fx)*fy
}
