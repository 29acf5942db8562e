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
	"github.com/docmill/docmill/engine/text/phrase"
)

// Limits of values in sentences, set by hand.
const (
	minInProse = 0.75 // cosine of a phrase of the sentence and a property
	proseScore = 0.65 // certainty of a value, times the cosine
	maxPhrase  = 3    // words
	maxAway    = 2    // words between phrase and value
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
		if !inProse[s] && (len(s.Words) < minProse || !textshape.ProseLike(s.Words)) {
			continue
		}
		if !inProse[s] {
			end()
		}
		if next := s.NextInBlock(); next != nil {
			inProse[next] = true
		}
		for i, word := range s.Words {
			text := strings.TrimFunc(word, func(r rune) bool { return unicode.IsPunct(r) })
			current = append(current, proseWord{s, i, text})
			if strings.HasSuffix(word, ".") && len([]rune(text)) > abbreviation {
				end()
			}
		}
	}
	end()
	return out
}

// inProse finds numbers and dates in the sentence that names their property, and names before a bracket that names it:
// "Ada Oak (the tenant)".
func (w *queries) inProse(set *value.Set, answered func(name string) bool) {
	all := w.sentences()
	for i := range w.all {
		p := w.all[i].property
		if answered(p.Name) || set.Has(p.Name) || p.Type == custom.TypeArray || p.Type == custom.TypeBoolean ||
			p.Enum != nil {
			continue
		}
		texts := w.describeProperty(p)
		var best value.Value
		for _, sentence := range all {
			if !w.Work.Spend(maxPhrase * len(sentence) * len(texts)) {
				return
			}
			if v, ok := w.inSentence(p, texts, sentence); ok && v.Score > best.Score {
				best = v
			}
		}
		if best.Score >= minCustom {
			set.Put(p.Name, best)
		}
	}
}

// inSentence returns the value of a property in a sentence: the one nearest to the phrase that names the property.
func (w *queries) inSentence(p *custom.Property, texts []phrase.Vector, sentence []proseWord) (value.Value, bool) {
	at, size, cosine := 0, 0, minInProse
	for i := range sentence {
		for n := 1; n <= maxPhrase && i+n <= len(sentence); n++ {
			var words []string
			for _, word := range sentence[i : i+n] {
				words = append(words, word.text)
			}
			if digits(words) > 0 {
				break
			}
			if c := similarity(texts, w.phrases(strings.Join(words, " "))); c > cosine {
				at, size, cosine = i, n, c
			}
		}
	}
	if size == 0 {
		return value.Value{}, false
	}
	if w.isText(p) {
		return nameBefore(sentence, at, cosine)
	}
	find := w.typed(p, &annotate.Label{First: -1, Last: -1})
	var found link.Candidate
	nearest := maxAway + 1
	for i, word := range sentence {
		for _, c := range find(word.segment) {
			away := max(i-at-size, 2*(at-i)) // values follow their phrase
			if c.First == word.index && away >= 0 && away < nearest && !w.opensQuestion(c) {
				found, nearest = c, away
			}
		}
	}
	if nearest > maxAway {
		return value.Value{}, false
	}
	return value.Cite(found.Text, found.Segment, found.First, found.Last, proseScore*cosine), true
}

// nameBefore returns the capitalized words directly before the bracket that opens with the phrase.
func nameBefore(sentence []proseWord, at int, cosine float64) (value.Value, bool) {
	const most, article = 5, 1 // words of a name, words between the bracket and the phrase
	for open := at; open >= max(0, at-article); open-- {
		if !strings.HasPrefix(sentence[open].segment.Words[sentence[open].index], "(") {
			continue
		}
		first := open
		for first > 0 && open-first < most && sentence[first-1].segment == sentence[open].segment &&
			strings.IndexFunc(sentence[first-1].text, unicode.IsUpper) == 0 {
			first--
		}
		if first == open {
			return value.Value{}, false
		}
		s, last := sentence[first].segment, sentence[open-1].index
		name := strings.Join(s.Words[sentence[first].index:last+1], " ")
		return value.Cite(strings.Trim(name, " ,;"), s, sentence[first].index, last, proseScore*cosine), true
	}
	return value.Value{}, false
}
