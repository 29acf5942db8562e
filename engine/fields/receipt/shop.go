package receipt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// headLines is the number of rows of a receipt that can hold the shop's name and address.
const headLines = 12

// putShop stores name and address of the shop: the name is among the first lines, the address follows it.
func (r *finder) putShop(set *value.Set) {
	if len(r.Layout.Pages) == 0 {
		return
	}
	lines := r.headLines(r.Layout.Pages[0])
	top, score := -1, -100.0
	for i, s := range lines {
		if !textshape.NameLike(s.Words) || r.Labeled(s) && len(r.LabelsIn[s][0].Phrase) > len(s.Text())/2 {
			continue
		}
		z := 1 - 0.35*float64(i) - 1.5*(1-legibility(s))
		if textshape.HasLegalForm(s.Words) {
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
	set.Put("vendorName", value.CiteParts(text, name, " ", boost.Probability(score)))
	if parts := r.shopAddress(lines[top+1:]); len(parts) > 0 {
		set.Put("vendorAddress", value.CiteParts(textshape.JoinParts(parts, ", "), parts, ", ", 0.6))
	}
}

// nameText joins the parts of a name, without an attached registration number.
func nameText(parts []layout.Part) string {
	text := textshape.JoinParts(parts, " ")
	if k := strings.IndexByte(text, '('); k > 3 && bracketDigits([]string{text[k:]}) >= 4 {
		return strings.TrimSpace(text[:k])
	}
	return text
}

// shopName returns the whole name around its line: with the rest of its row in heading size, with the line above if
// it starts with a legal form, and without a registration number after it.
func (r *finder) shopName(lines []*layout.Segment, top int) []layout.Part {
	s := lines[top]
	name := []layout.Part{{Segment: s, First: 0, Last: nameEnd(s.Words)}}
	if name[0].Last == len(s.Words)-1 {
		for _, next := range s.Right() {
			if !textshape.NameLike(next.Words) || next.Height() < 0.8*s.Height() || r.Labeled(next) {
				break
			}
			name = append(name, annotate.Whole(next))
		}
	}
	if top+1 < len(lines) && !textshape.HasLegalForm(s.Words) && onlyLegalForm(lines[top+1].Words) {
		name = append(name, annotate.Whole(lines[top+1]))
	}
	if top > 0 && len(s.Words) <= 4 && textshape.HasLegalForm(s.Words) && continuesName(s.Words) &&
		textshape.NameLike(lines[top-1].Words) {
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

// continuesName reports whether a line is the end of a name: legal forms, brackets and at most one further word.
func continuesName(words []string) bool {
	others := 0
	for _, w := range words {
		if !lexicon.LegalForm.Has(recognize.Compact(w)) && !strings.HasPrefix(w, "(") {
			others++
		}
	}
	return others <= 1
}

// nameEnd returns the last word of a name, without a registration number after it. After a legal form fewer digits
// are enough, because some are misread. Curly brackets are misread round ones.
func nameEnd(words []string) int {
	const number, misread = 4, 2 // digits
	for i := 1; i < len(words); i++ {
		if recognize.CountDigits(words[i]) >= number && !strings.Contains(words[i], "(") {
			return i - 1
		}
		least := number
		if strings.HasPrefix(words[i], "{") || textshape.HasLegalForm(words[:i]) {
			least = misread
		}
		if strings.ContainsAny(words[i][:1], "({") && bracketDigits(words[i:]) >= least {
			return i - 1
		}
	}
	return len(words) - 1
}

// nameStart returns the first word of a name after words such as "owned by".
func nameStart(words []string) int {
	if len(words) > 2 && lexicon.OwnedBy.Has(recognize.Fold(words[0])+" "+recognize.Fold(words[1])) {
		return 2
	}
	return 0
}

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

// headLines returns the first segment of each row that is not noise.
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

// scrap reports whether words are pieces of a name or line in wide print: legal forms, "Lot", "Reg".
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

// noise reports whether a segment is probably a logo, crease or edge: it has few letters or a low certainty.
func noise(s *layout.Segment) bool {
	return len(recognize.Compact(s.Text())) < 3 || legibility(s) < minLegible
}

// minLegible is the minimum mean certainty of text.
const minLegible = 0.4

// legibility returns the mean certainty of a segment's words.
func legibility(s *layout.Segment) float64 {
	sum := 0.0
	for i := range s.Tokens {
		sum += s.Tokens[i].Confidence
	}
	return sum / float64(len(s.Tokens))
}

// shopAddress collects the lines from the first that looks like a street or town to the first that does not.
func (r *finder) shopAddress(lines []*layout.Segment) []layout.Part {
	var parts []layout.Part
	for _, s := range lines {
		if r.endsShopAddress(s) {
			if len(parts) > 0 {
				break
			}
			continue
		}
		if len(parts) == 0 && !streetLike(s.Words) && !textshape.PostalLine(s.Words) &&
			!textshape.EndsInHouseNumber(s.Words) {
			continue
		}
		parts = append(parts, annotate.Whole(s))
	}
	return parts
}

func (r *finder) endsShopAddress(s *layout.Segment) bool {
	f := r.Spans[s]
	if textshape.TitleLine(s.Words) || len(f.Dates) > 0 || len(s.Times()) > 0 {
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

// announces reports whether a first word or the last has a colon: "Server: Ann", "Tel / Fax : 555 0100".
func announces(words []string) bool {
	for i, w := range words {
		if strings.HasSuffix(w, ":") && (i < 3 || i == len(words)-1) && !lexicon.Street.Has(recognize.Fold(w)) {
			return true
		}
	}
	return false
}

// mostlyDigits reports whether words are a telephone or registration number without a label.
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

// endsStreet reports whether a folded word has the ending of a street name.
func endsStreet(word string) bool {
	return slices.ContainsFunc(lexicon.StreetEnding.All(), func(end string) bool { return strings.HasSuffix(word, end) })
}

// opensWith reports whether a line in lower case begins with an entry of a list.
func opensWith(lower string, list lexicon.List) bool {
	return slices.ContainsFunc(list.All(), func(start string) bool { return strings.HasPrefix(lower, start) })
}
