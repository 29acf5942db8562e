// Package find finds the lines of text on a page: a small convolutional network of
// bytes tells of each place whether it is in the core of a line, how high that line is
// and where its middle runs; what follows the cores from left to right are lines.
//
// MODEL.md says what the network was trained with and what it cannot do.
package find

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/pixels"
	"github.com/docmill/docmill/engine/textline/crop"
	"github.com/docmill/docmill/engine/textline/network"
)

//go:embed finder.bin
var finderBin []byte

// MaxLines bounds how many lines of a page are found; the longest are kept.
const MaxLines = 3000

// Finder finds lines. It is safe for concurrent use.
type Finder struct{ network *network.Network }

// New returns the finder that is part of the program. Its error says that the
// program is damaged.
func New() (*Finder, error) { return Open(finderBin) }

var errNoFinder = errors.New("find: the network is none that finds lines")

// Open reads a finder of the form that lab/finder/quantise.py writes.
func Open(content []byte) (*Finder, error) {
	n, err := network.Read(content)
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	outputs, err := n.Run(context.Background(), step, step, make([]byte, step*step))
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	if n.Kind != "finder" || len(outputs) != 1 || outputs[0].Rows != step/cell || outputs[0].Columns != step/cell ||
		outputs[0].Channels != channels {
		return nil, errNoFinder
	}
	return &Finder{n}, nil
}

// The network's input is a multiple of step pixels high and wide; each place of its
// output stands for cell × cell of them.
const (
	step     = 16
	cell     = 4
	channels = 3
)

// Heights of lines in pixels of the network's input: it was trained for them.
const (
	lowest  = 10.0
	highest = 64.0
	good    = 20.0
)

// Find returns the lines of a page from top to bottom. An error is that of ctx.
func (f *Finder) Find(ctx context.Context, page *image.Gray) ([]crop.Line, error) {
	scale := firstScale(page.Rect.Size())
	lines, err := f.at(ctx, page, scale)
	if err != nil {
		return nil, err
	}
	if height := usualHeight(lines) * scale; height > 0 && (height < lowest || height > highest) {
		// Print of another size than most pages have: another look with that in mind.
		again := bounded(page.Rect.Size(), scale*good/height)
		better, err := f.at(ctx, page, again)
		if err != nil {
			return nil, err
		}
		if area(better) >= area(lines)/2 {
			lines = better
		}
	}
	if len(lines) > MaxLines {
		slices.SortStableFunc(lines, func(a, b crop.Line) int { return cmp.Compare(lengthOf(b), lengthOf(a)) })
		lines = lines[:MaxLines]
	}
	slices.SortStableFunc(lines, func(a, b crop.Line) int {
		return cmp.Or(cmp.Compare(a.Middle[0].Y, b.Middle[0].Y), cmp.Compare(a.Middle[0].X, b.Middle[0].X))
	})
	return lines, nil
}

// Bounds of the network's input, in pixels.
const (
	longSide   = 1600 // of a page
	narrowSide = 720  // of a receipt, which is longer than pages are
	mostPixels = 3_500_000
	mostScale  = 3.0
)

// firstScale is by how much a page is scaled before anything is known of its print.
func firstScale(size image.Point) float64 {
	long, narrow := float64(max(size.X, size.Y)), float64(min(size.X, size.Y))
	return bounded(size, min(max(longSide/long, narrowSide/narrow), 1))
}

// bounded keeps the scaled page within bounds.
func bounded(size image.Point, scale float64) float64 {
	most := math.Sqrt(mostPixels / (float64(size.X) * float64(size.Y)))
	return min(scale, most, mostScale)
}

// at finds the lines of the page scaled by a factor.
func (f *Finder) at(ctx context.Context, page *image.Gray, scale float64) ([]crop.Line, error) {
	w := max(int(math.Round(float64(page.Rect.Dx())*scale)), 1)
	h := max(int(math.Round(float64(page.Rect.Dy())*scale)), 1)
	resize := pixels.Shrink
	if scale > 1 {
		resize = pixels.Enlarge
	}
	small := resize(page, w, h)
	input, columns := filled(small)
	outputs, err := f.network.Run(ctx, len(input)/columns, columns, input)
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	m := &maps{output: &outputs[0], rows: (h + cell - 1) / cell, columns: (w + cell - 1) / cell}
	// Rounding makes the scales of both sides differ a little.
	sx, sy := float64(page.Rect.Dx())/float64(w), float64(page.Rect.Dy())/float64(h)
	return m.lines(sx, sy), nil
}

// filled copies an image into one of a multiple of step pixels, whose rest goes on as
// the image ends.
func filled(img *image.Gray) (pix []byte, columns int) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	columns = (w + step - 1) / step * step
	rows := (h + step - 1) / step * step
	pix = make([]byte, rows*columns)
	for y := range rows {
		row := pix[y*columns : (y+1)*columns]
		copy(row, img.Pix[min(y, h-1)*img.Stride:][:w])
		for x := w; x < columns; x++ {
			row[x] = row[w-1]
		}
	}
	return pix, columns
}

// usualHeight is the height that half of all text is at most as high as, by length;
// 0 without any.
func usualHeight(lines []crop.Line) float64 {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b crop.Line) int { return cmp.Compare(a.Height, b.Height) })
	total := 0.0
	for _, l := range sorted {
		total += lengthOf(l)
	}
	left := total / 2
	for _, l := range sorted {
		if left -= lengthOf(l); left <= 0 {
			return l.Height
		}
	}
	return 0
}

func lengthOf(l crop.Line) float64 { return l.Middle[len(l.Middle)-1].X - l.Middle[0].X }

// area is how much of the page lines take.
func area(lines []crop.Line) (sum float64) {
	for _, l := range lines {
		sum += lengthOf(l) * l.Height
	}
	return sum
}
