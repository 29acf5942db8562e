package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// DateValues finds dates. Eight bare digits are weak ones, and the number of a document that is counted by month or
// year is not a date.
func (r *Linker) DateValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, d := range r.Spans[s].Dates {
		if d.First == d.Last && r.numberedDay(s, d.First) {
			continue
		}
		c := Candidate{Segment: s, First: d.First, Last: d.Last, Text: d.ISO(r.Order), Index: i}
		c.Fit = 0.8 * (0.5 - s.RelativeY())
		if d.Compact {
			c.Fit--
		}
		out = append(out, c)
	}
	return out
}

// IdentifierValues finds document and customer numbers.
func (r *Linker) IdentifierValues(s *layout.Segment) []Candidate {
	f := r.Spans[s]
	var out []Candidate
	end := -1 // of a number in groups
	for i, w := range s.Words {
		if i <= end {
			continue
		}
		if c, ok := r.inGroups(s, i); ok {
			out, end = append(out, c), c.Last
			continue
		}
		id, ok := recognize.Identifier(w)
		span := recognize.Span{First: i, Last: i}
		like := likeTaxID(span, f)
		if !ok && r.numberedDay(s, i) {
			id := strings.Trim(w, ".,;:()")
			out = append(out, Candidate{Segment: s, First: i, Last: i, Text: id})
			continue
		}
		if !ok || !like && annotate.Taken(span, f) || insideRate(span, f) {
			continue
		}
		c := Candidate{Segment: s, First: i, Last: i, Text: id}
		if like {
			c.Fit = likeTaxFit
		}
		if i > 0 && r.seriesBefore(s, i) {
			c.First, c.Text = i-1, s.Words[i-1]+" "+id
		}
		if len(id) < 4 {
			c.Fit = -1
		}
		if isUUID(id) {
			c.Fit = -3
		}
		if i+1 < len(s.Words) && len(id) <= 6 && annotate.AllDigitsWord(id) && len(f.Amounts) > 0 && currencyBeside(span, f) {
			c.Fit = -2
		}
		out = append(out, c)
	}
	return out
}

// isUUID reports whether a code is a UUID (RFC 9562, section 4), such as the tax registry number in Mexico.
func isUUID(id string) bool {
	groups := strings.Split(id, "-")
	lengths := []int{8, 4, 4, 4, 12}
	if len(groups) != len(lengths) {
		return false
	}
	for i, g := range groups {
		if len(g) != lengths[i] || strings.Trim(g, "0123456789abcdefABCDEF") != "" {
			return false
		}
	}
	return true
}

// likeTaxFit is the fit of a document number in the form of a VAT number.
const likeTaxFit = -0.5

// likeTaxID reports whether a word has the form of a VAT number without valid check digits: "SI31064686".
func likeTaxID(s recognize.Span, f *annotate.Spans) bool {
	for _, c := range f.VATIDs {
		if c.Span == s {
			return c.Checksum != recognize.ChecksumValid
		}
	}
	return false
}

// seriesBefore reports whether two to four capitals before a number name its series: "FV 12/2031", "RE 10234".
func (r *Linker) seriesBefore(s *layout.Segment, i int) bool {
	w := s.Words[i-1]
	if country.StartsNumber(strings.ToLower(w)) {
		return false
	}
	letters := 0
	for _, c := range w {
		if !recognize.PlainCapital(c) {
			return false
		}
		letters++
	}
	if letters < 2 && !r.letterOfSeries(s, i-1) || letters > 4 {
		return false
	}
	if _, ok := recognize.Currency(w); ok && !partedCode(s.Words[i]) ||
		!ok && lexicon.NoSeries.Has(recognize.Fold(w)) {
		return false
	}
	for _, h := range r.LabelsIn[s] {
		if h.First <= i-1 && h.Last >= i-1 {
			return false
		}
	}
	return true
}

// partedCode reports whether a word such as "25A/1187" is not an amount: the "FT" before it is not forint.
func partedCode(w string) bool { return strings.ContainsAny(w, "/-") }

// letterOfSeries reports whether a single capital names a series. It directly follows the label of the number,
// "Rechnung Nr. R 24-0692", or opens a separate cell next to or below it, and is not an abbreviation of "number".
func (r *Linker) letterOfSeries(s *layout.Segment, i int) bool {
	const letterAndNumber = 2
	if lexicon.NumberWord.Has(recognize.Fold(s.Words[i])) {
		return false
	}
	if i > 0 || len(s.Words) != letterAndNumber {
		_, ok := r.endsNumberLabel(s, i-1)
		return ok
	}
	const above = 1.5 // heights of the line
	labels := s.Page.Above(s.Row, s.Box, above*s.Height())
	if left := s.Left(); left != nil {
		labels = append(labels, left)
	}
	return slices.ContainsFunc(labels, func(l *layout.Segment) bool {
		_, ok := r.endsNumberLabel(l, len(l.Words)-1)
		return ok
	})
}

// numberedDay reports whether a word in the form of a date is a number that is counted by month or year, as in
// Poland: it directly follows "Faktura nr". Such a number has slashes, and the label ends with a word for "number".
func (r *Linker) numberedDay(s *layout.Segment, i int) bool {
	const parts = 2 // slashes
	if i == 0 || strings.Count(s.Words[i], "/") != parts {
		return false
	}
	h, ok := r.endsNumberLabel(s, i-1)
	if !ok {
		return false
	}
	_, invoice := h.As(lexicon.InvoiceNumber)
	return invoice && lexicon.NumberWord.Has(recognize.Fold(s.Words[i-1]))
}

// endsNumberLabel returns the label of a document's number that ends with a word.
func (r *Linker) endsNumberLabel(s *layout.Segment, i int) (*annotate.Label, bool) {
	for _, h := range r.LabelsIn[s] {
		for _, want := range []lexicon.Role{lexicon.InvoiceNumber, lexicon.OrderNumber} {
			if _, ok := h.As(want); ok && h.Last == i {
				return h, true
			}
		}
	}
	return nil, false
}

// textOf returns the value of a candidate in the form of the record.
func (r *Linker) textOf(c Candidate) string {
	if c.Text != "" {
		return c.Text
	}
	if a := r.Spans[c.Segment].Amounts; c.Index < len(a) && a[c.Index].First == c.First {
		return a[c.Index].Money(r.Style, r.Currency)
	}
	return ""
}

// valuesOf returns the finders for the values of a label in a row of dates and numbers.
func (r *Linker) valuesOf(h *annotate.Label) []Values {
	var out []Values
	for _, t := range h.Terms {
		switch t.Role {
		case lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.OtherDate:
			out = append(out, r.DateValues)
		case lexicon.InvoiceNumber, lexicon.OrderNumber, lexicon.CustomerID, lexicon.OtherNumber, lexicon.PaymentReference:
			out = append(out, r.IdentifierValues)
		}
	}
	return out
}
