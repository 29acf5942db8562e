package synth

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// strangers are words that the engine's lexicon lacks, by file: phrases of unsupported languages, and jargon. Words
// that the lexicon has are removed.
//
//nolint:gochecknoglobals // see above
var strangers = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	entries, err := texts.ReadDir("strange")
	if err != nil {
		return all // unreachable: the folder is embedded
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		v := vocabulary{}
		v.readFiles("strange", func(file string) bool { return file == name })
		for key, ways := range v {
			v[key] = slices.DeleteFunc(ways, isKnown)
		}
		all[name] = v
	}
	return all
})

func isKnown(phrase string) bool {
	folded := lexicon.Fold(strings.NewReplacer("{rate}", "", "{tax}", "").Replace(phrase))
	known := lexicon.Labels().Meanings(folded) != nil || lexicon.NoName.Has(folded) || lexicon.Title.Has(folded)
	for _, p := range []*lexicon.Phrases[string]{lexicon.ColumnHeadings(), lexicon.PartyHeadings()} {
		known = known || len(p.Meanings(folded)) > 0
	}
	return known
}

// strangeWay is a document's choice of words that the lexicon lacks: one foreign language, jargon, invented words or
// abbreviations.
type strangeWay struct {
	r      *rand.Rand
	place  *place
	words  vocabulary // nil for invented words and abbreviations
	invent bool
}

func drawStrangeWay(p *place) strangeWay {
	s := strangeWay{r: p.r, place: p}
	switch n := p.r.IntN(10); {
	case n < 5:
		s.words = strangers()[pick(p.r, "tr", "et", "lt", "lv", "is", "ca", "eu", "cy", "sq", "mt")]
	case n < 8:
		s.words = strangers()["jargon"]
	default:
		s.invent = n == 8
	}
	return s
}

// phrase returns a word for a key that the lexicon lacks, or "". usual is the language's word.
func (s strangeWay) phrase(key, usual string) string {
	if s.words != nil {
		for _, k := range []string{key + "." + s.place.language, strangeKey(key)} {
			if ways := s.words[k]; len(ways) > 0 {
				return pick(s.r, ways...)
			}
		}
		return ""
	}
	var out string
	if s.invent {
		out = s.invented(key)
	} else {
		out = s.abbreviated(usual)
	}
	if out == "" || isKnown(out) {
		return ""
	}
	if key == "tax" {
		out += " {rate}"
	}
	return out
}

// strangeKey returns the key of the strange words for a label.
func strangeKey(key string) string {
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

func (s strangeWay) invented(key string) string {
	words := []string{s.place.syllables()}
	if s.r.IntN(2) == 0 {
		words = append(words, strings.ToLower(s.place.syllables()))
	}
	if strings.HasSuffix(key, "Number") && s.r.IntN(2) == 0 {
		words = append(words, pick(s.r, "No", "Nr", "#", "ID"))
	}
	return strings.Join(words, " ")
}

// abbreviated shortens the words of a phrase: "Rechn. Nr." becomes "RchNr".
func (s strangeWay) abbreviated(usual string) string {
	var sb strings.Builder
	blank := strings.NewReplacer("{tax}", s.place.taxName, "{rate}", "", "{base}", "", "{percent}", "", "{cur}", "")
	usual = blank.Replace(usual)
	for i, w := range strings.FieldsFunc(usual, func(c rune) bool { return strings.ContainsRune(" -/.:{}", c) }) {
		letters := []rune(w)
		n := min(len(letters), 1+s.r.IntN(4))
		if i > 0 && s.r.IntN(3) == 0 {
			sb.WriteString(pick(s.r, ".", "-", "/", ". "))
		}
		sb.WriteString(strings.ToUpper(string(letters[:1])) + string(letters[1:n]))
	}
	if sb.Len() < 2 {
		return ""
	}
	return sb.String() + pick(s.r, "", "", ".")
}
