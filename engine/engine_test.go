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
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func invoicePDF() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Tools Ltd")
	p.Text(60, 78, 9, "14 Mill Lane")
	p.Text(60, 90, 9, "Leeds LS1 4AP")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(60, 130, 9, "Bill To")
	p.Text(60, 144, 9, "Oak & Sons")
	p.Text(60, 156, 9, "3 High Street")
	p.Text(60, 168, 9, "York YO1 7HH")
	for i, line := range [][2]string{{"Invoice No:", "HT-1188"}, {"Invoice Date:", "March 18, 2024"},
		{"Due Date:", "April 17, 2024"}} {
		p.Text(340, 130+14*float64(i), 9, line[0])
		p.Text(460, 130+14*float64(i), 9, line[1])
	}
	p.Text(60, 250, 9, "Description")
	p.TextRight(330, 250, 9, "Qty")
	p.TextRight(440, 250, 9, "Unit Price")
	p.TextRight(540, 250, 9, "Amount")
	p.Text(60, 268, 9, "Steel bracket")
	p.TextRight(330, 268, 9, "4")
	p.TextRight(440, 268, 9, "25.00")
	p.TextRight(540, 268, 9, "100.00")
	for i, line := range [][2]string{{"Subtotal", "100.00"}, {"VAT 20%", "20.00"}, {"Total GBP", "120.00"}} {
		p.Text(380, 300+18*float64(i), 9, line[0])
		p.TextRight(540, 300+18*float64(i), 9, line[1])
	}
	return doc.Bytes()
}

func TestExtract(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer func() { _ = e.Close(context.Background()) }()

	res, err := e.Extract(t.Context(), extract.Request{Data: invoicePDF()})
	require.NoError(t, err)
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HT-1188", "issueDate": "2024-03-18", "dueDate": "2024-04-17", "vendorName": "Harrow Tools Ltd",
		"customerName": "Oak & Sons", "subtotal": "100.00", "taxTotal": "20.00", "total": "120.00", "currency": "GBP",
	})
	assert.True(t, res.Pages == 1 && res.MIMEType == "application/pdf", res.Pages, "pages of", res.MIMEType)

	res, err = e.Extract(t.Context(), extract.Request{
		Data: []byte("INVOICE\nInvoice No: A-17\nDate: 2024-03-01\nTotal: 12.00 EUR\n"), DocumentType: result.TypeInvoice,
	})
	require.NoError(t, err)
	expect(t, res, result.TypeInvoice, map[string]string{"invoiceNumber": "A-17", "issueDate": "2024-03-01",
		"total": "12.00"})
	if f := res.Fields["total"]; f.Page == nil || *f.Page != 1 || f.Box == nil {
		t.Errorf("the total of a text stands on page %v at %v", f.Page, f.Box)
	}

	var fail *extractionerror.Error
	_, err = e.Extract(t.Context(), extract.Request{Data: []byte("%PDF-1.7\nnot really")})
	assert.True(t, errors.As(err, &fail), "a broken file gives", err)
}

func expect(t *testing.T, res *result.Result, documentType result.DocumentType, want map[string]string) {
	t.Helper()
	assert.Equal(t, res.DocumentType, documentType, "document type")
	for name, w := range want {
		if got := res.Data[name]; got != w {
			t.Errorf("%s = %v, want %q", name, got, w)
		}
	}
}

// Timings cover all stages, also of a failed extraction.
func TestTimings(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	defer func() { _ = e.Close(context.Background()) }()

	var text extract.Timings
	_, err = e.Extract(t.Context(), extract.Request{Data: invoicePDF(), Timings: &text})
	require.NoError(t, err)
	if text.Read <= 0 || text.Extract <= 0 || text.Recognize != 0 || text.RecognizedPages != 0 {
		t.Errorf("a text: %+v", text)
	}
	var scan extract.Timings
	_, err = e.Extract(t.Context(), extract.Request{Data: scannedPDF(t, e), Timings: &scan})
	require.NoError(t, err)
	if scan.Read <= 0 || scan.Extract <= 0 || scan.Recognize <= 0 || scan.RecognizedPages != 1 {
		t.Errorf("a scan: %+v", scan)
	}
	var broken extract.Timings
	_, err = e.Extract(t.Context(), extract.Request{Data: []byte("%PDF-1.7\nno"), Timings: &broken})
	require.Error(t, err, "a broken file is read")
	assert.True(t, broken.Read > 0 && broken.Extract == 0, "a broken file", broken)
}

// scannedPDF is the invoice as a page that is only an image.
func scannedPDF(t *testing.T, e *engine.Engine) []byte {
	t.Helper()
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: invoicePDF(), Page: 1, Width: 1600})
	require.NoError(t, err)
	return drawn.Data
}

func TestPicture(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
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
		require.NoError(t, err)
		cfg, err := png.DecodeConfig(bytes.NewReader(p.Data))
		if err != nil || image.Pt(cfg.Width, cfg.Height) != c.size || image.Pt(p.Width, p.Height) != c.size ||
			cfg.ColorModel != c.want {
			t.Errorf("%s: %d by %d, %+v, %v", name, p.Width, p.Height, cfg, err)
		}
	}
	var f *extractionerror.Error
	_, err = e.Picture(t.Context(), engine.PictureRequest{Data: red.Bytes(), Page: 2, Width: 500})
	assert.True(t, errors.As(err, &f) && f.Code == extractionerror.NotFound, "beyond the end", err)
}

// A small picture uses the smaller encoding.
func TestSmallPicture(t *testing.T) {
	t.Parallel()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
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
		require.NoError(t, err)
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
	require.NoError(t, (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img))
	return b.Bytes()
}

func BenchmarkPicture(b *testing.B) {
	e, err := engine.New(b.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(b, err)
	defer func() { _ = e.Close(context.Background()) }()
	data := invoicePDF()
	for b.Loop() {
		if _, err := e.Picture(b.Context(), engine.PictureRequest{Data: data, Page: 1, Width: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}
