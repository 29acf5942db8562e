package custom

import (
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/recognize"
)

// tickedScore is the certainty of an allowed text behind a tick.
const tickedScore = 0.65

// ticked finds the only allowed text behind a tick or dot in a row with several allowed texts: the boxes or circles of
// the others were perhaps not recognized. A boolean property is true if a tick is before its label.
func (w *queries) ticked(q *query) (value.Value, bool) {
	const likely = 0.3 // weight
	p := q.property
	for _, h := range q.labels {
		at := h.First
		if at > 0 && !isTick(h.Segment.Words[at]) {
			at--
		}
		if p.Type == custom.TypeBoolean && isScanned(h.Segment) && at < h.Last && isTick(h.Segment.Words[at]) &&
			w.labelWeight(q, h) >= likely {
			return value.Cite(custom.True, h.Segment, at, h.Last, tickedScore), true
		}
	}
	if p.Enum == nil || p.Type != custom.TypeString {
		return value.Value{}, false
	}
	allowed := allowedTexts(p, recognize.FoldWords)
	for _, page := range w.Layout.Pages {
		for _, row := range page.Rows {
			options, found := map[string]bool{}, []link.Candidate(nil)
			before := ""
			for _, s := range row.Segments {
				for _, c := range enumValues(allowed, s) {
					options[c.Text] = true
					if c.First > 0 {
						before = s.Words[c.First-1]
					}
					if isTick(before) {
						found = append(found, c)
					}
				}
				before = s.Words[len(s.Words)-1]
			}
			if len(options) > 1 && len(found) == 1 {
				c := found[0]
				return value.Cite(c.Text, c.Segment, c.First, c.Last, tickedScore), true
			}
		}
	}
	return value.Value{}, false
}

// isTick reports whether a word may be a tick, a cross, or the dot in a circle.
func isTick(word string) bool {
	const ticks = "vVxX/√•●✓✔☑☒"
	return utf8.RuneCountInString(word) == 1 && strings.Contains(ticks, word)
}
