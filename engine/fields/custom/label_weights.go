package custom

import (
	"math"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// minShare is the minimum weight of a label relative to the best one of its property. Labels below it are only a small
// part of longer ones.
const minShare = 0.09

// labelWeight returns the weight of a label by its share of the words of its cell.
func (w *queries) labelWeight(query *query, h weighted) float64 {
	at := w.cells.at(h.Segment, h.First)
	if at < 0 {
		return 0
	}
	own := w.cells[h.Segment.Page.Rows[h.Segment.Row]][at]
	return h.weight * query.rarity(h.Label) * share(h.Label, own.First, own.Last)
}

// rarity lowers a label that a page repeats: it heads the lines of a table, and announces no value of the document.
func (w *query) rarity(h *annotate.Label) float64 {
	const perDoubling, most = 0.1, 0.5
	return 1 - min(most, perDoubling*math.Log2(float64(max(w.printed[printOf(h)], 1))))
}

// minSentenceWord is the minimum length of the word before a full stop in bytes; shorter ones are abbreviations.
const minSentenceWord = 6

// share returns the square of the share of the printed label, the words first to last, that the words of h are, by
// letters. "Contract / Revision" and "City, State (if any)" are two labels.
func share(h *annotate.Label, first, last int) float64 {
	const longest = 10 // words of a list of labels, and of a label with a clause
	words := h.Segment.Words
	for i := h.Last; h.First == first && i < min(last, first+longest/2); i++ { // instructions follow a short sentence
		if strings.HasSuffix(words[i], ".") && len(words[i]) >= minSentenceWord {
			last = i
		}
	}
	for i, end := first, last; i <= end && end-first < longest; i++ {
		closes, opens := strings.ContainsAny(words[i], "/;,)"), words[i][0] == '('
		switch {
		case opens && i <= h.First && i > 0:
			first = i
		case closes && i < h.First:
			first = i + 1
		case opens && i > h.Last:
			last = min(last, i-1)
		case closes && i >= h.Last:
			last = min(last, max(h.Last, i))
		case i > h.Last && lexicon.Relative.Has(recognize.Fold(words[i])):
			last = min(last, i-1)
		}
	}
	all := letters(words[first : last+1])
	if all == 0 {
		return 1
	}
	part := float64(letters(words[h.First:h.Last+1])) / float64(all)
	return part * part
}

// letters counts the letters of words that are not connectives.
func letters(words []string) int {
	n := 0
	for _, word := range words {
		if folded := recognize.Fold(word); !lexicon.Connective.Has(folded) {
			n += len([]rune(folded))
		}
	}
	return n
}
