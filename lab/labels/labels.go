// Package labels makes a document with barcodes of every format that the engine reads and this project can draw.
package labels

import (
	"fmt"
	"image"
	"strings"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/datamatrix"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/docmill/docmill/lab/pdf417"
	"github.com/docmill/docmill/lab/pdfgen"
)

// Size of the pages in points.
const (
	Width  = 595.0
	Height = 842.0
)

// Label is a barcode of the sheet.
type Label struct {
	Format string  // in records
	Value  string  // in records; "" if the content is not text
	X, Y   float64 // of its middle, in points from the top left corner
	format gozxing.BarcodeFormat
	writer gozxing.Writer
	text   string
}

// All returns the labels of the sheet.
func All() []Label {
	labels := []Label{
		{format: gozxing.BarcodeFormat_EAN_13, writer: oned.NewEAN13Writer(), text: "4006381333931"},
		{format: gozxing.BarcodeFormat_EAN_8, writer: oned.NewEAN8Writer(), text: "96385074"},
		{format: gozxing.BarcodeFormat_UPC_A, writer: oned.NewUPCAWriter(), text: "036000291452"},
		{format: gozxing.BarcodeFormat_UPC_E, writer: oned.NewUPCEWriter(), text: "01234565"},
		{format: gozxing.BarcodeFormat_CODE_128, writer: oned.NewCode128Writer(), text: "PARCEL-0042"},
		{format: gozxing.BarcodeFormat_CODE_128, writer: oned.NewCode128Writer(), text: "\u00f110LOT7\u00f12109876543",
			Value: "10LOT7\x1d2109876543"}, // GS1
		{format: gozxing.BarcodeFormat_CODE_39, writer: oned.NewCode39Writer(), text: "LOT 77"},
		{format: gozxing.BarcodeFormat_CODE_93, writer: oned.NewCode93Writer(), text: "SHELF-9"},
		{format: gozxing.BarcodeFormat_ITF, writer: oned.NewITFWriter(), text: "15400141288763"},
		{format: gozxing.BarcodeFormat_CODABAR, writer: oned.NewCodaBarWriter(), text: "A40156B", Value: "40156"},
		{format: gozxing.BarcodeFormat_DATA_MATRIX, writer: datamatrix.NewDataMatrixWriter(), text: "Part 4711, bin 8"},
		{format: gozxing.BarcodeFormat_DATA_MATRIX, writer: datamatrix.NewDataMatrixWriter(), text: "10A1\x1d17270131"},
		{format: gozxing.BarcodeFormat_QR_CODE, writer: qrcode.NewQRCodeWriter(), text: "Größe 42"},
		{format: gozxing.BarcodeFormat_QR_CODE, writer: qrcode.NewQRCodeWriter(), text: binary},
		{Format: "pdf417", writer: pdf417Writer{}, text: "Ramp 5, crate 12"},
	}
	for i := range labels {
		l := &labels[i]
		if l.Format == "" {
			l.Format = strings.ToLower(l.format.String())
		}
		l.X, l.Y = 160+270*float64(i%2), 170+85*float64(i/2)
		if l.Value == "" && l.text != binary {
			l.Value = l.text
		}
	}
	return labels
}

const binary = "\x00\x01\u00ff\u0080\u00fe\u0093"

// pdf417Writer draws PDF417 codes, which the library only names.
type pdf417Writer struct{ gozxing.Writer }

func (pdf417Writer) Encode(text string, _ gozxing.BarcodeFormat, _, _ int, _ map[gozxing.EncodeHintType]any) (
	*gozxing.BitMatrix, error) {
	const columns, level = 2, 2
	code := pdf417.Draw(pdf417.Bytes(text), columns, level)
	bits, err := gozxing.NewBitMatrix(code.Rect.Dx(), code.Rect.Dy())
	for i, v := range code.Pix {
		if v == 0 {
			bits.Set(i%code.Stride, i/code.Stride)
		}
	}
	return bits, err
}

// Sheet returns a PDF with a page of text and one of text and labels. The labels are pictures, or shapes: bars and
// columns of dark modules.
func Sheet(asPictures bool) ([]byte, error) {
	doc := pdfgen.New()
	doc.AddPage(Width, Height).Text(60, 60, 11, "The labels of this week are on the next page.")
	p := doc.AddPage(Width, Height)
	p.Bold(60, 60, 14, "Labels of the week")
	p.Text(60, 90, 11, "Please cut them out along the edges.")
	p.Text(60, 106, 11, "Keep the rest of the paper for the next week.")
	for _, l := range All() {
		if err := l.draw(p, asPictures); err != nil {
			return nil, err
		}
	}
	return doc.Bytes(), nil
}

func (l *Label) draw(p *pdfgen.Page, asPicture bool) error {
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_MARGIN: 0}
	bits, err := l.writer.Encode(l.text, l.format, 1, 1, hints)
	if err != nil {
		return fmt.Errorf("labels: %w", err)
	}
	module, high := 1.0, 40.0 // points
	if bits.GetHeight() > 1 {
		module, high = 2, 2
	}
	w, h := module*float64(bits.GetWidth()), high*float64(bits.GetHeight())
	x, y := l.X-w/2, l.Y-h/2
	if !asPicture {
		for mx := range bits.GetWidth() {
			for my, rows := 0, 1; my < bits.GetHeight(); my, rows = my+rows, 1 {
				if !bits.Get(mx, my) {
					continue
				}
				for my+rows < bits.GetHeight() && bits.Get(mx, my+rows) {
					rows++
				}
				left, bottom := x+module*float64(mx), Height-y-high*float64(my+rows)
				p.Raw(fmt.Sprintf("%.2f %.2f %.2f %.2f re f", left, bottom, module, high*float64(rows)))
			}
		}
		return nil
	}
	const scale = 4 // pixels of a point
	img := image.NewGray(image.Rect(0, 0, int(w*scale), int(h*scale)))
	for py := range img.Rect.Dy() {
		for px := range img.Rect.Dx() {
			if !bits.Get(int(float64(px)/scale/module), int(float64(py)/scale/high)) {
				img.Pix[py*img.Stride+px] = 255
			}
		}
	}
	p.Image(x, y, w, h, img)
	return nil
}
