package read_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/require"
)

func mustDraw(t testing.TB, data []byte, page, width int) *image.RGBA {
	t.Helper()
	img, err := reader(t).Picture(t.Context(), data, page, width)
	require.NoError(t, err)
	return img
}

// flag is a page whose top left quarter is red, turned and cropped as asked.
func flag(degrees int, crop bool) []byte {
	doc := pdfgen.New()
	doc.AddPage(10, 10)
	p := doc.AddPage(600, 800)
	p.Rotate(degrees)
	if crop {
		p.Crop(150, 0, 600, 800)
	}
	p.Raw("1 0 0 rg 0 400 300 400 re f")
	return doc.Bytes()
}

func TestPictureOfPDF(t *testing.T) {
	t.Parallel()
	red, white := color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	for name, c := range map[string]struct {
		data   []byte
		height int
		inside image.Point // in hundredths of the page
	}{
		"upright": {flag(0, false), 400, image.Pt(25, 25)},
		"turned":  {flag(90, false), 225, image.Pt(75, 25)},
		"over":    {flag(180, false), 400, image.Pt(75, 75)},
		"back":    {flag(270, false), 225, image.Pt(25, 75)},
		"cropped": {flag(0, true), 533, image.Pt(16, 25)},
	} {
		img := mustDraw(t, c.data, 2, 300)
		if img.Rect != image.Rect(0, 0, 300, c.height) {
			t.Errorf("%s: %v, want 300 by %d", name, img.Rect, c.height)
		}
		for _, p := range []image.Point{{16, 25}, {25, 25}, {75, 25}, {25, 75}, {75, 75}} {
			want := white
			if p == c.inside || name == "upright" && p.X == 16 || name == "cropped" && p == image.Pt(25, 25) {
				want = red
			}
			if name == "back" && p.X == 16 {
				want = white
			}
			if got := img.RGBAAt(p.X*300/100, p.Y*c.height/100); got != want {
				t.Errorf("%s: at %v %v, want %v", name, p, got, want)
			}
		}
	}
}

// A mail has the pages of its main attachment, or else of its text; an e-invoice those of its outline.
func TestPictureOfMailAndXML(t *testing.T) {
	t.Parallel()
	about := pdfgen.New()
	p := about.AddPage(600, 800)
	p.Raw("1 0 0 rg 0 400 300 400 re f")
	p.Text(60, 700, 12, "An invoice")
	mail := mixed(mailBody, attached("a.pdf", about.Bytes()))
	if got := mustDraw(t, mail, 1, 600).RGBAAt(150, 200); got != (color.RGBA{255, 0, 0, 255}) {
		t.Errorf("the attached page is %v there", got)
	}
	xml := []byte(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>1</ID></Invoice>`)
	for name, data := range map[string][]byte{"mail": mixed(mailBody), "XML": xml} {
		img, dark := mustDraw(t, data, 1, 595), 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] < 100 {
				dark++
			}
		}
		if img.Rect != image.Rect(0, 0, 595, 842) || dark < 20 {
			t.Errorf("%s: %v with %d dark pixels", name, img.Rect, dark)
		}
	}
}

func TestPictureRefusals(t *testing.T) {
	t.Parallel()
	strip, flat := pdfgen.New(), pdfgen.New()
	strip.AddPage(100, 5000)
	flat.AddPage(5000, 10)
	locked := pdfgen.New()
	locked.AddPage(600, 800)
	locked.Trailer("/ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P " +
		"-4" +
		" /O (0123456789abcdef0123456789abcdef) /U (0123456789abcdef0123456789abcdef) >>")
	for name, c := range map[string]struct {
		data        []byte
		page, width int
		want        extractionerror.Code
	}{
		"beyond the end": {flag(0, false), 3, 100, extractionerror.NotFound},
		"text":           {[]byte("Total 12.00\n"), 2, 100, extractionerror.NotFound},
		"empty mail":     {mixed(attached("a.exe", []byte("MZ\x90\x00\x03"))), 1, 100, extractionerror.NoTextFound},
		"damaged":        {[]byte("%PDF-1.7\nnothing"), 1, 100, extractionerror.CorruptFile},
		"password":       {locked.Bytes(), 1, 100, extractionerror.PasswordProtected},
		"too long":       {strip.Bytes(), 1, 201, extractionerror.TooComplex},
	} {
		_, err := reader(t).Picture(t.Context(), c.data, c.page, c.width)
		var f *extractionerror.Error
		if !errors.As(err, &f) || f.Code != c.want || f.Message == "" {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if img := mustDraw(t, strip.Bytes(), 1, 200); img.Rect.Dy() != read.MaxPictureHeight {
		t.Errorf("the longest picture: %v", img.Rect)
	}
	if img := mustDraw(t, flat.Bytes(), 1, 16); img.Rect != image.Rect(0, 0, 16, 1) {
		t.Errorf("the flattest picture: %v", img.Rect)
	}
}

func TestPictureOfImage(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, scan(t)))
	if img := mustDraw(t, b.Bytes(), 1, 400); img.Rect != image.Rect(0, 0, 400, 300) {
		t.Errorf("%v", img.Rect)
	}
}
