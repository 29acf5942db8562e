package tagger

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// vector collects the features of a unit.
type vector []float32

func (v *vector) add(x float64) { *v = append(*v, float32(x)) }

func (v *vector) flag(b bool) {
	if b {
		*v = append(*v, 1)
	} else {
		*v = append(*v, 0)
	}
}

// share adds n as a part of most, at most 1.
func (v *vector) share(n int, most float64) { v.add(min(1, float64(n)/most)) }

// near adds a distance in heights of print, squashed to a number between -1 and 1.
func (v *vector) near(d float64) { v.add(soft(d / nearby)) }

const nearby = 3

// soft squashes a number to between -1 and 1.
func soft(x float64) float64 { return x / (1 + math.Abs(x)) }

// page is what the features of all units on a page need.
type page struct {
	doc    *annotate.Document
	units  []unit
	boxes  []layout.Box
	texts  []string // compact
	height []float64
	counts map[string]int
	order  placing
}

// describe returns the features of the units, a vector each, of the length of
// Features.
func describe(doc *annotate.Document, units []unit) ([][]float32, *page) {
	p := &page{doc: doc, units: units, counts: map[string]int{}}
	for i := range units {
		u := &units[i]
		b := u.Box()
		text := recognize.Compact(u.Text())
		p.boxes, p.texts = append(p.boxes, b), append(p.texts, text)
		p.height = append(p.height, max(1e-3, tokenHeight(u.Part)))
		p.counts[text]++
	}
	p.order = place(p)
	out := make([][]float32, len(units))
	for i := range units {
		v := make(vector, 0, features)
		p.words(&v, i)
		p.form(&v, i)
		p.typed(&v, i)
		p.position(&v, i)
		p.relations(&v, i)
		out[i] = v
	}
	return out, p
}

// wordFeatures is how many features come first that the lexicon gives: training
// hides them from some units, for the world has words that no lexicon holds.
const wordFeatures = len(roles) + 4 + 14

// features is the length of a vector.
const features = wordFeatures + 35 + 17 + 33 + 6

// Features returns how many numbers describe a unit, and how many of them, which
// come first, are of words that the lexicon knows.
func Features() (all, ofWords int) { return features, wordFeatures }

//nolint:gochecknoglobals // a list that is never changed
var roles = [...]lexicon.Role{
	lexicon.InvoiceNumber, lexicon.IssueDate, lexicon.DueDate, lexicon.DeliveryDate, lexicon.Period, lexicon.OrderNumber,
	lexicon.CustomerID, lexicon.ReceiptNumber, lexicon.AccountNumber, lexicon.TaxID, lexicon.CustomerTaxID, lexicon.IBAN,
	lexicon.BIC, lexicon.PaymentReference, lexicon.PaymentTerms, lexicon.Phone, lexicon.Subtotal, lexicon.Tax,
	lexicon.TaxTotal, lexicon.Total, lexicon.AmountDue, lexicon.AmountPaid, lexicon.Discount, lexicon.Shipping,
	lexicon.VendorName, lexicon.CustomerName, lexicon.BankName, lexicon.Holder, lexicon.OtherNumber, lexicon.OtherDate,
	lexicon.OtherAmount, lexicon.Currency,
}

// words adds what the lexicon knows of the unit's words.
func (p *page) words(v *vector, i int) {
	u := &p.units[i]
	s := u.Segment
	at := len(*v)
	*v = append(*v, make([]float32, len(roles))...)
	for _, l := range p.doc.LabelsIn[s] {
		if l.First > u.Last || l.Last < u.First || !l.Opens && l.First != u.First {
			continue
		}
		for _, t := range l.Terms {
			for k, r := range roles {
				if r == t.Role {
					(*v)[at+k] = max((*v)[at+k], float32(t.Weight))
				}
			}
		}
	}
	words := s.Words[u.First : u.Last+1]
	folded := recognize.FoldWords(strings.Join(words, " "))
	meanings, _, n := lexicon.PartyHeadings().Longest(folded, nil)
	for _, name := range [...]string{"vendor", "customer", "shipping", "other"} {
		v.flag(contains(meanings, name) && n == len(folded))
	}
	v.flag(n > 0 && n < len(folded))
	first, line := "", strings.Join(folded, " ")
	if len(folded) > 0 {
		first = folded[0]
	}
	_, column := layout.ColumnNamed(line)
	v.flag(column)
	v.flag(party.TitleLine(words))
	v.flag(lexicon.NoName.Has(line))
	v.flag(lexicon.NameLabel.Has(line))
	v.flag(lexicon.Salutation.Has(first))
	v.flag(len(folded) > 1 && lexicon.CareOf.Has(folded[0]+" "+folded[1]))
	v.flag(lexicon.PartyAside.Has(first))
	v.flag(lexicon.WebLabel.Has(first))
	v.flag(lexicon.Registration.Has(strings.ToLower(words[0])))
	v.flag(lexicon.BeforeName.Has(first))
	v.flag(lexicon.BankPhrase.Has(line) || lexicon.BankFirst.Has(first) || lexicon.BankPart.Has(first))
	v.flag(hasStreetWord(folded))
	v.flag(hasFunctionWord(folded))
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

func hasStreetWord(folded []string) bool {
	for _, w := range folded {
		if len(w) > 2 && lexicon.Street.Has(w) {
			return true
		}
	}
	return false
}

// hasFunctionWord reports whether a word joins others, as in sentences.
func hasFunctionWord(folded []string) bool {
	for _, w := range folded {
		if lexicon.Connective.Has(w) || lexicon.Paying.Has(w) {
			return true
		}
	}
	return false
}

// form adds how the unit is written, whatever the words.
func (p *page) form(v *vector, i int) {
	u := &p.units[i]
	words := u.Segment.Words[u.First : u.Last+1]
	text := strings.Join(words, " ")
	c := compose(text)
	runes := float64(max(1, c.runes))
	v.share(len(words), 10)
	v.share(c.letters, 40)
	v.share(c.digits, 15)
	v.add(float64(c.digits) / runes)
	v.add(float64(c.upper) / float64(max(1, c.letters)))
	v.flag(c.upper == c.letters && c.letters > 1)
	capital, lower, numbers := wordStarts(words)
	v.add(float64(capital) / float64(len(words)))
	v.add(float64(lower) / float64(len(words)))
	v.add(float64(numbers) / float64(len(words)))
	v.flag(len(words) == 1)
	v.flag(len(words) == 2)
	v.flag(len(words) == 3)
	v.flag(len(words) > 6)
	v.flag(strings.HasSuffix(text, ":"))
	v.flag(strings.HasSuffix(text, ","))
	v.flag(strings.HasSuffix(text, "."))
	v.flag(strings.Contains(text, "&"))
	v.flag(strings.ContainsRune(text, '/'))
	v.flag(strings.ContainsRune(text, '-'))
	v.flag(strings.ContainsRune(text, '@'))
	v.flag(strings.ContainsRune(text, '%'))
	v.flag(strings.ContainsAny(text, "#№"))
	v.flag(strings.ContainsRune(text, '('))
	v.flag(strings.ContainsAny(text, "!?\"“„"))
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	v.flag(unicode.IsDigit(first))
	v.flag(unicode.IsDigit(last))
	v.flag(c.other > 0) // letters of another script
	v.flag(party.NameLike(words))
	v.flag(party.ProseLike(words))
	v.flag(party.HasLegalForm(words))
	v.flag(party.PostalLine(words))
	v.flag(party.EndsInHouseNumber(words))
	v.flag(party.Street(words, ""))
	v.flag(len(words) > 1 && len(words) < 5 && capital == len(words) && c.digits == 0) // may be a person
	v.flag(c.digits > 0 && c.letters > 0 && len(words) == 1)
}

// composition counts the characters of a text.
type composition struct{ runes, letters, digits, upper, other int }

func compose(text string) composition {
	var c composition
	for _, r := range text {
		c.runes++
		switch {
		case unicode.IsLetter(r):
			c.letters++
			if unicode.IsUpper(r) {
				c.upper++
			}
			if r >= 0x370 && r < 0x530 { // Greek and Cyrillic
				c.other++
			}
		case unicode.IsDigit(r):
			c.digits++
		}
	}
	return c
}

// wordStarts counts the words that start with a capital, a small letter, a digit.
func wordStarts(words []string) (capital, lower, numbers int) {
	for _, w := range words {
		switch r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"'„“")); {
		case unicode.IsUpper(r):
			capital++
		case unicode.IsLower(r):
			lower++
		case unicode.IsDigit(r):
			numbers++
		}
	}
	return capital, lower, numbers
}

// typed adds the typed values in the unit.
func (p *page) typed(v *vector, i int) {
	u := &p.units[i]
	s := u.Segment
	f := p.doc.Spans[s]
	in := func(x recognize.Span) bool { return x.First >= u.First && x.Last <= u.Last }
	p.numbers(v, u)
	codes := func(all []recognize.Code, valid bool) {
		found, checked := false, false
		for _, c := range all {
			if in(c.Span) {
				found, checked = true, checked || c.Checksum == recognize.ChecksumValid
			}
		}
		v.flag(found)
		if valid {
			v.flag(checked)
		}
	}
	codes(f.VATIDs, true)
	codes(f.IBANs, true)
	codes(s.BICs(), false)
	codes(s.Emails(), false)
	codes(s.URLs(), false)
	codes(s.Phones(), false)
	_, identifier := recognize.Identifier(s.Words[u.Last])
	v.flag(identifier && u.First == u.Last)
	tok := &s.Tokens[u.First]
	v.flag(tok.Source == document.SourceOCR)
}

// numbers adds the dates and amounts in the unit.
func (p *page) numbers(v *vector, u *unit) {
	f := p.doc.Spans[u.Segment]
	in := func(x recognize.Span) bool { return x.First >= u.First && x.Last <= u.Last }
	dates, amounts, money, exact, percents := 0, 0, 0, 0, 0
	for _, d := range f.Dates {
		if in(d.Span) && !d.Compact {
			dates++
		}
	}
	for _, a := range f.Amounts {
		if !in(a.Span) {
			continue
		}
		switch {
		case a.Percent:
			percents++
			continue
		case a.Currency != "":
			money++
		}
		amounts++
		if a.Number.Fraction == 2 {
			exact++
		}
	}
	whole := len(f.Dates) == 1 && f.Dates[0].First == u.First && f.Dates[0].Last == u.Last
	v.share(dates, 1)
	v.flag(whole)
	v.share(amounts, 2)
	v.share(money, 1)
	v.share(exact, 1)
	v.share(percents, 1)
	v.flag(len(f.Amounts) > 0 && f.Amounts[0].First == u.First && f.Amounts[0].Last == u.Last)
}

// tokenHeight is the mean height of a part's tokens.
func tokenHeight(p layout.Part) float64 {
	h := 0.0
	for i := p.First; i <= p.Last; i++ {
		h += p.Segment.Tokens[i].Box.Height()
	}
	return h / float64(p.Last-p.First+1)
}
