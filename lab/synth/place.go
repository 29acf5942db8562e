package synth

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// place is the language and country of a document and its writing conventions, which are constant within the document.
type place struct {
	r        *rand.Rand
	language string
	country  string // ISO 3166-1 alpha-2
	currency string // ISO 4217

	dateForm string // layout of package time; names of months are translated
	point    string // before the fraction
	group    string // between thousands, or ""
	symbol   string // of the currency as printed: "€", "EUR", "RM", "zł"
	before   bool   // the symbol precedes the amount
	spaced   bool   // a space separates amount and symbol
	lakh     bool   // thousands, then groups of two digits, as in India
	cents    int32  // digits of the fraction
	taxName  string // "VAT", "MwSt.", "TVA" …
	taxRates []decimal.Decimal

	words vocabulary
	land  land
}

// placeIn returns a country of the language, with its conventions.
func placeIn(r *rand.Rand, language string) *place {
	all := lands(language)
	return placeOf(r, language, all[weighted(r, all)])
}

func placeOf(r *rand.Rand, language string, l land) *place {
	p := &place{r: r, language: language, country: l.code, currency: l.currency, cents: 2,
		words: readVocabulary(language), land: l}
	p.dateForm = pick(r, l.dates...)
	number := pick(r, l.numbers...)
	p.group, p.point, p.lakh = number[:len(number)-1], number[len(number)-1:], l.code == "IN" && r.IntN(3) > 0
	p.symbol = pick(r, l.symbols...)
	switch l.symbolAt {
	case symbolBefore:
		p.before = r.IntN(12) > 0
	case symbolAfter:
		p.before = r.IntN(7) == 0
	case symbolEither:
		p.before = r.IntN(2) == 0
	}
	p.spaced = !p.before || len(p.symbol) == 3 || r.IntN(2) == 0
	if p.before && p.symbol == "$" && r.IntN(5) > 0 {
		p.spaced = false
	}
	p.taxName = pick(r, l.taxNames...)
	for _, rate := range strings.Fields(l.taxRates) {
		p.taxRates = append(p.taxRates, decimal.RequireFromString(rate))
	}
	return p
}

func (p *place) day() time.Time {
	return time.Date(2012+p.r.IntN(15), time.Month(1+p.r.IntN(12)), 1+p.r.IntN(28), 0, 0, 0, 0, time.UTC)
}

func (p *place) date(t time.Time) string { return p.dateAs(p.dateForm, t) }

// dateAs formats a day in a form of package time, with months in the language.
func (p *place) dateAs(form string, t time.Time) string {
	if !strings.Contains(form, "Jan") {
		return t.Format(form)
	}
	key := "months"
	if strings.Contains(form, "January") {
		form = strings.ReplaceAll(form, "January", "\x00")
	} else {
		key, form = "monthsShort", strings.ReplaceAll(form, "Jan", "\x00")
	}
	months := p.words[key]
	if own := p.words[key+"."+p.country]; len(own) > 0 {
		months = own
	}
	return strings.ReplaceAll(t.Format(form), "\x00", months[t.Month()-1])
}

// numericDate formats the day in digits, for columns and narrow places, in the order of the document's other dates.
func (p *place) numericDate(t time.Time) string {
	if strings.Contains(p.dateForm, "Jan") {
		return t.Format(p.land.dates[0])
	}
	return t.Format(p.dateForm)
}

func (p *place) amount(v decimal.Decimal) string { return p.number(v, p.cents) }

func (p *place) number(v decimal.Decimal, digits int32) string {
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

func (p *place) grouped(whole string) string {
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

func (p *place) money(v decimal.Decimal) string {
	space := ""
	if p.spaced {
		space = " "
	}
	if !p.before {
		return p.amount(v) + space + p.symbol
	}
	if v.IsNegative() && len(p.symbol) < 3 {
		return "-" + p.symbol + space + p.amount(v.Neg())
	}
	return p.symbol + space + p.amount(v)
}

func (p *place) rate(v decimal.Decimal) string {
	return strings.ReplaceAll(v.String(), ".", p.point) + "%"
}

func (p *place) quantity(v decimal.Decimal) string {
	return strings.ReplaceAll(v.String(), ".", p.point)
}

// label returns a random synonym of a label; see the files of vocabulary. A country's synonyms, under key.XX, override
// those of the language.
func (p *place) label(key string) string {
	if own := key + "." + p.country; len(p.words[own]) > 0 {
		key = own
	}
	return p.words.one(p.r, key)
}

// pattern expands a form: # is a digit, * a digit above zero, @ a capital letter, ? any of them. Other characters are
// literal.
func (p *place) pattern(form string) string { return fill(p.r, form) }

func fill(r *rand.Rand, form string) string {
	const letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
	out := []rune(form)
	for i, c := range out {
		switch {
		case c == '#', c == '?' && r.IntN(2) == 0:
			out[i] = rune('0' + r.IntN(10))
		case c == '*':
			out[i] = rune('1' + r.IntN(9))
		case c == '@', c == '?':
			out[i] = rune(letters[r.IntN(len(letters))])
		}
	}
	return string(out)
}

// pow10 returns the integer part of a power of ten.
func pow10(x float64) int64 { return int64(math.Pow(10, x)) }
