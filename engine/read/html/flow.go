package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/docmill/docmill/engine/document/grid"
)

// builder converts a tree to grid blocks.
type builder struct {
	sheet  sheet
	labels map[any]string // of controls inside of labels, and of ids of controls
}

// context is inherited by an element's children.
type context struct {
	bold  bool
	scale float64
	pre   bool // white space counts
}

// flow collects the blocks of one column. Text runs into the open paragraph until an element ends it.
type flow struct {
	*builder
	blocks []grid.Block
	open   *grid.Paragraph
	space  bool // white space that shows only between words
	margin bool // a blank line precedes the next block
}

func (f *flow) flush() {
	if f.open != nil {
		f.append(grid.Block{Paragraph: f.open})
	}
	f.open, f.space = nil, false
}

func (f *flow) append(b grid.Block) {
	if f.margin && len(f.blocks) > 0 {
		f.blocks = append(f.blocks, grid.Block{})
	}
	f.margin = false
	f.blocks = append(f.blocks, b)
}

func (f *flow) write(s string, c context) {
	if f.open == nil {
		f.open = &grid.Paragraph{}
	}
	f.open.NoWrap = f.open.NoWrap || c.pre
	f.open.Runs = append(f.open.Runs, grid.Run{Text: s, Bold: c.bold, Scale: c.scale})
}

// text adds text with collapsed white space (CSS Text 3, 4.1), except no-break spaces.
func (f *flow) text(s string, c context) {
	if c.pre {
		f.write(s, c)
		return
	}
	var sb strings.Builder
	for _, r := range s {
		if r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' {
			f.space = true
			continue
		}
		if f.space && (f.open != nil || sb.Len() > 0) {
			sb.WriteByte(' ')
		}
		f.space = false
		sb.WriteRune(r)
	}
	if sb.Len() > 0 {
		f.write(sb.String(), c)
	}
}

// children adds a node's children; adjacent runs of them become the cells of a row.
func (f *flow) children(n *node, c context) {
	for i := 0; i < len(n.children); {
		end, members := f.floatedSiblings(n.children[i:])
		switch len(members) {
		case 0:
			end = 1
			f.node(n.children[i], c)
		case 1:
			f.node(members[0], c)
		default:
			f.flush()
			f.append(grid.Block{Table: &grid.Table{Rows: [][]grid.Cell{f.cells(members, c)}}})
		}
		i += end
	}
}

// floatedSiblings returns the floated or inline-block siblings from the first one on, and the index where they end.
// It skips siblings without visible content.
func (f *flow) floatedSiblings(siblings []*node) (end int, members []*node) {
	for i, n := range siblings {
		if n.tag == 0 {
			if i > 0 && strings.TrimSpace(n.text) == "" {
				continue
			}
			break
		}
		s := f.sheet.styleOf(n)
		if i > 0 && s.hidden() {
			continue
		}
		if s.hidden() || s.float != yes && s.display != "table-cell" && (s.display != "inline-block" || !hasBlocks(n)) {
			break
		}
		members, end = append(members, n), i+1
	}
	return end, members
}

func hasBlocks(n *node) bool {
	for _, c := range n.children {
		if paragraphEnds(c.tag) || c.tag == atom.Br {
			return true
		}
	}
	return false
}

func (f *flow) cells(members []*node, c context) []grid.Cell {
	var row []grid.Cell
	for _, m := range members {
		if blocks := f.column(m, c); len(blocks) > 0 {
			row = append(row, grid.Cell{Blocks: blocks})
		}
	}
	return row
}

func (f *flow) column(n *node, c context) []grid.Block {
	inner := flow{builder: f.builder}
	if n.tag == 0 {
		inner.text(n.text, c)
	} else {
		inner.children(n, f.inherit(n, c))
	}
	inner.flush()
	return inner.blocks
}

func (f *flow) inherit(n *node, c context) context {
	s := f.sheet.styleOf(n)
	if s.bold != 0 {
		c.bold = s.bold == yes
	}
	if s.scale != 0 {
		c.scale = s.scale
	}
	c.pre = c.pre || n.tag == atom.Pre
	return c
}

func (f *flow) node(n *node, c context) {
	if n.tag == 0 {
		f.text(n.text, c)
		return
	}
	s := f.sheet.styleOf(n)
	if s.hidden() || unseen(n.tag) {
		return
	}
	inner := f.inherit(n, c)
	switch {
	case n.tag == atom.Br:
		f.write("\n", c)
		f.space = false
	case n.tag == atom.Hr:
		f.flush()
		f.margin = true
	case n.tag == atom.Input, n.tag == atom.Select, n.tag == atom.Textarea:
		f.control(n, c)
	case n.tag == atom.Table || s.display == "table":
		f.table(n, inner)
	case n.tag == atom.Dl:
		f.definitions(n, inner)
	case n.tag == atom.Ul, n.tag == atom.Ol:
		f.list(n, inner)
	case (s.display == "flex" || s.display == "inline-flex") && s.column != yes:
		f.flush()
		if row := f.cells(visibleChildren(n.children), inner); len(row) > 0 {
			f.append(grid.Block{Table: &grid.Table{Rows: [][]grid.Cell{row}}})
		}
	case isBlock(n.tag, s.display):
		f.block(n, inner)
	default:
		f.children(n, inner)
	}
}

// unseen reports elements without visible text.
func unseen(tag atom.Atom) bool {
	switch tag {
	case atom.Head, atom.Script, atom.Style, atom.Template, atom.Title, atom.Datalist, atom.Iframe, atom.Object, atom.Svg,
		atom.Math, atom.Audio, atom.Video, atom.Canvas, atom.Noembed, atom.Noframes:
		return true
	}
	return false
}

func visibleChildren(children []*node) []*node {
	var out []*node
	for _, n := range children {
		if n.tag != 0 || strings.TrimSpace(n.text) != "" {
			out = append(out, n)
		}
	}
	return out
}

func isBlock(tag atom.Atom, display string) bool {
	switch display {
	case "block", "flex", "grid", "list-item", "table-row", "table-cell", "table-row-group":
		return true
	case "inline", "inline-block", "contents":
		return false
	}
	if paragraphEnds(tag) {
		return true
	}
	switch tag {
	case atom.Html, atom.Body, atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Caption, atom.Figcaption,
		atom.Summary, atom.Legend, atom.Optgroup, atom.Option, atom.Thead, atom.Tbody, atom.Tfoot:
		return true
	}
	return false
}

func (f *flow) block(n *node, c context) {
	f.flush()
	spaced := false
	switch n.tag {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Blockquote, atom.Fieldset,
		atom.Figure:
		spaced = true
	}
	f.margin = f.margin || spaced
	f.children(n, c)
	f.flush()
	f.margin = f.margin || spaced
}

// list adds a list; items of an ordered list get numbers.
func (f *flow) list(n *node, c context) {
	f.flush()
	f.margin = true
	number, err := strconv.Atoi(n.attrs["start"])
	if err != nil {
		number = 1
	}
	for _, item := range n.children {
		if item.tag == atom.Li && n.tag == atom.Ol {
			f.text(strconv.Itoa(number)+".\u00a0", c)
			number++
			f.children(item, f.inherit(item, c))
			f.flush()
			continue
		}
		f.node(item, c)
	}
	f.flush()
	f.margin = true
}
