package mix

import (
	"bytes"
	"fmt"
	"strings"
)

// A4 in points.
const pageWidth, pageHeight = 595, 842

// Standard fonts of all PDF readers (ISO 32000-1, 9.6.2.2).
const (
	regular = "F1" // Helvetica
	bold    = "F2" // Helvetica-Bold
)

// page is the content of a page in points from its top left; y is a baseline; texts are ASCII.
type page struct{ content bytes.Buffer }

func (p *page) text(x, y, size float64, font, s string) {
	s = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
	fmt.Fprintf(&p.content, "BT /%s %g Tf %g %g Td (%s) Tj ET\n", font, size, x, pageHeight-y, s)
}

func (p *page) lines(x, y, distance, size float64, lines ...string) {
	for i, line := range lines {
		p.text(x, y+float64(i)*distance, size, regular, line)
	}
}

func (p *page) rule(x0, y, x1 float64) {
	fmt.Fprintf(&p.content, "0.5 w %g %g m %g %g l S\n", x0, pageHeight-y, x1, pageHeight-y)
}

func (p *page) file() []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R "+
			"/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>", pageWidth, pageHeight),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", p.content.Len(), p.content.Bytes()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
	}
	var f bytes.Buffer
	f.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = f.Len()
		fmt.Fprintf(&f, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := f.Len()
	fmt.Fprintf(&f, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&f, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&f, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return f.Bytes()
}
