package tables

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/layout"
)

const (
	maxBands = 3 // levels of columns within columns
	binWidth = 4 // points
)

// bands splits lines at the gaps between columns of print, so that a table in one column is apart from the text in
// the other.
func bands(lines []line, r rules, depth int) [][]line {
	if depth == 0 || len(lines) < minBandLines || !hasProse(lines) && !r.areBeside() {
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

// hasProse reports whether lines have enough pieces of running text for a column of it.
func hasProse(lines []line) bool {
	n := 0
	for i := range lines {
		if countWords(lines[i]) >= minProseWords {
			n++
		}
	}
	return n > minProseLines/2
}

// Running text has a number of lines, and most have a number of words.
const minProseLines, minProseWords = 6, 4

// gutter returns the longest run of lines that have a gap at a place with a column of print on one side.
func gutter(lines []line, r rules) (first, last int, x float64) {
	const bins = 400
	around := boxOf(lines)
	tried := map[[3]int]bool{} // first, last and number of words on the left, which places in the same gap share
	for bin := 1; bin < bins && around.X0+float64(bin)*binWidth < around.X1; bin++ {
		at := around.X0 + float64(bin)*binWidth
		for i := 0; i < len(lines); {
			j, both, words := i, 0, 0
			for ; j < len(lines); j++ {
				left, ok := countLeft(lines[j], at)
				if !ok {
					break
				}
				if words += left; left > 0 && left < len(lines[j].tokens) {
					both++
				}
			}
			key := [3]int{i, j, words}
			if j-i > last-first && both >= minBandLines && !tried[key] {
				if tried[key] = true; isGutter(lines[i:j], r, at) {
					first, last, x = i, j, at
				}
			}
			i = max(j, i+1)
		}
	}
	return first, last, x
}

// countLeft counts the words of a line left of a place. It returns false if words are near it.
func countLeft(l line, x float64) (n int, ok bool) {
	room := 0.4 * l.height
	for i := range l.tokens {
		b := l.tokens[i].Box
		if b.X1 < x-room {
			n++
		} else if b.X0 <= x+room {
			return n, false
		}
	}
	return n, true
}

// isGutter reports whether there is running text on one side of a place, or a table with lines across it on both.
func isGutter(lines []line, r rules, x float64) bool {
	left, right := splitAt(lines, x)
	if isProse(left) || isProse(right) {
		return true
	}
	a, b := boxOf(left), boxOf(right)
	x = (a.X1 + b.X0) / 2
	ends, starts := 0, 0
	for _, rule := range r.across {
		switch y := rule.CenterY(); {
		case y < lines[0].box.Y0-touch || y > lines[len(lines)-1].box.Y1+touch:
		case rule.X0 < x && rule.X1 > x:
			return false
		case rule.X1 < x && rule.Width() > widthOfTable*a.Width():
			ends++
		case rule.X0 > x && rule.Width() > widthOfTable*b.Width():
			starts++
		}
	}
	return ends > 1 && starts > 1 && b.X0-a.X1 > wideGap*left[0].height
}

const widthOfTable = 0.8 // share that a line across it has at least

// isProse reports whether most lines are in paragraphs: runs of lines at the same distance that fill the width with
// several words. Many of them begin within a sentence.
func isProse(lines []line) bool {
	if len(lines) < minProseLines {
		return false
	}
	width := boxOf(lines).Width()
	prose, tabular := 0, 0
	for i := 0; i < len(lines); {
		j, full, within := i, 0, 0
		for ; j < len(lines) && (j == i || lines[j].box.Y0-lines[j-1].box.Y1 < 0.6*lines[j].height); j++ {
			if isTabular(lines[j]) {
				tabular++
			} else if lines[j].box.Width() > 0.75*width && countWords(lines[j]) >= minProseWords {
				full++
			}
			if isLower(lines[j].tokens[0].Text) {
				within++
			}
		}
		if j-i >= minProseLines && 2*full > j-i && 3*within > j-i {
			prose += j - i
		}
		i = j
	}
	return 2*prose > len(lines) && tabular <= 1+len(lines)/20
}

func countWords(l line) (n int) {
	for i := range l.tokens {
		text := l.tokens[i].Text
		first, size := utf8.DecodeRuneInString(text)
		second, _ := utf8.DecodeRuneInString(text[size:])
		if unicode.IsLetter(first) && unicode.IsLetter(second) {
			n++
		}
	}
	return n
}
