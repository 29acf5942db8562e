package textsample

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// Source makes texts. It is safe for concurrent use, if each goroutine has its random numbers.
type Source struct {
	normalizer *Normalizer
	pool       *pool
	alphabets  []string
	accents    [][]rune // by language
	rare       []rune
	families   map[rune][]rune // accented letters by base letter
}

// NewSource makes a source with the words of a number of documents made from a seed, and with listed words.
func NewSource(seed uint64, documents int, listed ...string) *Source {
	s := &Source{normalizer: NewNormalizer(), alphabets: alphabets()}
	s.pool = newPool(s.normalizer, seed, max(documents, 2))
	s.pool.list(s.normalizer, listed)
	for _, letters := range accents() {
		s.accents = append(s.accents, []rune(letters))
	}
	s.families = families()
	for _, label := range Alphabet() {
		if c := []rune(label)[0]; c > unicode.MaxASCII || unicode.IsPunct(c) || unicode.IsSymbol(c) {
			s.rare = append(s.rare, c)
		}
	}
	return s
}

// Text makes a line's text of the alphabet's letters, in NFC, with single spaces.
func (s *Source) Text(r *rand.Rand) string { return s.line(r, s.any, 45) }

// Said is Text with mostly texts of synthetic documents, and in small letters if possible.
func (s *Source) Said(r *rand.Rand) string { return s.line(r, s.plainly, 12) }

// line draws texts until one is a valid line. capitals is the percentage in capitals.
func (s *Source) line(r *rand.Rand, draw func(*rand.Rand) string, capitals int) string {
	for {
		text := draw(r)
		if r.IntN(100) < capitals && !strings.Contains(text, "@") {
			text = Upper(text)
		}
		text, ok := s.normalizer.Text(text)
		if long := len([]rune(text)); ok && long <= 90 && IsOneScript(text) {
			return text
		}
	}
}

// plainly makes a text as in documents, or of any kind.
func (s *Source) plainly(r *rand.Rand) string {
	word := func() string { return s.word(r, scriptLatin) }
	switch n := r.IntN(100); {
	case n < 24:
		return s.said(r, scriptLatin)
	case n < 26:
		return s.said(r, scriptGreek)
	case n < 28:
		return s.said(r, scriptCyrillic)
	case n < 32:
		return s.accented(r)
	case n < 42:
		return s.spelled(r)
	case n < 54:
		return s.contrasted(r)
	case n < 60:
		return s.row(r)
	case n < 64:
		return address(r, word)
	case n < 69:
		return s.small(r)
	case n < 75:
		return s.measured(r)
	case n < 88:
		return s.slender(r)
	case n < 91:
		return amount(r)
	case n < 93:
		return s.choices(r)
	}
	return s.any(r)
}

// choices returns options of a form with their boxes.
func (s *Source) choices(r *rand.Rand) string {
	parts := make([]string, 1+r.IntN(4))
	for i := range parts {
		box, label := pick(r, "☐", "☐", "☑", "☒", "☒", "[ ]", "[x]", "[X]"), s.word(r, scriptLatin)
		if r.IntN(3) == 0 {
			label += " " + s.word(r, scriptLatin)
		}
		parts[i] = box + pick(r, " ", " ", " ", "") + label
		if r.IntN(6) == 0 {
			parts[i] = label + " " + box
		}
	}
	return strings.Join(parts, " ")
}

// accented returns words with letters beyond ASCII; each such letter is equally frequent.
func (s *Source) accented(r *rand.Rand) string {
	words := make([]string, 1+r.IntN(6))
	for i := range words {
		words[i] = s.word(r, scriptLatin)
		if c := s.rare[r.IntN(len(s.rare))]; unicode.IsLetter(c) && scriptOf(string(c)) == scriptLatin {
			words[i] = s.withRare(r, c)
		}
	}
	return strings.Join(words, " ")
}

// spelled returns words with letters beyond ASCII of one language at the frequency of Polish or Czech. Training needs
// both accented and plain letters in similar words to distinguish them.
func (s *Source) spelled(r *rand.Rand) string {
	letters := s.accents[r.IntN(len(s.accents))]
	words := make([]string, 1+r.IntN(6))
	for i := range words {
		words[i] = s.word(r, scriptLatin)
		if r.IntN(3) > 0 {
			words[i] = s.withRare(r, letters[r.IntN(len(letters))])
		}
	}
	return strings.Join(words, " ")
}

// contrasted returns words whose letters have a random accent or none, so that neither word nor language but only the
// print determines the accent.
func (s *Source) contrasted(r *rand.Rand) string {
	words := make([]string, 1+r.IntN(6))
	for i := range words {
		runes := []rune(s.word(r, scriptLatin))
		for k, c := range runes {
			if like := s.families[unaccented(c)]; len(like) > 0 && r.IntN(2) == 0 {
				runes[k] = like[r.IntN(len(like))]
			}
		}
		words[i] = string(runes)
	}
	return strings.Join(words, " ")
}

// small returns words and numbers of one and two characters among others, as in sentences and tables.
func (s *Source) small(r *rand.Rand) string {
	words := make([]string, 1+r.IntN(6))
	for i := range words {
		switch r.IntN(5) {
		case 0:
			words[i] = s.word(r, scriptLatin)
		case 1:
			words[i] = digits(r, 1+r.IntN(2))
		default:
			words[i] = pick(r, "a", "i", "y", "e", "o", "à", "z", "w", "v", "s", "k", "u", "och", "de", "di", "la", "le",
				"il", "en", "et", "og", "un", "il", "al", "nº", "n°", "St.", "ks", "kg", "m", "x", "-", "%")
		}
	}
	return strings.Join(words, " ")
}

func (s *Source) any(r *rand.Rand) string {
	switch n := r.IntN(100); {
	case n < 30:
		return s.said(r, scriptLatin)
	case n < 35:
		return s.said(r, scriptGreek)
	case n < 40:
		return s.said(r, scriptCyrillic)
	case n < 53:
		return s.row(r)
	case n < 59:
		return amount(r)
	case n < 63:
		return date(r)
	case n < 67:
		return times(r)
	case n < 74:
		return code(r)
	case n < 78:
		return account(r)
	case n < 80:
		return address(r, func() string { return s.word(r, scriptLatin) })
	case n < 82:
		return ruler(r)
	case n < 83:
		return percentage(r)
	case n < 89:
		return s.strangeWords(r)
	}
	return s.rarely(r)
}

func (s *Source) said(r *rand.Rand, of script) string {
	if texts := s.pool.texts[of]; len(texts) > 0 && r.IntN(3) > 0 {
		return texts[r.IntN(len(texts))]
	}
	words := make([]string, 1+r.IntN(6))
	for i := range words {
		words[i] = s.word(r, of)
	}
	return strings.Join(words, pick(r, " ", " ", " ", ", ", "/", " - ", " & ", ": "))
}

func (s *Source) word(r *rand.Rand, of script) string {
	if words := s.pool.listed[of]; len(words) > 0 && r.IntN(5) < 2 {
		word := []rune(words[r.IntN(len(words))])
		if r.IntN(4) == 0 {
			word[0] = capital(word[0])
		}
		return string(word)
	}
	if words := s.pool.words[of]; len(words) > 0 {
		return words[r.IntN(len(words))]
	}
	return cased(r, strange(r, []string{ascii, greek, cyrillic}[of]))
}

func (s *Source) row(r *rand.Rand) string {
	of := pick(r, scriptLatin, scriptLatin, scriptLatin, scriptGreek, scriptLatin, scriptLatin, scriptLatin,
		scriptCyrillic)
	parts := []string{s.said(r, of)}
	if r.IntN(3) == 0 {
		parts = append([]string{pick(r, digits(r, 1), code(r), times(r))}, parts...)
	}
	for range 1 + r.IntN(3) {
		short := func(r *rand.Rand) string { return digits(r, 1+r.IntN(3)) }
		parts = append(parts, pick(r, amount, amount, number, short, percentage, date, code)(r))
	}
	return strings.Join(parts, " ")
}

func (s *Source) strangeWords(r *rand.Rand) string {
	letters := s.alphabets[r.IntN(len(s.alphabets))]
	switch r.IntN(12) {
	case 0:
		letters = greek
	case 1:
		letters = cyrillic
	}
	words := make([]string, 1+r.IntN(4))
	for i := range words {
		words[i] = cased(r, strange(r, letters)) + pick(r, "", "", "", ",", ".", ":", ";", "!", "?")
	}
	if r.IntN(3) == 0 {
		words = append(words, digits(r, 1+r.IntN(5)))
	}
	return strings.Join(words, " ")
}

// rarely returns words with rare letters of the alphabet, each of them equally frequent.
func (s *Source) rarely(r *rand.Rand) string {
	words := make([]string, 2+r.IntN(4))
	for i := range words {
		c := s.rare[r.IntN(len(s.rare))]
		words[i] = s.withRare(r, c)
		if !unicode.IsLetter(c) && r.IntN(3) == 0 {
			words[i] = string(c) + pick(r, "", " ") + number(r)
		}
	}
	return strings.Join(words, " ")
}

// withRare returns a word with a letter or a sign: one that has it, or any with the letter inserted. Letters join
// words of their script, signs occur anywhere.
func (s *Source) withRare(r *rand.Rand, c rune) string {
	if words := s.pool.having[c]; len(words) > 0 && r.IntN(2) == 0 {
		return words[r.IntN(len(words))]
	}
	word := []rune(s.word(r, scriptOf(string(c))))
	if unicode.IsUpper(c) && r.IntN(2) == 0 {
		word = []rune(Upper(string(word)))
	}
	for range 1 + r.IntN(2) {
		at := r.IntN(len(word) + 1)
		switch {
		case unicode.IsLetter(c) && at < len(word):
			word[at] = c
		case r.IntN(2) == 0:
			word = append([]rune{c}, word...)
		default:
			word = append(word, c)
		}
	}
	return string(word)
}

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
