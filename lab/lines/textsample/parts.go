package textsample

import "math/rand/v2"

// Script is a writing system.
type Script = script

// Scripts of texts.
const (
	Latin    = scriptLatin
	Greek    = scriptGreek
	Cyrillic = scriptCyrillic
)

// Sample returns letters that a face needs for texts of a script.
func Sample(of Script) string {
	return []string{"AaZzéöčőșłøß€", "ΑαΩωάώς€", "АаЯяЖж№"}[of]
}

// Phrase returns a text of a synthetic document: a label, a name, a line of an address.
func (s *Source) Phrase(r *rand.Rand, of Script) string { return s.normal(s.said(r, of)) }

// Word returns a word of a synthetic document.
func (s *Source) Word(r *rand.Rand, of Script) string { return s.normal(s.word(r, of)) }

// Figure returns an amount, a number, a date, a percentage or a code.
func (s *Source) Figure(r *rand.Rand) string {
	return s.normal(pick(r, amount, amount, number, number, date, percentage, code)(r))
}

// Amount returns a number with two decimals, sometimes with a currency.
func (s *Source) Amount(r *rand.Rand) string { return s.normal(pick(r, amount, number, number)(r)) }

// Plain returns a text of ASCII capitals and digits, which every face has.
func Plain(r *rand.Rand) string { return draw(r, 2+r.IntN(8), mixed) }

// Ruler returns a repeated sign that separates sections of receipts.
func (s *Source) Ruler(r *rand.Rand) string { return s.normal(ruler(r)) }

// normal maps a text to the alphabet. It replaces texts with other letters.
func (s *Source) normal(text string) string {
	if text, ok := s.normalizer.Text(text); ok {
		return text
	}
	return "0.00"
}
