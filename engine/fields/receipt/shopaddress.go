package receipt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

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
