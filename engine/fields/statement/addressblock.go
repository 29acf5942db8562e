package statement

import (
	"math"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/address"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

type addressBlock struct {
	role    role.Role
	name    layout.Part
	address []layout.Part
}

// addressBlocks returns the blocks on the upper half of the first page: those above a line with a
// post code, and those below the heading of a party. Lines of senders are not among them.
func (r *finder) addressBlocks() (all []addressBlock) {
	if len(r.Layout.Pages) == 0 {
		return nil
	}
	for _, row := range r.Layout.Pages[0].Rows {
		for _, s := range row.Segments {
			if isSenderLine(s) {
				continue
			}
			if b, ok := r.headedBlock(s); ok {
				all = append(all, b)
			}
			if textshape.PostalLine(s.Words) && !address.IsStreetBeforeTown(s) {
				if b, ok := r.blockAbove(s); ok {
					all = append(all, b)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(b addressBlock) bool {
		return len(b.address) == 0 || b.name.Segment.RelativeY() > 0.5
	})
}

// headedBlock returns the block behind or below the heading of a party.
func (r *finder) headedBlock(s *layout.Segment) (addressBlock, bool) {
	side, after := role.Heading(s)
	if side == role.Unknown || side == role.Other {
		return addressBlock{}, false
	}
	name := layout.Part{Segment: s, First: after, Last: len(s.Words) - 1}
	if after == len(s.Words) {
		first := r.firstUnder(s)
		if first == nil {
			return addressBlock{}, false
		}
		if value := nameBeside(first); value != nil {
			first = value
		}
		name = annotate.Whole(first)
	}
	if !textshape.NameLike(name.Words()) {
		return addressBlock{}, false
	}
	return addressBlock{side, name, address.Under(r.Document, name.Segment)}, true
}

// firstUnder returns the first segment below a heading that can be a name. It skips up to two others.
func (r *finder) firstUnder(s *layout.Segment) *layout.Segment {
	const minWidth, maxGap, maxSkipped = 12, 4, 2 // width and gap in heights of a line
	box := s.Box
	box.X1 = max(box.X1, box.X0+minWidth*s.Height())
	skipped := 0
	for _, t := range s.Page.Below(s.Row, box, maxGap*s.Height()) {
		named := nameBeside(t) != nil
		switch {
		case t.Box.X0 < s.Box.X0-2*s.Height():
		case named || !r.opensOther(t) && textshape.NameLike(t.Words):
			return t
		default:
			if skipped++; skipped > maxSkipped {
				return nil
			}
		}
	}
	return nil
}

// opensOther reports whether a label, or a number that can precede a name, opens a line.
func (r *finder) opensOther(s *layout.Segment) bool {
	if labels := r.LabelsIn[s]; len(labels) > 0 && labels[0].Opens && labels[0].Colon {
		return true
	}
	return lexicon.BeforeName.Has(recognize.Fold(s.Words[0])) || strings.HasSuffix(s.Words[0], ":")
}

// nameBeside returns the value next to a label such as "Name:".
func nameBeside(s *layout.Segment) *layout.Segment {
	if right := s.Right(); len(right) > 0 && lexicon.NameLabel.Has(recognize.Fold(s.Text())) {
		return right[0]
	}
	return nil
}

// blockAbove returns the block that ends in a line with a post code.
func (r *finder) blockAbove(postal *layout.Segment) (addressBlock, bool) {
	const maxLines, maxDigits = 7, 12
	lines := []*layout.Segment{postal}
	for s := lineAbove(postal); s != nil && len(lines) < maxLines; s = lineAbove(s) {
		if address.IsTaxNumber(r.Document, s) {
			continue
		}
		if address.Ends(r.Document, s) || isSenderLine(s) || textshape.TitleLine(s.Words) ||
			recognize.CountDigits(s.Text()) > maxDigits {
			break
		}
		if !address.IsAside(s) {
			lines = append(lines, s)
		}
	}
	for n := len(lines); n > 1 && !textshape.NameLike(lines[n-1].Words); n-- {
		if n > 2 && textshape.NumberedName(lines[n-1].Words, lines[n-2].Words) {
			break
		}
		lines = lines[:n-1]
	}
	if len(lines) < 2 {
		return addressBlock{}, false
	}
	if name := companyAbove(lines[len(lines)-1]); name != nil {
		lines = append(lines, name)
	}
	top := lines[len(lines)-1]
	b := addressBlock{role: headingAbove(top), name: annotate.Whole(top)}
	for _, s := range slices.Backward(lines[:len(lines)-1]) {
		b.address = append(b.address, annotate.Whole(s))
	}
	b.address = address.WithProvince(b.address)
	return b, true
}

// lineAbove returns the line of the same block above s or, across a wider gap, one with the same
// left edge.
func lineAbove(s *layout.Segment) *layout.Segment {
	const maxGap, tolerance = 2.6, 0.3 // heights of a line
	if prev := s.PreviousInBlock(); prev != nil {
		return prev
	}
	for row := s.Row - 1; row >= 0; row-- {
		line := s.Page.Rows[row]
		if s.Box.Y0-line.Box.Y1 > maxGap*s.Height() {
			return nil
		}
		for _, t := range line.Segments {
			if math.Abs(t.Box.X0-s.Box.X0) < tolerance*s.Height() {
				return t
			}
		}
	}
	return nil
}

// companyAbove returns the company name right above a block whose first line has no legal form. A
// letterhead in larger print need not be aligned with the rest.
func companyAbove(top *layout.Segment) *layout.Segment {
	const maxRows, maxGap = 3, 1.5 // gap in heights of a line
	if textshape.HasLegalForm(top.Words) {
		return nil
	}
	for row := top.Row - 1; row >= 0 && row >= top.Row-maxRows; row-- {
		for _, s := range top.Page.Rows[row].Segments {
			if s.Box.OverlapX(top.Box) > 0 && top.Box.Y0-s.Box.Y1 <= maxGap*s.Height() &&
				textshape.NameLike(s.Words) && textshape.HasLegalForm(s.Words) && !isSenderLine(s) {
				return s
			}
		}
	}
	return nil
}

// headingAbove returns the role of the nearest party heading above a block or left of it.
func headingAbove(top *layout.Segment) role.Role {
	const maxAbove = 5 // heights of a line
	for row := top.Row; row >= 0; row-- {
		line := top.Page.Rows[row]
		if line.Box.Y1 < top.Box.Y0-maxAbove*top.Height() {
			break
		}
		found, nearest := role.Unknown, math.Inf(1)
		for _, s := range line.Segments {
			distance := math.Abs(s.Box.X0 - top.Box.X0)
			if side, _ := role.Heading(s); side != role.Unknown && distance < nearest && canHead(s, top) {
				found, nearest = side, distance
			}
		}
		if found != role.Unknown {
			return found
		}
	}
	return role.Unknown
}

// canHead reports whether a segment is placed like the heading of a block: above it or left of it.
func canHead(s, top *layout.Segment) bool {
	const maxRight, maxLeft = 2, 25 // heights of a line
	if s == top || s.Box.X0 > min(top.Box.X1, top.Box.X0+maxRight*top.Height()) {
		return false
	}
	return s.Row == top.Row || s.Box.X1 >= top.Box.X0-maxLeft*top.Height() || s.Box.OverlapX(top.Box) >= 0
}

// isSenderLine reports whether a line, with the rest of its row, is a sender's name and address with
// separators, such as "Muster GmbH · Musterweg 1 · 12345 Ort".
func isSenderLine(s *layout.Segment) bool {
	const minParts, maxParts = 3, 7
	parts := splitAtSeparators(s)
	if len(parts) == 0 {
		return false
	}
	separated := textshape.IsSeparator(s.Words[len(s.Words)-1])
	for _, t := range s.Right() {
		if !separated && !textshape.IsSeparator(t.Words[0]) {
			break
		}
		parts = append(parts, splitAtSeparators(t)...)
		separated = textshape.IsSeparator(t.Words[len(t.Words)-1])
	}
	if len(parts) < minParts {
		parts = splitAfterComma(s)
		if len(parts) >= minParts && textshape.Street(parts[0].Words(), s.Words[parts[1].First]) {
			return false // an address without a name
		}
	}
	return len(parts) >= minParts && len(parts) <= maxParts && textshape.NameLike(parts[0].Words()) &&
		slices.ContainsFunc(parts[2:], func(p layout.Part) bool { return textshape.PostalLine(p.Words()) })
}

func splitAtSeparators(s *layout.Segment) (parts []layout.Part) {
	start := 0
	for i := 0; i <= len(s.Words); i++ {
		if i < len(s.Words) && !textshape.IsSeparator(s.Words[i]) {
			continue
		}
		if i > start {
			parts = append(parts, layout.Part{Segment: s, First: start, Last: i - 1})
		}
		start = i + 1
	}
	return parts
}

// splitAfterComma returns the parts of a segment that end in a comma, and the rest.
func splitAfterComma(s *layout.Segment) (parts []layout.Part) {
	start := 0
	for i, w := range s.Words {
		if strings.HasSuffix(w, ",") || i == len(s.Words)-1 {
			parts = append(parts, layout.Part{Segment: s, First: start, Last: i})
			start = i + 1
		}
	}
	return parts
}
