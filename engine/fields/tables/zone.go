package tables

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
)

// zone holds the lines of a table without lines around its cells.
type zone struct {
	lines     []line
	captioned bool // a caption is above it
}

func (z zone) box() layout.Box { return boxOf(z.lines) }

// boxOf returns the box around lines.
func boxOf(lines []line) layout.Box {
	b := lines[0].box
	for _, l := range lines {
		b = b.Union(l.box)
	}
	return b
}

const (
	maxLead  = 2.5 // distance of two lines of a table, in heights
	context  = 50  // lines above a line that it is compared with
	maxLoose = 4   // successive lines of one piece within a table
)

// zones finds runs of lines of several pieces. Between and above these may be lines of one piece: headings over several
// columns, titles of sections and further lines of cells.
func zones(lines []line) (found []zone) {
	for i := 0; i < len(lines); {
		if !isTabular(lines[i]) {
			i++
			continue
		}
		end := i + 1 // after the last line of several pieces
		for j := end; j < len(lines) && j-end <= maxLoose && isNear(lines[max(i, j-context):j], lines[j]); j++ {
			if isTabular(lines[j]) {
				end = j + 1
			} else if isCaption(lines[j]) || isLongText(lines[j], lines[max(i, end-context):end]) {
				break
			}
		}
		z := zone{lines: lines[i:end:end]}
		for end < len(lines) && z.hasFurther(lines[end]) {
			end++
			z.lines = lines[i:end:end]
		}
		first := i
		if i > 0 && z.isHeading(lines[i-1]) && (len(found) == 0 || found[len(found)-1].box().Y1 < lines[i-1].box.Y0) {
			first--
			z.lines = lines[first:end:end]
		}
		for k := first - 1; k >= max(0, first-3) && lines[k+1].box.Y0-lines[k].box.Y1 < maxLead*lines[k].height; k-- {
			z.captioned = z.captioned || isCaption(lines[k])
		}
		if len(z.lines) > 1 {
			found = append(found, z)
		}
		i = end
	}
	return found
}

// isTabular reports whether a line has several pieces.
func isTabular(l line) bool {
	for i := 1; i < len(l.tokens); i++ {
		if isGap(&l.tokens[i-1], &l.tokens[i], wideGap*l.height) {
			return true
		}
	}
	return false
}

// isCaption reports whether a line begins with a word and a number, as "Table 3" does.
func isCaption(l line) bool {
	if len(l.tokens) < 2 || isTabular(l) {
		return false
	}
	const longest = 5
	number := strings.TrimRight(l.tokens[1].Text, ".:–-)")
	return unicode.IsUpper([]rune(l.tokens[0].Text)[0]) && countWords(line{tokens: l.tokens[:1]}) == 1 &&
		isFigure(number) && len(number) <= longest && !isYear(number)
}

// isNear reports whether a line is as near to the lines above it as these are to each other.
func isNear(table []line, l line) bool {
	n := len(table)
	lead, widest := l.box.Y0-table[n-1].box.Y1, l.height/2
	for i := 1; i < n; i++ {
		widest = max(widest, table[i].box.Y0-table[i-1].box.Y1)
	}
	return lead < maxLead*min(l.height, table[n-1].height) && (n < 4 || lead < 3.5*widest)
}

// isLongText reports whether a line of one piece is as long as those of paragraphs and no further line of a cell.
func isLongText(l line, table []line) bool {
	for _, above := range table {
		for _, p := range above.pieces(wideGap)[1:] {
			if math.Abs(p.box.X0-l.box.X0) < l.height/2 {
				return false
			}
		}
	}
	b := boxOf(table)
	return l.box.Width() > 0.75*b.Width() || l.box.X0 < b.X0-l.height || l.box.X1 > b.X1+4*l.height
}

// hasFurther reports whether a line of one piece, directly below the table, continues a cell of its last line.
func (z zone) hasFurther(l line) bool {
	n := len(z.lines)
	lead, widest := l.box.Y0-z.lines[n-1].box.Y1, 0.0
	for i := max(1, n-context); i < n; i++ {
		widest = max(widest, z.lines[i].box.Y0-z.lines[i-1].box.Y1)
	}
	if isTabular(l) || lead > 0.35*l.height || lead > widest-0.15*l.height {
		return false
	}
	return slices.ContainsFunc(z.lines[max(0, n-2):], func(last line) bool {
		return slices.ContainsFunc(last.pieces(wideGap), func(p piece) bool {
			return l.box.X0 > p.box.X0-0.3*l.height && l.box.X0 < p.box.X0+2*l.height && l.box.X1 < p.box.X1+6*l.height &&
				!isFigure(p.text())
		})
	})
}

// isHeading reports whether a line of one piece, directly above the table, is over some of its columns, except the
// first.
func (z zone) isHeading(l line) bool {
	b, first := z.box(), z.lines[0].pieces(wideGap)
	return !isTabular(l) && !isCaption(l) && z.lines[0].box.Y0-l.box.Y1 < 0.8*l.height && l.box.X1 < b.X1+l.height &&
		l.box.X0 > first[0].box.X1 && l.box.X0 > b.X0+0.15*b.Width()
}
