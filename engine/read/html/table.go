package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/docmill/docmill/engine/document/grid"
)

// maxSpan is the standard's limit (HTML, 4.9.11).
const maxSpan = 1000

// table adds a table after its caption.
func (f *flow) table(n *node, c context) {
	f.flush()
	t := &grid.Table{}
	f.rows(t, n, c)
	if len(t.Rows) > 0 {
		f.append(grid.Block{Table: t})
	}
}

// rows adds the rows of a table or row group. Other content precedes the table, as in browsers.
func (f *flow) rows(t *grid.Table, n *node, c context) {
	var loose []*node
	for _, child := range n.children {
		s := f.sheet.styleOf(child)
		inner := f.inherit(child, c)
		switch {
		case s.hidden(), child.tag == 0 && strings.TrimSpace(child.text) == "":
		case child.tag == atom.Tr, s.display == "table-row":
			t.Rows = append(t.Rows, f.row(child, inner))
		case child.tag == atom.Thead, child.tag == atom.Tbody, child.tag == atom.Tfoot, s.display == "table-row-group":
			f.rows(t, child, inner)
		case isCell(child, s):
			loose = append(loose, child)
		default:
			f.node(child, c)
			f.flush()
		}
	}
	if len(loose) > 0 {
		t.Rows = append(t.Rows, f.row(&node{tag: atom.Tr, children: loose}, c))
	}
}

func isCell(n *node, s style) bool {
	return n.tag == atom.Td || n.tag == atom.Th || s.display == "table-cell"
}

func (f *flow) row(n *node, c context) []grid.Cell {
	var row []grid.Cell
	for _, child := range visibleChildren(n.children) {
		s := f.sheet.styleOf(child)
		if s.hidden() {
			continue
		}
		cell := grid.Cell{Columns: span(child, "colspan"), Rows: span(child, "rowspan")}
		if isCell(child, s) {
			cell.Blocks = f.column(child, c)
		} else {
			inner := flow{builder: f.builder}
			inner.node(child, c)
			inner.flush()
			cell.Blocks = inner.blocks
		}
		row = append(row, cell)
	}
	return row
}

func span(n *node, attribute string) int {
	v, err := strconv.Atoi(strings.TrimSpace(n.attrs[attribute]))
	if err != nil {
		return 1
	}
	return min(max(v, 1), maxSpan)
}

// definitions adds a list of terms with their definitions beside them.
func (f *flow) definitions(n *node, c context) {
	f.flush()
	t := &grid.Table{}
	terms := n.children
	for i := 0; i < len(terms); i++ {
		if terms[i].tag == atom.Div { // groups (HTML, 4.4.9)
			inner := *n
			inner.children = terms[i].children
			f.definitions(&inner, c)
			continue
		}
		if s := f.sheet.styleOf(terms[i]); s.hidden() || terms[i].tag == 0 {
			continue
		}
		row := []grid.Cell{{Blocks: f.column(terms[i], c)}}
		if terms[i].tag == atom.Dd {
			row = []grid.Cell{{}, row[0]}
		} else if k := nextElement(terms, i); k > 0 && terms[k].tag == atom.Dd {
			row = append(row, grid.Cell{Blocks: f.column(terms[k], c)})
			i = k
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) > 0 {
		f.append(grid.Block{Table: t})
	}
}

// nextElement returns the index of the element after i, or 0.
func nextElement(children []*node, i int) int {
	for k := i + 1; k < len(children); k++ {
		if children[k].tag != 0 {
			return k
		}
	}
	return 0
}
