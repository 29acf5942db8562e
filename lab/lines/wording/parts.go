package wording

import "math/rand/v2"

// Script is a writing system.
type Script = script

// Latin, Greek and Cyrillic are the scripts that texts are made in.
const (
	Latin    = scriptLatin
	Greek    = scriptGreek
	Cyrillic = scriptCyrillic
)

// Sample has letters that a face needs for texts of a script.
func Sample(of Script) string {
	return []string{"AaZzéöčőșłøß€", "ΑαΩωάώς€", "АаЯяЖж№"}[of]
}

// Phrase is a text of a made document: a label, a name, a line of an address.
func (s *Source) Phrase(r *rand.Rand, of Script) string { return s.normal(s.said(r, of)) }

// Word is a word of a made document.
func (s *Source) Word(r *rand.Rand, of Script) string { return s.normal(s.word(r, of)) }

// Figure is an amount, a number, a date, a percentage or a code.
func (s *Source) Figure(r *rand.Rand) string {
	return s.normal(pick(r, amount, amount, number, number, date, percentage, code)(r))
}

// Amount is a number with two decimals, maybe with a currency.
func (s *Source) Amount(r *rand.Rand) string { return s.normal(pick(r, amount, number, number)(r)) }

// Plain is a text of ASCII's capitals and digits, which every face has.
func Plain(r *rand.Rand) string { return draw(r, 2+r.IntN(8), mixed) }

// Ruler is a sign repeated as receipts part their sections.
func (s *Source) Ruler(r *rand.Rand) string { return s.normal(ruler(r)) }

// normal writes a text in the alphabet's letters; figures that have others are
// replaced.
func (s *Source) normal(text string) string {
	if text, ok := s.normaliser.Text(text); ok {
		return text
	}
	return "0.00"
}
