// Package grid lays out text without pages (office files, mail, plain text, CSV) on nominal pages:
// paragraphs below each other, the cells of a table side by side, on a grid of monospaced characters.
// Neighboring text stays adjacent, which is all that layout needs; see document.Page.Nominal.
package grid

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
)

// The grid's measures, in points: ten lines of a typewriter per 120 points. A blank line is wider than the
// line spacing that layout accepts within a block.
const (
	Pitch      = 5.0 // from a character to the next
	linePitch  = 12.0
	lineHeight = 9.5
	// columnGap separates the cells of a row.
	columnGap = 3 * Pitch
	// rowGap is added between a table's rows, so that lines within a cell are closer than rows.
	rowGap = 3.0
)

const (
	// TextWidth is the width of a line of running text.
	TextWidth = 100 * Pitch
	// cellWidth is the minimum width at which a cell's text wraps.
	cellWidth = 40 * Pitch
	// ownWidth is how much text stays in its column before it overflows.
	ownWidth = 20 * Pitch
	// The minimum size of a page: A4, the layout's default.
	pageWidth, pageHeight = 595.0, 842.0
)

const (
	// MaxWords bounds a document's words: about 1,000 full pages.
	MaxWords = 500_000
	// MaxDepth bounds tables within tables.
	MaxDepth = 50
)

// Run is text of one appearance. A line feed breaks the line, a tab goes to the next tab stop, other white
// space separates words.
type Run struct {
	Text string
	Bold bool
	// Scale is the size relative to the body text; 0 means 1.
	Scale float64
	// Hidden marks text that the document does not show.
	Hidden bool
	// Field is the form field whose value the run is, or nil. Its place is that of the run; an empty run has the width
	// of a character.
	Field *document.FormField
}

// Paragraph is a run of lines.
type Paragraph struct {
	Runs []Run
	// Stops are tab stops in points, ascending. After the last one there is one every eight characters.
	Stops []float64
	// Indent of its lines, in points.
	Indent float64
	// NoWrap keeps lines as long as they are.
	NoWrap bool
}

// Cell is a cell of a table.
type Cell struct {
	Blocks []Block
	// Columns and Rows that the cell spans; 0 means 1.
	Columns, Rows int
	// Overflow means that only the first of the columns belongs to the cell: long text overflows into the
	// others, which are empty.
	Overflow bool
}

// Table is a table; cells of a row are in successive columns, except columns spanned by a cell above.
type Table struct {
	Rows [][]Cell
}

// Block is a paragraph, a table or, with neither, a blank line.
type Block struct {
	Paragraph *Paragraph
	Table     *Table
}

// Text makes a block of plain text.
func Text(s string) Block { return Block{Paragraph: &Paragraph{Runs: []Run{{Text: s}}}} }

var (
	errTooManyWords = errors.New("too many words")
	errTooDeep      = errors.New("tables within tables")
)

// Setter lays out the pages of one document and counts their words.
type Setter struct {
	// words of the current page, with boxes in points. Those of fields begin with a mark, a word without text.
	words   []document.Word
	fields  []fieldWords
	earlier int // words of the pages before
	tooDeep bool
}

// fieldWords are a form field with its words: a mark and those of its value.
type fieldWords struct {
	field       *document.FormField
	first, last int
}

func (s *Setter) full() bool { return s.earlier+len(s.words) > MaxWords }

// Page sets blocks on a page. Errors are *extractionerror.Error.
func (s *Setter) Page(number int, blocks []Block) (document.Page, error) {
	s.words, s.fields = nil, nil
	set := s.blocks(blocks, TextWidth, 0)
	if s.full() {
		return document.Page{}, extractionerror.New(extractionerror.TooComplex, errTooManyWords,
			"The document has more than %d words. Split it and send the parts.", MaxWords)
	}
	if s.tooDeep {
		return document.Page{}, extractionerror.New(extractionerror.TooComplex, errTooDeep,
			"The document's tables are nested more than %d deep.", MaxDepth)
	}
	s.earlier += len(s.words)
	page := document.Page{
		Number: number, Nominal: true,
		Width: max(pageWidth, set.width), Height: max(pageHeight, set.height),
	}
	page.Fields = s.placeFields(page.Width, page.Height)
	page.Lines = lines(s.words, page.Width, page.Height)
	return page, nil
}

// textBeside returns the words next to a word in its line, up to a gap or a field: a label that is in one cell of the
// page with the field.
func (s *Setter) textBeside(at, step int, inField map[int]bool) string {
	const most = 8
	var words []string
	for i := at + step; i >= 0 && i < len(s.words) && len(words) < most && !inField[i]; i += step {
		left, right := s.words[min(i, i-step)].Box, s.words[max(i, i-step)].Box
		if left.Y1 != right.Y1 || right.X0-left.X1 > 2*Pitch {
			break
		}
		words = append(words, s.words[i].Text)
	}
	if step < 0 {
		slices.Reverse(words)
	}
	return strings.Join(words, " ")
}

// placeFields returns the form fields with their boxes, and removes their marks from the words.
func (s *Setter) placeFields(width, height float64) []document.FormField {
	var fields []document.FormField
	inField := map[int]bool{}
	for _, f := range s.fields {
		for i := f.first; i <= f.last; i++ {
			inField[i] = true
		}
	}
	for _, f := range s.fields {
		at, step := f.first, -1
		if f.field.Type == document.CheckBox || f.field.Type == document.RadioButton {
			at, step = f.last, 1
		}
		if f.field.Tooltip == "" {
			f.field.Tooltip = s.textBeside(at, step, inField)
		}
		first := f.first
		if f.last > first {
			first++
		}
		var b document.Box
		for i := first; i <= min(f.last, len(s.words)-1); i++ {
			b = b.Union(s.words[i].Box)
		}
		f.field.Box = document.Box{X0: b.X0 / width, Y0: b.Y0 / height, X1: b.X1 / width, Y1: b.Y1 / height}
		fields = append(fields, *f.field)
	}
	s.words = slices.DeleteFunc(s.words, func(w document.Word) bool { return w.Text == "" })
	return fields
}

// area is the layout of some blocks, from {0, 0} to the right and down: a range of the setter's words.
type area struct {
	first, end    int
	width, height float64
}

// start opens an area at the next words.
func (s *Setter) start() area { return area{first: len(s.words), end: len(s.words)} }

// place moves an area within the surrounding one, which grows to include it.
func (s *Setter) place(around *area, a area, x, y float64) {
	if x != 0 || y != 0 {
		for i := a.first; i < a.end; i++ {
			b := &s.words[i].Box
			b.X0, b.X1, b.Y0, b.Y1 = b.X0+x, b.X1+x, b.Y0+y, b.Y1+y
		}
	}
	around.end = max(around.end, a.end)
	around.width, around.height = max(around.width, x+a.width), max(around.height, y+a.height)
}

// blocks lays out blocks below each other; text wraps at width.
func (s *Setter) blocks(blocks []Block, width float64, depth int) area {
	out := s.start()
	for _, b := range blocks {
		switch {
		case b.Table != nil && depth >= MaxDepth:
			s.tooDeep = true
		case b.Table != nil:
			s.place(&out, s.table(b.Table, width, depth+1), 0, out.height)
		case b.Paragraph != nil:
			s.place(&out, s.paragraph(b.Paragraph, width), 0, out.height)
		default:
			out.height += linePitch
		}
		if s.full() {
			break
		}
	}
	return out
}

// lines returns a page's lines: words on one baseline, from left to right.
func lines(words []document.Word, width, height float64) []document.Line {
	slices.SortStableFunc(words, func(a, b document.Word) int {
		return cmp.Or(cmp.Compare(a.Box.Y1, b.Box.Y1), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	var out []document.Line
	for i := 0; i < len(words); {
		j := i + 1
		for j < len(words) && words[j].Box.Y1 == words[i].Box.Y1 && words[j].Hidden == words[i].Hidden {
			j++
		}
		out = append(out, document.Line{Words: words[i:j:j]})
		i = j
	}
	for i := range words {
		b := &words[i].Box
		*b = document.Box{X0: b.X0 / width, Y0: b.Y0 / height, X1: b.X1 / width, Y1: b.Y1 / height}
	}
	for i := range out {
		for _, w := range out[i].Words {
			out[i].Box = out[i].Box.Union(w.Box)
		}
	}
	return out
}
