package wording

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// Source makes texts. It is safe for use by several goroutines at a time, each with
// its own random numbers.
type Source struct {
	normaliser *Normaliser
	pool       *pool
	alphabets  []string
	accents    [][]rune // by language
	rare       []rune
	families   map[rune][]rune // letters by what they are without their accents
}

// NewSource makes a source whose words are those of a number of documents made from a
// seed.
func NewSource(seed uint64, documents int) *Source {
	s := &Source{normaliser: NewNormaliser(), alphabets: alphabets()}
	s.pool = newPool(s.normaliser, seed, max(documents, 2))
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

// Text makes a line's text: of the alphabet's letters, in NFC, with single spaces.
func (s *Source) Text(r *rand.Rand) string { return s.line(r, s.any, 45) }

// Said makes a line's text as Text does, mostly of what made documents say and in small
// letters where they have them.
func (s *Source) Said(r *rand.Rand) string { return s.line(r, s.plainly, 12) }

// line draws texts until one can be a line; so many of a hundred are in capitals.
func (s *Source) line(r *rand.Rand, draw func(*rand.Rand) string, capitals int) string {
	for {
		text := draw(r)
		if r.IntN(100) < capitals && !strings.Contains(text, "@") {
			text = Upper(text)
		}
		text, ok := s.normaliser.Text(text)
		if long := len([]rune(text)); ok && long <= 90 && IsOneScript(text) {
			return text
		}
	}
}

// plainly makes a text as documents have it, or of any sort.
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
	}
	return s.any(r)
}

// accented are words that have letters beyond ASCII, each such letter equally often.
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

// spelled are words with letters beyond ASCII of one language, as often as a text in
// Polish or Czech has them: a letter with and without its accent is told apart only by
// those that see both in like words.
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

// contrasted are words whose letters have one of the accents that they can have, or none, as
// often as another: only their print tells which, no word and no language.
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

// small are words and numbers of one and two characters among others, as they stand
// in sentences and tables.
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

// any makes a text of any sort.
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

// said is a text of a made document, or words of such in a new order.
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
	if words := s.pool.words[of]; len(words) > 0 {
		return words[r.IntN(len(words))]
	}
	return cased(r, strange(r, []string{ascii, greek, cyrillic}[of]))
}

// row is what a table or a receipt says of an item: words and figures.
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

// strangeWords are words that no language has.
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

// rarely is a text of words with letters of the alphabet that texts seldom have, each
// of them equally often.
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

// withRare is a word with a letter or a sign: one of those that have it, or any with
// the letter put in. Letters join words of their script, signs stand anywhere.
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
