package form

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/lab/synth/sheet"
	"golang.org/x/text/encoding/charmap"
)

// PDF writes the form as a PDF file. Words with letters that Helvetica's encoding lacks have the right text and
// size, but wrong shapes; see pdfgen.Page.Letters.
func (s *Sample) PDF() []byte {
	doc := pdfgen.New()
	for _, page := range s.Sheets {
		p := doc.AddPage(page.Width, page.Height)
		for _, m := range page.Marks {
			x := m.X
			for word := range strings.SplitSeq(m.Text, " ") {
				one := m
				one.X, one.Text = x, word
				write(p, one)
				one.Text += " "
				x += one.Width()
			}
		}
		for _, r := range page.Rules {
			p.Rule(r.X0, r.Y0, r.X1, r.Y1)
		}
	}
	return doc.Bytes()
}

// write writes a word, stretched to the width that its sheet gives it.
func write(p *pdfgen.Page, m sheet.Mark) {
	if m.Text == "" {
		return
	}
	stretch, isForeign := max(m.Wide, 0), strings.ContainsFunc(m.Text, func(c rune) bool {
		_, ok := charmap.Windows1252.EncodeRune(c)
		return !ok
	})
	if stretch == 0 {
		stretch = 1
	}
	if isForeign {
		stretch = m.Width() / (0.6 * m.Size * float64(len([]rune(m.Text))))
	}
	p.Raw(fmt.Sprintf("%.2f Tz", 100*stretch))
	switch {
	case isForeign:
		p.Letters(m.X, m.Y, m.Size, m.Text)
	case m.Bold:
		p.Bold(m.X, m.Y, m.Size, m.Text)
	default:
		p.Text(m.X, m.Y, m.Size, m.Text)
	}
}
