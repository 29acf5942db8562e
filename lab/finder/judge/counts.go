package main

import (
	"fmt"
	"math"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

type counts struct {
	pages, lines, found int
	exact               int // lines with the right position, length and height
	missed, split       int // lines without a found one, or with several
	merged, nothing     int // found ones with several lines, or with none
}

func (c *counts) add(lines, found []crop.Line) {
	c.pages++
	c.lines += len(lines)
	c.found += len(found)
	holds := make([]int, len(found))
	touches := make([]bool, len(found))
	for _, line := range lines {
		parts, exact := 0, false
		for i, f := range found {
			shared := along(line, f)
			if shared <= 0 || aside(line, f) > 0.5*line.Height {
				continue
			}
			if shared > 0.15*length(line) || shared > 0.6*length(f) {
				parts++
			}
			if shared > 0.6*length(line) {
				holds[i]++
			}
			touches[i] = touches[i] || shared > 0.5*length(f)
			exact = exact || isExact(line, f, shared)
		}
		c.exact += one(exact)
		c.missed += one(parts == 0)
		c.split += one(parts > 1)
	}
	for i := range found {
		c.merged += one(holds[i] > 1)
		c.nothing += one(holds[i] == 0 && !touches[i])
	}
}

// isExact reports whether a line's height is right within a quarter, its position within about a third of its height,
// and its length within a fifth.
func isExact(line, found crop.Line, shared float64) bool {
	return shared > 0.8*length(line) && shared > 0.8*length(found) && aside(line, found) < 0.35*line.Height &&
		math.Abs(found.Height-line.Height) < max(0.25*line.Height, 1)
}

func (c counts) String() string {
	share := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return fmt.Sprintf("%d pages, %d lines: exact %.3f, missed %.3f, split %.3f; %d found: merged %.3f, of nothing %.3f",
		c.pages, c.lines, share(c.exact, c.lines), share(c.missed, c.lines), share(c.split, c.lines),
		c.found, share(c.merged, c.found), share(c.nothing, c.found))
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func ends(l crop.Line) (left, right float64) { return l.Middle[0].X, l.Middle[len(l.Middle)-1].X }

func length(l crop.Line) float64 {
	left, right := ends(l)
	return right - left
}

// along returns the horizontal overlap of two lines.
func along(a, b crop.Line) float64 {
	left, right := ends(a)
	otherLeft, otherRight := ends(b)
	return min(right, otherRight) - max(left, otherLeft)
}

// aside returns the distance between the middles of two lines at the center of their overlap.
func aside(a, b crop.Line) float64 {
	left, right := ends(a)
	otherLeft, otherRight := ends(b)
	x := (max(left, otherLeft) + min(right, otherRight)) / 2
	return math.Abs(middleAt(a, x) - middleAt(b, x))
}

func middleAt(l crop.Line, x float64) float64 {
	i := 1
	for i < len(l.Middle)-1 && l.Middle[i].X < x {
		i++
	}
	a, b := l.Middle[i-1], l.Middle[i]
	return a.Y + (b.Y-a.Y)*(x-a.X)/max(b.X-a.X, 1e-9)
}
