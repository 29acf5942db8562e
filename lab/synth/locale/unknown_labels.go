package locale

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/lab/synth/random"
)

// unknownWords are words that the engine's lexicon lacks, by file: phrases of unsupported languages, and jargon. Words
// that the lexicon has are removed.
//
//nolint:gochecknoglobals // see above
var unknownWords = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	entries, err := texts.ReadDir("unknown")
	if err != nil {
		return all // unreachable: the folder is embedded
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		v := vocabulary{}
		v.readFiles("unknown", func(file string) bool { return file == name })
		for key, ways := range v {
			v[key] = slices.DeleteFunc(ways, isInLexicon)
		}
		all[name] = v
	}
	return all
})

func isInLexicon(phrase string) bool {
	folded := lexicon.Fold(strings.NewReplacer("{rate}", "", "{tax}", "").Replace(phrase))
	known := lexicon.Labels().Meanings(folded) != nil || lexicon.NoName.Has(folded) || lexicon.Title.Has(folded)
	for _, p := range []*lexicon.Phrases[string]{lexicon.ColumnHeadings(), lexicon.PartyHeadings()} {
		known = known || len(p.Meanings(folded)) > 0
	}
	return known
}

// unknownLabels is a document's choice of words that the lexicon lacks: one foreign language, jargon, invented words or
// abbreviations.
type unknownLabels struct {
	r      *rand.Rand
	place  *Place
	words  vocabulary // nil for invented words and abbreviations
	invent bool
}

func drawUnknownLabels(p *Place) unknownLabels {
	s := unknownLabels{r: p.r, place: p}
	switch n := p.r.IntN(10); {
	case n < 5:
		s.words = unknownWords()[random.Pick(p.r, "tr", "et", "lt", "lv", "is", "ca", "eu", "cy", "sq", "mt")]
	case n < 8:
		s.words = unknownWords()["jargon"]
	default:
		s.invent = n == 8
	}
	return s
}

// phrase returns a word for a key that the lexicon lacks, or "". usual is the language's word.
func (s unknownLabels) phrase(key, usual string) string {
	if s.words != nil {
		for _, k := range []string{key + "." + s.place.Language, unknownKey(key)} {
			if ways := s.words[k]; len(ways) > 0 {
				return random.Pick(s.r, ways...)
			}
		}
		return ""
	}
	var out string
	if s.invent {
		out = s.inventLabel(key)
	} else {
		out = s.abbreviate(usual)
	}
	if out == "" || isInLexicon(out) {
		return ""
	}
	if key == "tax" {
		out += " {rate}"
	}
	return out
}

func unknownKey(key string) string {
	switch key {
	case "invoiceNumber", "creditNumber", "orderNumber":
		return "docNumber"
	case "invoiceDate", "creditDate", "orderDate":
		return "date"
	case "creditTotal", "orderTotal":
		return "total"
	case "orderVendor":
		return "vendor"
	case "orderBuyer":
		return "billTo"
	case "customerTaxId":
		return "taxId"
	}
	return key
}

func (s unknownLabels) inventLabel(key string) string {
	words := []string{s.place.InventName()}
	if s.r.IntN(2) == 0 {
		words = append(words, strings.ToLower(s.place.InventName()))
	}
	if strings.HasSuffix(key, "Number") && s.r.IntN(2) == 0 {
		words = append(words, random.Pick(s.r, "No", "Nr", "#", "ID"))
	}
	return strings.Join(words, " ")
}

// abbreviate shortens the words of a phrase: "Rechn. Nr." becomes "RchNr".
func (s unknownLabels) abbreviate(usual string) string {
	var sb strings.Builder
	blank := strings.NewReplacer("{tax}", s.place.TaxName, "{rate}", "", "{base}", "", "{percent}", "", "{cur}", "")
	usual = blank.Replace(usual)
	for i, w := range strings.FieldsFunc(usual, func(c rune) bool { return strings.ContainsRune(" -/.:{}", c) }) {
		letters := []rune(w)
		n := min(len(letters), 1+s.r.IntN(4))
		if i > 0 && s.r.IntN(3) == 0 {
			sb.WriteString(random.Pick(s.r, ".", "-", "/", ". "))
		}
		sb.WriteString(strings.ToUpper(string(letters[:1])) + string(letters[1:n]))
	}
	if sb.Len() < 2 {
		return ""
	}
	return sb.String() + random.Pick(s.r, "", "", ".")
}

// DrawLabels reduces each label to one word for the whole document: a synonym of the language, or with the given
// probability one that the lexicon lacks.
func (p *Place) DrawLabels(unknown float64) {
	words := drawUnknownLabels(p)
	for _, s := range labelSources() {
		p.drawLabel(words, s.key, unknown)
	}
	for _, key := range []string{"email", "web", "address"} {
		p.drawLabel(words, key, unknown)
	}
}

func (p *Place) drawLabel(words unknownLabels, key string, unknown float64) {
	usual := p.usualLabel(key)
	several := slices.Contains([]string{"other.number", "other.date", "otherParty", "title.invoice"}, key)
	if usual == key || several && len(p.Words[key]) > 0 {
		return // has no word, or several on a page
	}
	if p.r.Float64() < unknown && (!strings.HasPrefix(key, "title") || p.r.Float64() < 0.4) {
		if s := words.phrase(key, usual); s != "" {
			usual = s
		}
	}
	if key == "tax" && !strings.Contains(usual, "{rate}") && p.r.Float64() < 0.5 {
		usual += " {rate}"
	}
	p.Words[key] = []string{usual}
	delete(p.Words, key+"."+p.Country.Code)
}

// usualLabel returns a synonym from the language's vocabulary or the lexicon, else an English one, else the key.
func (p *Place) usualLabel(key string) string {
	usual := p.Label(key)
	if usual == key {
		usual = vocabularies()["en"].pickOne(p.r, key)
	}
	ways := lexiconLabels()[p.Language][key]
	if ownCountry := key == "taxId" || key == "customerTaxId"; !ownCountry && len(ways) > 0 && p.r.Float64() < 0.5 {
		usual = random.Pick(p.r, ways...)
	}
	return usual
}
