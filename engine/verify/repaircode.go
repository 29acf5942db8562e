package verify

import (
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// scheme says how a code is checked.
type scheme struct {
	valid bool // its check digits are right
	// modulus of the check: of that many codes one is valid by chance.
	modulus int
	prefix  int    // characters at the start that are not doubted
	form    string // of what follows them: n a digit, a a capital letter; "" where that is not known
}

// chance bounds the odds that a repair is right by chance: of n possible
// repairs, n in modulus pass the check without being what was printed.
const chance = 1.0 / 12

// codeScore bounds the certainty of a repaired code before its check counts:
// check digits can be right by chance.
const codeScore = 0.5

// repairCode corrects a number with check digits that text recognition read
// from words with low confidence. Letters where only digits may stand are the
// digits that they look like, and digits where only letters may are letters.
// Otherwise exactly one confusion of one character must satisfy the check
// digits, and something besides must speak for it: that the doubted characters
// are so few that none would pass by chance, or that the repaired number stands
// elsewhere in the document.
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
	unlikely := float64(len(trials)) <= chance*float64(s.modulus)
	switch {
	case len(elsewhere) == 1:
		set.Scalars[name] = repairedCode(v, elsewhere[0])
	case len(valid) == 1 && unlikely:
		set.Scalars[name] = repairedCode(v, valid[0])
	}
}

func repairedCode(v value.Value, text string) value.Value {
	v.Score = min(v.Score, codeScore)
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

// formed replaces letters where only digits may stand, and digits where only letters
// may.
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

// doubtful tells which characters of a code come from words with low
// confidence; where the words cannot be told apart, all or none of them.
func doubtful(v value.Value, lay *layout.Layout) []bool {
	doubt := make([]bool, len(v.Value))
	var text strings.Builder
	var low []bool
	for _, token := range tokensIn(lay, v) {
		word := compactCode(token.Text)
		text.WriteString(word)
		for range len(word) {
			low = append(low, token.Confidence < sure)
		}
	}
	if at := strings.Index(text.String(), v.Value); at >= 0 {
		copy(doubt, low[at:])
		return doubt
	}
	for i := range doubt {
		doubt[i] = v.Legibility < sure
	}
	return doubt
}

// tokensIn returns the tokens inside a value's box, in reading order.
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

// printed reports whether a code stands in a segment of the document.
func printed(lay *layout.Layout, code string) bool {
	for _, s := range lay.Segments {
		if strings.Contains(compactCode(s.Text()), code) {
			return true
		}
	}
	return false
}

// compactCode drops the signs that are printed between and around the groups
// of a code.
func compactCode(text string) string {
	return recognize.Without(text, " -./,;:()[]")
}
