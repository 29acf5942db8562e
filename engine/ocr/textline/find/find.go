// Package find finds the lines of text on a page. A small convolutional network of bytes (package network)
// scores each place for being in the core of a line, and estimates that line's height and center. Connected
// cores from left to right are lines.
//
// MODEL.md describes the network's training and limits.
package find

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/network"
)

//go:embed finder.bin
var finderBin []byte

// MaxLines bounds the lines of a page; the longest are kept.
const MaxLines = 3000

// Finder finds lines. It is safe for concurrent use.
type Finder struct{ network *network.Network }

// New returns the built-in finder. An error means that the program is damaged.
func New() (*Finder, error) { return Open(finderBin) }

var errNoFinder = errors.New("find: the network does not find lines")

// Open reads a finder of the form that lab/finder/quantize.py writes.
func Open(content []byte) (*Finder, error) {
	n, err := network.Read(content)
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	outputs, err := n.Run(context.Background(), step, step, make([]byte, step*step))
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	if n.Purpose != "finder" || len(outputs) != 1 || outputs[0].Rows != step/cell || outputs[0].Columns != step/cell ||
		outputs[0].Channels != channels {
		return nil, errNoFinder
	}
	return &Finder{n}, nil
}

// Find returns the lines of a page from top to bottom, in the page's pixels. It returns the error of ctx.
func (f *Finder) Find(ctx context.Context, page *image.Gray) ([]crop.Line, error) {
	lines, err := f.atAllScales(ctx, page)
	if err != nil {
		return nil, err
	}
	if len(lines) > MaxLines {
		slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.length(), a.length()) })
		lines = lines[:MaxLines]
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Middle[0].Y, b.Middle[0].Y), cmp.Compare(a.left(), b.left()))
	})
	out := make([]crop.Line, 0, len(lines))
	for i := range lines {
		if lines[i].onPage(page.Rect) {
			out = append(out, lines[i].Line)
		}
	}
	return out, nil
}

// line is a found line, in the page's pixels.
type line struct {
	crop.Line
	score float64 // before the sigmoid, the mean along the line
}

func (l *line) left() float64 { return l.Middle[0].X }

func (l *line) right() float64 { return l.Middle[len(l.Middle)-1].X }

func (l *line) length() float64 { return l.right() - l.left() }

// centerAt returns the vertical center of a line at a column.
func (l *line) centerAt(x float64) float64 {
	i := 1
	for i < len(l.Middle)-1 && l.Middle[i].X < x {
		i++
	}
	a, b := l.Middle[i-1], l.Middle[i]
	if !(b.X > a.X) {
		return a.Y
	}
	return a.Y + float64((b.Y-a.Y)*(x-a.X))/(b.X-a.X)
}

// keepWithin clips a line to the page; it may end in the network's last place, which extends beyond the
// page.
func (l *line) keepWithin(page image.Rectangle) {
	for i, p := range l.Middle {
		l.Middle[i].X = min(max(p.X, 0), float64(page.Dx()))
		l.Middle[i].Y = min(max(p.Y, 0), float64(page.Dy()))
	}
}

// onPage reports whether a line overlaps the page. Specks at the end can produce a line along the lower or
// right edge, which cannot be cut out.
func (l *line) onPage(page image.Rectangle) bool {
	return slices.ContainsFunc(l.Middle, func(p crop.Point) bool {
		return p.X < float64(page.Dx()) && p.Y < float64(page.Dy())
	})
}
