package custom

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Limits of texts that a page does not show, set by hand.
const (
	minResemblance = 0.5  // share of the characters in common with a recognized value, in order
	maxClarity     = 0.8  // mean certainty of the characters of a doubtful value
	scoreStated    = 0.65 // certainty of a stated value that is recognized on a page
)

// marks are not parts of words.
const marks = ".,;:()\"'"

// hidden is the text of a file that its scanned pages do not show; archives add it. It corrects doubtful values of the
// pages. Alone it answers nothing, because people do not see it.
type hidden struct {
	stated map[int]string    // values of lines such as "PERMIT NUMBER=1234", by property
	words  map[string]string // by folded words
	near   *ocrconfusion.Index
}

// readHidden reads the lines of the pages' hidden text that have an equals sign.
func (w *queries) readHidden(index *customIndex) {
	w.hidden = hidden{stated: map[int]string{}, words: map[string]string{}}
	vocabulary := map[string]bool{}
	for _, p := range w.Layout.Pages {
		for _, line := range p.Hidden {
			whole := line.Text()
			if !w.Work.Spend(len(whole)) {
				break
			}
			label, text, ok := strings.Cut(whole, "=")
			if !ok || !hasText(text) {
				continue
			}
			for _, word := range strings.Fields(text) {
				word = strings.Trim(word, marks)
				if key := recognize.Fold(word); len(key) >= ocrconfusion.MinWordLetters {
					w.hidden.words[key], vocabulary[key] = word, true
				}
			}
			for _, ref := range index.entries[labelKey(recognize.FoldWords(label))] {
				if ref.context == "" {
					w.hidden.stated[ref.query] = text
				}
			}
		}
	}
	w.hidden.near = ocrconfusion.NewIndex(vocabulary)
}

// respell corrects a recognized text by the hidden text: it takes a stated value that is about the same if the text is
// doubtful, or words that differ in one letter if more words are equal.
func (w *queries) respell(query int, v value.Value) value.Value {
	if v.Source != document.SourceOCR || !w.isText(w.all[query].property) {
		return v
	}
	if stated, ok := w.hidden.stated[query]; ok && v.Clarity <= maxClarity &&
		resemblance(recognize.Compact(v.Value), recognize.Compact(stated)) >= minResemblance {
		v.Value = stated
		return v
	}
	words, known, changed := strings.Split(v.Value, " "), 0, 0
	for i, word := range words {
		core := strings.Trim(word, marks)
		key := recognize.Fold(core)
		near, ok := w.hidden.near.Nearest(key)
		switch {
		case !ok || len(key) < ocrconfusion.MinWordLetters:
		case near == key:
			known++
		default:
			words[i] = strings.Replace(word, core, inCaseOf(w.hidden.words[near], core), 1)
			changed++
		}
	}
	if changed < known {
		v.Value = strings.Join(words, " ")
	}
	return v
}

// showStated returns the stated value of a property if a cell of a page shows it.
func (w *queries) showStated(query int) (value.Value, bool) {
	stated, ok := w.hidden.stated[query]
	if want := recognize.Compact(stated); ok && want != "" && w.isText(w.all[query].property) {
		for _, s := range w.Layout.Segments {
			for _, c := range w.cells[s.Page.Rows[s.Row]] {
				if c.Segment == s && w.Work.Spend(1) && recognize.Compact(c.Text()) == want {
					return value.Cite(c.Text(), s, c.First, c.Last, scoreStated), true
				}
			}
		}
	}
	return value.Value{}, false
}

// inCaseOf returns a word in small letters, with the capital letters of another.
func inCaseOf(word, of string) string {
	letters, model := []rune(strings.ToLower(word)), []rune(of)
	for i := range letters {
		if unicode.IsUpper(model[min(i, len(model)-1)]) {
			letters[i] = unicode.ToUpper(letters[i])
		}
	}
	return string(letters)
}

// resemblance returns the share of the characters of two texts that they have in common, in order.
func resemblance(a, b string) float64 {
	const longest = 200
	a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
	row := make([]int, len(b)+1) // lengths of the longest common subsequences
	for i := range len(a) {
		before := 0
		for j := range len(b) {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			before = above
		}
	}
	return 2 * float64(row[len(b)]) / float64(max(len(a)+len(b), 1))
}
