package block

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// AddressUnder returns the lines under a name down to the one with the post code; nil
// where there is no such.
func AddressUnder(doc *annotate.Document, name *layout.Segment) []layout.Part {
	return addressUnder(doc, name, false)
}

// addressUnder looks for lines with another left edge, too, where they may be indented.
func addressUnder(doc *annotate.Document, name *layout.Segment, indented bool) []layout.Part {
	var parts []layout.Part
	s := name
	for range 7 {
		next := nextAddressLine(s, indented)
		if next == nil {
			return nil
		}
		s = next
		if numberLine(doc, s) {
			continue
		}
		if StopsAddress(doc, s) {
			return nil
		}
		if asideLine(s) {
			continue
		}
		parts = append(parts, annotate.Whole(s))
		if textshape.PostalLine(s.Words) && !streetBeforeTown(s) || textshape.WholeAddress(s.Words) {
			return appendProvince(parts)
		}
	}
	return nil
}

// appendProvince adds the line below the lines of an address that names the province.
func appendProvince(parts []layout.Part) []layout.Part {
	last := parts[len(parts)-1].Segment
	if next := last.NextInBlock(); next != nil && textshape.Province(next.Words, last.Words) {
		return append(parts, annotate.Whole(next))
	}
	return parts
}

// numberLine reports whether a line between a name and the town is a tax number, perhaps behind
// its label, and nothing else: "CIF B12345678" under the company's name.
func numberLine(doc *annotate.Document, s *layout.Segment) bool {
	if textshape.TaxNumber(s.Words) {
		return true
	}
	labels := doc.LabelsIn[s]
	if len(labels) == 0 || labels[0].First > 0 || labels[0].Last != len(s.Words)-2 {
		return false
	}
	const plainLabel = 0.9
	vendor, _ := labels[0].As(lexicon.TaxID)
	customer, _ := labels[0].As(lexicon.CustomerTaxID)
	return max(vendor, customer) >= plainLabel && recognize.CountDigits(s.Words[len(s.Words)-1]) >= textshape.LeastTaxDigits
}

// streetBeforeTown tells a line such as "2558 Maple Avenue", which looks like
// post code and town, by the real one under it.
func streetBeforeTown(s *layout.Segment) bool {
	next := s.NextInBlock()
	return next != nil && textshape.CodeFirst(s.Words) && textshape.PostalLine(next.Words)
}

func nextAddressLine(s *layout.Segment, indented bool) *layout.Segment {
	if next := s.NextInBlock(); next != nil {
		return next
	}
	if !indented {
		return nil
	}
	for _, t := range s.Page.Below(s.Row, s.Box, 1.5*s.Height()) {
		return t
	}
	return nil
}

// labelsBeside reports whether a line is a label, all of it, of what stands beside it.
func labelsBeside(doc *annotate.Document, s *layout.Segment) bool {
	return len(s.Right()) > 0 && slices.ContainsFunc(doc.LabelsIn[s], func(l *annotate.Label) bool {
		return l.First == 0 && l.Last == len(s.Words)-1
	})
}

// StopsAddress reports whether a line is part of no address.
func StopsAddress(doc *annotate.Document, s *layout.Segment) bool {
	if len(s.Words) > 9 || len(s.Emails()) > 0 || len(s.URLs()) > 0 {
		return true
	}
	f := doc.Spans[s]
	if len(f.Dates) > 0 || len(f.IBANs) > 0 || len(f.VATIDs) > 0 {
		return true
	}
	side, _ := role.Heading(s)
	return side != role.Unknown || labelsBeside(doc, s) ||
		len(doc.LabelsIn[s]) > 0 && doc.LabelsIn[s][0].Opens && doc.LabelsIn[s][0].Colon
}
