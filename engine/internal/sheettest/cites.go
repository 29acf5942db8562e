package sheettest

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result/value"
)

// Cites asserts that the words of every value's raw text are on its page, inside its box.
func Cites(t *testing.T, doc *document.Document, set *value.Set) {
	t.Helper()
	check := func(path string, v value.Value) {
		if v.Source == document.SourceDerived && v.Raw == "" {
			return // computed, and said so
		}
		if v.Raw == "" || v.Page < 1 || v.Page > len(doc.Pages) || v.Box.Empty() {
			t.Errorf("%s: %q is cited from %q on page %d at %v", path, v.Value, v.Raw, v.Page, v.Box)
			return
		}
		if v.Score < 0 || v.Score > 1 || v.Legibility < 0 || v.Legibility > 1 {
			t.Errorf("%s: score %v, legibility %v", path, v.Score, v.Legibility)
		}
		inside := wordsIn(doc.Pages[v.Page-1], v.Box)
		for _, next := range doc.Pages[v.Page:] { // what is continued there is left out of the box; see value.CiteParts
			inside += wordsIn(next, document.Box{X1: 1, Y1: 1})
		}
		if v.Source == document.SourceDerived { // added up, perhaps over several pages
			inside = doc.Text()
		}
		for word := range strings.FieldsSeq(v.Raw) {
			if word != "+" && word != "-" && !strings.Contains(inside, strings.TrimRight(word, ",")) {
				t.Errorf("%s: %q is not in %v of page %d", path, word, v.Box, v.Page)
			}
		}
	}
	for name, v := range set.Scalars {
		check(name, v)
	}
	for list, rows := range set.Lists {
		for i, row := range rows {
			for member, v := range row {
				check(value.Path(list, i, member), v)
			}
		}
	}
}

// wordsIn returns the words of a page that touch a box.
func wordsIn(p document.Page, b document.Box) string {
	var sb strings.Builder
	for _, l := range p.Lines {
		for _, w := range l.Words {
			if w.Box.X0 < b.X1 && w.Box.X1 > b.X0 && w.Box.Y0 < b.Y1 && w.Box.Y1 > b.Y0 {
				sb.WriteString(w.Text + " ")
			}
		}
	}
	return sb.String()
}

// Holds compares scalars with the expected ones; additional ones are allowed.
func Holds(t *testing.T, set *value.Set, want map[string]string) {
	t.Helper()
	for name, w := range want {
		if got := set.Text(name); got != w {
			t.Errorf("%s = %q, want %q", name, got, w)
		}
	}
}

// Scanned marks all words as recognized, with the given certainty.
func Scanned(doc *document.Document, certainty float64) *document.Document {
	for p := range doc.Pages {
		for l := range doc.Pages[p].Lines {
			for w := range doc.Pages[p].Lines[l].Words {
				word := &doc.Pages[p].Lines[l].Words[w]
				word.Source, word.Confidence = document.SourceOCR, certainty
			}
		}
	}
	return doc
}
