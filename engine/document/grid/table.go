package grid

import (
	"cmp"
	"slices"
)

const (
	// maxColumns is HTML's limit of spanned columns.
	maxColumns = 1000
	// maxSpan bounds the rows that a cell spans.
	maxSpan = 10_000
)

// placed is a cell with its position.
type placed struct {
	set           area
	row, column   int
	rows, columns int
	overflow      bool
}

// table lays out a table: each column as wide as its widest cell, each row as high as its highest.
func (s *Setter) table(t *Table, width float64, depth int) area {
	out := s.start()
	cells, columns := s.cells(t, width, depth)
	if len(cells) == 0 {
		return out
	}
	x := columnPlaces(cells, columns)
	y := rowPlaces(cells, len(t.Rows))
	for i := range cells {
		s.place(&out, cells[i].set, x[cells[i].column], y[cells[i].row])
	}
	out.height = y[len(t.Rows)]
	return out
}

// cells assigns each cell's row and columns and lays out its blocks.
func (s *Setter) cells(t *Table, width float64, depth int) (cells []placed, columns int) {
	var free []int // first row in which a column is free
	for row := range t.Rows {
		column := 0
		for i := range t.Rows[row] {
			c := &t.Rows[row][i]
			for column < len(free) && free[column] > row {
				column++
			}
			if column >= maxColumns {
				break
			}
			p := placed{
				row: row, column: column, rows: min(max(c.Rows, 1), maxSpan, len(t.Rows)-row),
				columns: min(max(c.Columns, 1), maxColumns-column), overflow: c.Overflow,
			}
			if n := column + p.columns - len(free); n > 0 {
				free = append(free, make([]int, n)...)
			}
			for k := column; k < column+p.columns; k++ {
				free[k] = max(free[k], row+p.rows)
			}
			column += p.columns
			cells = append(cells, p)
		}
	}
	s.fill(t, cells, width, len(free), depth)
	return cells, len(free)
}

// fill lays out the blocks of placed cells.
func (s *Setter) fill(t *Table, cells []placed, width float64, columns, depth int) {
	k := 0
	wrap := max(cellWidth, width/float64(max(columns, 1)))
	for row := range t.Rows {
		for i := range t.Rows[row] {
			if k >= len(cells) || cells[k].row != row || s.full() {
				break
			}
			cells[k].set = s.blocks(t.Rows[row][i].Blocks, wrap*float64(cells[k].columns), depth)
			k++
		}
	}
}

// columnPlaces returns the left edge of each column and, last, the right edge.
func columnPlaces(cells []placed, columns int) []float64 {
	widths := make([]float64, columns)
	order := make([]*placed, len(cells))
	for i := range cells {
		c := &cells[i]
		order[i] = c
		if c.overflow && c.set.width > 0 {
			widths[c.column] = max(widths[c.column], min(c.set.width, ownWidth)+columnGap)
		}
	}
	slices.SortStableFunc(order, func(a, b *placed) int { return cmp.Compare(a.columns, b.columns) })
	for _, c := range order {
		if c.set.width == 0 {
			continue
		}
		have := 0.0
		for k := c.column; k < c.column+c.columns; k++ {
			have += widths[k]
		}
		last := c.column + c.columns - 1
		widths[last] += max(0, c.set.width+columnGap-have)
	}
	return running(widths)
}

// rowPlaces returns the upper edge of each row and, last, the lower edge.
func rowPlaces(cells []placed, rows int) []float64 {
	heights := make([]float64, rows)
	for i := range cells {
		if c := &cells[i]; c.rows == 1 && c.set.height > 0 {
			heights[c.row] = max(heights[c.row], c.set.height+rowGap)
		}
	}
	for i := range cells {
		c := &cells[i]
		if c.rows == 1 {
			continue
		}
		have := 0.0
		for k := c.row; k < c.row+c.rows; k++ {
			have += heights[k]
		}
		heights[c.row+c.rows-1] += max(0, c.set.height+rowGap-have)
	}
	return running(heights)
}

func running(sizes []float64) []float64 {
	sums := make([]float64, len(sizes)+1)
	for i, v := range sizes {
		sums[i+1] = sums[i] + v
	}
	return sums
}

// Sparse returns a row of cells by column; "" is an empty cell, into which the text of the one before may
// overflow, as in a spreadsheet.
func Sparse(values []string) []Cell {
	var row []Cell
	start := 0
	for i := range values {
		if values[i] == "" && i > 0 {
			continue
		}
		if i > 0 {
			row[len(row)-1].Columns = i - start
		}
		start = i
		row = append(row, Cell{Overflow: true})
		if values[i] != "" {
			row[len(row)-1].Blocks = []Block{Text(values[i])}
		}
	}
	if len(row) > 0 {
		row[len(row)-1].Columns = len(values) - start
	}
	return row
}
