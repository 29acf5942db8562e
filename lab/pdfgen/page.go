package pdfgen

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"strings"
)

// Page is one page. Its methods draw in the order of the calls.
type Page struct {
	width, height float64
	rotate        int
	crop          *[4]float64
	content       bytes.Buffer
	compressed    []byte // replaces content
	images        []picture
	fields        []field
	annotations   []annotation
	letters       *letters // of the document
}

type annotation struct {
	dictionary string
	widget     bool
}

type field struct {
	box   [4]float64 // in page space
	size  float64
	value string
}

type picture struct {
	entries string
	data    []byte
}

// Rotate sets the page's clockwise display rotation, a multiple of 90.
func (p *Page) Rotate(degrees int) { p.rotate = degrees }

// Crop sets the crop box by its top left and bottom right corners.
func (p *Page) Crop(x0, y0, x1, y1 float64) {
	p.crop = &[4]float64{x0, p.height - y1, x1, p.height - y0}
}

// Text writes s in Helvetica with its baseline starting at (x, y).
func (p *Page) Text(x, y, size float64, s string) { p.show("F1", 0, x, y, size, 0, s) }

// Bold writes s in Helvetica-Bold with its baseline starting at (x, y).
func (p *Page) Bold(x, y, size float64, s string) { p.show("F2", 0, x, y, size, 0, s) }

// TextRight writes s in Helvetica with its right end at x.
func (p *Page) TextRight(x, y, size float64, s string) { p.Text(x-TextWidth(s, size), y, size, s) }

// BoldRight writes s in Helvetica-Bold with its right end at x.
func (p *Page) BoldRight(x, y, size float64, s string) { p.Bold(x-BoldWidth(s, size), y, size, s) }

// Hidden writes s in text render mode 3: neither filled nor stroked.
func (p *Page) Hidden(x, y, size float64, s string) { p.show("F1", 3, x, y, size, 0, s) }

// TextAngle writes s rotated counter-clockwise by degrees about (x, y).
func (p *Page) TextAngle(x, y, size, degrees float64, s string) {
	p.show("F1", 0, x, y, size, degrees, s)
}

func (p *Page) show(font string, mode int, x, y, size, degrees float64, s string) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	fmt.Fprintf(&p.content, "BT /%s %.2f Tf %d Tr %.5f %.5f %.5f %.5f %.2f %.2f Tm %s Tj ET\n",
		font, size, mode, cos, sin, -sin, cos, x, p.height-y, literal(s))
}

// Letters writes any characters from left to right. Its font maps them correctly but shows each as some letter three
// fifths of the size wide. A document supports 94 different ones.
func (p *Page) Letters(x, y, size float64, s string) {
	fmt.Fprintf(&p.content, "BT /F3 %.2f Tf 0 Tr %.2f %.2f Td <%x> Tj ET\n", size, x, p.height-y, p.letters.codes(s))
}

// Annotation adds an annotation, given as entries of its dictionary in PDF syntax (origin bottom left).
func (p *Page) Annotation(entries string) {
	p.annotations = append(p.annotations, annotation{dictionary: entries})
}

// Widget adds a form field that is also its widget annotation, given as entries of its dictionary in PDF syntax
// (origin bottom left).
func (p *Page) Widget(entries string) {
	p.annotations = append(p.annotations, annotation{"/Subtype /Widget " + entries, true})
}

// Field places a filled text field with its baseline starting at (x, y).
func (p *Page) Field(x, y, width, size float64, value string) {
	bottom := p.height - y - size/4
	p.fields = append(p.fields, field{[4]float64{x, bottom, x + width, bottom + size*1.25}, size, value})
}

// Rule draws a thin straight line.
func (p *Page) Rule(x0, y0, x1, y1 float64) {
	fmt.Fprintf(&p.content, "0.5 w %.2f %.2f m %.2f %.2f l S\n", x0, p.height-y0, x1, p.height-y1)
}

// JPEG places img, JPEG-compressed, with its top left corner at (x, y).
func (p *Page) JPEG(x, y, width, height float64, img *image.Gray) {
	p.JPEGMatrix([6]float64{width, 0, 0, height, x, p.height - y - height}, img)
}

// JPEGMatrix places img, JPEG-compressed, by a matrix that maps the unit square with the upright image to the page
// (origin bottom left).
func (p *Page) JPEGMatrix(m [6]float64, img *image.Gray) {
	var b bytes.Buffer
	// Writes to a bytes.Buffer cannot fail, and a gray image always encodes.
	_ = jpeg.Encode(&b, img, &jpeg.Options{Quality: 90})
	p.place(m, picture{imageEntries(img, "/Filter /DCTDecode"), b.Bytes()})
}

// Image places img as raw samples with its top left corner at (x, y).
func (p *Page) Image(x, y, width, height float64, img *image.Gray) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	pix := make([]byte, 0, w*h)
	for row := range h {
		pix = append(pix, img.Pix[row*img.Stride:row*img.Stride+w]...)
	}
	p.place([6]float64{width, 0, 0, height, x, p.height - y - height}, picture{imageEntries(img, ""), pix})
}

func imageEntries(img *image.Gray, filter string) string {
	return fmt.Sprintf(
		"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 %s",
		img.Rect.Dx(),
		img.Rect.Dy(),
		filter,
	)
}

func (p *Page) place(m [6]float64, pic picture) {
	p.images = append(p.images, pic)
	fmt.Fprintf(&p.content, "q %.2f %.2f %.2f %.2f %.2f %.2f cm /I%d Do Q\n",
		m[0], m[1], m[2], m[3], m[4], m[5], len(p.images))
}

// Raw appends content stream operators unchanged (origin bottom left).
func (p *Page) Raw(operators string) { p.content.WriteString(operators + "\n") }

// Compressed replaces the page's content with a Flate-compressed content stream.
func (p *Page) Compressed(data []byte) { p.compressed = data }

func (p *Page) writeContent(f *file) int {
	if p.compressed != nil {
		return f.rawStream("/Filter /FlateDecode", p.compressed)
	}
	return f.stream("", p.content.Bytes())
}

func (p *Page) write(f *file) int {
	var objects strings.Builder
	for i, pic := range p.images {
		fmt.Fprintf(&objects, " /I%d %d 0 R", i+1, f.rawStream(pic.entries, pic.data))
	}
	annotations := p.writeAnnotations(f)
	content := p.writeContent(f)
	crop := ""
	if p.crop != nil {
		crop = fmt.Sprintf(" /CropBox [%.2f %.2f %.2f %.2f]", p.crop[0], p.crop[1], p.crop[2], p.crop[3])
	}
	return f.add(fmt.Sprintf(
		"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %.2f %.2f]%s /Rotate %d"+
			" /Resources << /Font << /F1 %d 0 R /F2 %d 0 R /F3 %d 0 R >> /XObject <<%s >> /ExtGState << /Clear << /ca 0 /CA 0 "+
			">> >> >>"+
			" /Annots [%s ] /Contents %d 0 R >>",
		pagesObject,
		p.width,
		p.height,
		crop,
		p.rotate,
		regularFont,
		boldFont,
		lettersFont,
		objects.String(),
		annotations,
		content,
	))
}

// writeAnnotations returns references to all annotations and records the form fields.
func (p *Page) writeAnnotations(f *file) string {
	var all strings.Builder
	for _, w := range p.fields {
		n := w.write(f)
		f.fields = append(f.fields, n)
		fmt.Fprintf(&all, " %d 0 R", n)
	}
	for _, a := range p.annotations {
		n := f.add("<< /Type /Annot " + a.dictionary + " >>")
		if a.widget {
			f.fields = append(f.fields, n)
		}
		fmt.Fprintf(&all, " %d 0 R", n)
	}
	return all.String()
}

func (w field) write(f *file) int {
	width, height := w.box[2]-w.box[0], w.box[3]-w.box[1]
	appearance := f.stream(
		fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 %.2f %.2f] /Resources << /Font << /F1 %d 0 R >> >>",
			width, height, regularFont),
		fmt.Appendf(nil, "/Tx BMC BT /F1 %.2f Tf 0 %.2f Td %s Tj ET EMC", w.size, w.size/4, literal(w.value)),
	)
	return f.add(
		fmt.Sprintf(
			"<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V %s /F 4 /Rect [%.2f %.2f %.2f %.2f] /AP << /N %d 0 R >> >>",
			literal(w.value),
			w.box[0],
			w.box[1],
			w.box[2],
			w.box[3],
			appearance,
		),
	)
}
