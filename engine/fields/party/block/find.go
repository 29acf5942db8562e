package block

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Most bounds the blocks that are weighed against each other.
const Most = 100

// Input is what blocks are found in.
type Input struct {
	*annotate.Document
	// ItemRows are the rows that line items were read from: no party stands there.
	ItemRows map[*layout.Row]bool
}

// Find returns the blocks of the first pages in reading order: those around a postal
// line, senders' lines, and those under a party's heading.
func Find(in Input) []*Block {
	r := finder{in}
	var all []*Block
	for _, s := range r.Layout.Segments {
		if s.Page.Number > 3 || len(all) >= Most {
			break
		}
		if r.ItemRows[s.Page.Rows[s.Row]] {
			continue
		}
		if p := senderLine(s); p != nil {
			all = append(all, p)
			continue
		}
		if p := r.headedParty(s); p != nil {
			all = append(all, p)
		}
		if textshape.PostalLine(s.Words) && !streetBeforeTown(s) {
			if p := r.addressBlock(s); p != nil {
				all = append(all, p)
			}
		}
	}
	return all
}

// headedParty reads the name beside or under a party heading.
func (r finder) headedParty(s *layout.Segment) *Block {
	found, after := role.Heading(s)
	if found == role.Unknown || found == role.Other {
		return nil
	}
	p := &Block{Role: found, Heading: s, Score: 2}
	if after < len(s.Words) {
		p.Name = []layout.Part{{Segment: s, First: after, Last: len(s.Words) - 1}}
		if !textshape.NameLike(s.Words[after:]) {
			return nil
		}
		p.Address = addressUnder(r.Document, s, true)
		return p
	}
	first := r.firstUnder(s)
	if first == nil {
		return nil
	}
	if value := nameBeside(first); value != nil {
		first = value
	}
	if !textshape.NameLike(first.Words) {
		return nil
	}
	p.Name = []layout.Part{annotate.Whole(first)}
	p.Address = addressUnder(r.Document, first, false)
	return p
}

// firstUnder returns the first segment under a heading, indented or not.
func (r finder) firstUnder(s *layout.Segment) *layout.Segment {
	box := s.Box
	box.X1 = max(box.X1, box.X0+12*s.Height())
	skipped := 0
	for _, t := range s.Page.Below(s.Row, box, 4*s.Height()) {
		if t.Box.X0 < s.Box.X0-2*s.Height() {
			continue
		}
		if r.skipsInParty(t) || !textshape.NameLike(t.Words) && nameBeside(t) == nil {
			if skipped++; skipped > 2 {
				return nil
			}
			continue
		}
		return t
	}
	return nil
}

// skipsInParty passes over the numbers that may precede a party's name.
func (r finder) skipsInParty(s *layout.Segment) bool {
	h := r.LabelsIn[s]
	if len(h) > 0 && h[0].Opens && h[0].Colon {
		return nameBeside(s) == nil
	}
	f := s.Words[0]
	k := recognize.Fold(f)
	return lexicon.BeforeName.Has(k) || strings.HasSuffix(f, ":") && nameBeside(s) == nil
}

// nameBeside returns the value of a "Name:" line.
func nameBeside(s *layout.Segment) *layout.Segment {
	if lexicon.NameLabel.Has(recognize.Fold(s.Text())) {
		if next := s.Right(); len(next) > 0 {
			return next[0]
		}
	}
	return nil
}

type finder struct{ Input }
