package fields

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/custom"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/lexicon"
	"github.com/docmill/docmill/engine/recognize"
)

// booleanValues finds words and signs for yes and no.
func booleanValues(s *layout.Segment) []candidate {
	var out []candidate
	for i, word := range s.Words {
		text := mark(word)
		if text == "" {
			text = yesOrNo(strings.TrimRight(word, ",;"))
		}
		if text != "" {
			out = append(out, candidate{seg: s, first: i, last: i, text: text})
		}
	}
	return out
}

// yesOrNo reads the words of all languages. "No." with its dot is a number.
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

// ticked looks for a box before the label.
func (w *wishes) ticked(h weighted) (link, bool) {
	s, i := h.seg, h.first-1
	if i < 0 {
		if s = h.seg.Left(); s == nil {
			return link{}, false
		}
		i = len(s.Words) - 1
	}
	text := mark(s.Words[i])
	if text == "" {
		return link{}, false
	}
	f := features{label: h.weight, direction: same, start: true, colon: h.colon, last: true, later: h.seg.Page.Number > 1}
	return f.link(candidate{seg: s, first: i, last: i, text: text}, h.hit), true
}

// enumWords are the folded words of each text that a schema allows.
func enumWords(p *custom.Property) [][]string {
	out := make([][]string, len(p.Enum))
	for i, e := range p.Enum {
		out[i] = recognize.FoldWords(e)
	}
	return out
}

// enumValues finds the texts that a schema allows, the longest where several
// begin.
func enumValues(p *custom.Property, allowed [][]string, s *layout.Segment) []candidate {
	words, token := s.Folded()
	var out []candidate
	for i := 0; i < len(words); {
		n, text := 0, ""
		for k, f := range allowed {
			if len(f) > n && i+len(f) <= len(words) && slices.Equal(f, words[i:i+len(f)]) && wholeWords(token, i, len(f)) {
				n, text = len(f), p.Enum[k]
			}
		}
		if n > 0 {
			out = append(out, candidate{seg: s, first: token[i], last: token[i+n-1], text: text, kind: 0.5})
		}
		i += max(n, 1)
	}
	return out
}

// wholeWords tells whether n folded words from i on are whole words of the page.
func wholeWords(token []int, i, n int) bool {
	return (i == 0 || token[i] != token[i-1]) && (i+n == len(token) || token[i+n] != token[i+n-1])
}

// unlabelledScore is the certainty of an allowed text that stands anywhere.
const unlabelledScore = 0.35

// unlabelled finds the one text of those allowed that the document shows, even
// though no label announces it.
func (w *wishes) unlabelled(p *custom.Property) (Value, bool) {
	const shortest = 3
	if p.Enum == nil || p.Type != custom.TypeString {
		return Value{}, false
	}
	words := enumWords(p)
	var found []candidate
	for _, s := range w.lay.Segments {
		for _, c := range enumValues(p, words, s) {
			if exact := strings.Trim(strings.Join(s.Words[c.first:c.last+1], " "), ".,;:()"); exact != c.text || len(c.text) < shortest {
				continue
			}
			if len(found) > 0 && found[0].text != c.text {
				return Value{}, false
			}
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return Value{}, false
	}
	c := found[0]
	return cite(c.text, c.seg, c.first, c.last, unlabelledScore), true
}
