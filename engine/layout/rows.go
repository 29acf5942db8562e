package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout/skew"
	"github.com/docmill/docmill/engine/layout/words"
	"github.com/docmill/docmill/engine/work"
)

const (
	defaultWidth  = 595.0 // A4 in points, for pages without a size
	defaultHeight = 842.0
	charPitch     = 5.0 // pages without boxes
	linePitch     = 12.0
	// wideGap is the gap that separates two segments, in row heights.
	wideGap = 0.9
	// maxRowTokens limits a row, so that comparing pairs within a row remains cheap even if a file is one line.
	maxRowTokens = 256
	// maxWork is the work budget for the rows of all pages; see rowCost. It allows 350,000 lines of text, or 20,000
	// rows of ten cells.
	maxWork = 6_000_000
)

// Analyze lays out a document. It omits hidden words.
func Analyze(doc *document.Document) *Layout {
	l, budget := &Layout{}, work.NewBudget(maxWork)
	for i := range doc.Pages {
		page := layoutPage(&doc.Pages[i], i+1, budget)
		l.Pages = append(l.Pages, page)
		for _, row := range page.Rows {
			l.Segments = append(l.Segments, row.Segments...)
		}
	}
	return l
}

// layoutPage makes the rows of a page until the budget is used up.
func layoutPage(src *document.Page, ordinal int, budget *work.Budget) *Page {
	p := &Page{Number: src.Number, Width: src.Width, Height: src.Height, Nominal: src.Nominal}
	if p.Number == 0 {
		p.Number = ordinal
	}
	if p.Width <= 0 || p.Height <= 0 {
		p.Width, p.Height = defaultWidth, defaultHeight
	}
	for _, f := range src.Fields {
		p.Fields = append(p.Fields, FormField{f, p.points(f.Box)})
	}
	for i := range src.Lines {
		if l := &src.Lines[i]; l.IsHidden() {
			p.Hidden = append(p.Hidden, l)
		}
	}
	var rows [][]Token
	if placed(src) {
		rows = rowsByPosition(p, src)
	} else {
		p.Nominal = true
		rows = rowsByLine(p, src)
	}
	for _, tokens := range rows {
		for part := range slices.Chunk(tokens, maxRowTokens) {
			if row := p.rowOf(part); budget.Spend(rowCost(row, len(part))) {
				p.Rows = append(p.Rows, row)
			} else {
				p.Partial = true
			}
		}
	}
	return p
}

// rowCost estimates the work of later stages, which compare segments of a row, or words of a segment, in pairs.
func rowCost(r *Row, tokens int) int {
	const each, share = 16, 16
	n := len(r.Segments)
	return n*n + each*n + tokens*tokens/share
}

// placed reports whether most visible words have boxes.
func placed(src *document.Page) bool {
	with, without := 0, 0
	for i := range src.Lines {
		for j := range src.Lines[i].Words {
			if src.Lines[i].Words[j].Box.Empty() {
				without++
			} else {
				with++
			}
		}
	}
	return with > without
}

func rowsByLine(p *Page, src *document.Page) [][]Token {
	var rows [][]Token
	y := 0.0
	for i := range src.Lines {
		var row []Token
		x := 0.0
		for j := range src.Lines[i].Words {
			w := &src.Lines[i].Words[j]
			if w.Hidden || words.Ruled(w.Text) {
				continue
			}
			width := charPitch * float64(utf8.RuneCountInString(w.Text))
			row = appendTokens(row, w, Box{x, y, x + width, y + linePitch*0.9})
			x += width + charPitch
		}
		y += linePitch
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	p.Height = max(p.Height, y)
	return rows
}

func rowsByPosition(p *Page, src *document.Page) [][]Token {
	words := 0
	for i := range src.Lines {
		words += len(src.Lines[i].Words)
	}
	tokens := make([]Token, 0, words)
	slope := skew.Of(src, p.Width, p.Height)
	for _, m := range src.Marks {
		p.Marks = append(p.Marks, Mark{m, level(p.points(m.Box), slope)})
	}
	for _, r := range src.Rules {
		p.Rules = append(p.Rules, level(p.points(r), slope))
	}
	for i := range src.Lines {
		if src.Lines[i].Sideways {
			continue
		}
		for j := range src.Lines[i].Words {
			w := &src.Lines[i].Words[j]
			if !printed(w) {
				continue
			}
			tokens = appendTokens(tokens, w, level(p.points(w.Box), slope))
		}
	}
	fixPitch(tokens)
	slices.SortStableFunc(tokens, func(a, b Token) int { return cmp.Compare(a.Box.CenterY(), b.Box.CenterY()) })
	return append(clusterRows(tokens), sidewaysRows(p, src, tokens)...)
}

// clusterRows groups vertically sorted tokens into rows: a token joins the open row whose middle it is on.
func clusterRows(tokens []Token) [][]Token {
	type open struct {
		tokens               []Token
		center, height       float64
		minCenter, minHeight float64 // of its tokens
	}
	var rows []*open
	for _, t := range tokens {
		c, h := t.Box.CenterY(), t.Box.Height()
		var best *open
		bestDist := math.MaxFloat64
		for k := len(rows) - 1; k >= 0 && k >= len(rows)-6; k-- {
			r := rows[k]
			if d := math.Abs(c - r.center); d < 0.5*min(h, r.height) && d < bestDist &&
				(c-r.minCenter <= overApart*min(h, r.minHeight) || !over(r.tokens, &t)) {
				best, bestDist = r, d
			}
		}
		if best == nil {
			rows = append(rows, &open{[]Token{t}, c, h, c, h})
			continue
		}
		n := float64(len(best.tokens))
		best.center = (best.center*n + c) / (n + 1)
		best.height = (best.height*n + h) / (n + 1)
		best.minCenter, best.minHeight = min(best.minCenter, c), min(best.minHeight, h)
		best.tokens = append(best.tokens, t)
	}
	slices.SortStableFunc(rows, func(a, b *open) int { return cmp.Compare(a.center, b.center) })
	out := make([][]Token, len(rows))
	for i, r := range rows {
		slices.SortStableFunc(r.tokens, func(a, b Token) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		out[i] = r.tokens
	}
	return out
}

// overApart is the minimum vertical distance between the middles of two tokens on different lines, in heights.
const overApart = 0.3

// over reports whether one of a row's tokens is above another. They belong to two lines, although a line of the
// next column half-way between them has moved the row down.
func over(row []Token, t *Token) bool {
	const shared = 0.3 // widths
	for i := range row {
		o := &row[i]
		if t.Box.CenterY()-o.Box.CenterY() > overApart*min(t.Box.Height(), o.Box.Height()) &&
			t.Box.OverlapX(o.Box) > shared*min(t.Box.Width(), o.Box.Width()) {
			return true
		}
	}
	return false
}

// rowOf splits the tokens of the next row at wide gaps, in monospaced print at more than one space.
func (p *Page) rowOf(tokens []Token) *Row {
	row := &Row{Box: tokens[0].Box}
	height := 0.0
	for _, t := range tokens {
		height += t.Box.Height() / float64(len(tokens))
	}
	start := 0
	for i := 1; i <= len(tokens); i++ {
		if i < len(tokens) && !partsBefore(tokens, i, height) {
			continue
		}
		s := &Segment{Page: p, Row: len(p.Rows), Column: len(row.Segments), Tokens: tokens[start:i]}
		s.Box = s.SpanBox(0, len(s.Tokens)-1)
		for _, t := range s.Tokens {
			s.Words = append(s.Words, withHyphens(t.Text))
		}
		row.Box = row.Box.Union(s.Box)
		row.Segments = append(row.Segments, s)
		start = i
	}
	return row
}

// withHyphens replaces the dashes of a word by hyphens: those that are hyphens or minus signs in other encodings, and
// the en dashes of codes and dates, but not the one of a range.
func withHyphens(word string) string {
	const hyphens, enDash, figures = "‐‑‒−", "–", "0123456789"
	if !strings.ContainsAny(word, hyphens+enDash) {
		return word
	}
	isCode := strings.ContainsAny(word, figures) &&
		(strings.Count(word, enDash) > 1 || strings.ContainsFunc(word, unicode.IsLetter))
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(hyphens, c) || isCode && c == '–' {
			return '-'
		}
		return c
	}, word)
}

// partsBefore reports whether a segment ends before a token of a row.
func partsBefore(tokens []Token, i int, height float64) bool {
	gap, space := gapBefore(tokens, i), Space(&tokens[i-1], &tokens[i])
	isWide := gap >= cmp.Or(space, wideGap*height) && (space > 0 || gap >= typedSpace(tokens, i))
	return isWide || partsNumbers(tokens, i, height)
}

// sidewaysRows puts rotated lines below all others, so that notes in the margin are not parts of rows.
func sidewaysRows(p *Page, src *document.Page, upright []Token) [][]Token {
	const apart = 2 // heights of a line
	y := 0.0
	for i := range upright {
		y = max(y, upright[i].Box.Y1)
	}
	var rows [][]Token
	for i := range src.Lines {
		l := &src.Lines[i]
		if !l.Sideways {
			continue
		}
		row, height := turned(p, l)
		if len(row) == 0 {
			continue
		}
		y += apart * height
		for k := range row {
			row[k].Box.Y0, row[k].Box.Y1 = row[k].Box.Y0+y, row[k].Box.Y1+y
		}
		y += height
		rows = append(rows, row)
	}
	return rows
}

// turned returns the words of a line as if it ran to the right from the upper left corner, and its height.
func turned(p *Page, l *document.Line) (row []Token, height float64) {
	of := p.points(l.Box)
	vertical := of.Height() > of.Width()
	first, last := l.Words[0].Box, l.Words[len(l.Words)-1].Box
	backwards := vertical && first.Y0 > last.Y0 || !vertical && first.X0 > last.X0
	for i := range l.Words {
		w := &l.Words[i]
		if !printed(w) {
			continue
		}
		b := p.points(w.Box)
		from, to, thick := b.X0-of.X0, b.X1-of.X0, b.Height()
		if vertical {
			from, to, thick = b.Y0-of.Y0, b.Y1-of.Y0, b.Width()
		}
		if backwards {
			length := max(of.Height(), of.Width())
			from, to = length-to, length-from
		}
		height = max(height, thick)
		row = appendTokens(row, w, Box{from, 0, to, thick})
	}
	return row, height
}

// printed reports whether a word has a place, is visible, and is not a ruled line.
func printed(w *document.Word) bool { return !w.Hidden && !words.Ruled(w.Text) && !w.Box.Empty() }

// points converts a box to points.
func (p *Page) points(b document.Box) Box {
	return Box{b.X0 * p.Width, b.Y0 * p.Height, b.X1 * p.Width, b.Y1 * p.Height}
}

// Fraction converts a box in points to fractions of the page.
func (p *Page) Fraction(b Box) document.Box {
	return document.Box{X0: b.X0 / p.Width, Y0: b.Y0 / p.Height, X1: b.X1 / p.Width, Y1: b.Y1 / p.Height}
}

// appendTokens adds a word, split after a label within it.
func appendTokens(tokens []Token, w *document.Word, box Box) []Token {
	t := Token{Text: w.Text, Box: box, Place: w.Box, Confidence: w.Confidence, Size: w.Size, Bold: w.Bold,
		Font: w.Font, Source: w.Source}
	k := words.PartedAt(w.Text)
	if k < 0 {
		return append(tokens, t)
	}
	share := float64(utf8.RuneCountInString(w.Text[:k])) / float64(utf8.RuneCountInString(w.Text))
	head, tail := t, t
	head.Text, tail.Text = w.Text[:k], w.Text[k:]
	head.Box.X1 = box.X0 + share*box.Width()
	tail.Box.X0 = head.Box.X1
	if !t.Place.Empty() {
		head.Place.X1 = t.Place.X0 + share*t.Place.Width()
		tail.Place.X0 = head.Place.X1
	}
	return append(tokens, head, tail)
}

// level moves a box to its position on level lines. Small rotations keep the position along the line and the size.
func level(b Box, slope float64) Box {
	down := slope * b.CenterX()
	return Box{b.X0, b.Y0 - down, b.X1, b.Y1 - down}
}
