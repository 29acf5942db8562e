package inspect

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
)

// writeText places the words of each page in a grid of characters, near their positions.
func writeText(out io.Writer, seen *engine.Inspection, columns int) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s, %d pages\n", seen.MIMEType, len(seen.Pages))
	for i := range seen.Pages {
		page := &seen.Pages[i]
		fmt.Fprintln(w, heading(page, columns))
		shown, hidden := rows(page)
		writeRows(w, shown, columns)
		if len(hidden) > 0 {
			fmt.Fprintln(w, "--- hidden text")
			writeRows(w, hidden, columns)
		}
		for _, c := range seen.Codes {
			if c.Page == page.Number {
				fmt.Fprintf(w, "--- %s\n%s\n", c.Kind, input.Printable(c.Text))
			}
		}
	}
	for _, a := range seen.Attachments {
		fmt.Fprintf(w, "--- attached: %s, %d bytes\n", input.Printable(a.Name), a.Size)
	}
	return w.Flush()
}

// heading returns a page's size and the source of its words.
func heading(p *engine.InspectedPage, columns int) string {
	sources := map[document.Source]int{}
	for _, line := range p.Lines {
		for i := range line {
			sources[line[i].Source]++
		}
	}
	text := fmt.Sprintf("=== page %d", p.Number)
	if p.Width > 0 && !p.Nominal {
		text += fmt.Sprintf(", %.0f × %.0f", p.Width, p.Height)
	}
	if p.Turned > 0 {
		text += fmt.Sprintf(", turned by %d°", p.Turned*90)
	}
	if p.Skew != 0 {
		text += fmt.Sprintf(", skewed by %.0f°", p.Skew)
	}
	for _, s := range []document.Source{document.SourceText, document.SourceOCR, document.SourceXML} {
		if n := sources[s]; n > 0 {
			text += fmt.Sprintf(", %d words of %s", n, s)
		}
	}
	return text + " " + strings.Repeat("=", max(columns-runewidth.StringWidth(text)-1, 0))
}

// row is a line in reading direction: boxes are on the upright page.
type row struct {
	words    []engine.InspectedWord
	boxes    []document.Box
	top, low float64
}

// rows returns the lines of a page from top to bottom, hidden ones separately.
func rows(p *engine.InspectedPage) (shown, hidden []row) {
	for _, line := range p.Lines {
		if len(line) == 0 {
			continue
		}
		r := row{words: line}
		place := document.Box{}
		for _, w := range line {
			box := document.Box{X0: w.Box[0], Y0: w.Box[1], X1: w.Box[2], Y1: w.Box[3]}.Turn(p.Turned)
			if p.Skew != 0 {
				box = leveled(box, w.Size, p)
			}
			r.boxes = append(r.boxes, box)
			place = place.Union(box)
		}
		r.top, r.low = place.Y0, place.Y1
		if line[0].Hidden {
			hidden = append(hidden, r)
		} else {
			shown = append(shown, r)
		}
	}
	for _, list := range [][]row{shown, hidden} {
		slices.SortStableFunc(list, func(a, b row) int { return cmp.Compare(a.top+a.low, b.top+b.low) })
	}
	return shown, hidden
}

// leveled turns the middle of a word's box about the middle of a skewed page. The box becomes as high as the word.
func leveled(box document.Box, size float64, p *engine.InspectedPage) document.Box {
	width, height := p.Width, p.Height
	if p.Turned%2 != 0 {
		width, height = height, width
	}
	sin, cos := math.Sincos(-p.Skew * math.Pi / 180)
	x, y := (box.CenterX()-0.5)*width, (box.CenterY()-0.5)*height
	x, y = (x*cos-y*sin)/width+0.5, (x*sin+y*cos)/height+0.5
	half := size / height / 2
	return document.Box{X0: x - box.Width()/2, Y0: y - half, X1: x + box.Width()/2, Y1: y + half}
}

// writeRows joins mostly overlapping lines to one row, and writes an empty row for a gap.
func writeRows(w io.Writer, lines []row, columns int) {
	const overlap, gap = 0.5, 0.8 // of a line's height
	for i := 0; i < len(lines); {
		first := lines[i]
		cells := grid{columns: columns}
		next := i
		for ; next < len(lines) && lines[next].top < first.low-overlap*(first.low-first.top); next++ {
			cells.add(lines[next])
		}
		next = max(next, i+1)
		if next == i+1 && len(cells.cells) == 0 {
			cells.add(first)
		}
		if i > 0 && first.top-lines[i-1].low > gap*(first.low-first.top) {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, cells.String())
		i = next
	}
}

type grid struct {
	columns int
	cells   []cell
}

type cell struct {
	column int
	text   string
}

func (g *grid) add(r row) {
	for i, w := range r.words {
		g.cells = append(g.cells, cell{int(r.boxes[i].X0 * float64(g.columns)), input.Printable(w.Text)})
	}
}

// String writes each word at its column, or one space behind the word before.
func (g *grid) String() string {
	slices.SortStableFunc(g.cells, func(a, b cell) int { return cmp.Compare(a.column, b.column) })
	var sb strings.Builder
	width := 0
	for i, c := range g.cells {
		fill := max(c.column-width, min(i, 1))
		sb.WriteString(strings.Repeat(" ", fill) + c.text)
		width += fill + runewidth.StringWidth(c.text)
	}
	return sb.String()
}
