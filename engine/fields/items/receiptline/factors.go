package receiptline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// timesSigns are the signs between a quantity and a price.
const timesSigns = "xX×*@"

// takeProduct finds "2 x 3.50", "0,657 kg x 6,30", "2x 3.50" or "2x3.50" and returns the next index, or 0.
func (t *rowReader) takeProduct() int {
	for i := range t.words {
		left, right := t.factors(i)
		if left == nil || right == nil {
			continue
		}
		if left.cents() && right.isWhole() {
			left, right = right, left // "3.50 x 2"
		}
		if !right.cents() || left.figure.Amount.Negative || left.figure.Amount.Percent {
			continue
		}
		q, p := left.figure, right.figure
		t.line.Quantity, t.line.Price = &q, &p
		first, last := min(left.first, right.first), max(left.last, right.last)
		if next := last + 1; next < len(t.words) && lexicon.Piece.Has(recognize.Fold(t.words[next].text())) {
			last = next // "2 @ 3.50 each"
		}
		t.use(first, last)
		return last + 1
	}
	return 0
}

// factors returns the numbers on both sides of a multiplication sign at word i, which may be attached to either.
func (t *rowReader) factors(i int) (left, right *number) {
	text := t.words[i].text()
	if strings.Trim(text, timesSigns) == "" && utf8.RuneCountInString(text) == 1 || text == "à" || text == "a" {
		return t.before(i), t.after(i)
	}
	a, b, found := cutTimes(text)
	if !found {
		return nil, nil
	}
	left, right = t.part(i, a), t.part(i, b)
	switch {
	case a == "":
		left = t.before(i)
	case b != "" && unitLike(a):
		left = t.parseNumber(i-1, true) // "1.5 kgx2.00"
	}
	if b == "" {
		right = t.after(i)
	}
	return left, right
}

// cutTimes splits "2x3.50", "2x" and "x3.50" at the sign.
func cutTimes(text string) (a, b string, found bool) {
	k := strings.IndexAny(text, timesSigns)
	if k < 0 {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(text[k:])
	a, b = text[:k], text[k+size:]
	return a, b, a != "" || b != ""
}

// part reads a number that is only part of word i.
func (t *rowReader) part(i int, text string) *number {
	all := recognize.Amounts([]string{text})
	if text == "" || len(all) != 1 {
		return nil
	}
	w := t.words[i]
	all[0].First, all[0].Last = w.at, w.at
	return &number{i, i, value.Figure{Part: layout.Part{Segment: w.seg, First: w.at, Last: w.at}, Amount: all[0]}}
}

// before returns the number before word i, also with a unit between: "0,657 kg x".
func (t *rowReader) before(i int) *number {
	if n := t.parseNumber(i-1, true); n != nil {
		return n
	}
	if i >= 2 && unitLike(t.words[i-1].text()) {
		return t.parseNumber(i-2, true)
	}
	if i < 1 {
		return nil
	}
	text := t.words[i-1].text()
	digits := strings.TrimRightFunc(text, unicode.IsLetter)
	if digits == text || digits == "" || !unitLike(text[len(digits):]) {
		return nil
	}
	return t.part(i-1, digits) // "1.5kg"
}

func (t *rowReader) after(i int) *number { return t.parseNumber(i+1, false) }

// unitLike reports whether a word may be a unit of measure.
func unitLike(w string) bool {
	return utf8.RuneCountInString(w) <= 6 && recognize.CountDigits(w) == 0 && recognize.Compact(w) != ""
}

// takeCountBehind finds the quantity in brackets after a name: "Club sandwich (2x)", "Soap (×3)".
func (t *rowReader) takeCountBehind() {
	for i := len(t.words) - 1; i >= 0; i-- {
		if t.words[i].used {
			continue
		}
		text := t.words[i].text()
		inner := strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
		digits := strings.Trim(inner, timesSigns)
		if len(inner) != len(text)-2 || digits == inner || !countShape(digits) {
			return
		}
		if n := t.part(i, digits); n != nil {
			f := n.figure
			t.line.Quantity = &f
			t.use(i, i)
		}
		return
	}
}

// takeCount finds the quantity before a name: "2 Tea", "2x Tea", "2 x Tea", "2-Tea". A code may precede it.
func (t *rowReader) takeCount() {
	i := 0
	for i < len(t.words) && (t.dirt(i) || CodeShape(t.words[i].text())) {
		i++
	}
	if i+1 >= len(t.words) || t.words[i].used {
		return
	}
	text := t.words[i].text()
	if n := t.parseNumber(i, false); n != nil && n.last == i && !n.figure.Amount.Percent &&
		n.figure.Amount.Currency == "" &&
		countShape(text) {
		t.count(i, n)
		if s := t.words[i+1].text(); len(s) <= 2 && strings.Trim(s, timesSigns) == "" {
			t.use(i+1, i+1)
		}
		return
	}
	digits, name, ok := cutCount(text)
	if !ok {
		return
	}
	t.count(i, t.part(i, digits))
	if name != "" {
		t.words[i].used = false // the name begins in the same word
	}
}

func (t *rowReader) count(i int, n *number) {
	f := n.figure
	t.line.Quantity, t.line.Front = &f, true
	t.use(i, i)
}

// dirt reports whether a word is meaningless: marks, or a stray letter from text recognition before a quantity.
func (t *rowReader) dirt(i int) bool {
	text := t.words[i].text()
	if recognize.Compact(text) == "" {
		return true
	}
	if utf8.RuneCountInString(text) > 1 || i+1 >= len(t.words) || recognize.CountDigits(text) > 0 {
		return false
	}
	_, _, ok := cutCount(t.words[i+1].text())
	return ok
}

// cutCount splits "2x" and "2-Tea".
func cutCount(w string) (digits, name string, ok bool) {
	k := strings.IndexAny(w, timesSigns+"-")
	if k < 0 || !countShape(w[:k]) {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(w[k:])
	name = w[k+size:]
	if name != "" && (w[k] != '-' || !annotate.HasLetters([]string{name})) {
		return "", "", false
	}
	return w[:k], name, true
}

// countShape reports whether a word may be a quantity: one or two digits, without decimals or with zeros only.
func countShape(w string) bool {
	whole, zeros, fraction := strings.Cut(strings.ReplaceAll(w, ",", "."), ".")
	return whole != "" && len(whole) <= 2 && annotate.AllDigitsWord(whole) &&
		(!fraction || zeros != "" && strings.Trim(zeros, "0") == "")
}
