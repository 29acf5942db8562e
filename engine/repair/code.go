package repair

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// scheme describes the check digits and format of a code.
type scheme struct {
	valid bool // the check digits are right
	// modulus of the check: one of that many random codes is valid.
	modulus int
	prefix  int    // number of leading characters that are trusted
	form    string // format of the rest: n a digit, a a capital letter; "" if unknown
}

// maxAccidentProbability is the maximum probability of an accidental correction: of n candidates, n/modulus pass the
// check by chance.
const maxAccidentProbability = 1.0 / 12

// maxCodeScore is the maximum score of a corrected code, because check digits can be right by chance.
const maxCodeScore = 0.5

// repairCode corrects an OCR code of low confidence. It replaces letters in digit positions with similar digits and
// vice versa. Otherwise exactly one confusion of one character must satisfy the check digits, and either the
// candidates are too few for an accidental match or the corrected code is printed elsewhere.
func repairCode(set *value.Set, lay *layout.Layout, name string, of func(string) scheme) {
	v, ok := set.Scalars[name]
	s := of(v.Value)
	if !ok || v.Source != document.SourceOCR || s.valid || s.modulus == 0 {
		return
	}
	if formed := s.formed(v.Value); formed != v.Value {
		if of(formed).valid {
			set.Scalars[name] = repairedCode(v, formed)
		}
		return
	}
	trials := confusions(v.Value, s, doubtful(v, lay))
	var valid, elsewhere []string
	for _, text := range trials {
		if of(text).valid {
			valid = append(valid, text)
			if printed(lay, text) {
				elsewhere = append(elsewhere, text)
			}
		}
	}
	unlikely := float64(len(trials)) <= maxAccidentProbability*float64(s.modulus)
	switch {
	case len(elsewhere) == 1:
		set.Scalars[name] = repairedCode(v, elsewhere[0])
	case len(valid) == 1 && unlikely:
		set.Scalars[name] = repairedCode(v, valid[0])
	}
}

func repairedCode(v value.Value, text string) value.Value {
	v.Score = min(v.Score, maxCodeScore)
	return repaired(v, text)
}

// ibanScheme: ISO 13616, check digits by ISO 7064 MOD 97-10.
func ibanScheme(text string) scheme {
	if len(text) < 5 {
		return scheme{}
	}
	return scheme{
		valid: recognize.ValidIBAN(text), modulus: 97, prefix: 2, form: country.IBANForm(text[:2]),
	}
}

// vatScheme: the national check digits of VAT identification numbers.
func vatScheme(text string) scheme {
	outcome, modulus := country.CheckVAT(text)
	if outcome == country.Unknown {
		return scheme{}
	}
	return scheme{valid: outcome == country.Valid, modulus: modulus, prefix: 2}
}

// formed replaces letters in digit positions and digits in letter positions.
func (s scheme) formed(text string) string {
	b := []byte(text)
	for i := range min(len(s.form), len(text)-s.prefix) {
		c := &b[s.prefix+i]
		replace, ok := rune(0), false
		switch isDigit := '0' <= *c && *c <= '9'; {
		case s.form[i] == 'n' && !isDigit:
			replace, ok = ocrconfusion.DigitFor(rune(*c), ocrconfusion.Rare)
		case s.form[i] == 'a' && isDigit:
			replace, ok = ocrconfusion.LetterFor(rune(*c))
		}
		if ok {
			*c = byte(replace) //nolint:gosec // of ASCII
		}
	}
	return string(b)
}

// confusions returns the texts that differ in one doubtful character.
func confusions(text string, s scheme, doubt []bool) []string {
	var out []string
	for i := s.prefix; i < len(text); i++ {
		if !doubt[i] {
			continue
		}
		// Rare confusions would let more numbers pass by chance.
		similar := ocrconfusion.Reads(rune(text[i]), ocrconfusion.Digit, ocrconfusion.Often)
		if digit, ok := ocrconfusion.DigitFor(rune(text[i]), ocrconfusion.Rare); ok {
			similar = string(digit)
		}
		for _, c := range similar {
			out = append(out, text[:i]+string(c)+text[i+1:])
		}
	}
	return out
}

// doubtful returns which characters of a code are in uncertain words; if they do not align, the legibility decides.
func doubtful(v value.Value, lay *layout.Layout) []bool {
	doubt := make([]bool, len(v.Value))
	var text strings.Builder
	var low []bool
	for _, token := range tokensIn(lay, v) {
		word := compactCode(token.Text)
		text.WriteString(word)
		for range len(word) {
			low = append(low, token.Confidence < maxDoubtfulConfidence)
		}
	}
	if at := strings.Index(text.String(), v.Value); at >= 0 {
		copy(doubt, low[at:])
		return doubt
	}
	for i := range doubt {
		doubt[i] = v.Legibility < maxDoubtfulConfidence
	}
	return doubt
}

func tokensIn(lay *layout.Layout, v value.Value) []layout.Token {
	var inside []layout.Token
	for _, s := range lay.Segments {
		if s.Page.Number != v.Page {
			continue
		}
		for _, token := range s.Tokens {
			x, y := token.Place.CenterX(), token.Place.CenterY()
			if x >= v.Box.X0 && x <= v.Box.X1 && y >= v.Box.Y0 && y <= v.Box.Y1 {
				inside = append(inside, token)
			}
		}
	}
	return inside
}

// printed reports whether a code is in a segment of the document.
func printed(lay *layout.Layout, code string) bool {
	for _, s := range lay.Segments {
		if strings.Contains(compactCode(s.Text()), code) {
			return true
		}
	}
	return false
}

// compactCode removes the signs between and around the groups of a code.
func compactCode(text string) string {
	return recognize.Without(text, " -./,;:()[]")
}
