package tables

import (
	"slices"
	"unicode"

	"github.com/docmill/docmill/engine/layout"
)

const (
	maxBands = 3 // levels of columns within columns
	binWidth = 4 // points
)

// bands splits lines at the gaps between columns of print, so that a table in one column is apart from the text in
// the other.
func bands(lines []line, r rules, depth int) [][]line {
	if depth == 0 || len(lines) < minBandLines {
		return [][]line{lines}
	}
	first, last, x := gutter(lines, r)
	if last-first < minBandLines {
		return [][]line{lines}
	}
	left, right := splitAt(lines[first:last], x)
	out := append(bands(lines[:first], r, depth-1), bands(left, r, depth-1)...)
	return append(append(out, bands(right, r, depth-1)...), bands(lines[last:], r, depth-1)...)
}

const minBandLines = 5

func splitAt(lines []line, x float64) (left, right []line) {
	for _, l := range lines {
		k := slices.IndexFunc(l.tokens, func(t layout.Token) bool { return t.Box.X0 > x })
		switch {
		case k < 0:
			left = append(left, l)
		case k == 0:
			right = append(right, l)
		default:
			left, right = append(left, newLine(l.tokens[:k])), append(right, newLine(l.tokens[k:]))
		}
	}
	return left, right
}

// gutter returns the longest run of lines that have a gap at a place with a column of print on one side.
func gutter(lines []line, r rules) (first, last int, x float64) {
	const bins = 400
	x0, x1 := lines[0].box.X0, lines[0].box.X1
	for _, l := range lines {
		x0, x1 = min(x0, l.box.X0), max(x1, l.box.X1)
	}
	for bin := 1; bin < bins && x0+float64(bin)*binWidth < x1; bin++ {
		at := x0 + float64(bin)*binWidth
		for i := 0; i < len(lines); {
			j, both := i, 0
			for ; j < len(lines); j++ {
				isLeft, isRight, ok := sides(lines[j], at)
				if !ok {
					break
				}
				if isLeft && isRight {
					both++
				}
			}
			if j-i > last-first && both >= minBandLines && isGutter(lines[i:j], r, at) {
				first, last, x = i, j, at
			}
			i = max(j, i+1)
		}
	}
	return first, last, x
}

// sides reports whether a line has words left and right of a place, and none near it.
func sides(l line, x float64) (isLeft, isRight, ok bool) {
	room := 0.4 * l.height
	for i := range l.tokens {
		b := l.tokens[i].Box
		switch {
		case b.X1 < x-room:
			isLeft = true
		case b.X0 > x+room:
			isRight = true
		default:
			return isLeft, isRight, false
		}
	}
	return isLeft, isRight, true
}

// isGutter reports whether there is running text on one side of a place, or if lines across end at it on both sides.
func isGutter(lines []line, r rules, x float64) bool {
	left, right := splitAt(lines, x)
	if isProse(left) || isProse(right) {
		return true
	}
	y0, y1 := lines[0].box.Y0, lines[len(lines)-1].box.Y1
	ends, starts := 0, 0
	for _, b := range r.across {
		switch y := b.CenterY(); {
		case y < y0-touch || y > y1+touch:
		case b.X0 < x && b.X1 > x:
			return false
		case b.X1 < x:
			ends++
		default:
			starts++
		}
	}
	return ends > 1 && starts > 1 && isWide(left, right)
}

// isWide reports whether two columns are further apart than the words in each.
func isWide(left, right []line) bool {
	end, start := 0.0, right[0].box.X0
	for _, l := range left {
		end = max(end, l.box.X1)
	}
	for _, l := range right {
		start = min(start, l.box.X0)
	}
	return start-end > wideGap*left[0].height
}

// isProse reports whether most lines are in paragraphs: runs of lines at the same distance that fill the width with
// several words. Many of them begin within a sentence.
func isProse(lines []line) bool {
	const fewest = 6 // lines of a run
	if len(lines) < fewest {
		return false
	}
	x0, x1 := lines[0].box.X0, lines[0].box.X1
	for _, l := range lines {
		x0, x1 = min(x0, l.box.X0), max(x1, l.box.X1)
	}
	prose, tabular := 0, 0
	for i := 0; i < len(lines); {
		j, full, within := i, 0, 0
		for ; j < len(lines) && (j == i || lines[j].box.Y0-lines[j-1].box.Y1 < 0.6*lines[j].height); j++ {
			if lines[j].box.Width() > 0.75*(x1-x0) && countWords(lines[j]) >= 4 && !isTabular(lines[j]) {
				full++
			}
			if isLower(lines[j].tokens[0].Text) {
				within++
			}
			if isTabular(lines[j]) {
				tabular++
			}
		}
		if j-i >= fewest && 2*full > j-i && 3*within > j-i {
			prose += j - i
		}
		i = j
	}
	return 2*prose > len(lines) && tabular <= 1+len(lines)/20
}

func countWords(l line) (n int) {
	for i := range l.tokens {
		text := []rune(l.tokens[i].Text)
		if len(text) > 1 && unicode.IsLetter(text[0]) && unicode.IsLetter(text[1]) {
			n++
		}
	}
	return n
}
