package engine_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	_ "image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/lab/pdfgen"
)

func TestPicture(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()
	red := pdfgen.New()
	red.AddPage(200, 100).Raw("1 0 0 rg 0 0 200 100 re f")
	for name, c := range map[string]struct {
		data []byte
		size image.Point
		want color.Model
	}{
		"gray":   {invoicePDF(), image.Pt(500, 708), color.GrayModel},
		"colour": {red.Bytes(), image.Pt(500, 250), color.RGBAModel},
	} {
		p, err := e.Picture(t.Context(), engine.PictureRequest{Data: c.data, Page: 1, Width: 500})
		if err != nil {
			t.Fatal(err)
		}
		cfg, err := png.DecodeConfig(bytes.NewReader(p.Data))
		if err != nil || image.Pt(cfg.Width, cfg.Height) != c.size || image.Pt(p.Width, p.Height) != c.size ||
			cfg.ColorModel != c.want {
			t.Errorf("%s: %d by %d, %+v, %v", name, p.Width, p.Height, cfg, err)
		}
	}
	var f *extractionerror.Error
	if _, err := e.Picture(t.Context(), engine.PictureRequest{Data: red.Bytes(), Page: 2, Width: 500}); !errors.As(err,
		&f) || f.Code != extractionerror.NotFound {
		t.Errorf("beyond the end: %v", err)
	}
}

// A small picture uses the smaller encoding.
func TestSmallPicture(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()
	blank := pdfgen.New()
	blank.AddPage(500, 700).Raw("0 0 1 rg 0 0 250 700 re f")
	for name, c := range map[string]struct {
		data   []byte
		width  int
		most   int
		format string
	}{
		"few colours":   {blank.Bytes(), 1000, 10_000, "png"},
		"photo":         {photo(t, 1000, 1400, 4), 1000, 300_000, "jpeg"},
		"rough photo":   {photo(t, 1000, 1400, 60), 1000, 300_000, "jpeg"}, // at lower quality
		"wide photo":    {photo(t, 1400, 1000, 60), 1400, 588_000, "jpeg"},
		"pure noise":    {photo(t, 600, 800, 255), 600, 300_000, "jpeg"},
		"small drawing": {blank.Bytes(), 16, 1000, "png"},
	} {
		p, err := e.Picture(t.Context(), engine.PictureRequest{Data: c.data, Page: 1, Width: c.width, Small: true})
		if err != nil {
			t.Fatal(err)
		}
		cfg, format, err := image.DecodeConfig(bytes.NewReader(p.Data))
		if err != nil || format != c.format || len(p.Data) > c.most || cfg.Width != c.width || cfg.Height != p.Height {
			t.Errorf("%s: %s of %d bytes, %d by %d, %v", name, format, len(p.Data), cfg.Width, cfg.Height, err)
		}
	}
}

// photo is a PNG with smooth gradients and noise of a strength.
func photo(t *testing.T, w, h, noise int) []byte {
	t.Helper()
	img, random := image.NewRGBA(image.Rect(0, 0, w, h)), rand.New(rand.NewPCG(1, 2))
	for y := range h {
		for x := range w {
			level := func(base int) uint8 { return uint8(min(max(base+random.IntN(noise)-noise/2, 0), 255)) }
			img.SetRGBA(x, y, color.RGBA{level(90 + 80*x/w), level(120), level(80 + 60*y/h), 255})
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func BenchmarkPicture(b *testing.B) {
	e, err := engine.New(b.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()
	data := invoicePDF()
	for b.Loop() {
		if _, err := e.Picture(b.Context(), engine.PictureRequest{Data: data, Page: 1, Width: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}
