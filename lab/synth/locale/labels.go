package locale

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/docmill/docmill/engine/text/lexicon"
)

// labelSources lists the lexicon's group for each label, sorted by key.
//
//nolint:gochecknoglobals // see above
var labelSources = sync.OnceValue(func() []labelSource {
	data, err := texts.ReadFile("labels.txt")
	if err != nil {
		return nil // unreachable: the file is embedded
	}
	v := vocabulary{}
	v.read(string(data))
	var out []labelSource
	for _, key := range slices.Sorted(maps.Keys(v)) {
		if f := strings.Fields(v[key][0]); len(f) >= 3 {
			least, _ := strconv.ParseFloat(f[2], 64) // 0 if it is not a number
			wide := len(f) > 3 && f[3] == "wide"
			out = append(out, labelSource{key: key, kind: f[0], group: f[1], minWeight: least, wide: wide})
		}
	}
	return out
})

// labelSource is the location of a key's phrases in the engine's lexicon: a kind of file, a group, and the minimum
// weight. A wide group has more meanings than the key, and is used only if a language's files lack the key.
type labelSource struct {
	key, kind, group string
	minWeight        float64
	wide             bool
}

// phrases returns the lexicon's phrases for a label in a language, with those of weight 1 three times.
func (s labelSource) phrases(language string) []string {
	var out []string
	for _, g := range lexicon.Groups(language, s.kind) {
		if g.Name != s.group || g.Weight < s.minWeight {
			continue
		}
		for _, p := range g.Phrases {
			if strings.HasPrefix(s.key, "title.") && isValueLabel(p) || !fitsKey(language, s.key, p) {
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
		out = append(out, joinPairs(language, "invoiceNumber", "number")...)
	}
	return out
}

// fitsKey reports whether a phrase of the lexicon suits the kind of document: no "credit note no." on an invoice, and
// no currency of another country.
func fitsKey(language, key, phrase string) bool {
	for w := range strings.FieldsFuncSeq(phrase, func(c rune) bool { return !unicode.IsLetter(c) && c != '€' }) {
		const codes = "EUR USD GBP CHF PLN CZK SEK DKK NOK HUF RON BGN MYR SGD INR AUD CAD BRL MXN"
		_, isName := lexicon.CurrencyName(w)
		if isName || len(w) == 3 && strings.Contains(codes, w) || w == "€" || w == "RM" {
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

// isValueLabel reports whether a phrase clearly is a label of a value, not a title.
func isValueLabel(phrase string) bool {
	meanings := lexicon.Labels().Meanings(lexicon.Fold(phrase))
	return len(meanings) > 0 && meanings[0].Weight > 0.85
}

// joinPairs joins a head and a mark of pairs: "Faktura" and "nr".
func joinPairs(language, head, mark string) []string {
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

// complete adds the lexicon's labels and months to the words of a language's files, and fills missing keys: names and
// signs from any.txt, branches of trade from goods and services.
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

// completeMonths takes month names from the lexicon: the longest as the long form, the shortest of at least three
// letters as the short one.
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

// lexiconLabels are the lexicon's phrases for labels by language.
//
//nolint:gochecknoglobals // read-only, computed once
var lexiconLabels = sync.OnceValue(func() map[string]vocabulary {
	all := map[string]vocabulary{}
	for _, language := range Languages() {
		v := vocabulary{}
		for _, s := range labelSources() {
			v[s.key] = s.phrases(language)
		}
		all[language] = v
	}
	return all
})
