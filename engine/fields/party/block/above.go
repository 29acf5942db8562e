package block

import (
	"math"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// addressBlock reads upward from a postal line to the name above.
func (r finder) addressBlock(postal *layout.Segment) *Block {
	lines := []*layout.Segment{postal}
	for s := above(postal); s != nil && len(lines) < 7; s = above(s) {
		if numberLine(r.Document, s) {
			continue
		}
		if StopsAddress(r.Document, s) || senderLine(s) != nil || textshape.TitleLine(s.Words) ||
			recognize.CountDigits(s.Text()) > 12 {
			break
		}
		if asideLine(s) {
			continue
		}
		lines = append(lines, s)
	}
	for n := len(lines); n > 1 && !textshape.NameLike(lines[n-1].Words); n-- {
		if n > 2 && textshape.NumberedName(lines[n-1].Words, lines[n-2].Words) {
			break
		}
		lines = lines[:n-1]
	}
	if len(lines) < 2 {
		return nil
	}
	if name := companyAbove(lines[len(lines)-1]); name != nil {
		lines = append(lines, name)
	}
	top := lines[len(lines)-1]
	p := &Block{Name: []layout.Part{annotate.Whole(top)}, Score: 1}
	for i := len(lines) - 2; i >= 0; i-- {
		p.Address = append(p.Address, annotate.Whole(lines[i]))
	}
	p.Address = appendProvince(p.Address)
	p.Role, p.Heading = headingAbove(top)
	return p
}

// above returns the line of an address over s: the one that s continues or, over
// a wider gap, one with the same left edge.
func above(s *layout.Segment) *layout.Segment {
	if prev := s.PreviousInBlock(); prev != nil {
		return prev
	}
	for row := s.Row - 1; row >= 0; row-- {
		line := s.Page.Rows[row]
		if s.Box.Y0-line.Box.Y1 > 2.6*s.Height() {
			return nil
		}
		for _, t := range line.Segments {
			if d := t.Box.X0 - s.Box.X0; d > -0.3*s.Height() && d < 0.3*s.Height() {
				return t
			}
		}
	}
	return nil
}

// companyAbove returns the company's name right over a block whose first line is
// none: a letterhead set in larger type need not be aligned with the rest.
func companyAbove(top *layout.Segment) *layout.Segment {
	if textshape.HasLegalForm(top.Words) {
		return nil
	}
	for row := top.Row - 1; row >= 0 && row >= top.Row-3; row-- {
		for _, s := range top.Page.Rows[row].Segments {
			if s.Box.OverlapX(top.Box) <= 0 || top.Box.Y0-s.Box.Y1 > 1.5*s.Height() {
				continue
			}
			if textshape.NameLike(s.Words) && textshape.HasLegalForm(s.Words) && senderLine(s) == nil {
				return s
			}
		}
	}
	return nil
}

// personal reports whether a line names the person that a letter is for.
func personal(folded []string) bool {
	if len(folded) < 2 || len(folded) > 6 {
		return false
	}
	for _, w := range folded {
		if recognize.CountDigits(w) > 0 {
			return false
		}
	}
	return lexicon.Salutation.Has(folded[0]) || len(folded) > 2 && lexicon.CareOf.Has(folded[0]+" "+folded[1])
}

// asideLine tells such a line by its first word or by the label left of it.
func asideLine(s *layout.Segment) bool {
	if folded, _ := s.Folded(); len(folded) > 0 && (lexicon.PartyAside.Has(folded[0]) || personal(folded)) {
		return true
	}
	left := s.Left()
	if left == nil {
		return false
	}
	folded, _ := left.Folded()
	return len(folded) > 0 && len(folded) <= 2 && (lexicon.PartyAside.Has(folded[0]) || folded[0] == "contact")
}

// headingAbove looks for the party heading over a block: in the nearest row that
// holds one, the one whose left edge is nearest.
func headingAbove(top *layout.Segment) (role.Role, *layout.Segment) {
	limit := top.Box.Y0 - 5*top.Height()
	for row := top.Row; row >= 0; row-- {
		line := top.Page.Rows[row]
		if line.Box.Y1 < limit {
			break
		}
		found, heading := role.Unknown, (*layout.Segment)(nil)
		for _, s := range line.Segments {
			if !mayHead(s, top) || heading != nil && math.Abs(s.Box.X0-top.Box.X0) >= math.Abs(heading.Box.X0-top.Box.X0) {
				continue
			}
			if named, _ := role.Heading(s); named != role.Unknown {
				found, heading = named, s
			}
		}
		if heading != nil {
			return found, heading
		}
	}
	return role.Unknown, nil
}

// mayHead reports whether a segment stands where the heading of a block can:
// over it or left of it.
func mayHead(s, top *layout.Segment) bool {
	if s == top || s.Box.X0 > top.Box.X1 || s.Box.X0 > top.Box.X0+2*top.Height() {
		return false
	}
	return s.Row == top.Row || s.Box.X1 >= top.Box.X0-25*top.Height() || s.Box.OverlapX(top.Box) >= 0
}
