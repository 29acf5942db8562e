package items

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/items/itemname"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/text/recognize"
)

// resolveCodes splits product codes from the front of names: "[A-100] Chair", "*987123* Oil", "12345 - Chair",
// "A-100: Chair", "Art. no.: 12345 Chair". It splits plain codes if every name has one of the same form.
func (tr *tableReader) resolveCodes() {
	for _, it := range tr.items {
		for range 3 { // a GTIN may precede the seller's number
			at, last := it.codeInFront()
			if last < 0 || !it.cutFront(at, last) {
				break
			}
		}
	}
	if tr.table.Has(layout.ColumnCode) || tr.describedTwice() {
		tr.cutStrayCodes()
	}
	tr.cutShared()
	if tr.table.Has(layout.ColumnCode) || !tr.plainCodes() && !tr.codesApart() {
		return
	}
	for _, it := range tr.items {
		it.cutFront(it.text[0].First, it.text[0].First)
	}
}

// codeInFront returns the word of a description that is its code, and the last word that belongs to it, or -1.
func (it *item) codeInFront() (code, last int) {
	if len(it.text) == 0 {
		return -1, -1
	}
	return itemname.CodeOpening(it.text[0])
}

// cutFront removes the words up to last, with the code, from a description unless nothing would remain.
func (it *item) cutFront(code, last int) bool {
	text := slices.Clone(it.text)
	part := layout.Part{Segment: text[0].Segment, First: code, Last: code}
	if text[0].First = last + 1; text[0].First > text[0].Last {
		text = text[1:]
	}
	if !itemname.Worded(text) {
		return false
	}
	if it.text = text; it.code == nil {
		it.code = &part
	}
	return true
}

// cutStrayCodes removes codes from names whose code cell is empty, because wide codes reach into the next column.
func (tr *tableReader) cutStrayCodes() {
	for _, it := range tr.items {
		if len(it.text) == 0 || len(it.cells[layout.ColumnCode]) > 0 || it.code != nil {
			continue
		}
		first := it.text[0]
		if itemname.CodeWord(first.Segment.Words[first.First], itemname.MinCode) {
			it.cutFront(first.First, first.First)
		}
	}
}

// describedTwice reports whether two headings name descriptions: "Item", "Description".
func (tr *tableReader) describedTwice() bool {
	n := 0
	for _, h := range tr.table.Headings {
		if h.Column == layout.ColumnDescription {
			n++
		}
	}
	return n > 1
}

// cutShared removes a first word with a colon, for example a project, that all names share.
func (tr *tableReader) cutShared() {
	shared := ""
	for _, it := range tr.items {
		if len(it.text) == 0 {
			return
		}
		first := it.text[0].Segment.Words[it.text[0].First]
		if !strings.HasSuffix(first, ":") || shared != "" && first != shared || !itemname.Worded(it.behindFirst()) {
			return
		}
		shared = first
	}
	if len(tr.items) < 2 {
		return
	}
	for _, it := range tr.items {
		it.text = it.behindFirst()
	}
}

// behindFirst returns a description without its first word.
func (it *item) behindFirst() []layout.Part {
	text := slices.Clone(it.text)
	if text[0].First++; text[0].First > text[0].Last {
		return text[1:]
	}
	return text
}

// codesApart reports whether every name has a code apart from it, left of the heading of descriptions, as in a column
// of codes without a heading.
func (tr *tableReader) codesApart() bool {
	heads := tr.table.Headings
	i := slices.IndexFunc(heads, func(h layout.Heading) bool { return h.Column == layout.ColumnDescription })
	return i >= 0 && len(tr.items) > 0 && !slices.ContainsFunc(tr.items, func(it *item) bool {
		return len(it.text) < 2 || it.text[0].First != it.text[0].Last || it.text[0].Box().X1 > heads[i].Box.X0 ||
			!itemname.CodeWord(it.text[0].Text(), itemname.MinCode)
	})
}

// plainCodes reports whether every name begins with a different code, of the same length, or with a number if there are
// several names.
func (tr *tableReader) plainCodes() bool {
	const (
		least   = 5 // fewer digits may be a quantity
		several = 3
	)
	seen, lengths, digits := map[string]bool{}, map[int]bool{}, true
	for _, it := range tr.items {
		if len(it.text) == 0 || it.text[0].First == it.text[0].Last {
			return false
		}
		w := it.text[0].Segment.Words[it.text[0].First]
		if !itemname.CodeWord(w, least) || len(recognize.Dates([]string{w})) > 0 || seen[w] {
			return false
		}
		seen[w], lengths[len(w)], digits = true, true, digits && annotate.AllDigitsWord(w)
	}
	return len(tr.items) > 1 && (len(lengths) == 1 || digits && len(tr.items) >= several)
}
