package fields

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/checkbox"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// cell is a run of words of one role in one or more lines: a possible key, value or heading.
type cell struct {
	parts []layout.Part // at most one of a segment
	text  string
	box   layout.Box
	size  float64 // of the print
	bold  bool
	role  formrole.Probabilities
	known bool // a colon ends it, or it is a known label
	used  bool // as a key or value
}

// side is the place of a value relative to its key.
type side int

const (
	beside side = iota
	below
	above
	sides // number of them
)

// pair is a key with its value.
type pair struct {
	key, value *cell
	side       side
	score      float64
}

// pairsOf returns the keys of a page with their values except in tables, and its check boxes.
func pairsOf(
	r *annotate.Document, roles *formrole.Document, p *layout.Page, inTable map[*layout.Row]bool,
) (out []value.Row) {
	boxes := checkbox.Find(p)
	cells := make([][]*cell, len(p.Rows))
	for _, u := range roles.Units(p) {
		s := u.Segment
		isOption := u.Best() == formrole.Option || slices.ContainsFunc(boxes, func(b checkbox.Box) bool {
			return b.Option.Segment == s && b.Option.First <= u.Last && u.First <= b.Option.Last
		})
		if !isOption && !inTable[p.Rows[s.Row]] && !pagegraph.IsLeader(u.Text()) {
			cells[s.Row] = addCell(cells[s.Row], newCell(r, u))
		}
	}
	joinLines(cells, (*cell).isKey)
	joinLines(cells, (*cell).isValue)
	chosen := choosePairs(cells)
	rows := map[*layout.Segment][]value.Row{}
	for _, c := range chosen {
		c.key.used, c.value.used = true, true
	}
	for _, c := range chosen {
		s := c.key.parts[0].Segment
		rows[s] = append(rows[s], c.row(cells))
	}
	for i := range boxes {
		if row := tick(&boxes[i]); row != nil {
			rows[boxes[i].Option.Segment] = append(rows[boxes[i].Option.Segment], row)
		}
	}
	for _, row := range p.Rows {
		for _, s := range row.Segments {
			slices.SortStableFunc(rows[s], func(a, b value.Row) int {
				return cmp.Compare(a["key"].Box.X0, b["key"].Box.X0)
			})
			out = append(out, rows[s]...)
		}
	}
	return out
}

func newCell(r *annotate.Document, u formrole.Unit) *cell {
	words, first := u.Words(), &u.Segment.Tokens[u.First]
	c := &cell{parts: []layout.Part{u.Part}, text: u.Text(), box: u.Box(), bold: first.Bold, role: u.Probabilities}
	c.size = cmp.Or(first.Size, c.box.Height())
	if c.isComb() {
		c.text = strings.Join(words, "")
	}
	c.known = len(words) <= annotate.MaxKeyWords && (c.endsWithColon() ||
		slices.ContainsFunc(r.LabelsIn[u.Segment], func(l *annotate.Label) bool {
			return l.First <= u.First && l.Last >= u.Last
		}))
	return c
}

// addCell adds a cell to those of its row, or to the last of them if it continues it.
func addCell(row []*cell, c *cell) []*cell {
	// Maximum spaces between words of a cell, numbers, and characters with a box for each, in sizes of print.
	const maxSpace, maxNumberSpace, maxCombSpace = 1.2, 0.6, 4
	// Words next to each other have the same role unless the roles of both are surer.
	const sure = 0.98
	if len(row) == 0 {
		return append(row, c)
	}
	last := row[len(row)-1]
	part, gap := last.parts[len(last.parts)-1], (c.box.X0-last.box.X1)/c.size
	space := maxSpace
	if !annotate.HasLetters(c.parts[0].Words()) && !annotate.HasLetters(part.Words()) {
		space = maxNumberSpace
	}
	isLike := last.isKey() == c.isKey() && last.isValue() == c.isValue() && last.isHint() == c.isHint() ||
		min(slices.Max(last.role[:]), slices.Max(c.role[:])) < sure && last.bold == c.bold ||
		last.isHint() && c.isKey() // the number of a question
	isLike = isLike && (!last.known || recognize.CountDigits(c.text) == 0)
	switch {
	case last.isComb() && c.isComb() && gap < maxCombSpace:
		last.join(c, "")
	case part.Segment == c.parts[0].Segment && gap < space && !last.endsWithColon() && last.hasSizeOf(c) && isLike:
		last.join(c, " ")
	default:
		return append(row, c)
	}
	return row
}

// join adds a cell at the right or below, and the signs between them.
func (c *cell) join(o *cell, separator string) {
	next := o.parts[0]
	if last := &c.parts[len(c.parts)-1]; last.Segment == next.Segment {
		for _, sign := range last.Segment.Words[last.Last+1 : next.First] {
			c.text += separator + sign
		}
		last.Last = next.Last
	} else {
		c.parts = append(c.parts, next)
	}
	c.parts = append(c.parts, o.parts[1:]...)
	if c.isHint() && o.isKey() {
		c.role = o.role
	}
	n, m := float32(len(c.text)), float32(len(o.text))
	for i := range c.role {
		c.role[i] = (n*c.role[i] + m*o.role[i]) / (n + m)
	}
	c.text, c.box, c.known = c.text+separator+o.text, c.box.Union(o.box), c.known || o.known
}

// joinLines joins the lines of each cell of a kind.
func joinLines(cells [][]*cell, isKind func(*cell) bool) {
	const near, aligned, maxLines = 0.6, 0.5, 6
	for r := range cells {
		for _, c := range cells[r] {
			for i := r + 1; i < min(len(cells), r+maxLines) && isKind(c) && !c.endsWithColon(); i++ {
				k := slices.IndexFunc(cells[i], func(o *cell) bool {
					return isKind(o) && o.bold == c.bold && o.hasSizeOf(c) && o.box.Y0-c.box.Y1 < near*c.size &&
						math.Abs(o.box.X0-c.box.X0) < aligned*c.size
				})
				if k < 0 {
					continue
				}
				if !continues(cells, c, cells[i], k) {
					break
				}
				c.join(cells[i][k], " ")
				cells[i] = slices.Delete(cells[i], k, k+1)
			}
		}
	}
}

// continues reports whether the cell at an index of a row can be the next line of a cell of the same kind.
func continues(cells [][]*cell, c *cell, row []*cell, index int) bool {
	const maxDigits = 2
	o := row[index]
	if !c.isKey() {
		return (c.hasLetters() || o.hasLetters()) && (index == 0 || !row[index-1].isKey() && !row[index-1].known)
	}
	hasValue := slices.ContainsFunc(c.parts, func(p layout.Part) bool { return valueBeside(cells[p.Segment.Row], c) })
	hasOther := valueBeside(row, o)
	return recognize.CountDigits(c.text) <= maxDigits && (!hasValue || !c.known && !hasOther) && (!hasOther || !o.known)
}

// isComb reports whether each word is a character, as in a field with a box for each.
func (c *cell) isComb() bool {
	return !slices.ContainsFunc(c.parts, func(p layout.Part) bool {
		return slices.ContainsFunc(p.Words(), func(w string) bool { return utf8.RuneCountInString(w) > 1 })
	})
}

func (c *cell) endsWithColon() bool { return strings.HasSuffix(c.text, ":") }

func (c *cell) isKey() bool {
	best := c.role.Best()
	return best == formrole.Question || best == formrole.Header
}

func (c *cell) isValue() bool {
	best := c.role.Best()
	return best == formrole.Answer || best == formrole.Cell
}

// isHint reports whether the cell can be between a key and its value: an instruction, a number, or a sign.
func (c *cell) isHint() bool {
	const maxBytes = 4
	digits := recognize.CountDigits(c.text)
	return strings.HasPrefix(c.text, "(") && strings.HasSuffix(c.text, ")") && digits == 0 ||
		c.role.Best() == formrole.Other && len(c.text) <= maxBytes || digits == 0 && !c.hasLetters()
}

func (c *cell) hasLetters() bool { return annotate.HasLetters([]string{c.text}) }

// isRepeated reports whether the cell has one letter or digit several times, as misread boxes and printed cents.
func (c *cell) isRepeated() bool {
	text := strings.ReplaceAll(c.text, " ", "")
	_, size := utf8.DecodeRuneInString(text)
	return len(text) > size && strings.Trim(text, text[:size]) == ""
}

func (c *cell) hasSizeOf(o *cell) bool {
	const points, share = 0.8, 0.35 // sizes of recognized text are less exact
	if c.parts[0].Recognized() {
		return math.Abs(c.size-o.size) < share*max(c.size, o.size)
	}
	return math.Abs(c.size-o.size) < points
}

// nextTo returns the next cell of a row at the right of a key, without hints, or nil.
func nextTo(row []*cell, key *cell) *cell {
	i := slices.IndexFunc(row, func(c *cell) bool { return c != key && c.box.X0 >= key.box.X1-1 && !c.isHint() })
	if i < 0 {
		return nil
	}
	return row[i]
}

// valueBeside reports whether the next cell of a row is a value.
func valueBeside(row []*cell, key *cell) bool {
	v := nextTo(row, key)
	return v != nil && (v.isValue() || !v.hasLetters())
}

// choosePairs chooses pairs. Values are more often on the side of the keys where most others are.
func choosePairs(cells [][]*cell) (chosen []pair) {
	var common [sides]float64
	for range 2 {
		var all []pair
		for i := range cells {
			for _, key := range cells[i] {
				if key.canBeKey() {
					all = append(all, valuesOf(cells, i, key, common)...)
				}
			}
		}
		chosen = choose(all)
		common = [sides]float64{}
		for _, c := range chosen {
			common[c.side] += 1 / float64(len(chosen))
		}
		for i := range common {
			common[i] -= 1 / float64(sides)
		}
	}
	return chosen
}

func (c *cell) canBeKey() bool {
	const maybe, probably = 0.3, 0.5
	isKnown := c.known && !c.isValue() && c.role[formrole.Prose] < probably
	return !c.isHint() && c.hasLetters() && (isKnown || c.role[formrole.Question]+c.role[formrole.Header] >= maybe)
}

// valuesOf returns the cells beside, below and above a key that may be its value.
func valuesOf(cells [][]*cell, row int, key *cell, common [sides]float64) (out []pair) {
	const minScore, far, overlap, near, aligned = 2.6, 600, 0.2, 3, 0.5
	add := func(v *cell, s side, score float64) {
		if score += likeness(key, v) + common[s] - minScore; score > 0 && !v.known && v != key {
			out = append(out, pair{key, v, s, score})
		}
	}
	last, end := key.parts[len(key.parts)-1].Segment.Row, math.Inf(1)
	for _, c := range slices.Concat(cells[row : last+1]...) {
		if c != key && c.isKey() && !c.isHint() && c.box.X0 >= key.box.X1-1 {
			end = min(end, c.box.X0)
		}
	}
	for r := max(0, row-1); r <= min(len(cells)-1, last+1); r++ {
		if v := nextTo(cells[r], key); v != nil && v.box.X0 <= end &&
			min(v.box.Y1, key.box.Y1)-max(v.box.Y0, key.box.Y0) > overlap*min(v.size, key.size) {
			score := 0.2 - (v.box.X0-key.box.X1)/far
			if key.endsWithColon() {
				score++
			}
			add(v, beside, score)
		}
	}
	for r := max(0, row-2); r < min(len(cells), last+4); r++ {
		for _, v := range cells[r] {
			gap, s, score := (v.box.Y0-key.box.Y1)/v.size, below, 0.1
			if r < row {
				gap, s, score = (key.box.Y0-v.box.Y1)/v.size, above, -0.1
			}
			isUnder := v.box.OverlapX(key.box) > 0
			isInCell := s == below && v.box.X0 >= key.box.X0 && v.box.X1 <= end
			isTable := s == below && key.role.Best() == formrole.Header && slices.ContainsFunc(
				slices.Concat(cells[r+1:min(len(cells), r+3)]...), func(c *cell) bool {
					return c.isValue() && c.box.OverlapX(v.box) > 0 && c.box.Y0-v.box.Y1 < near*v.size
				})
			if r >= row && r <= last || gap > near || !isUnder && !isInCell || isTable {
				continue
			}
			score -= max(0, gap)
			if !isUnder {
				score -= 0.5
			}
			if s == above && key.endsWithColon() {
				score -= 0.1
			}
			if math.Abs(v.box.X0-key.box.X0) < aligned*v.size {
				score += 0.3
			}
			add(v, s, score)
		}
	}
	return out
}

// likeness returns how likely a cell is the value of a key by their roles. It is 0 for hints, prose, and numbers of
// questions.
func likeness(key, v *cell) float64 {
	const maxWords = 12
	const weight, cellShare, digitScore = 2.5, 0.8, 0.6
	if v.isHint() || v.isRepeated() || strings.HasPrefix(key.text, v.text) ||
		!v.isValue() && !key.endsWithColon() && len(strings.Fields(v.text)) > maxWords {
		return 0
	}
	k, o := &key.role, &v.role
	score := weight * float64(k[formrole.Question]+k[formrole.Header]-k[formrole.Answer]-k[formrole.Other]-
		k[formrole.Prose]-k[formrole.Heading]+o[formrole.Answer]+cellShare*o[formrole.Cell]-o[formrole.Question]-
		o[formrole.Header]-2*o[formrole.Heading]-2*o[formrole.Prose]-o[formrole.Other])
	if recognize.CountDigits(v.text) > 0 && recognize.CountDigits(key.text) == 0 {
		score += digitScore
	}
	return score
}

// choose returns pairs with different cells whose scores have a high sum (auction algorithm, Bertsekas 1988): each key
// bids for its best value, at most by what it gains over its second best.
func choose(all []pair) (chosen []pair) {
	const step = 0.05
	byKey, owner, price := map[*cell][]pair{}, map[*cell]pair{}, map[*cell]float64{}
	var open []*cell
	for _, p := range all {
		if byKey[p.key] == nil {
			open = append(open, p.key)
		}
		byKey[p.key] = append(byKey[p.key], p)
	}
	for len(open) > 0 {
		var best pair
		gain, second := 0.0, 0.0
		for _, p := range byKey[open[len(open)-1]] {
			switch g := p.score - price[p.value]; {
			case g > gain:
				best, gain, second = p, g, gain
			case g > second:
				second = g
			}
		}
		open = open[:len(open)-1]
		if gain <= 0 {
			continue
		}
		if before, ok := owner[best.value]; ok {
			open = append(open, before.key)
		}
		owner[best.value] = best
		price[best.value] += gain - second + step
	}
	for _, p := range all {
		if owner[p.value] == p {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// row returns the pair with the nearest heading above it.
func (c pair) row(cells [][]*cell) value.Row {
	row := value.Row{"key": c.key.cite(0.8), "value": value.CiteParts(c.value.text, c.value.parts, " ", 0.7)}
	if heading := c.heading(cells); heading != nil {
		row["group"] = heading.cite(0.6)
	}
	return row
}

func (c *cell) cite(score float64) value.Value {
	return value.CiteParts(strings.TrimRight(c.text, " :"), c.parts, " ", score)
}

// heading returns the nearest heading above the key, or nil.
func (c pair) heading(cells [][]*cell) *cell {
	const minProbability, maxRows = 0.5, 100
	row := c.key.parts[0].Segment.Row
	for r := row - 1; r >= max(0, row-maxRows); r-- {
		for k := len(cells[r]) - 1; k >= 0; k-- {
			h := cells[r][k]
			if !h.used && h.hasLetters() && h.box.X0 <= c.key.box.X1 && h.role[formrole.Heading] > minProbability {
				return h
			}
		}
	}
	return nil
}

// tick returns a check box as a pair of its option and state.
func tick(b *checkbox.Box) value.Row {
	const minConfidence, maxWords = 0.7, 20
	option := b.Option
	if option.Segment == nil || b.Confidence < minConfidence || len(option.Words()) > maxWords ||
		!annotate.HasLetters(option.Words()) {
		return nil
	}
	parts := []layout.Part{option}
	row := value.Row{
		"key":   value.CiteParts(strings.TrimRight(b.Text(), " :"), parts, " ", 0.8),
		"value": value.CiteParts(strconv.FormatBool(b.Checked), parts, " ", b.Confidence),
	}
	if q := b.Question; q.Segment != nil {
		row["group"] = value.CiteParts(strings.TrimRight(q.Text(), " :"), []layout.Part{q}, " ", 0.7)
	}
	return row
}
