// Package locale holds the countries of the generated documents: how they write dates and amounts, their companies,
// addresses, tax and account numbers with valid check digits, and the words that documents use. Labels come from the
// engine's lexicon; the folder vocabulary adds names, streets, goods and sentences, and the folder unknown words that
// the lexicon lacks.
package locale

import (
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/random"
	"github.com/shopspring/decimal"
)

// Place is the language and country of a document and its writing conventions, which are constant within the document.
type Place struct {
	r        *rand.Rand
	Language string

	dateForm string // layout of package time; names of months are translated
	point    string // before the fraction
	group    string // between thousands, or ""
	Symbol   string // of the currency as printed: "€", "EUR", "RM", "zł"
	before   bool   // the symbol precedes the amount
	spaced   bool   // a space separates amount and symbol
	lakh     bool   // thousands, then groups of two digits, as in India
	cents    int32  // digits of the fraction
	TaxName  string // "VAT", "MwSt.", "TVA" …
	TaxRates []decimal.Decimal

	Words   vocabulary
	Country Country
}

// NewPlace returns a country of the language, with its conventions.
func NewPlace(r *rand.Rand, language string) *Place {
	l := pickCountry(r, countries()[language])
	p := &Place{r: r, Language: language, cents: 2, Words: maps.Clone(vocabularies()[language]), Country: l,
		TaxRates: l.TaxRates}
	p.dateForm = random.Pick(r, l.Dates...)
	number := random.Pick(r, l.Numbers...)
	p.group, p.point, p.lakh = number[:len(number)-1], number[len(number)-1:], l.Code == "IN" && r.IntN(3) > 0
	p.Symbol = random.Pick(r, l.Symbols...)
	switch l.SymbolAt {
	case "before":
		p.before = r.IntN(12) > 0
	case "after":
		p.before = r.IntN(7) == 0
	default:
		p.before = r.IntN(2) == 0
	}
	p.spaced = !p.before || len(p.Symbol) == 3 || r.IntN(2) == 0
	if p.before && p.Symbol == "$" && r.IntN(5) > 0 {
		p.spaced = false
	}
	p.TaxName = random.Pick(r, l.TaxNames...)
	return p
}

// RandomDay returns a day between 2012 and 2026.
func (p *Place) RandomDay() time.Time {
	return time.Date(2012+p.r.IntN(15), time.Month(1+p.r.IntN(12)), 1+p.r.IntN(28), 0, 0, 0, 0, time.UTC)
}

// Date formats a day in the form that is common to the document.
func (p *Place) Date(t time.Time) string { return p.dateAs(p.dateForm, t) }

// dateAs formats a day in a form of package time, with months in the language.
func (p *Place) dateAs(form string, t time.Time) string {
	if !strings.Contains(form, "Jan") {
		return t.Format(form)
	}
	key := "months"
	if strings.Contains(form, "January") {
		form = strings.ReplaceAll(form, "January", "\x00")
	} else {
		key, form = "monthsShort", strings.ReplaceAll(form, "Jan", "\x00")
	}
	months := p.Words[key]
	if own := p.Words[key+"."+p.Country.Code]; len(own) > 0 {
		months = own
	}
	return strings.ReplaceAll(t.Format(form), "\x00", months[t.Month()-1])
}

// NumericDate formats the day in digits, for columns and narrow places, in the order of the document's other dates.
func (p *Place) NumericDate(t time.Time) string {
	if strings.Contains(p.dateForm, "Jan") {
		return t.Format(p.Country.Dates[0])
	}
	return t.Format(p.dateForm)
}

// Amount formats an amount without its currency.
func (p *Place) Amount(v decimal.Decimal) string { return p.Number(v, p.cents) }

// Number formats a number with the given digits after the decimal point.
func (p *Place) Number(v decimal.Decimal, digits int32) string {
	whole, fraction, _ := strings.Cut(v.Abs().StringFixed(digits), ".")
	out := p.grouped(whole)
	if fraction != "" {
		out += p.point + fraction
	}
	if v.IsNegative() {
		out = "-" + out
	}
	return out
}

func (p *Place) grouped(whole string) string {
	size := 3
	var parts []string
	for p.group != "" && len(whole) > size {
		parts = append(parts, whole[len(whole)-size:])
		whole = whole[:len(whole)-size]
		if p.lakh {
			size = 2
		}
	}
	var out strings.Builder
	out.WriteString(whole)
	for i := len(parts) - 1; i >= 0; i-- {
		out.WriteString(p.group + parts[i])
	}
	return out.String()
}

// Money formats an amount with its currency.
func (p *Place) Money(v decimal.Decimal) string {
	space := ""
	if p.spaced {
		space = " "
	}
	if !p.before {
		return p.Amount(v) + space + p.Symbol
	}
	if v.IsNegative() && len(p.Symbol) < 3 {
		return "-" + p.Symbol + space + p.Amount(v.Neg())
	}
	return p.Symbol + space + p.Amount(v)
}

// Percent formats a rate with a percent sign.
func (p *Place) Percent(v decimal.Decimal) string {
	return strings.ReplaceAll(v.String(), ".", p.point) + "%"
}

// Quantity formats a number without trailing zeros and without separators of thousands.
func (p *Place) Quantity(v decimal.Decimal) string {
	return strings.ReplaceAll(v.String(), ".", p.point)
}

// Label returns a random synonym of a label; see the files of vocabulary. A country's synonyms, under key.XX, override
// those of the language.
func (p *Place) Label(key string) string {
	if own := key + "." + p.Country.Code; len(p.Words[own]) > 0 {
		key = own
	}
	return p.Words.pickOne(p.r, key)
}

// InOwnCurrency replaces the euro in a sentence by the currency of the place.
func (p *Place) InOwnCurrency(text string) string {
	if code := p.Country.Currency; code != "EUR" {
		return strings.NewReplacer("EUR", code, "€", p.Symbol, "euro", code).Replace(text)
	}
	return text
}
