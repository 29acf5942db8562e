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

func (p *Graph) form(v *vector, i int) {
	u := &p.Units[i]
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
	v.flag(textshape.NameLike(words))
	v.flag(textshape.ProseLike(words))
	v.flag(textshape.HasLegalForm(words))
	v.flag(textshape.PostalLine(words))
	v.flag(textshape.EndsInHouseNumber(words))
	v.flag(textshape.Street(words, ""))
	v.flag(len(words) > 1 && len(words) < 5 && capital == len(words) && c.digits == 0) // may be a person's name
	v.flag(c.digits > 0 && c.letters > 0 && len(words) == 1)
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

func (p *Graph) typed(v *vector, i int) {
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

func (p *Graph) numbers(v *vector, u *Unit) {
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

func tokenHeight(p layout.Part) float64 {
	h := 0.0
	for i := p.First; i <= p.Last; i++ {
		h += p.Segment.Tokens[i].Box.Height()
	}
	return h / float64(p.Last-p.First+1)
}
