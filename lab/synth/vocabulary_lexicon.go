package synth

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// labelSources says for each label where the lexicon has it, in the order of keys.
// Read once.
//
//nolint:gochecknoglobals // see above
var labelSources = sync.OnceValue(func() []labelSource {
	data, err := texts.ReadFile("sources.txt")
	if err != nil {
		return nil // cannot be: the file is part of the program
	}
	v := vocabulary{}
	v.read(string(data))
	var out []labelSource
	for _, key := range slices.Sorted(maps.Keys(v)) {
		if f := strings.Fields(v[key][0]); len(f) >= 3 {
			least, _ := strconv.ParseFloat(f[2], 64) // 0 where it is no number
			wide := len(f) > 3 && f[3] == "wide"
			out = append(out, labelSource{key: key, kind: f[0], group: f[1], least: least, wide: wide})
		}
	}
	return out
})

// labelSource is where the engine's lexicon has phrases for a key: a kind of file, a
// group, and the least weight. A wide group says more than the key means, and is
// taken only where a language's files have nothing.
type labelSource struct {
	key, kind, group string
	least            float64
	wide             bool
}

// phrases returns what the lexicon has for a label in a language, a phrase of weight 1
// three times.
func (s labelSource) phrases(language string) []string {
	var out []string
	for _, g := range lexicon.Groups(language, s.kind) {
		if g.Name != s.group || g.Weight < s.least {
			continue
		}
		for _, p := range g.Phrases {
			if strings.HasPrefix(s.key, "title.") && announces(p) || !fits(language, s.key, p) {
				continue
			}
			if s.key == "tax" {
				p += " {rate}"
			}
			for range max(1, int(3*min(g.Weight, 1))) {
				out = append(out, p)
			}
		}
	}
	if s.key == "invoiceNumber" {
		out = append(out, halves(language, "invoiceNumber", "number")...)
	}
	return out
}

// fits reports whether a phrase of the lexicon is what papers of the kind say: no
// "credit note no." on an invoice, and no currency that may be another's.
func fits(language, key, phrase string) bool {
	for w := range strings.FieldsFuncSeq(phrase, func(c rune) bool { return !unicode.IsLetter(c) && c != '€' }) {
		if _, known := lexicon.CurrencyName(w); known || len(w) == 3 && isCurrency(w) || w == "€" || w == "RM" {
			return false
		}
	}
	of := func(kind string) bool {
		folded := lexicon.Fold(phrase)
		for _, g := range lexicon.Groups(language, "types") {
			if g.Name == kind && g.Weight > 1 && slices.ContainsFunc(g.Phrases, func(p string) bool {
				return strings.Contains(folded, lexicon.Fold(p))
			}) {
				return true
			}
		}
		return false
	}
	switch key {
	case "invoiceNumber", "invoiceDate":
		return !of("credit_note") && !of("purchase_order")
	case "creditNumber", "creditDate":
		return !of("invoice") && !of("purchase_order")
	case "orderNumber", "orderDate", "orderTotal":
		return !of("invoice") && !of("credit_note")
	}
	return true
}

// isCurrency reports whether a word is the code of a currency of some land.
func isCurrency(w string) bool {
	return strings.Contains("EUR USD GBP CHF PLN CZK SEK DKK NOK HUF RON BGN MYR SGD INR AUD CAD BRL MXN", w)
}

// announces reports whether a phrase plainly announces a value: it is no title.
func announces(phrase string) bool {
	meanings := lexicon.Labels().Meanings(lexicon.Fold(phrase))
	return len(meanings) > 0 && meanings[0].Weight > 0.85
}

// halves joins a head and a mark of pairs: "Faktura" and "nr".
func halves(language, head, mark string) []string {
	by := map[string][]string{}
	for _, g := range lexicon.Groups(language, "pairs") {
		by[g.Name] = append(by[g.Name], g.Phrases...)
	}
	var out []string
	for _, h := range by[head] {
		for _, m := range by[mark] {
			out = append(out, h+" "+m)
		}
	}
	return out
}

// complete adds to the words of a language's files the lexicon's for labels and
// months, and fills in the keys that the files lack: names and signs from any.txt,
// branches of trade from goods and services.
func (v vocabulary) complete(language string) {
	common := vocabulary{}
	common.readFiles("vocabulary", func(name string) bool { return name == "any" })
	for _, s := range labelSources() {
		if !s.wide || len(v[s.key]) == 0 {
			v[s.key] = append(v[s.key], s.phrases(language)...)
		}
	}
	for key, ways := range common {
		if len(v[key]) == 0 {
			v[key] = ways
		}
	}
	v.completeMonths(language)
	for key, other := range map[string]string{
		"subscription": "services", "telecom": "services", "utility": "services", "hotel": "services",
		"unit.subscription": "unit.services", "unit.telecom": "unit.services", "unit.utility": "unit.goods",
		"unit.hotel": "unit.services", "date": "invoiceDate", "creditNumber": "invoiceNumber",
		"orderNumber": "poNumber", "first": "last", "customerTaxId": "taxId", "creditTotal": "total",
	} {
		if len(v[key]) == 0 {
			v[key] = v[other]
		}
	}
	for key, ways := range v {
		if len(ways) == 0 {
			delete(v, key)
		}
	}
}

// completeMonths takes names of months from the lexicon: its longest way is the long
// form, its shortest of three letters and more the short one.
func (v vocabulary) completeMonths(language string) {
	if len(v["months"]) == 12 && len(v["monthsShort"]) == 12 {
		return
	}
	names := []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
		"november", "december"}
	long, short := make([]string, len(names)), make([]string, len(names))
	for _, g := range lexicon.Groups(language, "dates") {
		i := slices.Index(names, g.Name)
		if i < 0 || len(g.Phrases) == 0 {
			continue
		}
		long[i], short[i] = g.Phrases[0], g.Phrases[0]
		for _, p := range g.Phrases {
			if len([]rune(p)) > len([]rune(long[i])) {
				long[i] = p
			}
			if n := len([]rune(p)); n >= 3 && n < len([]rune(short[i])) {
				short[i] = p
			}
		}
	}
	if slices.Contains(long, "") {
		long = strings.Fields("01 02 03 04 05 06 07 08 09 10 11 12")
		short = long
	}
	if len(v["months"]) != len(names) {
		v["months"] = long
	}
	if len(v["monthsShort"]) != len(names) {
		v["monthsShort"] = short
	}
}

// lexiconWays are the lexicon's phrases for labels by language and key, read once.
func lexiconWays(language, key string) []string { return lexiconLabels()[language][key] }

//nolint:gochecknoglobals // see above
var lexiconLabels = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	for _, language := range tradeLanguages() {
		v := vocabulary{}
		for _, s := range labelSources() {
			v[s.key] = s.phrases(language)
		}
		all[language] = v
	}
	return all
})
