package tables

import (
	"fmt"
	"slices"
	"strings"
)

// Cell is a cell of a table and the rows and columns that it covers.
type Cell struct {
	Row, Column, Rows, Columns int
	Text                       string
}

// Relation is a pair of neighbors without white space; the second is right of the first one or below it.
type Relation struct {
	First, Second string
	Below         bool
}

// Relations counts the pairs of neighbors. Cells without text do not count as neighbors: the next one with text does.
func Relations(cells []Cell) map[Relation]int {
	type place struct{ row, column int }
	at, rows, columns := map[place]int{}, 0, 0
	for i, c := range cells {
		rows, columns = max(rows, c.Row+c.Rows), max(columns, c.Column+c.Columns)
		for r := range c.Rows {
			for k := range c.Columns {
				if strings.TrimSpace(c.Text) != "" {
					at[place{c.Row + r, c.Column + k}] = i + 1
				}
			}
		}
	}
	found := map[Relation]int{}
	for i, c := range cells {
		seen := map[Relation]bool{}
		add := func(j int, below bool) {
			r := Relation{squeeze(c.Text), squeeze(cells[j-1].Text), below}
			if j-1 != i && r.First != "" && !seen[r] {
				seen[r] = true
				found[r]++
			}
		}
		for r := c.Row; r < c.Row+c.Rows; r++ {
			for k := c.Column + c.Columns; k < columns; k++ {
				if j := at[place{r, k}]; j > 0 {
					add(j, false)
					break
				}
			}
		}
		for k := c.Column; k < c.Column+c.Columns; k++ {
			for r := c.Row + c.Rows; r < rows; r++ {
				if j := at[place{r, k}]; j > 0 {
					add(j, true)
					break
				}
			}
		}
	}
	return found
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

// Score counts relations: those found and right, found, and true.
type Score struct{ Right, Found, True int }

// Compare adds the tables of a document. It returns the relations that are wrong (+) or missing (-).
func (s *Score) Compare(found, truth [][]Cell) (misses []string) {
	sum := func(tables [][]Cell) map[Relation]int {
		all := map[Relation]int{}
		for _, t := range tables {
			for r, n := range Relations(t) {
				all[r] += n
			}
		}
		return all
	}
	got, want := sum(found), sum(truth)
	for r, n := range got {
		s.Found += n
		s.Right += min(n, want[r])
		if n > want[r] {
			misses = append(misses, fmt.Sprintf("+ %v", r))
		}
	}
	for r, n := range want {
		s.True += n
		if n > got[r] {
			misses = append(misses, fmt.Sprintf("- %v", r))
		}
	}
	slices.Sort(misses)
	return misses
}

// F1 returns precision, recall and their harmonic mean. A document without tables in which none are found is right.
func (s *Score) F1() (precision, recall, f1 float64) {
	if s.Found+s.True == 0 {
		return 1, 1, 1
	}
	precision, recall = float64(s.Right)/max(1, float64(s.Found)), float64(s.Right)/max(1, float64(s.True))
	return precision, recall, 2 * float64(s.Right) / float64(s.Found+s.True)
}

// CellsOf converts a table of a record.
func CellsOf(table map[string]any) (cells []Cell) {
	rows, _ := table["rows"].([][]string)
	spans, _ := table["spans"].([]map[string]int)
	covered := map[[2]int]bool{}
	for _, s := range spans {
		for r := range s["rowSpan"] {
			for k := range s["columnSpan"] {
				covered[[2]int{s["row"] + r, s["column"] + k}] = true
			}
		}
		cells = append(cells, Cell{s["row"], s["column"], s["rowSpan"], s["columnSpan"], rows[s["row"]][s["column"]]})
	}
	for r, row := range rows {
		for k, text := range row {
			if !covered[[2]int{r, k}] {
				cells = append(cells, Cell{r, k, 1, 1, text})
			}
		}
	}
	return cells
}
