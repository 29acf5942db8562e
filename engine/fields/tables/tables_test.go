package tables_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/tables"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const size = 9 // of the print in points

// page is a page with texts and lines, drawn from the top.
type page struct {
	*sheettest.Sheet

	y     float64
	rules []document.Box
}

func newPage() *page { return &page{Sheet: sheettest.A4(), y: 60} }

// row draws the cells of a line: the first begins at its place, others end there. Cells are parted by "|".
func (p *page) row(ends []float64, cells string) {
	for k, cell := range strings.Split(cells, "|") {
		if k == 0 {
			p.Put(ends[0], p.y, size, cell)
		} else {
			p.End(ends[k], p.y, size, cell)
		}
	}
	p.y += 12
}

// words draws cells that begin at their places.
func (p *page) words(starts []float64, cells string) {
	for k, cell := range strings.Split(cells, "|") {
		p.Put(starts[k], p.y, size, cell)
	}
	p.y += 11
}

func (p *page) line(x0, y0, x1, y1 float64) {
	p.rules = append(p.rules, document.Box{X0: x0 / 595, Y0: y0 / 842, X1: x1 / 595, Y1: y1 / 842})
}

func (p *page) find() []value.Grid {
	doc := sheettest.Bind(p.Sheet)
	doc.Pages[0].Rules = p.rules
	return tables.Find(layout.Analyze(doc).Pages[0])
}

func expect(t *testing.T, g value.Grid, headerRows int, rows ...string) {
	t.Helper()
	got := make([]string, len(g.Rows))
	for i, row := range g.Rows {
		got[i] = strings.Join(row, "|")
	}
	assert.EqualSlices(t, got, rows, "rows", "and those drawn")
	assert.Equal(t, g.HeaderRows, headerRows, "rows of headings")
}

func TestHeadingsOverColumns(t *testing.T) {
	t.Parallel()
	p, ends := newPage(), []float64{60, 260, 330, 420, 500}
	p.Middle(295, p.y, size, "Forests and moors")
	p.Middle(465, p.y, size, "Fields")
	p.line(225, 71, 335, 71)
	p.line(385, 71, 505, 71)
	p.y += 14
	p.row(ends, "Region|North|South|North|South")
	for _, row := range []string{"Upper valley|1 204|88.5|-3|", "Lower valley|7|9.1|12|14 000", "Whole river|1 211|97.6|9|3"} {
		p.row(ends, row)
	}
	found := p.find()
	require.Equal(t, len(found), 1, found)
	expect(t, found[0], 2, "Region|Forests and moors||Fields|", "|North|South|North|South", "Upper valley|1 204|88.5|-3|",
		"Lower valley|7|9.1|12|14 000", "Whole river|1 211|97.6|9|3")
	for _, want := range []value.Span{{Row: 0, Column: 0, Rows: 2, Columns: 1}, {Row: 0, Column: 1, Rows: 1, Columns: 2},
		{Row: 0, Column: 3, Rows: 1, Columns: 2}} {
		assert.True(t, slices.Contains(found[0].Spans, want), found[0].Spans, "lack", want)
	}
}

func TestLabelsOfSeveralLines(t *testing.T) {
	t.Parallel()
	p, ends := newPage(), []float64{60, 300, 400}
	p.row(ends, "Ships|1999|2004")
	for _, rows := range [][]string{{"Vessels of the coast and of|17|21", "the inland waters"}, {"Boats|5|8"},
		{"Rafts|2|1"}, {"Barges and other vessels that|40|44", "have no engine"}} {
		p.y += 6
		for _, row := range rows {
			p.row(ends, row)
		}
	}
	p.y += 20
	p.Put(60, p.y, size, "Source: count of the harbor, without the vessels of the lake that have not been weighed.")
	found := p.find()
	require.Equal(t, len(found), 1, found)
	expect(t, found[0], 1, "Ships|1999|2004", "Vessels of the coast and of the inland waters|17|21", "Boats|5|8", "Rafts|2|1",
		"Barges and other vessels that have no engine|40|44")
}

func TestTitlesAndUnits(t *testing.T) {
	t.Parallel()
	p, ends := newPage(), []float64{60, 300, 400}
	p.Put(60, p.y-20, size, "Table 4: Fruit of the valley")
	p.row(ends, "Kind|Sold|Eaten")
	p.Middle(340, p.y, size, "(in tons)")
	p.y += 2
	for _, rows := range [][]string{{"Grown on trees", "Apples . . . . . . .|1.5|20", "Pears . . . . . . . .|3|4.1"},
		{"Grown on bushes", "Currants . . . . . .|7|.", "Berries . . . . . . .|8|9"}} {
		p.y += 12
		for _, row := range rows {
			p.row(ends, row)
		}
	}
	found := p.find()
	require.Equal(t, len(found), 1, found)
	expect(t, found[0], 2, "Kind|Sold|Eaten", "|(in tons)|", "Grown on trees||", "Apples|1.5|20", "Pears|3|4.1",
		"Grown on bushes||", "Currants|7|.", "Berries|8|9")
}

func TestLinesAroundCells(t *testing.T) {
	t.Parallel()
	p, starts := newPage(), []float64{64, 204, 344}
	p.words(starts, "Task|Who does it|Until")
	p.y += 6
	p.words(starts, "Roof of the|Ruth Meier and|May")
	p.words(starts, "old barn|her brother")
	p.y += 6
	p.words(starts[1:], "the carpenter|June")
	for _, x := range []float64{60, 200, 340, 480} {
		p.line(x, 58, x, p.y+2)
	}
	p.line(60, 58, 480, 58)
	p.line(60, 74, 480, 74)
	p.line(200, 102, 480, 102)
	p.line(60, p.y+2, 480, p.y+2)
	found := p.find()
	require.Equal(t, len(found), 1, found)
	expect(t, found[0], 0, "Task|Who does it|Until", "Roof of the old barn|Ruth Meier and her brother|May",
		"|the carpenter|June")
	assert.EqualSlices(t, found[0].Spans, []value.Span{{Row: 1, Column: 0, Rows: 2, Columns: 1}}, "spans", "and those drawn")
}

func TestTableBesideText(t *testing.T) {
	t.Parallel()
	p, ends := newPage(), []float64{60, 200, 260}
	for i := range 12 {
		p.Put(310, 60+11*float64(i), size, "and the water of the river that flows in the valley")
	}
	p.row(ends, "Well|Depth|Age")
	for _, row := range []string{"Mill|12|1880", "Church|9|1743", "Market|21|1910", "Inn|4|1822"} {
		p.row(ends, row)
	}
	found := p.find()
	require.Equal(t, len(found), 1, found)
	expect(t, found[0], 1, "Well|Depth|Age", "Mill|12|1880", "Church|9|1743", "Market|21|1910", "Inn|4|1822")
}

func TestNoTables(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{
		"list":     {"1.|The roof leaks.", "2.|The door of the barn sticks.", "3.|The well is dry.", "4.|A window broke."},
		"contents": {"1 Roofs . . . . . .|3", "2 Doors . . . . . .|7", "3 Wells . . . . . .|7", "4 Windows . . . .|12"},
		"columns":  {"The roof leaks and|has to be mended", "before the winter|comes with its", "snow and its long|nights."},
	} {
		p := newPage()
		for _, l := range lines {
			p.words([]float64{60, 180}, l)
		}
		assert.Equal(t, len(p.find()), 0, name)
	}
}
