package link

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/shopspring/decimal"
)

// AmountValues finds sums of money: no percentages, and bare whole numbers only as a last resort.
func (r *Linker) AmountValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, a := range r.Spans[s].Amounts {
		if a.Percent || SerialNumber(s, a) {
			continue
		}
		c := Candidate{Segment: s, First: a.First, Last: a.Last, Index: i}
		switch {
		case a.Currency != "" && a.Number.Fraction == 2:
			c.Fit = 0.6
		case a.Number.Fraction == 2:
			c.Fit = 0.4
		case a.Currency != "":
		case a.Number.Ambiguous || a.Number.Fraction > 0:
			c.Fit = -0.6
		default:
			c.Fit = -0.9
		}
		out = append(out, c)
	}
	return out
}

// SerialNumber reports whether a whole number is not a sum of money: long ones without grouping, and those with
// leading zeros.
func SerialNumber(s *layout.Segment, a recognize.Amount) bool {
	if !a.Whole() || a.Last > a.First {
		return false
	}
	digits := strings.TrimLeft(s.Words[a.First], "-(*")
	return annotate.AllDigitsWord(digits) && (len(digits) > 7 || len(digits) > 1 && digits[0] == '0')
}

// Amount returns the recognized amount of a candidate from AmountValues.
func (r *Linker) Amount(c Candidate) recognize.Amount { return r.Spans[c.Segment].Amounts[c.Index] }

// Printed finds an amount of the given value outside the line items.
func (r *Linker) Printed(v decimal.Decimal) (Candidate, bool) {
	for _, s := range r.Layout.Segments {
		for _, c := range r.MoneyOutsideItems(s) {
			if r.Amount(c).Value(r.Style).Equal(v) {
				return c, true
			}
		}
	}
	return Candidate{}, false
}

// MoneyOutsideItems returns the amounts of a segment, unless it is in a row of line items.
func (r *Linker) MoneyOutsideItems(s *layout.Segment) []Candidate {
	if r.ItemRows[s.Page.Rows[s.Row]] {
		return nil
	}
	return r.AmountValues(s)
}

// Cents returns the absolute value in hundredths, rounded up.
func Cents(v decimal.Decimal) int64 { return v.Abs().Shift(2).Ceil().IntPart() }

// MakesSum reports whether an amount, or its sum with the shipping, is printed outside the items.
func (r *Linker) MakesSum(v decimal.Decimal) bool {
	if _, ok := r.Printed(v); ok {
		return true
	}
	for _, row := range r.shippingRows() {
		for _, s := range row.Segments {
			for _, c := range r.MoneyOutsideItems(s) {
				if charge := r.Amount(c).Value(r.Style); charge.IsPositive() {
					if _, ok := r.Printed(v.Add(charge)); ok {
						return true
					}
				}
			}
		}
	}
	return false
}

// shippingRows returns the rows that open with a label for shipping.
func (r *Linker) shippingRows() []*layout.Row {
	var rows []*layout.Row
	for s, labels := range r.LabelsIn {
		for _, h := range labels {
			if _, ok := h.As(lexicon.Shipping); ok && h.Opens {
				rows = append(rows, s.Page.Rows[s.Row])
				break
			}
		}
	}
	return rows
}

const (
	// minWholeSums is the minimum ratio of whole sums to amounts with cents if the currency is printed without
	// cents. Text recognition adds some amounts with cents.
	minWholeSums = 3
	minWhole     = 1000 // whole numbers below have no thousands separator
)

// WholeMoney reports whether a document's money has no cents, as in Hungary or Chile. Whole numbers with thousands
// separators are sums then.
func (r *Linker) WholeMoney() bool {
	whole, cents := 0, 0
	for _, s := range r.Layout.Segments {
		for _, a := range r.Spans[s].Amounts {
			switch {
			case a.Percent:
			case r.Grouped(s, a):
				whole++
			case a.Number.Fraction == 2 && !a.Number.Ambiguous:
				cents++
			}
		}
	}
	return whole >= minWholeSums*max(1, cents)
}

// Grouped reports whether a whole amount has thousands separators.
func (r *Linker) Grouped(s *layout.Segment, a recognize.Amount) bool {
	if v := a.Value(r.Style); a.Percent || !v.IsInteger() || v.Abs().IntPart() < minWhole ||
		a.Number.Fraction > 0 && !a.Number.Ambiguous {
		return false
	}
	digits := strings.Trim(strings.Join(s.Words[a.First:a.Last+1], " "), notDigits)
	return strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) >= 0
}

const notDigits = " -–−+()$€£¥"

// IbanValues finds valid account numbers, or else words that look like one.
func (r *Linker) IbanValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range r.Spans[s].IBANs {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i,
			Fit: checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for i := 0; i < len(s.Words); i++ {
		if text, last := ibanRun(s.Words, i); ibanLike(text) {
			out = append(out, Candidate{Segment: s, First: i, Last: last, Text: text, Fit: -1})
			i = last
		}
	}
	return out
}

// ibanRun joins a word with the groups of four characters that follow it, and returns the last word used.
func ibanRun(words []string, i int) (string, int) {
	text := words[i]
	for last := i; ; last++ {
		if len(words[last]) != 4 || last+1 >= len(words) || len(words[last+1]) > 4 ||
			recognize.CountDigits(words[last+1]) == 0 {
			return text, last
		}
		text += words[last+1]
	}
}

// ibanLike accepts a labeled IBAN with a wrong length: a value with a failed check is better than none.
func ibanLike(w string) bool {
	if len(w) < 12 || len(w) > 34 || !annotate.IsUpperByte(w[0]) || !annotate.IsUpperByte(w[1]) ||
		!annotate.IsDigitByte(w[2]) || !annotate.IsDigitByte(w[3]) {
		return false
	}
	for i := 4; i < len(w); i++ {
		if !annotate.IsDigitByte(w[i]) && !annotate.IsUpperByte(w[i]) {
			return false
		}
	}
	return recognize.CountDigits(w) >= 10
}

// BicValues finds bank codes.
func (r *Linker) BicValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.BICs() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

// TaxIDValues finds VAT numbers, or other numbers that need a label.
func (r *Linker) TaxIDValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range r.Spans[s].VATIDs {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i,
			Fit: 1 + checksumOdds(c.Checksum)})
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range r.IdentifierValues(s) {
		if recognize.CountDigits(c.Text) >= minTaxDigits {
			if digits := strings.ReplaceAll(c.Text, " ", ""); annotate.AllDigitsWord(digits) {
				c.Text = digits // in groups
			}
			c.Fit -= 0.5
			out = append(out, c)
		}
	}
	if c, ok := groupedNumber(s); ok && len(out) == 0 {
		out = append(out, c)
	}
	return out
}

// minTaxDigits is the minimum number of digits of a number that only its label identifies.
const minTaxDigits = 7

// groupedNumber returns a final number in groups of three digits, as in Norway and France: "Org.nr 974 760 673".
func groupedNumber(s *layout.Segment) (Candidate, bool) {
	const group, least, most = 3, 3, 4 // digits, groups
	last := len(s.Words) - 1
	first := last + 1
	for first > 0 && len(s.Words[first-1]) == group && annotate.AllDigitsWord(s.Words[first-1]) {
		first--
	}
	if n := last - first + 1; n < least || n > most {
		return Candidate{}, false
	}
	text := strings.Join(s.Words[first:], "")
	return Candidate{Segment: s, First: first, Last: last, Text: text, Fit: -0.5}, true
}

func checksumOdds(c recognize.Checksum) float64 {
	switch c {
	case recognize.ChecksumValid:
		return 2
	case recognize.ChecksumInvalid:
		return -0.5
	case recognize.ChecksumUnknown:
	}
	return 0
}

// NameValues returns the rest of a segment after its label if it may be a name.
func (r *Linker) NameValues(s *layout.Segment) []Candidate {
	first := 0
	if h := r.LabelsIn[s]; len(h) > 0 && h[0].Opens {
		first = h[0].Last + 1
	}
	if first >= len(s.Words) || !textshape.NameLike(s.Words[first:]) {
		return nil
	}
	last := len(s.Words) - 1
	return []Candidate{{Segment: s, First: first, Last: last,
		Text: strings.Trim(strings.Join(s.Words[first:last+1], " "), " ,;:")}}
}

// PhoneValues finds telephone numbers.
func (r *Linker) PhoneValues(s *layout.Segment) []Candidate {
	var out []Candidate
	for i, c := range s.Phones() {
		out = append(out, Candidate{Segment: s, First: c.First, Last: c.Last, Text: c.Value, Index: i})
	}
	return out
}

// Sizes of the digit groups in numbers of utilities, banks and authorities.
const (
	smallestGroup    = 2
	largestGroup     = 5
	minGroupedDigits = 6 // digits of all groups
)

// inGroups returns the number in digit groups that begins at a word: "Customer no. 305 118.4", "7 204 118 033". It
// directly follows a label or opens the segment, and only a mark or a label may follow it. All groups after the
// first have the same number of digits, at least as many as the first; the last may end in a check digit after a
// mark. Groups after the letters of a series or around a slash or hyphen may differ: "VL 2025 / 00 917". Words with
// another form, such as dates, are excluded.
func (r *Linker) inGroups(s *layout.Segment, first int) (Candidate, bool) {
	begin, isSeries := first, first+1 < len(s.Words) && r.seriesBefore(s, first+1)
	if isSeries {
		begin++
	}
	if first > 0 && !r.endsLabel(s, first-1) || !annotate.AllDigitsWord(s.Words[begin]) {
		return Candidate{}, false
	}
	last, size, mayDiffer := begin, 0, isSeries
	for last+1 < len(s.Words) {
		next := last + 1
		if w := s.Words[next]; (w == "/" || w == "-") && next+1 < len(s.Words) {
			next, mayDiffer = next+1, true
		}
		n, closed := groupSize(s.Words[next])
		if n == 0 || !mayDiffer && (n < smallestGroup || n > largestGroup || size > 0 && n != size) {
			break
		}
		last, size = next, n
		if closed {
			break
		}
	}
	text := strings.TrimRight(strings.Join(s.Words[first:last+1], " "), ".,;:)")
	if last == begin || !mayDiffer && len(s.Words[first]) > size || recognize.CountDigits(text) < minGroupedDigits ||
		last+1 < len(s.Words) && !textshape.IsSeparator(s.Words[last+1]) && !r.opensLabel(s, last+1) ||
		r.otherForm(s, recognize.Span{First: first, Last: last}) {
		return Candidate{}, false
	}
	return Candidate{Segment: s, First: first, Last: last, Text: text}, true
}

// groupSize returns the digits of a word before a check digit or final mark, and whether it has one; 0 for others.
func groupSize(w string) (n int, closed bool) {
	for n < len(w) && annotate.IsDigitByte(w[n]) {
		n++
	}
	switch rest := w[n:]; {
	case rest == "":
		return n, false
	case strings.Trim(rest, ".,;:)") == "":
		return n, true
	case len(rest) == 2 && strings.IndexByte(".-/", rest[0]) >= 0 && annotate.IsDigitByte(rest[1]):
		return n, true
	}
	return 0, false
}

// otherForm reports whether words are part of a date, account, tax or telephone number, money, or a percentage.
func (r *Linker) otherForm(s *layout.Segment, at recognize.Span) bool {
	f := r.Spans[s]
	if annotate.Taken(at, f) || insideRate(at, f) || currencyBeside(at, f) {
		return true
	}
	const cents, minPhone = 2, 8 // digits
	return slices.ContainsFunc(f.Dates, func(d recognize.Date) bool { return d.Overlaps(at) }) ||
		slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool {
			return a.Number.Fraction == cents && a.Overlaps(at)
		}) || strings.HasPrefix(s.Words[at.First], "0") && digitsIn(s, at) >= minPhone &&
		slices.ContainsFunc(s.Phones(), func(c recognize.Code) bool { return c.Overlaps(at) })
}

func digitsIn(s *layout.Segment, at recognize.Span) int {
	return recognize.CountDigits(strings.Join(s.Words[at.First:at.Last+1], ""))
}

func insideRate(s recognize.Span, f *annotate.Spans) bool {
	return slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool { return a.Percent && a.Overlaps(s) })
}

func currencyBeside(s recognize.Span, f *annotate.Spans) bool {
	return slices.ContainsFunc(f.Amounts, func(a recognize.Amount) bool { return a.Currency != "" && a.Overlaps(s) })
}
