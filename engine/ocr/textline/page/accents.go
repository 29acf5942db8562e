package page

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/ctc"
	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
)

// accents decides doubtful accents by Bayes' rule, from their frequency in the page's language. The page's
// other letters determine the language.
type accents struct {
	languages []accented
	// usual are the shares over all languages, as in the recognizer's training data.
	usual  map[rune]float64
	plain  map[rune]rune // a letter without its accent, for those that have one
	priors *accent.Priors
}

// written holds a language's letter frequencies: per thousand occurrences of a letter, with or without
// accents, those with each accent. "é75" means that 75 of a thousand e, é, è … are é.
type written struct{ code, accents string }

// languages lists those in Latin script that are detectable by their words.
func languages() []written {
	return []written{
		{"en", ""},
		{"de", "ä85 ö85 ü130"},
		{"fr", "à55 â5 ç30 é120 è20 ê15 ë1 î15 ï2 ô8 œ1 ù8 û5"},
		{"es", "á40 é35 í70 ñ35 ó75 ú35 ü2"},
		{"it", "à55 é10 è25 ì15 ò20 ù25"},
		{"nl", "ë3 é3 ï2 ö2 ü2"},
		{"pt", "á35 â10 ã60 à5 ç95 é35 ê30 í30 ó25 ô10 õ15 ú20"},
		{"pl", "ą100 ć90 ę125 ł465 ń35 ó100 ś130 ż120 ź20"},
		{"cs", "á260 č385 ď5 é125 ě150 í430 ň12 ó4 ř245 š150 ť8 ú25 ů175 ý360 ž310"},
		{"sk", "á170 ä10 č300 ď10 é100 í150 ľ80 ĺ2 ň30 ó20 ô20 ŕ3 š150 ť50 ú200 ý400 ž310"},
		{"sv", "å120 ä160 ö230 é5"},
		{"da", "å150 æ130 ø150 é3"},
		{"nb", "å150 æ30 ø130 é3"},
		{"fi", "ä300 ö80 å3"},
		{"hu", "á290 é260 í140 ó190 ö190 ő130 ú100 ü200 ű60"},
		{"ro", "ă190 â60 î140 ș250 ț150 ş20 ţ20"},
		{"hr", "č250 ć190 đ60 š190 ž220"},
		{"sl", "č450 š180 ž260"},
	}
}

// Shares of an accented letter that a language lacks, as names have it, and of one that it hardly uses.
const (
	foreign = 0.008
	rare    = 0.009
)

// strange is the share of words not spelled as in the page's language: names and foreign words.
const strange = 0.1

// accented is a language with the share of each accent among a letter's occurrences.
type accented struct {
	code   string
	shares map[rune]float64
	logs   map[rune]float64 // natural logarithms of how much more that is than usual
}

func newAccents(priors *accent.Priors) *accents {
	a := &accents{usual: map[rune]float64{}, plain: map[rune]rune{}, priors: priors}
	for _, l := range languages() {
		shares := map[rune]float64{}
		for entry := range strings.FieldsSeq(l.accents) {
			letter, size := utf8.DecodeRuneInString(entry)
			share := 0.0
			for _, digit := range entry[size:] {
				share = 10*share + float64(digit-'0')
			}
			for _, c := range []rune{letter, unicode.ToUpper(letter)} {
				shares[c] = share / 1000
				a.plain[c] = accent.Plain(c)
			}
		}
		a.languages = append(a.languages, accented{code: l.code, shares: shares, logs: map[rune]float64{}})
	}
	a.complete()
	return a
}

// complete adds missing shares for every language, and gives the rest to letters without accents.
func (a *accents) complete() {
	letters := slices.Sorted(maps.Keys(a.plain)) // sums depend on their order, however little
	for _, l := range a.languages {
		left := map[rune]float64{}
		for _, c := range letters {
			least := foreign
			if l.shares[c] > 0 {
				least = rare
			}
			l.shares[c] = max(l.shares[c], least)
			left[a.plain[c]] += l.shares[c]
		}
		for plain, with := range left {
			l.shares[plain] = max(1-with, 0.05)
		}
	}
	for _, l := range a.languages {
		for c, share := range l.shares {
			a.usual[c] += share / float64(len(a.languages))
		}
	}
	for c, usual := range a.usual {
		if _, has := a.plain[c]; !has {
			a.plain[c] = c
		}
		for _, l := range a.languages {
			l.logs[c] = ctc.Ln(l.shares[c] / usual)
		}
	}
}

// variant is a possible letter, with or without accent.
type variant struct {
	letter      rune
	probability float64
}

// variants returns the possible letters that differ only in accents, or none for other characters.
func (a *accents) variants(c *ctc.Character) []variant {
	own, size := utf8.DecodeRuneInString(c.Text)
	plain, ok := a.plain[own]
	if !ok || size != len(c.Text) {
		return nil
	}
	out := []variant{{own, c.Probability}}
	for _, other := range c.Alternatives {
		letter, size := utf8.DecodeRuneInString(other.Text)
		if p, ok := a.plain[letter]; ok && p == plain && size == len(other.Text) {
			out = append(out, variant{letter, other.Probability})
		}
	}
	return out
}

// restoreAccents rewrites the letters of a page's words by their frequency in the language.
func (a *accents) restoreAccents(lines [][]span, l *accented) {
	for _, spans := range lines {
		for i := range spans {
			word := spans[i].characters
			if isCode(word) {
				continue
			}
			a.separateElision(word, l)
			for _, piece := range pieces(word) {
				a.restorePiece(piece, l)
			}
		}
	}
}

// elided are letters that look like one with the apostrophe of an elision, as in "l'acheteur".
const elided = "ľďťĽĎŤ"

// separateElision rewrites such a letter at the beginning of a word if the language lacks it.
func (a *accents) separateElision(word []ctc.Character, l *accented) {
	c, _ := utf8.DecodeRuneInString(word[0].Text)
	if len(word) > 1 && isLetter(word[1].Text) && strings.ContainsRune(elided, c) && l.shares[c] == foreign {
		word[0].Text = string(a.plain[c]) + "'"
	}
}

// restorePiece is restoreAccents for adjacent letters.
func (a *accents) restorePiece(piece []ctc.Character, l *accented) {
	var plain []rune // the piece without accents, computed if needed
	for k := range piece {
		variants := a.variants(&piece[k])
		if len(variants) < 2 {
			continue
		}
		if plain == nil {
			plain = accent.Word([]rune(textOf(piece)))
		}
		around, known := a.priors.At(l.code, plain, k)
		a.rewrite(&piece[k], variants, func(letter rune) float64 {
			share := l.shares[letter]
			if p, own := around.Of(unicode.ToLower(letter)); known && own {
				return float64(strange*share) + float64((1-strange)*p)
			}
			return share
		})
	}
}

// isCode reports whether a word has no language: a number, an abbreviation in capitals, a web address.
func isCode(word []ctc.Character) bool {
	const abbreviation = 4 // letters
	text := textOf(word)
	if strings.ContainsAny(text, "@0123456789") || strings.HasPrefix(strings.ToLower(text), "www.") {
		return true
	}
	letters := []rune(strings.TrimFunc(text, func(c rune) bool { return !unicode.IsLetter(c) }))
	return len(letters) <= abbreviation && strings.ToUpper(string(letters)) == string(letters)
}

// language returns the page's language by its words and, with less weight because of names, its letters. It
// returns nil if none is clear.
func (a *accents) language(lines [][]span) *accented {
	const (
		perWord   = 0.7 // natural logarithm of the odds for a language by one of its words
		perLetter = 0.1
		clearly   = 2
	)
	votes := language.NewVotesOfPaper()
	letters := make([]float64, len(a.languages))
	for _, spans := range lines {
		for i := range spans {
			votes.Add(lexicon.Fold(textOf(spans[i].characters)))
			for k := range spans[i].characters {
				a.weigh(letters, &spans[i].characters[k])
			}
		}
	}
	best, second := math.Inf(-1), math.Inf(-1)
	var likeliest *accented
	for i := range a.languages {
		l := &a.languages[i]
		switch score := float64(perLetter*letters[i]) + float64(perWord*votes.For(l.code)); {
		case score > best:
			best, second, likeliest = score, best, l
		case score > second:
			second = score
		}
	}
	if best < second+clearly {
		return nil
	}
	return likeliest
}

// weigh adds the natural logarithm of the ratio of a character's frequency in each language to the usual
// one.
func (a *accents) weigh(logs []float64, c *ctc.Character) {
	variants := a.variants(c)
	for i := range a.languages {
		l := &a.languages[i]
		switch len(variants) {
		case 0:
		case 1:
			logs[i] += l.logs[variants[0].letter]
		default:
			sum := 0.0
			for _, v := range variants {
				sum += float64(v.probability * l.shares[v.letter] / a.usual[v.letter])
			}
			logs[i] += ctc.Ln(max(sum, 1e-6))
		}
	}
}

// rewrite replaces a character by its most likely variant.
func (a *accents) rewrite(c *ctc.Character, variants []variant, share func(rune) float64) {
	before, after := 0.0, 0.0
	best := 0
	for i := range variants {
		v := &variants[i]
		before += v.probability
		shown, usual := v.probability, share(v.letter)
		if usual > foreign {
			shown *= hidden(v.letter)
		}
		v.probability = float64(usual*shown) * shown
		after += v.probability
		if v.probability > variants[best].probability {
			best = i
		}
	}
	c.Text, c.Probability = string(variants[best].letter), variants[best].probability/after*before
}

// hidden corrects the recognizer's bias against accents: small print loses marks below a letter or through
// it, so the true odds are about the square of the recognizer's. Measured on lines of lab/cmd/lines, in
// typefaces outside its training data.
func hidden(c rune) float64 {
	const below, across, above = 50, 12, 8
	switch c = unicode.ToLower(c); {
	case c <= unicode.MaxASCII:
		return 1
	case strings.ContainsRune("ąęșțşţ", c):
		return below
	case strings.ContainsRune("łđø", c):
		return across
	}
	return above
}
