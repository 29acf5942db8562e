package read_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const shelf = "SHELF-0042"

// bars draws a Code 128 of shelf with modules of that many pixels. A fraction of a pixel makes edges gray.
func bars(t testing.TB, module float64, h int) *image.Gray {
	t.Helper()
	bits, err := oned.NewCode128Writer().Encode(shelf, gozxing.BarcodeFormat_CODE_128, 1, 1,
		map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_MARGIN: 0})
	require.NoError(t, err)
	const fine = 12
	img := pixels.White(fine*bits.GetWidth(), h)
	for x := range img.Rect.Dx() {
		for y := 0; y < h && bits.Get(x/fine, 0); y++ {
			img.SetGray(x, y, color.Gray{})
		}
	}
	return pixels.Shrink(img, int(module*float64(bits.GetWidth())), h)
}

// ground draws a picture that becomes darker towards its lower edge.
func ground(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = byte(255 - 60*(i/w)/h)
	}
	return img
}

// colored returns the samples of an image in blue on yellow.
func colored(img *image.Gray) string {
	var b strings.Builder
	for _, v := range img.Pix {
		b.Write([]byte{v, byte(int(v) * 240 / 255), 128})
	}
	return b.String()
}

// packed returns the samples of a black and white image with a bit for each pixel, which is set for dark ones.
func packed(img *image.Gray) string {
	var b strings.Builder
	for y := range img.Rect.Dy() {
		row := make([]byte, (img.Rect.Dx()+7)/8)
		for x := range img.Rect.Dx() {
			if img.GrayAt(x, y).Y < 128 {
				row[x/8] |= 0x80 >> (x % 8)
			}
		}
		b.Write(row)
	}
	return b.String()
}

func imageOf(img *image.Gray, entries, samples string) string {
	return pdfgen.PackedStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d %s",
		img.Rect.Dx(), img.Rect.Dy(), entries), samples)
}

func gray(img *image.Gray) string {
	return imageOf(img, "/ColorSpace /DeviceGray /BitsPerComponent 8", string(img.Pix))
}

// stated returns a PDF with a page for each content below a line of text. Contents name the objects /X1, /X2 and so on.
func stated(objects []string, contents ...string) []byte {
	const first = 4 // of the objects' numbers
	var names, kids strings.Builder
	for i := range objects {
		fmt.Fprintf(&names, "/X%d %d 0 R ", i+1, first+i)
	}
	resources := fmt.Sprintf("/Resources << /Font << /F1 3 0 R >> /XObject << %s >> >>", names.String())
	all := append([]string{"<< /Type /Catalog /Pages 2 0 R >>", "",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}, objects...)
	for i, o := range all {
		all[i] = strings.ReplaceAll(o, "/Resources here", resources)
	}
	for _, content := range contents {
		text := "BT /F1 11 Tf 40 760 Td (The goods of this delivery are on the shelf that is named below.) Tj ET\n"
		all = append(all, pdfgen.PackedStream("", text+content))
		fmt.Fprintf(&kids, "%d 0 R ", len(all)+1)
		all = append(all, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] %s /Contents %d 0 R >>",
			resources, len(all)))
	}
	all[1] = fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(contents), kids.String())
	return pdfgen.Objects(all...)
}

func findAll(t *testing.T, data []byte) *document.Document {
	t.Helper()
	doc := mustRead(t, data)
	require.NoError(t, reader(t).FindBarcodes(t.Context(), doc))
	return doc
}

func TestBarcodesInObjects(t *testing.T) {
	t.Parallel()
	const place = "q 140 0 0 40 300 500 cm /X1 Do Q"
	code, sharp, exact, fine := bars(t, 1.3, 40), bars(t, 3, 40), bars(t, 1, 1), bars(t, 4, 1)
	label := func(w, h int, at image.Point) string {
		img := ground(w, h)
		pixels.Paste(img, at, code, code.Rect)
		return gray(img)
	}
	var photo bytes.Buffer
	require.NoError(t, jpeg.Encode(&photo, code, &jpeg.Options{Quality: 60}))
	inverse := pixels.Clone(sharp, sharp.Rect)
	pixels.Invert(inverse)
	strip := func(y int) string { return gray(pixels.Clone(sharp, image.Rect(0, y, sharp.Rect.Dx(), y+20))) }
	var strokes, inked strings.Builder
	for x, v := range fine.Pix {
		if v < 128 {
			fmt.Fprintf(&strokes, "%.2f 500 m %.2f 540 l S\n", 300+float64(x)/4, 300+float64(x)/4)
			fmt.Fprintf(&inked, "%.2f 500 0.25 40 re\n", 300+float64(x)/4)
		}
	}
	form := "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources here"
	for name, data := range map[string][]byte{
		"small color picture": stated([]string{
			imageOf(code, "/ColorSpace /DeviceRGB /BitsPerComponent 8", colored(code))}, place),
		"JPEG": stated([]string{pdfgen.Stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height 40 "+
			"/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode", code.Rect.Dx()), photo.String())}, place),
		"one row": stated([]string{gray(exact)}, place),
		"one bit": stated([]string{
			imageOf(exact, "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]", packed(exact))}, place),
		"stencil": stated([]string{
			imageOf(exact, "/ImageMask true /BitsPerComponent 1 /Decode [1 0]", packed(exact))}, place),
		"inline stencil": stated(nil, fmt.Sprintf(
			"q 140 0 0 40 300 500 cm BI /W %d /H 1 /BPC 1 /IM true /D [1 0] /F /AHx ID %s> EI Q",
			exact.Rect.Dx(), hex.EncodeToString([]byte(packed(exact))))),
		"palette": stated([]string{imageOf(sharp,
			"/ColorSpace [/Indexed /DeviceRGB 255 <"+strings.Repeat("202060", 128)+strings.Repeat("f0f0d0", 128)+">] "+
				"/BitsPerComponent 8", string(sharp.Pix))}, place),
		"soft mask": stated([]string{
			imageOf(sharp, "/ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 5 0 R", strings.Repeat("\x00", len(sharp.Pix))),
			gray(inverse)}, place),
		"strips": stated([]string{strip(0), strip(20)},
			"q 140 0 0 20 300 520 cm /X1 Do Q q 140 0 0 20 300 500 cm /X2 Do Q"),
		"narrow strips in a form": stated([]string{pdfgen.Stream(form,
			"q 140 0 0 8 300 508 cm /X2 Do Q q 140 0 0 8 300 500 cm /X3 Do Q"), strip(0), strip(20)}, "/X1 Do"),
		"label":       stated([]string{label(400, 300, image.Pt(90, 200))}, "q 280 0 0 210 200 300 cm /X1 Do Q"),
		"large label": stated([]string{label(700, 600, image.Pt(90, 400))}, "q 300 0 0 260 200 300 cm /X1 Do Q"),
		"turned":      stated([]string{gray(code)}, "q 0 140 -40 0 300 500 cm /X1 Do Q"),
		"mirrored":    stated([]string{gray(code)}, "q -140 0 0 -40 440 540 cm /X1 Do Q"),
		"form":        stated([]string{pdfgen.Stream(form, inked.String()+"f")}, "q 1 0 0 1 0 0 cm /X1 Do Q"),
		"image in form": stated([]string{gray(code), pdfgen.Stream(form, place)},
			"q 1.2 0 0 1.2 -100 -100 cm /X2 Do Q"),
		"strokes": stated(nil, "0.4 w\n"+strokes.String()),
		"area":    stated(nil, inked.String()+"f"),
		"second picture of a size": stated([]string{gray(ground(code.Rect.Dx(), code.Rect.Dy())), gray(code)},
			place, strings.ReplaceAll(place, "X1", "X2")),
	} {
		doc := findAll(t, data)
		if len(doc.Barcodes) != 1 || doc.Barcodes[0].Text != shelf || doc.Barcodes[0].Page != len(doc.Pages) {
			t.Errorf("%s: %+v in %d places", name, doc.Barcodes, len(doc.Pages[0].CodePlaces))
		}
	}
}

// TestNoPlacesForCodes looks at objects that would take time to draw and cannot show a code.
func TestNoPlacesForCodes(t *testing.T) {
	t.Parallel()
	var bold strings.Builder
	for i := range 40 {
		fmt.Fprintf(&bold, "100 %.2f m 190 %.2f l S\n", 500-float64(i/20)*15-0.12*float64(i%20),
			500-float64(i/20)*15-0.12*float64(i%20))
	}
	for name, data := range map[string][]byte{
		"bold rules": stated(nil, "0.75 w\n"+bold.String()),
		"tiny image": stated([]string{gray(pixels.White(7, 7))}, "q 100 0 0 100 300 500 cm /X1 Do Q"),
		"text in a form": stated([]string{pdfgen.Stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources here",
			"BT /F1 11 Tf 40 700 Td (Signed) Tj ET")}, "/X1 Do"),
	} {
		doc := findAll(t, data)
		assert.Equal(t, len(doc.Pages[0].CodePlaces), 0, name)
	}
}
