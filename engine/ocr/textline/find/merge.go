package find

import (
	"math"
	"slices"
)

// withSmall replaces lines below a height by those found at a larger scale.
func withSmall(lines, small []line, below float64) []line {
	var added []line
	gone := make([]bool, len(lines))
	for i := range small {
		if l := &small[i]; l.Height < below {
			if replaced, ok := replacedBy(l, lines, below); ok {
				added = append(added, *l)
				for _, k := range replaced {
					gone[k] = true
				}
			}
		}
	}
	return append(without(lines, gone), added...)
}

// replacedBy returns the lines that equal a small one with a lower score, or false if the small one is part
// of a well-found line.
func replacedBy(small *line, lines []line, below float64) ([]int, bool) {
	var replaced []int
	for i := range lines {
		l := &lines[i]
		shared := along(small, l)
		switch {
		case shared <= 0 || !touches(small, l):
		case l.Height < below && shared >= 0.5*l.length():
			replaced = append(replaced, i)
		case shared >= 0.3*min(small.length(), l.length()):
			return nil, false
		}
	}
	return replaced, true
}

// withLarge adds lines of at least a height that were found at a smaller scale, and removes their
// fragments.
func withLarge(lines, large []line, least float64) []line {
	var added []line
	gone := make([]bool, len(lines))
	for i := range large {
		if l := &large[i]; l.Height >= least && l.score >= clear {
			if fragments, ok := fragmentsOf(l, lines); ok {
				added = append(added, *l)
				for _, k := range fragments {
					gone[k] = true
				}
			}
		}
	}
	return append(without(lines, gone), added...)
}

// clear is the score of a certain line.
const clear = 4.5

// fragmentsOf returns the lines that are fragments of a larger one, or false if the larger one merges
// several correct lines.
func fragmentsOf(large *line, lines []line) ([]int, bool) {
	const (
		alike = 1.5 // times the height of another is a height like it
		much  = 0.4 // of what the larger one has in length and score
	)
	var fragments []int
	small := 0.0
	for i := range lines {
		l := &lines[i]
		shared := along(large, l)
		if shared <= 0 || !touches(large, l) {
			continue
		}
		if large.Height >= alike*l.Height {
			small += float64(shared * l.score)
		} else if l.score > large.score/2 && shared > large.length()/3 {
			return nil, false
		}
		fragments = append(fragments, i)
	}
	return fragments, small < much*large.length()*large.score
}

func without(lines []line, gone []bool) []line {
	i := -1
	return slices.DeleteFunc(lines, func(line) bool {
		i++
		return gone[i]
	})
}

// along is the horizontal overlap of two lines.
func along(a, b *line) float64 { return min(a.right(), b.right()) - max(a.left(), b.left()) }

// touches reports whether the center of one line is within the other where they overlap.
func touches(a, b *line) bool {
	x := (max(a.left(), b.left()) + min(a.right(), b.right())) / 2
	return math.Abs(a.centerAt(x)-b.centerAt(x)) < 0.45*max(a.Height, b.Height)
}
