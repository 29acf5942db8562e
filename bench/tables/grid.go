package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
)

const unit = "(in thousand)"

// printed is a cell with its lines.
type printed struct {
	Cell

	lines   []string
	heading bool
}

// table draws a caption and a table.
func (w *drawer) table(x, width float64) {
	if w.Place != Beside && w.r.IntN(3) > 0 {
		w.text(x, 10, fmt.Sprintf("Table %d: %s", 1+w.r.IntN(9), w.words(3, 6)), true)
		w.y += 6
	}
	columns := w.Columns[0] + w.r.IntN(w.Columns[1]-w.Columns[0]+1)
	rows := w.Rows[0] + w.r.IntN(w.Rows[1]-w.Rows[0]+1)
	edges := w.edges(x, width, columns)
	head, headRows := w.headings(edges)
	body := w.body(edges, rows)
	start, top := 0, slices.Clone(head) // with the line of the unit
	if w.Units {
		top = append(top, printed{Cell: Cell{headRows, 1, 1, columns - 1, unit}})
		headRows++
	}
	cells := slices.Clone(top)
	first := w.y
	w.head(head, edges)
	for row := range rows {
		line := body[row]
		if w.y+w.height(line) > pageHeight-margin {
			w.tables = append(w.tables, cellsOf(cells))
			w.frame(edges, first)
			w.newPage()
			cells, start = slices.Clone(top), row
			first = w.y
			w.head(head, edges)
		}
		for i := range line {
			line[i].Row = row - start + headRows
		}
		w.shade(edges, row, w.height(line))
		w.row(line, edges, w.Wrap == 2)
		if w.Blocks > 0 && row%w.Blocks == w.Blocks-1 {
			w.y += w.Size * w.Leading
		}
		cells = append(cells, line...)
	}
	w.frame(edges, first)
	w.tables = append(w.tables, cellsOf(cells))
	w.y += 10
}

func cellsOf(all []printed) (cells []Cell) {
	for _, p := range all {
		cells = append(cells, p.Cell)
	}
	return cells
}

// edges returns the left edges of columns and the right edge of the last.
func (w *drawer) edges(x, width float64, columns int) []float64 {
	shares, sum := make([]float64, columns), 0.0
	for k := range shares {
		shares[k] = 1
		if k == 0 {
			shares[k] = 1.8 + w.r.Float64()*1.2
		} else if k <= w.Words {
			shares[k] = 1.5 + w.r.Float64()*1.5
		}
		sum += shares[k]
	}
	if w.Rules == NoRules || w.r.IntN(2) == 0 { // not always as wide as the text
		width *= 0.75 + w.r.Float64()*0.25
	}
	edges := []float64{x}
	for _, share := range shares {
		edges = append(edges, edges[len(edges)-1]+width*share/sum)
	}
	return edges
}

func (w *drawer) room(edges []float64, c Cell) float64 {
	return edges[c.Column+c.Columns] - edges[c.Column] - w.Gap*w.Size
}

// cell wraps a text into at most some lines; words that do not fit are left out.
func (w *drawer) cell(edges []float64, c Cell, lines int) printed {
	size := w.Size
	for text := strings.Fields(c.Text); ; text = text[:len(text)-1] {
		c.Text = strings.Join(text, " ")
		found := wrap(c.Text, w.room(edges, c), size)
		if len(text) == 0 || len(found) <= lines && !slices.ContainsFunc(found, func(line string) bool {
			return pdfgen.BoldWidth(line, size) > w.room(edges, c)
		}) {
			return printed{Cell: c, lines: found}
		}
		if len(text) == 1 {
			c.Text = text[0][:max(1, len(text[0])*2/3)]
			text = append(strings.Fields(c.Text), "")
		}
	}
}

func (w *drawer) headings(edges []float64) (cells []printed, rows int) {
	columns := len(edges) - 1
	rows = 1
	if w.Groups && columns > 3 {
		rows = 2
	}
	for k := 0; k < columns; {
		n := min(columns-k, 2+w.r.IntN(3))
		if rows == 2 && k > 0 && n > 1 && w.r.IntN(4) > 0 {
			cells = append(cells, w.cell(edges, Cell{0, k, 1, n, w.words(2, 4)}, 1))
			for i := range n {
				cells = append(cells, w.cell(edges, Cell{1, k + i, 1, 1, w.words(1, w.HeadLines*2)}, w.HeadLines))
			}
			k += n
			continue
		}
		cells = append(cells, w.cell(edges, Cell{0, k, rows, 1, w.words(1, w.HeadLines*2)}, w.HeadLines))
		k++
	}
	for i := range cells {
		cells[i].heading = true
	}
	return cells, rows
}

func (w *drawer) figure() string {
	n := w.r.IntN(20000)
	return []string{
		fmt.Sprint(n % 1000), fmt.Sprintf("%d.%d", n%300, w.r.IntN(10)), fmt.Sprintf("%d,%03d", 1+n%90, w.r.IntN(1000)),
		fmt.Sprintf("%d %03d", 1+n%90, w.r.IntN(1000)), fmt.Sprintf("%d%%", n%100), fmt.Sprintf("-%d.%d", n%30, n%10),
	}[w.r.IntN(6)]
}

func (w *drawer) body(edges []float64, rows int) [][]printed {
	columns := len(edges) - 1
	out := make([][]printed, rows)
	for r := range out {
		lines := 1
		if w.Wrap > 0 {
			lines = 2
		}
		if w.Words > 0 {
			lines = 3
		}
		if w.Sections && r%6 == 0 {
			out[r] = []printed{w.cell(edges, Cell{0, 0, 1, columns, w.words(2, 4)}, 1)}
			out[r][0].Columns = 1
			continue
		}
		for k := range columns {
			text, most := w.figure(), 1
			switch {
			case k == 0:
				text, most = w.words(1, 1+3*lines), lines
			case k <= w.Words:
				text, most = w.words(2, 12), 4
			case w.r.Float64() < w.Empty:
				continue
			}
			if k == 0 && w.Merged && r%2 == 1 { // under the label of two rows
				out[r-1][0].Rows = 2
				continue
			}
			out[r] = append(out[r], w.cell(edges, Cell{0, k, 1, 1, text}, most))
		}
	}
	return out
}

func (w *drawer) height(line []printed) float64 {
	lines := 1
	for _, c := range line {
		lines = max(lines, len(c.lines))
	}
	return w.Size * (float64(lines)*w.Leading + w.Pad)
}

// row draws cells below w.y, with figures beside the last line of labels if asked.
func (w *drawer) row(line []printed, edges []float64, last bool) {
	height := w.height(line)
	for _, c := range line {
		top := w.y
		if last && len(c.lines) == 1 {
			top += height - w.Size*(w.Leading+w.Pad)
		}
		w.put(c, edges, top)
	}
	w.y += height
	if w.Rules >= RowRules {
		left := edges[0]
		if len(line) > 0 && line[0].Column == 0 && line[0].Rows > 1 {
			left = edges[1]
		}
		w.page.Rule(left, w.y, edges[len(edges)-1], w.y)
	}
	if w.Rules == GridRules {
		for _, x := range edges {
			w.page.Rule(x, w.y-height, x, w.y)
		}
	}
}

// shade draws the ground of every other row.
func (w *drawer) shade(edges []float64, row int, height float64) {
	if w.Shaded && row%2 == 0 {
		w.page.Raw(fmt.Sprintf("q 0.85 g %.2f %.2f %.2f %.2f re f Q", edges[0], pageHeight-w.y-height,
			edges[len(edges)-1]-edges[0], height))
	}
}

// put draws the lines of a cell from the top of its row.
func (w *drawer) put(c printed, edges []float64, top float64) {
	x0, x1 := edges[c.Column]+w.Gap*w.Size/2, edges[c.Column+c.Columns]-w.Gap*w.Size/2
	for i, line := range c.lines {
		y := top + w.Size*(float64(i)*w.Leading+w.Pad/2+0.8*w.Leading)
		width := pdfgen.TextWidth(line, w.Size)
		x := x0
		switch isFigure := c.Column > w.Words; {
		case c.Columns > 1 && c.heading, isFigure && w.Centered:
			x = (x0 + x1 - width) / 2
		case isFigure:
			x = x1 - width
		}
		w.page.Text(x, y, w.Size, line)
		if w.Leaders && c.Column == 0 && !c.heading && i == len(c.lines)-1 && len(c.lines[0]) > 0 {
			const dots = " . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . ."
			room := (x1 - x - width) / pdfgen.TextWidth(". ", w.Size)
			w.page.Text(x+width, y, w.Size, dots[:max(0, min(len(dots), 2*int(room)))])
		}
		if w.Underlined && c.heading && i == len(c.lines)-1 {
			w.page.Rule(x, y+2, x+width, y+2)
		}
	}
}

// head draws the headings. Those of one row end at the bottom.
func (w *drawer) head(cells []printed, edges []float64) {
	end := edges[len(edges)-1]
	if w.Rules != NoRules {
		w.page.Rule(edges[0], w.y, end, w.y)
	}
	heights := [2]float64{}
	for _, c := range cells {
		if c.Rows == 1 {
			heights[c.Row] = max(heights[c.Row], w.height([]printed{c}))
		}
	}
	total := heights[0] + heights[1]
	for _, c := range cells {
		total = max(total, w.height([]printed{c}))
	}
	heights[1] = total - heights[0]
	for _, c := range cells {
		top := w.y
		if c.Row == 1 || c.Rows == 2 {
			top = w.y + total - w.height([]printed{c})
		}
		w.put(c, edges, top)
		if c.Columns > 1 && (w.GroupRules || w.Rules == GridRules) {
			w.page.Rule(edges[c.Column]+2, w.y+heights[0], edges[c.Column+c.Columns]-2, w.y+heights[0])
		}
		if w.Rules == GridRules && c.Column > 0 {
			w.page.Rule(edges[c.Column], w.y+float64(c.Row)*heights[0], edges[c.Column], w.y+total)
		}
	}
	if w.y += total; w.Units {
		w.y += w.Size * w.Leading
		last := edges[len(edges)-1]
		w.page.Text((edges[1]+last)/2-20, w.y-2, w.Size, unit)
	}
	if w.Rules != NoRules {
		w.page.Rule(edges[0], w.y, end, w.y)
	}
}

// frame draws the lines around a table and between its columns.
func (w *drawer) frame(edges []float64, top float64) {
	if w.Rules != NoRules {
		w.page.Rule(edges[0], w.y, edges[len(edges)-1], w.y)
	}
	if w.Rules != GridRules {
		return
	}
	w.page.Rule(edges[0], top, edges[0], w.y)
	w.page.Rule(edges[len(edges)-1], top, edges[len(edges)-1], w.y)
}
