package page

import (
	"context"
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/rules"
)

// sideways reads the lines that run up or down in the margins of a level picture, such as the numbers of pages of a
// file. It removes what was read across them.
func (r *Reader) sideways(ctx context.Context, img *image.Gray, lines []crop.Line, read []hypothesis) ([]Line, error) {
	var out []Line
	height := rules.UsualHeight(lines)
	for _, margin := range marginsOf(img, lines, height) {
		found, err := r.inMargin(ctx, img, margin, height)
		if err != nil {
			return nil, err
		}
		for i := range found {
			words := found[i].words(source{img: img}, 1)
			for k := range read {
				if len(read[k].spans) > 0 && isAcross(read[k].picture, words) {
					read[k].spans = nil
				}
			}
			out = append(out, Line{Words: words, Height: found[i].height, IsSideways: true})
		}
	}
	return out, nil
}

// isAcross reports whether the middle of a line is on a line of words that run up or down.
func isAcross(line crop.Picture, words []Word) bool {
	p := line.At(float64(line.Columns) / 2)
	x0, y0, x1, y1 := words[0].X0, words[0].Y0, words[0].X1, words[0].Y1
	for _, w := range words[1:] {
		x0, y0, x1, y1 = min(x0, w.X0), min(y0, w.Y0), max(x1, w.X1), max(y1, w.Y1)
	}
	around := x1 - x0
	return x0-around/2 < p.X && p.X < x1+around/2 && y0-around < p.Y && p.Y < y1+around
}

// marginsOf returns the parts of a picture beside all long lines that have room and ink for a line.
func marginsOf(img *image.Gray, lines []crop.Line, height float64) (margins []image.Rectangle) {
	const (
		long      = 3 // heights
		room      = 1.5
		letters   = 5   // at least
		inked     = 0.1 // of the square of a height, for each of them
		most      = 0.3 // of the margin
		dark      = 0.65
		apart     = 0.3
		maxMargin = 0.3 // of the width
	)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	left, right := w, 0.0
	for _, l := range lines {
		first, last := l.Middle[0].X, l.Middle[len(l.Middle)-1].X
		if last-first >= long*l.Height {
			left, right = min(left, first-apart*l.Height), max(right, last+apart*l.Height)
		}
	}
	for _, m := range []image.Rectangle{
		image.Rect(0, 0, int(min(left, maxMargin*w)), int(h)),
		image.Rect(int(max(right, (1-maxMargin)*w)), 0, int(w), int(h)),
	} {
		if right <= left || float64(m.Dx()) < room*height {
			continue
		}
		counts := pixels.Histogram(img, m)
		n, paper := m.Dx()*m.Dy(), 255
		for left := n / 2; paper > 0 && counts[paper] <= left; paper-- {
			left -= counts[paper]
		}
		ink := 0.0
		for _, c := range counts[:int(dark*float64(paper))] {
			ink += float64(c)
		}
		if ink >= letters*inked*height*height && ink <= most*float64(n) {
			margins = append(margins, m)
		}
	}
	return margins
}

// inMargin reads the lines of a margin that run up or down.
func (r *Reader) inMargin(ctx context.Context, img *image.Gray, margin image.Rectangle, height float64) (
	out []hypothesis, err error,
) {
	const good, long = 17, 2.5 // pixels, heights
	scale := min(good/height, 1)
	part := pixels.QuarterTurns(1).Gray(pixels.Crop(img, margin))
	size := part.Rect.Size()
	small := pixels.Shrink(part, max(int(float64(size.X)*scale), 1), max(int(float64(size.Y)*scale), 1))
	lines, err := r.finder.Find(ctx, small)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
		if math.Hypot(last.X-first.X, last.Y-first.Y) < long*l.Height {
			continue
		}
		up := crop.Line{Height: l.Height / scale}
		for _, p := range l.Middle {
			up.Middle = append(up.Middle, crop.Point{
				X: float64(margin.Min.X) + p.Y/scale, Y: float64(margin.Max.Y) - p.X/scale,
			})
		}
		read, err := r.upOrDown(ctx, img, up)
		if err != nil {
			return nil, err
		}
		if len(read.spans) > 0 {
			out = append(out, read)
		}
	}
	return out, nil
}

// upOrDown reads a line in the direction in which it is more legible. It returns no spans if it is hardly legible.
func (r *Reader) upOrDown(ctx context.Context, img *image.Gray, line crop.Line) (hypothesis, error) {
	const least = 4 // letters and digits
	best, err := legibilityOf(ctx, r.second, img, []crop.Line{line})
	if err != nil {
		return hypothesis{}, err
	}
	down := line
	down.Middle = slices.Clone(line.Middle)
	slices.Reverse(down.Middle)
	other, err := legibilityOf(ctx, r.second, img, []crop.Line{down})
	if err != nil {
		return hypothesis{}, err
	}
	if other.worth() > best.worth() {
		best, line = other, down
	}
	if best.characters < least || best.confidence < readable {
		return hypothesis{}, nil
	}
	return r.line(ctx, img, line)
}
