package pagegraph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

func (p *Graph) form(v *Vector, i int) {
	u := &p.Units[i]
	words := u.Segment.Words[u.First : u.Last+1]
	text := strings.Join(words, " ")
	c := compose(text)
	runes := float64(max(1, c.runes))
	v.Share(len(words), 10)
	v.Share(c.letters, 40)
	v.Share(c.digits, 15)
	v.Add(float64(c.digits) / runes)
	v.Add(float64(c.upper) / float64(max(1, c.letters)))
	v.Flags(c.upper == c.letters && c.letters > 1)
	capital, lower, numbers := wordStarts(words)
	v.Add(float64(capital) / float64(len(words)))
	v.Add(float64(lower) / float64(len(words)))
	v.Add(float64(numbers) / float64(len(words)))
	v.Flags(len(words) == 1, len(words) == 2, len(words) == 3, len(words) > 6, strings.HasSuffix(text, ":"))
	v.Flags(strings.HasSuffix(text, ","), strings.HasSuffix(text, "."), strings.Contains(text, "&"))
	v.Flags(strings.ContainsRune(text, '/'), strings.ContainsRune(text, '-'), strings.ContainsRune(text, '@'))
	v.Flags(strings.ContainsRune(text, '%'), strings.ContainsAny(text, "#№"), strings.ContainsRune(text, '('))
	v.Flags(strings.ContainsAny(text, "!?\"“„"))
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	v.Flags(unicode.IsDigit(first), unicode.IsDigit(last))
	v.Flags(c.other > 0) // letters of another script
	v.Flags(textshape.NameLike(words), textshape.ProseLike(words), textshape.HasLegalForm(words))
	v.Flags(textshape.PostalLine(words), textshape.EndsInHouseNumber(words), textshape.Street(words, ""))
	v.Flags(len(words) > 1 && len(words) < 5 && capital == len(words) && c.digits == 0) // may be a person's name
	v.Flags(c.digits > 0 && c.letters > 0 && len(words) == 1)
}

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

// wordStarts counts the words that start with a capital, a small letter and a digit.
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

func (p *Graph) typed(v *Vector, i int) {
	u := &p.Units[i]
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
		v.Flags(found)
		if valid {
			v.Flags(checked)
		}
	}
	codes(f.VATIDs, true)
	codes(f.IBANs, true)
	codes(s.BICs(), false)
	codes(s.Emails(), false)
	codes(s.URLs(), false)
	codes(s.Phones(), false)
	_, identifier := recognize.Identifier(s.Words[u.Last])
	v.Flags(identifier && u.First == u.Last)
	tok := &s.Tokens[u.First]
	v.Flags(tok.Source == document.SourceOCR)
}

func (p *Graph) numbers(v *Vector, u *Unit) {
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
	v.Share(dates, 1)
	v.Flags(whole)
	v.Share(amounts, 2)
	v.Share(money, 1)
	v.Share(exact, 1)
	v.Share(percents, 1)
	v.Flags(len(f.Amounts) > 0 && f.Amounts[0].First == u.First && f.Amounts[0].Last == u.Last)
}

func tokenHeight(p layout.Part) float64 {
	h := 0.0
	for i := p.First; i <= p.Last; i++ {
		h += p.Segment.Tokens[i].Box.Height()
	}
	return h / float64(p.Last-p.First+1)
}
