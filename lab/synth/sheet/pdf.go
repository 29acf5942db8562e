package sheet

import (
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
)

// PDF writes the sheets as a PDF for inspection. It replaces letters that Helvetica's encoding lacks; see
// pdfgen.Page.Text.
func (s Sheets) PDF() []byte {
	doc := pdfgen.New()
	for _, sheet := range s {
		p := doc.AddPage(sheet.Width, sheet.Height)
		for _, m := range sheet.Marks {
			for _, part := range m.printed() {
				if m.Bold {
					p.Bold(part.X, m.Y, m.Size, part.Text)
				} else {
					p.Text(part.X, m.Y, m.Size, part.Text)
				}
			}
		}
		for _, r := range sheet.Rules {
			p.Rule(r.X0, r.Y0, r.X1, r.Y1)
		}
	}
	return doc.Bytes()
}

// printed splits a mark with a letter width other than Helvetica's into words, so that each word is in the right
// position.
func (m Mark) printed() []Mark {
	if m.Wide == 0 {
		return []Mark{m}
	}
	var out []Mark
	x, space := m.X, m.scaledWidth(TextWidth(" ", m.Size, m.Bold))
	for w := range strings.SplitSeq(m.Text, " ") {
		part := Mark{X: x, Y: m.Y, Size: m.Size, Bold: m.Bold, Text: w, Wide: m.Wide}
		x += part.Width() + space
		out = append(out, part)
	}
	return out
}
