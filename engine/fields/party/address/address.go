// Package address reads the lines of an address below a name.
package address

import (
	"slices"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Under returns the lines below a name down to the one with the post code, and the province below
// that. It returns nil if there is no such line.
func Under(doc *annotate.Document, name *layout.Segment) []layout.Part {
	const maxLines = 7
	var parts []layout.Part
	s := name
	for range maxLines {
		if s = s.NextInBlock(); s == nil {
			return nil
		}
		switch {
		case IsTaxNumber(doc, s):
			continue
		case Ends(doc, s):
			return nil
		case IsAside(s):
			continue
		}
		parts = append(parts, annotate.Whole(s))
		if textshape.PostalLine(s.Words) && !IsStreetBeforeTown(s) || textshape.WholeAddress(s.Words) {
			return WithProvince(parts)
		}
	}
	return nil
}

// WithProvince adds the line below an address that names the province.
func WithProvince(parts []layout.Part) []layout.Part {
	last := parts[len(parts)-1].Segment
	if next := last.NextInBlock(); next != nil && textshape.Province(next.Words, last.Words) {
		return append(parts, annotate.Whole(next))
	}
	return parts
}

// Ends reports whether a line belongs to no address: a heading, a label, a date, a code, a mail or
// web address, or a long line.
func Ends(doc *annotate.Document, s *layout.Segment) bool {
	const maxWords = 9
	if len(s.Words) > maxWords || len(s.Emails()) > 0 || len(s.URLs()) > 0 {
		return true
	}
	f := doc.Spans[s]
	if len(f.Dates) > 0 || len(f.IBANs) > 0 || len(f.VATIDs) > 0 {
		return true
	}
	if side, _ := role.Heading(s); side != role.Unknown {
		return true
	}
	labels := doc.LabelsIn[s]
	return len(labels) > 0 && labels[0].Opens && labels[0].Colon ||
		len(s.Right()) > 0 && slices.ContainsFunc(labels, func(l *annotate.Label) bool {
			return l.First == 0 && l.Last == len(s.Words)-1
		})
}

// IsTaxNumber reports whether a line between name and town is nothing but a tax number, with or
// without its label: "CIF B12345678".
func IsTaxNumber(doc *annotate.Document, s *layout.Segment) bool {
	const minWeight = 0.9
	if textshape.TaxNumber(s.Words) {
		return true
	}
	labels := doc.LabelsIn[s]
	if len(labels) == 0 || labels[0].First > 0 || labels[0].Last != len(s.Words)-2 {
		return false
	}
	vendor, _ := labels[0].As(lexicon.TaxID)
	customer, _ := labels[0].As(lexicon.CustomerTaxID)
	return max(vendor, customer) >= minWeight &&
		recognize.CountDigits(s.Words[len(s.Words)-1]) >= textshape.MinTaxDigits
}

// IsStreetBeforeTown reports whether a line such as "2558 Maple Avenue", which has the shape of post
// code and town, is printed above the real one.
func IsStreetBeforeTown(s *layout.Segment) bool {
	next := s.NextInBlock()
	return next != nil && textshape.CodeFirst(s.Words) && textshape.PostalLine(next.Words)
}

// IsAside reports whether a line names a person or a department: by its first word, or by the label
// left of it.
func IsAside(s *layout.Segment) bool {
	const maxLabelWords = 2
	folded, _ := s.Folded()
	if len(folded) > 0 && (lexicon.PartyAside.Has(folded[0]) || isPerson(folded)) {
		return true
	}
	left := s.Left()
	if left == nil {
		return false
	}
	folded, _ = left.Folded()
	return len(folded) > 0 && len(folded) <= maxLabelWords &&
		(lexicon.PartyAside.Has(folded[0]) || folded[0] == "contact")
}

// isPerson reports whether folded words are a person's name behind a salutation or "c/o".
func isPerson(folded []string) bool {
	const minWords, maxWords = 2, 6
	if len(folded) < minWords || len(folded) > maxWords ||
		slices.ContainsFunc(folded, func(w string) bool { return recognize.CountDigits(w) > 0 }) {
		return false
	}
	return lexicon.Salutation.Has(folded[0]) || len(folded) > minWords && lexicon.CareOf.Has(folded[0]+" "+folded[1])
}
