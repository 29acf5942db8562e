package xlsx

import (
	"cmp"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document/grid"
)

// maxGap bounds consecutive empty rows.
const maxGap = 3

// blocks converts visible cells to a table, and hidden ones to hidden lines below it.
func (s *sheet) blocks(cells []cell) ([]grid.Block, error) {
	slices.SortStableFunc(cells, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	places, err := columnPlaces(cells)
	if err != nil {
		return nil, err
	}
	table := &grid.Table{}
	var hidden []grid.Block
	at := -1 // the last row in the table
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && cells[n].row == cells[0].row {
			n++
		}
		row, rest := visible(cells[:n])
		if len(rest) > 0 {
			hidden = append(hidden, hiddenLine(rest))
		}
		if len(row) > 0 {
			if at >= 0 {
				for range min(row[0].row-at-1, maxGap) {
					table.Rows = append(table.Rows, []grid.Cell{{Blocks: []grid.Block{{}}}})
				}
			}
			at = row[0].row
			table.Rows = append(table.Rows, tableRow(row, places))
		}
		cells = cells[n:]
	}
	return append([]grid.Block{{Table: table}}, hidden...), nil
}

// columnPlaces numbers the columns with visible cells.
func columnPlaces(cells []cell) (map[int]int, error) {
	places := map[int]int{}
	for i := range cells {
		if !cells[i].hidden {
			places[cells[i].column] = 0
		}
	}
	if len(places) > maxColumns {
		return nil, tooLarge()
	}
	used := make([]int, 0, len(places))
	for column := range places {
		used = append(used, column)
	}
	slices.Sort(used)
	for i, column := range used {
		places[column] = i
	}
	return places, nil
}

// visible splits the cells of a row into shown and hidden ones.
func visible(cells []cell) (shown, hidden []cell) {
	for _, c := range cells {
		if c.hidden {
			hidden = append(hidden, c)
		} else {
			shown = append(shown, c)
		}
	}
	return shown, hidden
}

func tableRow(cells []cell, places map[int]int) []grid.Cell {
	values := make([]string, len(places))
	bold := make([]bool, len(places))
	for _, c := range cells {
		at := places[c.column]
		values[at], bold[at] = c.text, c.bold
	}
	row := grid.Sparse(values)
	at := 0
	for i := range row {
		if len(row[i].Blocks) > 0 {
			row[i].Blocks[0].Paragraph.Runs[0].Bold = bold[at]
		}
		at += row[i].Columns
	}
	return row
}

func hiddenLine(cells []cell) grid.Block {
	texts := make([]string, len(cells))
	for i := range cells {
		texts[i] = cells[i].text
	}
	return grid.Block{Paragraph: &grid.Paragraph{Runs: []grid.Run{{Text: strings.Join(texts, "   "), Hidden: true}}}}
}
