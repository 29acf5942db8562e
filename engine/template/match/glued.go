package match

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/text/recognize"
)

// glued makes a value of the first word with digits of a line, from its first digit on; false
// where it begins with that.
func glued(line layout.Part) (llm.Quote, bool) {
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

// find returns the places at which a value stands, as words of its own or, where it is a
// number, glued to what comes before it: nothing tells a label from a series there. A day to
// pay may be stated in days.
func (p *Page) find(t llm.Target, text string) []llm.Quote {
	found := p.quotes.Find(t, text)
	if len(found) == 0 && t.Field() == dueDate {
		return p.inDays(text)
	}
	if len(found) > 0 || t.Typed() || t.Party() || t.Currency() || text == "" || !unicode.IsDigit(rune(text[0])) {
		return found
	}
	for _, s := range p.doc.Layout.Segments {
		for i := range s.Tokens {
			q, ok := glued(layout.Part{Segment: s, First: i, Last: i})
			if ok && t.Same(q.Value, text) {
				found = append(found, q)
			}
		}
	}
	return found
}
