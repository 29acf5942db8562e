package engine_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/failure"
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
		cfg, err := png.DecodeConfig(bytes.NewReader(p.PNG))
		if err != nil || image.Pt(cfg.Width, cfg.Height) != c.size || image.Pt(p.Width, p.Height) != c.size ||
			cfg.ColorModel != c.want {
			t.Errorf("%s: %d by %d, %+v, %v", name, p.Width, p.Height, cfg, err)
		}
	}
	var f *failure.Error
	if _, err := e.Picture(t.Context(), engine.PictureRequest{Data: red.Bytes(), Page: 2, Width: 500}); !errors.As(err,
		&f) || f.Code != failure.NotFound {
		t.Errorf("beyond the end: %v", err)
	}
}

func BenchmarkPicture(b *testing.B) {
	e, err := engine.New(b.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = e.Close(context.Background()) }()
	data := freightPDF()
	for b.Loop() {
		if _, err := e.Picture(b.Context(), engine.PictureRequest{Data: data, Page: 1, Width: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}
