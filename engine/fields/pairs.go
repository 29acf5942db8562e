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
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/recognize"
)

// cell is a run of words of one size: a possible key, value or heading.
type cell struct {
	parts []layout.Part
	text  string
	box   layout.Box
	size  float64 // of the print
	bold  bool
	font  string
	role  formrole.Probabilities
	key   bool // a colon ends it, or it is a known label
	label bool // its words can be a label
	used  bool // as a key or value
}

// maxCombGap is the maximum distance between characters of a field with a box for each, in sizes of the print.
const maxCombGap = 2

// minSizeStep is the minimum difference between sizes of print in points.
const minSizeStep = 0.8

// pair is a key with its value.
type pair struct {
	key, value *cell
	score      float64
}

// pairsOf returns the keys of a page with their values except in tables, and its check boxes.
func pairsOf(
	r *annotate.Document, roles *formrole.Document, p *layout.Page, inTable map[*layout.Row]bool,
) (out []value.Row) {
	boxes := checkbox.Find(p)
	cells := make([][]cell, len(p.Rows))
	for i, row := range p.Rows {
		if inTable[row] {
			continue
		}
		cells[i] = cellsOf(r, row, boxes)
		for k := range cells[i] {
			cells[i][k].role = roles.Of(cells[i][k].parts[0])
		}
	}
	var all []pair
	for i := range cells {
		for k := range cells[i] {
			all = append(all, candidates(cells, i, k)...)
		}
	}
	rows := map[*layout.Segment][]value.Row{}
	for _, c := range choose(all) {
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

// choose returns the best pairs with different cells.
func choose(all []pair) (chosen []pair) {
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	for _, c := range all {
		if !c.key.used && !c.value.used {
			c.key.used, c.value.used = true, true
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// cellsOf returns the cells of a row without the options of check boxes. A cell ends at a colon, between a known label
// and digits, and where the size of the print changes.
func cellsOf(r *annotate.Document, row *layout.Row, boxes []checkbox.Box) (cells []cell) {
	for _, s := range row.Segments {
		first, known := 0, -1
		if labels := r.LabelsIn[s]; len(labels) > 0 && labels[0].First == 0 {
			known = labels[0].Last
		}
		for i := range s.Tokens {
			t := &s.Tokens[i]
			isKnown := i == known && i+1 < len(s.Tokens) && recognize.CountDigits(s.Words[i+1]) > 0
			isKey := strings.HasSuffix(t.Text, ":") && len(t.Text) > 1
			if i+1 < len(s.Tokens) && !isKey && !isKnown &&
				t.Font == s.Tokens[i+1].Font && math.Abs(t.Size-s.Tokens[i+1].Size) < minSizeStep {
				continue
			}
			part := layout.Part{Segment: s, First: first, Last: i}
			first = i + 1
			if slices.ContainsFunc(boxes, func(b checkbox.Box) bool {
				return b.Option.Segment == s && b.Option.First <= part.Last && part.First <= b.Option.Last
			}) {
				continue
			}
			c := newCell(r, part)
			if last := len(cells) - 1; last >= 0 && cells[last].isComb() && c.isComb() &&
				c.box.X0-cells[last].box.X1 < maxCombGap*c.size {
				cells[last].join(c, "")
			} else {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

func newCell(r *annotate.Document, part layout.Part) cell {
	const maxWords, maxBytes, maxDigits = 9, 70, 2
	words, first := part.Words(), &part.Segment.Tokens[part.First]
	c := cell{parts: []layout.Part{part}, text: part.Text(), box: part.Box(), bold: first.Bold,
		font: first.Font}
	c.size = cmp.Or(first.Size, c.box.Height())
	if c.isComb() {
		c.text = strings.Join(words, "")
	}
	known := slices.ContainsFunc(r.LabelsIn[part.Segment], func(l *annotate.Label) bool {
		return l.First <= part.First && l.Last >= part.Last
	})
	letters := annotate.HasLetters(words) && utf8.RuneCountInString(c.text) > 1
	c.key = letters && (known || strings.HasSuffix(c.text, ":")) && len(words) <= annotate.MaxKeyWords
	c.label = letters && len(words) <= maxWords && len(c.text) <= maxBytes &&
		recognize.CountDigits(c.text) <= maxDigits && !strings.HasSuffix(c.text, ".")
	return c
}

// isComb reports whether each word is a character, as in a field with a box for each.
func (c *cell) isComb() bool {
	return !slices.ContainsFunc(c.parts, func(p layout.Part) bool {
		return slices.ContainsFunc(p.Words(), func(w string) bool { return utf8.RuneCountInString(w) > 1 })
	})
}

// isInstruction reports whether the cell is in brackets.
func (c *cell) isInstruction() bool {
	return strings.HasPrefix(c.text, "(") && strings.HasSuffix(c.text, ")")
}

func (c *cell) join(o cell, separator string) {
	c.parts, c.text, c.box = append(c.parts, o.parts...), c.text+separator+o.text, c.box.Union(o.box)
}

// candidates returns the cells beside, below and above a key that may be its value.
func candidates(cells [][]cell, row, column int) (out []pair) {
	const minScore, far, near, aligned, lines = 1, 500, 1.5, 0.5, 2
	key := &cells[row][column]
	if !key.key && !key.label {
		return nil
	}
	add := func(v *cell, score float64) {
		if score += likeness(key, v); !v.key && score >= minScore {
			out = append(out, pair{key, v, score})
		}
	}
	colon := strings.HasSuffix(key.text, ":")
	next := slices.IndexFunc(cells[row][column+1:], func(c cell) bool { return !c.isInstruction() })
	if next >= 0 {
		v := &cells[row][column+1+next]
		score := 0.3 - (v.box.X0-key.box.X1)/far
		if colon {
			score += 0.5
		}
		add(v, score)
	}
	for i := max(0, row-lines); i < min(len(cells), row+lines+1); i++ {
		for k := range cells[i] {
			v := &cells[i][k]
			gap := max(v.box.Y0-key.box.Y1, key.box.Y0-v.box.Y1)
			if i == row || i < row && colon || v.box.OverlapX(key.box) <= 0 || gap > near*v.size {
				continue
			}
			score := 0.2 - gap/far
			if i < row {
				score = -0.2
			}
			if math.Abs(v.box.X0-key.box.X0) < aligned*v.size {
				score += 0.3
			}
			add(v, score)
		}
	}
	return out
}

// likeness returns how likely a cell is the value of a key by their texts and styles. It is 0 for prose, for
// instructions in brackets and for signs.
func likeness(key, v *cell) float64 {
	const maxWords, maxProse = 5, 12
	words, digits := len(strings.Fields(v.text)), recognize.CountDigits(v.text)
	isLarger, isLighter := v.size-key.size > minSizeStep, v.font != key.font && (key.bold || !v.bold)
	hasDigits := digits > 0 && recognize.CountDigits(key.text) == 0
	colon := strings.HasSuffix(key.text, ":")
	switch {
	case digits == 0 && !annotate.HasLetters([]string{v.text}), v.isInstruction():
		return 0
	case !colon && (words > maxProse || words > maxWords && (!isLarger || strings.HasSuffix(v.text, "."))):
		return 0
	}
	k, o := key.role, v.role
	score := 0.7 * float64(k[formrole.Question]+o[formrole.Answer]-k[formrole.Answer]-o[formrole.Question]-
		o[formrole.Heading]-o[formrole.Prose])
	for _, c := range []struct {
		is     bool
		weight float64
	}{{isLarger, 1}, {isLighter, 0.8}, {hasDigits, 0.6}, {colon || key.key && (isLarger || isLighter || hasDigits), 1}} {
		if c.is {
			score += c.weight
		}
	}
	return score
}

// row returns the pair with the further lines of its value.
func (c pair) row(cells [][]cell) value.Row {
	const maxLines, near, aligned = 5, 0.6, 0.5
	v, first := c.value, c.value.parts[0].Segment
	isText := recognize.CountDigits(v.text) == 0 || strings.Contains(v.text, " ")
	for r := first.Row + 1; isText && r < len(cells) && len(v.parts) < maxLines; r++ {
		i := slices.IndexFunc(cells[r], func(o cell) bool {
			return !o.used && !o.key && math.Abs(o.box.X0-v.box.X0) < aligned*v.size && o.box.Y0-v.box.Y1 < near*v.size &&
				math.Abs(o.size-v.size) < minSizeStep && o.bold == v.bold
		})
		if i < 0 {
			break
		}
		cells[r][i].used = true
		v.join(cells[r][i], " ")
	}
	row := value.Row{"key": c.key.cite(0.8), "value": value.CiteParts(v.text, v.parts, " ", 0.7)}
	if heading := c.heading(cells); heading != nil {
		row["group"] = heading.cite(0.6)
	}
	return row
}

func (c *cell) cite(score float64) value.Value {
	return value.CiteParts(strings.TrimRight(c.text, " :"), c.parts, " ", score)
}

// heading returns the nearest heading above the key, or nil.
func (c pair) heading(cells [][]cell) *cell {
	const minProbability, maxRows = 0.5, 100
	row := c.key.parts[0].Segment.Row
	for r := row - 1; r >= max(0, row-maxRows); r-- {
		for k := len(cells[r]) - 1; k >= 0; k-- {
			h := &cells[r][k]
			if !h.used && h.label && h.box.X0 <= c.key.box.X1 && h.role[formrole.Heading] > minProbability {
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
