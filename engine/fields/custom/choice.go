package custom

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// booleanValues finds words and signs for yes and no.
func booleanValues(s *layout.Segment) []link.Candidate {
	var out []link.Candidate
	for i, word := range s.Words {
		text := mark(word)
		if text == "" {
			text = yesOrNo(strings.TrimRight(word, ",;"))
		}
		if text != "" {
			out = append(out, link.Candidate{Segment: s, First: i, Last: i, Text: text})
		}
	}
	return out
}

// yesOrNo reads the words of all languages. "No." with its dot means number.
func yesOrNo(word string) string {
	if strings.HasSuffix(word, ".") || strings.HasPrefix(word, "#") {
		return ""
	}
	switch folded := recognize.Fold(word); {
	case lexicon.Yes.Has(folded):
		return custom.True
	case lexicon.No.Has(folded):
		return custom.False
	}
	return ""
}

// mark reads a ticked or an empty box.
func mark(word string) string {
	switch strings.ToLower(word) {
	case "☒", "☑", "✓", "✔", "✗", "✘", "[x]", "(x)", "■":
		return custom.True
	case "☐", "□", "[]", "()":
		return custom.False
	}
	return ""
}

// ticked finds a box before the label.
func (w *queries) ticked(h weighted) (link.Link, bool) {
	s, i := h.Segment, h.First-1
	if i < 0 {
		if s = h.Segment.Left(); s == nil {
			return link.Link{}, false
		}
		i = len(s.Words) - 1
	}
	text := mark(s.Words[i])
	if text == "" {
		return link.Link{}, false
	}
	f := link.Evidence{Label: h.weight, Direction: link.Same, Start: true, Colon: h.Colon, Last: true,
		Later: h.Segment.Page.Number > 1}
	return f.Link(link.Candidate{Segment: s, First: i, Last: i, Text: text}, h.Label), true
}

// enumWords returns the folded words of each text that a schema allows.
func enumWords(p *custom.Property) [][]string {
	out := make([][]string, len(p.Enum))
	for i, e := range p.Enum {
		out[i] = recognize.FoldWords(e)
	}
	return out
}

// enumValues finds the texts that a schema allows, the longest first.
func enumValues(p *custom.Property, allowed [][]string, s *layout.Segment) []link.Candidate {
	words, token := s.Folded()
	var out []link.Candidate
	for i := 0; i < len(words); {
		n, text := 0, ""
		for k, f := range allowed {
			if len(f) > n && i+len(f) <= len(words) && slices.Equal(f, words[i:i+len(f)]) && wholeWords(token, i, len(f)) {
				n, text = len(f), p.Enum[k]
			}
		}
		if n > 0 {
			out = append(out, link.Candidate{Segment: s, First: token[i], Last: token[i+n-1], Text: text, Fit: 0.5})
		}
		i += max(n, 1)
	}
	return out
}

// wholeWords reports whether n folded words from i on are whole words of the page.
func wholeWords(token []int, i, n int) bool {
	return (i == 0 || token[i] != token[i-1]) && (i+n == len(token) || token[i+n] != token[i+n-1])
}

// unlabeledScore is the certainty of an allowed text without a label.
const unlabeledScore = 0.35

// unlabeled finds an allowed text without a label, if it is the only one in the document.
func (w *queries) unlabeled(p *custom.Property) (value.Value, bool) {
	const shortest = 3
	if p.Enum == nil || p.Type != custom.TypeString {
		return value.Value{}, false
	}
	words := enumWords(p)
	var found []link.Candidate
	for _, s := range w.Layout.Segments {
		for _, c := range enumValues(p, words, s) {
			if exact := strings.Trim(strings.Join(s.Words[c.First:c.Last+1], " "), ".,;:()"); exact != c.Text ||
				len(c.Text) < shortest {
				continue
			}
			if len(found) > 0 && found[0].Text != c.Text {
				return value.Value{}, false
			}
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return value.Value{}, false
	}
	c := found[0]
	return value.Cite(c.Text, c.Segment, c.First, c.Last, unlabeledScore), true
}
