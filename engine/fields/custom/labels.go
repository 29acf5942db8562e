package custom

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Weights of the sources of a property's labels.
const (
	weightTitle       = 1.0
	weightQuoted      = 0.95 // in its description
	weightName        = 0.9
	weightDescription = 0.7
	weightShortened   = 0.7 // without the word of the heading
)

// maxLabel is the maximum length of a label in folded words, including ignored ones.
const maxLabel = 8

// customIndex maps label texts to properties. It ignores the order of words and connectives.
type customIndex struct {
	entries map[string][]customRef
	opening map[string]bool        // words, and prefixes of words, that open a label
	roles   map[int][]lexicon.Role // of the lexicon, by property
	words   map[string]bool        // of labels
	near    *ocrconfusion.Index    // finds words of labels for misread ones; made on first use
	long    []longLabel
}

// longLabel is a label that is recognized although several of its letters are misread.
type longLabel struct {
	words []string
	text  string // without spaces
	customRef
}

// customRef is the index of a property with the weight of the label. A label with a context counts only below a heading
// with that word.
type customRef struct {
	query   int
	weight  float64
	context string
	shared  int // words of the property in headings above a printed label
}

func newCustomIndex() *customIndex {
	return &customIndex{entries: map[string][]customRef{}, opening: map[string]bool{}, roles: map[int][]lexicon.Role{},
		words: map[string]bool{}}
}

// add inserts all label texts of the property.
func (x *customIndex) add(query int, p *custom.Property) {
	leaf := nameWords(leafName(p))
	x.phrase(query, weightName, leaf)
	for _, parent := range p.Parents {
		x.phrase(query, weightTitle, append(nameWords(parent), leaf...))
	}
	for _, label := range append([]string{p.Title}, p.Labels...) {
		x.phrase(query, weightTitle, recognize.FoldWords(label))
	}
	quoted, pieces := describe(p.Description)
	for _, q := range quoted {
		x.phrase(query, weightQuoted, recognize.FoldWords(q))
	}
	for _, piece := range pieces {
		x.phrase(query, weightDescription, piece)
	}
}

// addShortened inserts the label texts of a property without the words that a heading has: "City" below "Current
// address" for "current city", "Vorname" below "Abtretende Person" for "Vorname der abtretenden Person".
func (x *customIndex) addShortened(query int, p *custom.Property) {
	const most, shortest = 5, 3 // words, letters
	_, pieces := describe(p.Description)
	for _, words := range append(pieces, nameWords(leafName(p)), recognize.FoldWords(p.Title)) {
		words = slices.DeleteFunc(slices.Clone(words), lexicon.Connective.Has)
		for i := 0; i < len(words) && len(words) > 1 && len(words) <= most; i++ {
			rest := slices.Delete(slices.Clone(words), i, i+1)
			if len([]rune(words[i])) >= shortest {
				x.entry(labelKey(rest), customRef{query: query, weight: weightShortened, context: words[i]})
			}
			x.opening[lexicon.Synonym(words[i])] = true
		}
		for i := 1; i < len(words) && len(words) > 2 && len(words) <= most; i++ {
			if len([]rune(words[i])) >= shortest {
				x.entry(labelKey(words[:1]), customRef{query: query, weight: weightShortened, context: words[i]})
			}
		}
	}
}

func (x *customIndex) phrase(query int, weight float64, words []string) {
	if len(words) == 0 || len(words) > maxLabel {
		return
	}
	for _, t := range lexicon.Labels().Meanings(strings.Join(words, " ")) {
		if t.Weight >= 0.8 && !strings.HasPrefix(string(t.Role), "-") && !slices.Contains(x.roles[query], t.Role) {
			x.roles[query] = append(x.roles[query], t.Role)
		}
	}
	joined := strings.Join(words, "")
	if len(words) == 1 && len([]rune(joined)) < 2 {
		return // a single letter is not a label
	}
	ref := customRef{query: query, weight: weight}
	x.entry(labelKey(words), ref)
	if len(words) > 1 && len(joined) >= minLongLabel {
		x.long = append(x.long, longLabel{words, joined, ref})
	}
	for _, w := range words {
		x.opening[lexicon.Synonym(w)], x.words[w] = true, true
	}
	if len(joined) < 6 {
		return
	}
	// Compounds are written as one word or as several.
	x.entry(joined, ref)
	for i := 3; i <= len(joined); i++ {
		x.opening[joined[:i]] = true
	}
}

func (x *customIndex) entry(key string, ref customRef) {
	for i, r := range x.entries[key] {
		if r.query == ref.query && r.context == ref.context {
			x.entries[key][i].weight = max(r.weight, ref.weight)
			return
		}
	}
	x.entries[key] = append(x.entries[key], ref)
}

// announced is a label on the page with the properties that it may announce.
type announced struct {
	*annotate.Label
	refs []customRef
}

// find returns the labels of a segment, the longest at each position.
func (x *customIndex) find(s *layout.Segment) []announced {
	words, token, end := x.labelWords(s)
	var out []announced
	for i := 0; i < len(words); {
		n, refs := 0, []customRef(nil)
		if (i == 0 || token[i] != token[i-1]) && (x.opening[lexicon.Synonym(words[i])] || x.opening[words[i]]) {
			n, refs = x.maxWords(words[i:], token[i:])
		}
		if n == 0 {
			i++
			continue
		}
		h := &annotate.Label{Segment: s, First: token[i], Last: end[i+n-1]}
		for _, r := range refs {
			h.Terms = append(h.Terms, lexicon.Term{Role: lexicon.OtherNumber, Weight: r.weight})
		}
		h.Opens = h.First == 0 || annotate.OnlyMarks(s.Words[:h.First])
		h.TakeUnit()
		out = append(out, announced{h, refs})
		for i < len(words) && token[i] <= h.Last {
			i++
		}
	}
	if isRead := len(out) > 0 && out[0].Opens && out[0].Last > out[0].First; !isScanned(s) || isRead {
		return out
	}
	if found, ok := x.misread(s, words, token, end); ok {
		out = append([]announced{found}, slices.DeleteFunc(out, func(o announced) bool { return o.First <= found.Last })...)
	}
	return out
}

// misread returns the long label that a segment begins with, perhaps after the number of a question, if several of its
// letters are misread.
func (x *customIndex) misread(s *layout.Segment, words []string, token, end []int) (announced, bool) {
	const least, slack, longest, shortest = 0.83, 0.2, 14, 3 // resemblance, share of the letters, words, letters
	first := 0
	if len(words) > 0 && len(words[0]) <= maxQuestionDigits && !x.words[words[0]] {
		first = 1
	}
	best, out := least, announced{}
	for _, l := range x.long {
		read := ""
		for i := first; i < min(len(words), first+longest); i++ {
			isWord := len(words[i]) >= shortest && (labelWords()[words[i]] || x.words[words[i]])
			if read += words[i]; isWord && !slices.Contains(l.words, words[i]) ||
				float64(len(read)) > (1+slack)*float64(len(l.text)) {
				break // another word, and not a misread one
			}
			if float64(len(read)) < (1-slack)*float64(len(l.text)) || read == l.text {
				continue
			}
			if r := resemblance(read, l.text); r > best {
				best = r
				h := &annotate.Label{Segment: s, First: token[first], Last: end[i], Opens: true,
					Terms: []lexicon.Term{{Role: lexicon.OtherNumber, Weight: r * l.weight}}}
				out = announced{h, []customRef{{query: l.query, weight: r * l.weight}}}
			}
		}
	}
	return out, best > least
}

// minLongLabel is the minimum length of a long label in letters.
const minLongLabel = 10

// labelWords returns the folded words of a segment, without the endings in "name(s)" and "salarié/e", and the indexes
// of the first and the last token of each. Words that were misread or read in fragments are those of labels.
func (x *customIndex) labelWords(s *layout.Segment) (words []string, token, end []int) {
	const ending, fragments = 2, 3 // letters, maximum number
	all, origin := s.Folded()
	for i := 0; i < len(all); i++ {
		if i > 0 && origin[i] == origin[i-1] && len(all[i]) <= ending && strings.ContainsAny(s.Words[origin[i]], "(/*") {
			continue
		}
		first, word := i, all[i]
		if isScanned(s) && !x.words[word] {
			word = x.nearest(word)
			for n := fragments; n > 1; n-- {
				if joined := strings.Join(all[i:min(i+n, len(all))], ""); x.words[x.nearest(joined)] && !x.words[word] {
					word, i = x.nearest(joined), min(i+n, len(all))-1
				}
			}
		}
		words, token, end = append(words, word), append(token, origin[first]), append(end, origin[i])
	}
	return words, token, end
}

// nearest returns the word of labels that was probably read as another one, or the other one.
func (x *customIndex) nearest(word string) string {
	if x.words[word] || utf8.RuneCountInString(word) < ocrconfusion.MinWordLetters {
		return word
	}
	if x.near == nil {
		x.near = ocrconfusion.NewIndex(x.words)
	}
	if near, ok := x.near.Nearest(word); ok {
		return near
	}
	return word
}

func (x *customIndex) maxWords(words []string, token []int) (int, []customRef) {
	for n := min(maxLabel, len(words)); n > 0; n-- {
		if n < len(words) && token[n] == token[n-1] {
			continue // would end inside a word
		}
		if n > 1 && lexicon.Connective.Has(words[n-1]) {
			continue
		}
		if refs := x.entries[labelKey(words[:n])]; refs != nil {
			return n, refs
		}
		if refs := x.entries[strings.Join(words[:n], "")]; refs != nil {
			return n, refs
		}
	}
	return 0, nil
}

// labelKey returns the same key for labels of the same words in any order.
func labelKey(words []string) string {
	key := make([]string, 0, len(words))
	for _, w := range words {
		if len(words) == 1 || !lexicon.Connective.Has(w) {
			key = append(key, lexicon.Synonym(w))
		}
	}
	slices.Sort(key)
	return strings.Join(key, " ")
}

// leafName returns the name of a property without those of the objects around it.
func leafName(p *custom.Property) string { return p.Name[strings.LastIndexByte(p.Name, '.')+1:] }

// nameWords splits a property's name such as netWeight, net_weight or NetWeightKG2 into words.
func nameWords(name string) []string {
	var sb strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			sb.WriteByte(' ')
		}
		if r == '_' {
			r = ' '
		}
		sb.WriteRune(r)
	}
	return recognize.FoldWords(sb.String())
}

// describe returns the quoted parts of a description and, if it is not prose, its pieces between commas.
func describe(description string) (quoted []string, pieces [][]string) {
	const piece = 4 // words
	rest := description
	for {
		start := strings.IndexFunc(rest, quotes)
		if start < 0 {
			break
		}
		inner := strings.TrimLeftFunc(rest[start:], quotes)
		end := strings.IndexFunc(inner, quotes)
		if end < 0 {
			break
		}
		quoted = append(quoted, inner[:end])
		rest = strings.TrimLeftFunc(inner[end:], quotes)
	}
	for p := range strings.FieldsFuncSeq(description, func(r rune) bool {
		return strings.ContainsRune(",;/|.:()", r) || quotes(r)
	}) {
		words := recognize.FoldWords(p)
		for len(words) > 0 && (words[0] == "the" || words[0] == "a" || words[0] == "or" || words[0] == "an") {
			words = words[1:]
		}
		for _, alternative := range alternatives(words) {
			if len(alternative) > 0 && len(alternative) <= piece {
				pieces = append(pieces, alternative)
			}
		}
	}
	return quoted, pieces
}

// alternatives splits "order or invoice number" into "order number" and "invoice number".
func alternatives(words []string) [][]string {
	at := slices.Index(words, "or")
	if at <= 0 || at+1 >= len(words) {
		return [][]string{words}
	}
	second := words[at+1:]
	return [][]string{slices.Concat(words[:at], second[1:]), second, words[:at]}
}

// quotes reports whether a rune is a quotation mark, but not the apostrophe.
func quotes(r rune) bool { return strings.ContainsRune("\"“”„‟«»", r) }
