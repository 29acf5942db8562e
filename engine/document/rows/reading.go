package rows

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
)

// ReadingText joins all visible lines of a document like its Text, but reads columns of running text one after the
// other instead of across the page. Lines that run another way than their page follow all others.
func ReadingText(doc *document.Document) string {
	var sb strings.Builder
	for i := range doc.Pages {
		if i > 0 {
			sb.WriteString("\f\n")
		}
		for _, words := range readingLines(doc.Pages[i].Lines) {
			sb.WriteString(document.Line{Words: words}.Text())
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}

// readingLines returns the words of a page's visible lines in reading order.
func readingLines(lines []document.Line) [][]document.Word {
	var upright, sideways [][]document.Word
	placed := true
	for _, l := range lines {
		switch {
		case l.IsHidden() || len(l.Words) == 0:
		case l.Sideways:
			sideways = append(sideways, l.Words)
		default:
			upright = append(upright, l.Words)
			placed = placed && !l.Box.Empty()
		}
	}
	if placed {
		upright = readColumns(upright, 0)
	}
	return append(upright, sideways...)
}

const (
	// minColumnRows is the minimum number of lines in a column of text, and minNarrowRows is the same if the gap to the
	// next column is hardly wider than a space.
	minColumnRows = 4
	minNarrowRows = 6
	// Minimum width of the gap between columns, and of one that is clearly wider than a space, in heights of words.
	minGutter  = 0.7
	wideGutter = 1.4
	// Maximum rows of a page, and gaps of a row, in which columns are searched.
	maxRows = 1000
	maxGaps = 40
	// maxColumnDepth limits columns within columns.
	maxColumnDepth = 6
)

// readColumns reads the rows of a region. Successive rows with a common gap between two columns of text are read
// column by column; all others are read across.
func readColumns(rows [][]document.Word, depth int) [][]document.Word {
	if depth == maxColumnDepth || len(rows) < minColumnRows || len(rows) > maxRows {
		return rows
	}
	free := make([][]span, len(rows))
	for i, row := range rows {
		free[i] = gaps(row)
	}
	var out [][]document.Word
	for first := 0; first < len(rows); {
		end, at := columnsFrom(rows[first:], free[first:])
		if end == 0 {
			out = append(out, rows[first])
			first++
			continue
		}
		left, right := splitRows(rows[first:first+end], at)
		if slices.ContainsFunc(right, func(row []document.Word) bool { return orderOf(row) == mostlyLeft }) {
			left, right = right, left
		}
		out = append(out, readColumns(left, depth+1)...)
		out = append(out, readColumns(right, depth+1)...)
		first += end
	}
	return out
}

// columnsFrom returns the largest number of first rows with a common gap between two columns of text, and the middle
// of the gap, or zero. It is given the gaps of each row.
func columnsFrom(rows [][]document.Word, gaps [][]span) (end int, at float64) {
	least, width := minGutter*heightOf(rows[0]), 0.0
	free := gaps[0]
	for i := 1; i <= len(rows) && len(free) > 0; i++ {
		var next []span
		if i < len(rows) {
			next = common(free, gaps[i], least)
		}
		for _, gap := range free {
			goesOn := slices.ContainsFunc(next, func(s span) bool { return s.from >= gap.from && s.to <= gap.to })
			if !goesOn && (end < i || gap.to-gap.from > width) && isGutter(rows[:i], gap) {
				end, at, width = i, (gap.from+gap.to)/2, gap.to-gap.from
			}
		}
		free = next
	}
	return end, at
}

// span is a range of a page's width without words.
type span struct{ from, to float64 }

// gaps returns the spaces between the words of a row, and beside them, that are wide enough between columns, or nil if
// they are too many.
func gaps(row []document.Word) []span {
	words := make([]span, len(row))
	for i := range row {
		words[i] = span{row[i].Box.X0, row[i].Box.X1}
	}
	slices.SortFunc(words, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var out []span
	from, least := -1.0, minGutter*heightOf(row)
	for _, w := range words {
		if w.from-from >= least {
			out = append(out, span{from, w.from})
		}
		from = max(from, w.to)
	}
	if len(out) >= maxGaps {
		return nil
	}
	return append(out, span{from, 2})
}

// heightOf returns the median height of words.
func heightOf(row []document.Word) float64 {
	heights := make([]float64, len(row))
	for i := range row {
		heights[i] = row[i].Box.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// common returns the spans that are in a and in b and have at least a width.
func common(a, b []span, least float64) []span {
	var out []span
	for _, x := range a {
		for _, y := range b {
			if s := (span{max(x.from, y.from), min(x.to, y.to)}); s.to > s.from && s.to-s.from >= least {
				out = append(out, s)
			}
		}
	}
	return out
}

// isGutter reports whether a gap of rows is between two columns of text.
func isGutter(rows [][]document.Word, gap span) bool {
	width := (gap.to - gap.from) / max(heightOf(rows[0]), 1e-6)
	if gap.from < 0 || gap.to > 1 || width < minGutter {
		return false
	}
	least := minColumnRows
	if width < wideGutter {
		least = minNarrowRows
	}
	left, right := splitRows(rows, (gap.from+gap.to)/2)
	return isText(left, least) && isText(right, least)
}

// isText reports whether the rows of a column are running text: most words are in lines of several words that fill the
// column and follow one another closely, and few of these have digits. Short labels of figures do not count.
func isText(rows [][]document.Word, least int) bool {
	const (
		minWords = 3   // of a line
		minMean  = 3.5 // the same for all lines together
		minFill  = 0.7 // of the column's width
		minShare = 0.6 // of all words
		maxCodes = 0.2 // share of words with digits
		maxPitch = 1.8 // from a line to the next, in heights
	)
	width, words := 0.0, 0
	for _, row := range rows {
		width = max(width, widthOf(row))
		words += len(row)
	}
	lines, inText, codes := 0, 0, 0
	var above []document.Word
	for _, row := range rows {
		if len(row) < minWords || widthOf(row) < minFill*width {
			continue
		}
		if above != nil && row[0].Box.CenterY()-above[0].Box.CenterY() <= maxPitch*heightOf(row) {
			lines++
		}
		above = row
		inText += len(row)
		for _, w := range row {
			if strings.ContainsFunc(w.Text, unicode.IsDigit) {
				codes++
			}
		}
	}
	return lines >= least && float64(inText) >= minMean*float64(lines) &&
		float64(inText) >= minShare*float64(words) && float64(codes) <= maxCodes*float64(inText)
}

func widthOf(row []document.Word) float64 {
	box := row[0].Box
	for _, w := range row[1:] {
		box = box.Union(w.Box)
	}
	return box.Width()
}

// splitRows returns the words of rows left and right of a place, without empty rows.
func splitRows(rows [][]document.Word, at float64) (left, right [][]document.Word) {
	for _, row := range rows {
		var l, r []document.Word
		for _, w := range row {
			if w.Box.CenterX() < at {
				l = append(l, w)
			} else {
				r = append(r, w)
			}
		}
		if len(l) > 0 {
			left = append(left, l)
		}
		if len(r) > 0 {
			right = append(right, r)
		}
	}
	return left, right
}
