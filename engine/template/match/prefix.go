package match

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/text/recognize"
)

// withoutPrefix takes the first word with digits of a line from its first digit; false if the word starts with a digit.
func withoutPrefix(line layout.Part) (llm.Quote, bool) {
	for i := line.First; i <= line.Last; i++ {
		word := line.Segment.Words[i]
		if recognize.CountDigits(word) == 0 {
			continue
		}
		from := strings.IndexFunc(word, unicode.IsDigit)
		value := strings.TrimRight(word[from:], ".,;:")
		return llm.Quote{Value: value, Parts: []layout.Part{{Segment: line.Segment, First: i, Last: i}}}, from > 0
	}
	return llm.Quote{}, false
}

// findValue returns the places of a value as words, of a number also within a word, of a due date also in days.
func (p *Page) findValue(t llm.Target, text string) []llm.Quote {
	found := p.quotes.Find(t, text)
	if len(found) == 0 && t.Field() == dueDate {
		return p.inDays(text)
	}
	if len(found) > 0 || t.Typed() || t.Party() || t.Currency() || text == "" || !unicode.IsDigit(rune(text[0])) {
		return found
	}
	for _, s := range p.doc.Layout.Segments {
		for i := range s.Tokens {
			q, ok := withoutPrefix(layout.Part{Segment: s, First: i, Last: i})
			if ok && t.Same(q.Value, text) {
				found = append(found, q)
			}
		}
	}
	return found
}
