package receipt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/country"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/fields/value"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// headLines is how many rows of a receipt can hold the shop's name and address.
const headLines = 12

// putShop stores name and address of the shop: the name is among the first
// lines, the address follows it.
func (r *finder) putShop(set *value.Set) {
	if len(r.Layout.Pages) == 0 {
		return
	}
	lines := r.headLines(r.Layout.Pages[0])
	top, score := -1, -100.0
	for i, s := range lines {
		if !party.NameLike(s.Words) || r.Labelled(s) && len(r.LabelsIn[s][0].Phrase) > len(s.Text())/2 {
			continue
		}
		z := 1 - 0.35*float64(i) - 1.5*(1-legibility(s))
		if party.HasLegalForm(s.Words) {
			z += 2
		}
		if s.Height() > 1.3*annotate.TypicalHeight(s.Page) {
			z += 0.6
		}
		if streetLike(s.Words) || scrap(s.Words) {
			z -= 1.5
		}
		if z > score {
			top, score = i, z
		}
	}
	if top < 0 {
		return
	}
	name := r.shopName(lines, top)
	text := nameText(name)
	set.Put("vendorName", value.CiteParts(text, name, " ", link.Sigmoid(score)))
	if parts := r.shopAddress(lines[top+1:]); len(parts) > 0 {
		set.Put("vendorAddress", value.CiteParts(party.JoinParts(parts, ", "), parts, ", ", 0.6))
	}
}

// nameText joins the parts of a name, without a registration number that runs on
// to it.
func nameText(parts []layout.Part) string {
	text := party.JoinParts(parts, " ")
	if k := strings.IndexByte(text, '('); k > 3 && bracketDigits([]string{text[k:]}) >= 4 {
		return strings.TrimSpace(text[:k])
	}
	return text
}

// shopName returns the whole name around its chosen line: with the rest of its
// row if that is a heading in parts, with the line above if it starts with a
// legal form, without the registration number behind it.
func (r *finder) shopName(lines []*layout.Segment, top int) []layout.Part {
	s := lines[top]
	name := []layout.Part{{Segment: s, First: 0, Last: nameEnd(s.Words)}}
	if name[0].Last == len(s.Words)-1 {
		for _, next := range s.Right() {
			if !party.NameLike(next.Words) || next.Height() < 0.8*s.Height() || r.Labelled(next) {
				break
			}
			name = append(name, annotate.Whole(next))
		}
	}
	if top+1 < len(lines) && !party.HasLegalForm(s.Words) && onlyLegalForm(lines[top+1].Words) {
		name = append(name, annotate.Whole(lines[top+1]))
	}
	if top > 0 && len(s.Words) <= 4 && party.HasLegalForm(s.Words) && continuesName(s.Words) &&
		party.NameLike(lines[top-1].Words) {
		name = append([]layout.Part{annotate.Whole(lines[top-1])}, name...)
	}
	return name
}

// onlyLegalForm reports whether a line is a company's legal form alone.
func onlyLegalForm(words []string) bool {
	for _, w := range words {
		if !lexicon.LegalForm.Has(recognize.Compact(w)) {
			return false
		}
	}
	return true
}

// continuesName reports whether a line is the end of a name: legal forms,
// brackets and at most one further word.
func continuesName(words []string) bool {
	others := 0
	for _, w := range words {
		if !lexicon.LegalForm.Has(recognize.Compact(w)) && !strings.HasPrefix(w, "(") {
			others++
		}
	}
	return others <= 1
}

// nameEnd returns the last word of a name, leaving out a registration number
// that follows it. Behind a legal form fewer digits tell one, for some are
// misread; curly brackets are round ones that were.
func nameEnd(words []string) int {
	const number, misread = 4, 2 // digits
	for i := 1; i < len(words); i++ {
		if recognize.CountDigits(words[i]) >= number && !strings.Contains(words[i], "(") {
			return i - 1
		}
		least := number
		if strings.HasPrefix(words[i], "{") || party.HasLegalForm(words[:i]) {
			least = misread
		}
		if strings.ContainsAny(words[i][:1], "({") && bracketDigits(words[i:]) >= least {
			return i - 1
		}
	}
	return len(words) - 1
}

// nameStart returns the first word of a name, behind what says whose the shop is.
func nameStart(words []string) int {
	if len(words) > 2 && lexicon.OwnedBy.Has(recognize.Fold(words[0])+" "+recognize.Fold(words[1])) {
		return 2
	}
	return 0
}

// bracketDigits counts the digits up to the closing bracket.
func bracketDigits(words []string) int {
	n := 0
	for _, w := range words {
		n += recognize.CountDigits(w)
		if strings.Contains(w, ")") {
			break
		}
	}
	return n
}

// headLines are the first segments of a page, one per row: the first that is no
// noise.
func (r *finder) headLines(p *layout.Page) []*layout.Segment {
	var out []*layout.Segment
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			if !noise(s) {
				out = append(out, s)
				break
			}
		}
		if len(out) == headLines {
			break
		}
	}
	return out
}

// scrap reports whether words are pieces of a name or line that stand alone where
// letters are set wide: legal forms, "Lot", "Reg".
func scrap(words []string) bool {
	for _, w := range words {
		switch f := recognize.Compact(w); f {
		case "coreg", "reg", "no", "brn":
		case "trading", "enterprise", "company":
			return false
		default:
			if !lexicon.LegalForm.Has(f) && !lexicon.Street.Has(f) {
				return false
			}
		}
	}
	return true
}

// noise tells what OCR makes of logos, creases and edges: few letters, or words
// that it is not sure of.
func noise(s *layout.Segment) bool {
	return len(recognize.Compact(s.Text())) < 3 || legibility(s) < leastLegible
}

// leastLegible is the mean certainty of words that are taken for text.
const leastLegible = 0.4

// legibility is the mean certainty of a segment's words.
func legibility(s *layout.Segment) float64 {
	sum := 0.0
	for i := range s.Tokens {
		sum += s.Tokens[i].Confidence
	}
	return sum / float64(len(s.Tokens))
}

// shopAddress gathers the address lines: it starts at the first line that looks
// like a street or town and ends at the first that looks like neither.
func (r *finder) shopAddress(lines []*layout.Segment) []layout.Part {
	var parts []layout.Part
	for _, s := range lines {
		if r.endsShopAddress(s) {
			if len(parts) > 0 {
				break
			}
			continue
		}
		if len(parts) == 0 && !streetLike(s.Words) && !party.PostalLine(s.Words) && !party.EndsInHouseNumber(s.Words) {
			continue
		}
		parts = append(parts, annotate.Whole(s))
	}
	return parts
}

func (r *finder) endsShopAddress(s *layout.Segment) bool {
	f := r.Spans[s]
	if party.TitleLine(s.Words) || len(f.Dates) > 0 || len(s.Times()) > 0 {
		return true
	}
	for _, a := range f.Amounts {
		if a.Number.Fraction == 2 {
			return true
		}
	}
	if announces(s.Words) || mostlyDigits(s.Words) {
		return true
	}
	for _, h := range r.LabelsIn[s] {
		for _, t := range h.Terms {
			switch t.Role {
			case lexicon.Phone, lexicon.OtherNumber, lexicon.TaxID, lexicon.ReceiptNumber, lexicon.InvoiceNumber,
				lexicon.IssueDate, lexicon.CustomerID:
				if h.Opens && t.Weight >= 0.7 {
					return true
				}
			}
		}
	}
	text := strings.ToLower(s.Text())
	return opensWith(text, lexicon.ShopRegistration) || country.StartsReceiptNumber(text) ||
		strings.Contains(text, "reg") && recognize.CountDigits(text) > 4 || strings.Contains(text, "@") ||
		strings.Contains(text, "www.") || strings.HasPrefix(s.Words[0], "(") && recognize.CountDigits(text) > 4
}

// announces reports whether one of the first words ends in, or is, a colon: the
// line is no address but "Server: Ann", "Tel / Fax : 555 0100".
func announces(words []string) bool {
	for i, w := range words {
		if strings.HasSuffix(w, ":") && (i < 3 || i == len(words)-1) && !lexicon.Street.Has(recognize.Fold(w)) {
			return true
		}
	}
	return false
}

// mostlyDigits tells telephone and registration numbers without a label.
func mostlyDigits(words []string) bool {
	digits, letters := 0, 0
	for _, w := range words {
		for _, c := range w {
			switch {
			case unicode.IsDigit(c):
				digits++
			case unicode.IsLetter(c):
				letters++
			}
		}
	}
	return digits >= 7 && digits > 2*letters
}

// streetLike reports whether the words look like a street, building or lot.
func streetLike(words []string) bool {
	if len(words) > 12 {
		return false
	}
	digits, street, comma := false, false, false
	for _, w := range words {
		f := recognize.Fold(w)
		digits = digits || recognize.CountDigits(w) > 0
		comma = comma || strings.Contains(w, ",")
		for part := range strings.FieldsSeq(f) {
			street = street || lexicon.Street.Has(part) || endsStreet(part)
		}
	}
	return street && (digits || comma) || digits && comma || street && len(words) > 1
}

// endsStreet reports whether a folded word ends as names of streets do.
func endsStreet(word string) bool {
	return slices.ContainsFunc(lexicon.StreetEnding.All(), func(end string) bool { return strings.HasSuffix(word, end) })
}

// opensWith reports whether a line in lower case begins with an entry of a list.
func opensWith(lower string, list lexicon.List) bool {
	return slices.ContainsFunc(list.All(), func(start string) bool { return strings.HasPrefix(lower, start) })
}
