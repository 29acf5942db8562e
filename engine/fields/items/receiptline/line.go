// Package receiptline parses the rows that cash registers print for goods: a name, and on the same row a quantity,
// a price and an amount.
package receiptline

import (
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// Line is a parsed line among a receipt's goods.
type Line struct {
	Page     *layout.Page
	Row      *layout.Row
	Name     []layout.Part
	Quantity *value.Figure
	Price    *value.Figure
	Amount   *value.Figure
	// Column is a whole number between name and amount: a quantity if most lines have one, or else the end of the
	// name.
	Column *layout.Part
	Front  bool    // the quantity is a number before the name
	Limit  float64 // left edge of the numbers after the name
}

type word struct {
	seg  *layout.Segment
	at   int // in seg.Words
	used bool
}

func (w *word) text() string { return w.seg.Words[w.at] }

// number is a number and the words of the row that it takes.
type number struct {
	first, last int
	figure      value.Figure
}

// cents reports whether the number may be a price: with two decimals or more.
func (n *number) cents() bool {
	a := n.figure.Amount
	return (a.Number.Fraction >= 2 || a.Number.Ambiguous) && !a.Percent
}

func (n *number) isWhole() bool { return n.figure.Amount.Whole() && !n.figure.Amount.Percent }

type rowReader struct {
	spans   map[*layout.Segment]*annotate.Spans
	style   recognize.Style
	line    Line
	words   []word
	numbers []number
}

// Read parses a row into amount, quantity, price and name. Numbers are those of spans, read in the document's
// style.
func Read(
	p *layout.Page, row *layout.Row, spans map[*layout.Segment]*annotate.Spans, style recognize.Style,
) Line {
	t := &rowReader{spans: spans, style: style, line: Line{Page: p, Row: row, Limit: row.Box.X1}}
	for _, s := range row.Segments {
		base := len(t.words)
		for i := range s.Words {
			t.words = append(t.words, word{seg: s, at: i})
		}
		for _, a := range t.spans[s].Amounts {
			f := value.Figure{Part: layout.Part{Segment: s, First: a.First, Last: a.Last}, Amount: a}
			t.numbers = append(t.numbers, number{base + a.First, base + a.Last, f})
		}
	}
	behind := t.takeProduct()
	t.takeAmount(behind)
	if t.line.Amount != nil && t.line.Price == nil {
		t.takeColumns()
	}
	if t.line.Quantity == nil {
		t.takeCountBehind()
	}
	if t.line.Quantity == nil {
		t.takeCount()
	}
	t.line.Name = t.rest()
	return t.line
}

func (t *rowReader) use(first, last int) {
	for i := first; i <= last; i++ {
		t.words[i].used = true
	}
	w := &t.words[first]
	if first > 0 {
		t.line.Limit = min(t.line.Limit, w.seg.Tokens[w.at].Box.X0)
	}
}

// parseNumber returns the number that starts (or, with end, ends) at a word.
func (t *rowReader) parseNumber(at int, end bool) *number {
	for i := range t.numbers {
		n := &t.numbers[i]
		if !end && n.first == at || end && n.last == at {
			return n
		}
	}
	return nil
}

// takeAmount finds the amount that ends the row, after word from. Tax letters and currencies may follow it.
func (t *rowReader) takeAmount(from int) {
	for i := len(t.numbers) - 1; i >= 0; i-- {
		n := &t.numbers[i]
		if n.first < from {
			return
		}
		if n.figure.Amount.Number.Fraction != 2 || n.figure.Amount.Percent {
			continue
		}
		if !t.marksFrom(n.last + 1) {
			return
		}
		f := n.figure
		t.line.Amount = &f
		t.use(n.first, len(t.words)-1)
		return
	}
}

// marksFrom reports whether the words from index i are marks that cash registers print after an amount.
func (t *rowReader) marksFrom(i int) bool {
	if len(t.words)-i > 3 {
		return false
	}
	for ; i < len(t.words); i++ {
		w := strings.Trim(t.words[i].text(), "*-+#()[]%.,:;|")
		_, currency := recognize.Currency(w)
		n := t.parseNumber(i, false)
		if utf8.RuneCountInString(w) > 2 && !currency && (n == nil || !n.figure.Amount.Percent) {
			return false
		}
	}
	return true
}

// takeColumns finds quantity and price in columns before the amount if quantity × price = amount.
func (t *rowReader) takeColumns() {
	numbers := t.trailing()
	amount := t.line.Amount.Amount.Value(t.style)
	if len(numbers) == 0 {
		return
	}
	last := numbers[len(numbers)-1]
	fronts := numbers[:len(numbers)-1]
	if n := t.parseNumber(0, false); n != nil && n != last {
		fronts = append([]*number{n}, fronts...)
	}
	for i := len(fronts) - 1; i >= 0; i-- {
		q, p := fronts[i], last
		if q.cents() && p.isWhole() {
			q, p = p, q
		}
		product := q.figure.Amount.Value(t.style).Mul(p.figure.Amount.Value(t.style))
		if !p.cents() || !product.IsPositive() || link.Cents(product.Sub(amount)) > 1 {
			continue
		}
		quantity, price := q.figure, p.figure
		t.line.Quantity, t.line.Price = &quantity, &price
		t.use(q.first, q.last)
		t.use(p.first, p.last)
		return
	}
	if w := t.words[last.first]; last.first == last.last && countShape(w.text()) && w.at == 0 {
		part := last.figure.Part
		t.line.Column = &part
		t.use(last.first, last.last)
	}
}

// trailing returns the numbers directly before the amount.
func (t *rowReader) trailing() []*number {
	end := len(t.words)
	for end > 0 && t.words[end-1].used {
		end--
	}
	var out []*number
	for end > 1 {
		n := t.parseNumber(end-1, true)
		if n == nil || n.figure.Amount.Percent {
			break
		}
		out = append([]*number{n}, out...)
		end = n.first
	}
	return out
}

// rest returns the remaining words as the name, without a code before it.
func (t *rowReader) rest() []layout.Part {
	var left []int
	for i := range t.words {
		if !t.words[i].used {
			left = append(left, i)
		}
	}
	for len(left) > 1 && t.dirt(left[0]) {
		left = left[1:]
	}
	for len(left) > 1 && recognize.Compact(t.words[left[len(left)-1]].text()) == "" {
		left = left[:len(left)-1]
	}
	if len(left) > 1 && CodeShape(t.words[left[0]].text()) && t.lettersIn(left[1:]) {
		left = left[1:]
	}
	if !t.lettersIn(left) {
		return nil
	}
	var parts []layout.Part
	for _, i := range left {
		w := &t.words[i]
		if k := len(parts) - 1; k >= 0 && parts[k].Segment == w.seg && parts[k].Last == w.at-1 {
			parts[k].Last = w.at
			continue
		}
		parts = append(parts, layout.Part{Segment: w.seg, First: w.at, Last: w.at})
	}
	return parts
}

// lettersIn reports whether the words name something: more than a currency or the "/kg" of a price.
func (t *rowReader) lettersIn(words []int) bool {
	for _, i := range words {
		text := t.words[i].text()
		_, currency := recognize.Currency(strings.TrimRight(text, "-*"))
		head, _, per := strings.Cut(text, "/")
		_, money := recognize.Currency(head)
		if currency || per && (head == "" || money) {
			continue
		}
		if annotate.HasLetters([]string{text}) {
			return true
		}
	}
	return false
}

// CodeShape reports whether a word is an article number: digits, or one or two capitals before them.
func CodeShape(w string) bool {
	digits := strings.ReplaceAll(strings.TrimLeft(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "-", "")
	letters := len(w) - len(strings.TrimLeft(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if digits == "" || !annotate.AllDigitsWord(digits) || letters > 2 {
		return false
	}
	year := letters == 0 && len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20"))
	return !year && (len(digits) >= 4 || letters > 0 && len(digits) >= 3)
}

// OnlyCode reports whether a name is an article number alone.
func OnlyCode(name []layout.Part) bool {
	return len(name) == 1 && name[0].First == name[0].Last && CodeShape(name[0].Text())
}

// Under reports whether a row is close under another.
func Under(upper, lower *layout.Row) bool {
	return lower.Box.Y0-upper.Box.Y1 < 1.2*max(upper.Box.Height(), lower.Box.Height())
}

// Breaks reports whether the first word of the next line would not have fitted after a name.
func Breaks(upper *Line, next []layout.Part, limit float64) bool {
	if len(upper.Name) == 0 || len(next) == 0 {
		return false
	}
	end := upper.Name[len(upper.Name)-1].Box()
	first := next[0].Segment.Tokens[next[0].First].Box
	return end.X1+first.Width()+0.6*end.Height() > limit
}
