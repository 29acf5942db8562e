package custom

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/phrase"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of values in sentences, set by hand.
const (
	minInProse   = 0.65 // cosine of a phrase of the sentence and a property
	minStatement = 0.5  // cosine of a sentence and a boolean property
	proseLead    = 0.05 // over another property; twice that for a statement
	proseScore   = 0.65 // certainty of a value, times the cosine
	onlyScore    = 0.45 // certainty of the only date or address, and at least of a statement
	maxPhrase    = 3    // words
	maxAway      = 4    // words between phrase and value
)

// proseWord is a word of a sentence.
type proseWord struct {
	segment *layout.Segment
	index   int
	text    string // without punctuation
}

// sentences returns the sentences of the paragraphs.
func (w *queries) sentences() [][]proseWord {
	const abbreviation = 3 // letters before a full stop
	var out [][]proseWord
	var current []proseWord
	end := func() {
		if len(current) > 0 {
			out = append(out, current)
		}
		current = nil
	}
	inProse := map[*layout.Segment]bool{}
	for _, s := range w.Layout.Segments {
		next := s.NextInBlock()
		if !inProse[s] && !isProse(s.Words) && (next == nil || len(s.Words) < minProse || !isProse(next.Words)) {
			continue
		}
		if !inProse[s] {
			end()
		}
		if next != nil {
			inProse[next] = true
		}
		for i, word := range s.Words {
			text := strings.TrimFunc(word, func(r rune) bool { return unicode.IsPunct(r) })
			current = append(current, proseWord{s, i, text})
			isCurrency := !hasText(text)
			if strings.HasSuffix(word, ".") && (isCurrency || len([]rune(text)) > abbreviation) {
				end()
			}
		}
	}
	end()
	return out
}

// mention is the phrase of a sentence that names a property.
type mention struct {
	at, size int // in words
	cosine   float64
}

// mentions returns for each property the phrase of a sentence that means the same, and no other property as much.
func (w *queries) mentions(sentence []proseWord) []mention {
	out, all := make([]mention, len(w.all)), make([]phrase.Word, len(sentence))
	for i, word := range sentence {
		known, ok := w.prose[word.text]
		if !ok {
			known = phrase.NewWord(w.model, word.text, w.texts)
			w.prose[word.text] = known
		}
		all[i] = known
	}
	for i := range sentence {
		for n := 1; n <= maxPhrase && i+n <= len(sentence); n++ {
			var words []string
			for _, word := range sentence[i : i+n] {
				words = append(words, word.text)
			}
			if digits(words) > 0 {
				break
			}
			text := strings.Join(words, " ")
			at, cosine, second := closest(w.texts.CosinesOf(all[i : i+n]))
			if cosine >= max(minInProse, second+proseLead) && cosine > out[at].cosine &&
				!isPart(recognize.FoldWords(text), w.all[at].property) {
				out[at] = mention{i, n, cosine}
			}
		}
	}
	return out
}

// inProse finds values in the sentences that name their properties. If one date or address is missing, and the
// sentences have one that no other property has, it is the value.
func (w *queries) inProse(set *value.Set, isAnswered func(*custom.Property) bool) {
	all := w.sentences()
	if len(all) == 0 {
		return
	}
	found := make([]value.Value, len(w.all))
	for _, sentence := range all {
		if !w.Work.Spend(maxPhrase * len(sentence) * len(w.all)) {
			return
		}
		for i, m := range w.mentions(sentence) {
			if m.size == 0 {
				continue
			}
			if v, ok := w.inSentence(w.all[i].property, sentence, m); ok && v.Score > found[i].Score {
				found[i] = v
			}
		}
		if i, v := w.statement(sentence); v.Score > 0 && v.Score > found[i].Score {
			found[i] = v
		}
	}
	missing := map[custom.Format][]int{} // properties
	for i := range w.all {
		p := w.all[i].property
		switch {
		case isAnswered(p):
		case found[i].Score >= minCustom:
			set.Put(p.Name, found[i])
		case p.Format == custom.FormatDate || postal(p):
			missing[p.Format] = append(missing[p.Format], i)
		}
	}
	for _, properties := range missing {
		if len(properties) > 1 {
			continue
		}
		if only := w.only(properties[0], set, all); len(only) == 1 {
			set.Put(w.all[properties[0]].property.Name, only[0])
		}
	}
}

// statement returns the property that a short sentence states or denies as a whole, and its answer: "Pets are not
// allowed." It returns no value if the sentence means no boolean property.
func (w *queries) statement(sentence []proseWord) (query int, answer value.Value) {
	const longest = 10 // words
	text, words := custom.True, []string(nil)
	for _, word := range sentence {
		if lexicon.Negation.Has(recognize.Fold(word.text)) {
			text = custom.False
		} else {
			words = append(words, word.text)
		}
	}
	if len(words) > longest || digits(words) > 0 {
		return 0, value.Value{}
	}
	query, cosine, second := closest(w.texts.Cosines(w.phrases(strings.Join(words, " "))))
	if cosine < max(minStatement, second+2*proseLead) || w.all[query].property.Type != custom.TypeBoolean {
		return 0, value.Value{}
	}
	answer = cite(sentence, max(onlyScore, proseScore*cosine))
	answer.Value = text
	return query, answer
}

// only returns the dates or addresses in the sentences that no property has, without words that name this one.
func (w *queries) only(query int, set *value.Set, sentences [][]proseWord) []value.Value {
	const named = 0.5 // cosine
	isDate := w.all[query].property.Format == custom.FormatDate
	var out []value.Value
	add := func(v value.Value) {
		for _, other := range set.Scalars {
			if other.Value == v.Value {
				return
			}
		}
		out = append(out, v)
	}
	for _, sentence := range sentences {
		if found := addressAfter(sentence, 0); found != nil && !isDate {
			if len(found) > 2 && w.texts.Cosines(w.phrases(found[0].text))[query] >= named {
				found = found[1:]
			}
			add(cite(found, onlyScore))
		}
		for _, word := range sentence {
			for _, c := range w.DateValues(word.segment) {
				if c.First == word.index && isDate {
					add(value.Cite(c.Text, c.Segment, c.First, c.Last, onlyScore))
				}
			}
		}
	}
	return out
}

// inSentence returns the value of a property in a sentence: the one nearest to the phrase that names the property.
func (w *queries) inSentence(p *custom.Property, sentence []proseWord, m mention) (value.Value, bool) {
	switch {
	case p.Type == custom.TypeArray || p.Type == custom.TypeBoolean || p.Enum != nil:
		return value.Value{}, false
	case postal(p):
		found := addressAfter(sentence, m.at+m.size)
		return cite(found, proseScore*m.cosine), len(found) > 0
	case w.isText(p):
		v, ok := nameBefore(sentence, m)
		return v, ok && accepts(content(p.Name), v.Value)
	}
	find := w.typed(p, &annotate.Label{First: -1, Last: -1})
	var found link.Candidate
	nearest := maxAway + 1
	for i, word := range sentence {
		for _, c := range find(word.segment) {
			away := max(i-m.at-m.size, 3*(m.at-i)) // values follow their phrase
			isPercent := strings.HasSuffix(word.printed(), "%") || c.Last+1 < len(word.segment.Words) &&
				strings.HasPrefix(word.segment.Words[c.Last+1], "%")
			if p.Format != custom.FormatDate && (isPercent || !strings.Contains(c.Text, ".")) {
				away *= 3 // a percentage, or a number without decimals may be of anything
			}
			if c.First == word.index && away >= 0 && away < nearest && !w.opensQuestion(c) {
				found, nearest = c, away
			}
		}
	}
	if nearest > maxAway {
		return value.Value{}, false
	}
	return value.Cite(found.Text, found.Segment, found.First, found.Last, proseScore*m.cosine), true
}

func (p proseWord) printed() string { return p.segment.Words[p.index] }

func (p proseWord) isCapitalized() bool { return strings.IndexFunc(p.text, unicode.IsUpper) == 0 }

// cite returns the words of a sentence as a value.
func cite(words []proseWord, score float64) value.Value {
	var parts []layout.Part
	for _, word := range words {
		if n := len(parts); n > 0 && parts[n-1].Segment == word.segment {
			parts[n-1].Last = word.index
		} else {
			parts = append(parts, layout.Part{Segment: word.segment, First: word.index, Last: word.index})
		}
	}
	text := strings.NewReplacer("-\n", "-", "\n", " ").Replace(textshape.JoinParts(parts, "\n"))
	return value.CiteParts(strings.Trim(text, " .,;()"), parts, " ", score)
}

// nameBefore returns the capitalized words before the bracket or comma that the phrase follows: "Ada Oak (the tenant)",
// "Ada Oak, hereinafter the tenant,".
func nameBefore(sentence []proseWord, m mention) (value.Value, bool) {
	const most, between = 5, 3 // words of a name, words between it and the phrase
	for end := m.at; end > max(0, m.at-between); end-- {
		if sentence[end].isCapitalized() && end < m.at {
			break
		}
		if !strings.HasPrefix(sentence[end].printed(), "(") && !strings.HasSuffix(sentence[end-1].printed(), ",") {
			continue
		}
		first := end
		for first > 0 && end-first < most && sentence[first-1].isCapitalized() {
			first--
		}
		if first == 0 && end > 2 {
			first++ // "Between Ada Oak (the tenant)"
		}
		if first == end {
			return value.Value{}, false
		}
		return cite(sentence[first:end], proseScore*m.cosine), true
	}
	return value.Value{}, false
}

// addressAfter returns the first address after a number of words: those around a house number, and the town behind it.
func addressAfter(sentence []proseWord, start int) []proseWord {
	const longest = 10 // words
	for at := start; at < len(sentence); at++ {
		if !textshape.EndsInHouseNumber([]string{"", sentence[at].text}) {
			continue
		}
		first, last := at, at
		for first > start && inStreet(sentence, first-1) {
			first--
		}
		for last+1 < len(sentence) && last-first < longest && (sentence[last+1].isCapitalized() ||
			digits([]string{sentence[last+1].text}) > 0) {
			last++
		}
		if last > at && first < at || last > at+1 {
			return sentence[first : last+1]
		}
	}
	return nil
}

// inStreet reports whether a word of a sentence may be in the name of a street.
func inStreet(sentence []proseWord, at int) bool {
	word := sentence[at]
	return word.isCapitalized() || textshape.Street([]string{word.text}, "") ||
		len([]rune(word.text)) <= 3 && at > 0 && sentence[at+1].isCapitalized() && inStreet(sentence, at-1)
}
