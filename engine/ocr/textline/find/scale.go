package find

import (
	"context"
	"fmt"
	"image"
	"math"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/quantile"
)

// The network's input is a multiple of step pixels high and wide; each place of its output covers cell ×
// cell of them.
const (
	step     = 16
	cell     = 4
	channels = 3
)

// Heights of lines in pixels of the network's input.
const (
	lowest  = 10.0 // that it finds for certain
	highest = 40.0
	good    = 17.0 // that it finds best
)

// Bounds of the network's input, in pixels.
const (
	longSide      = 1600 // of a page
	narrowSide    = 720  // of a receipt, which is longer than pages are
	maxPixels     = 3_500_000
	maxSidePixels = 20_000
	maxScale      = 3.0
	minSidePixels = 48 // side of a picture that is worth a look
)

// atAllScales searches a page at the usual scale, again if its print has another size, and again for much
// smaller and much larger lines.
func (f *Finder) atAllScales(ctx context.Context, page *image.Gray) ([]line, error) {
	const (
		smaller  = 0.12 // share of small print that is worth another look
		coarser  = 0.4
		overlaid = 1.25
	)
	size := page.Rect.Size()
	scale := firstScale(size)
	lines, err := f.linesAtScale(ctx, page, scale)
	if err != nil {
		return nil, err
	}
	if height := heightAt(lines, 0.5) * scale; height > 0 && (height < lowest || height > highest) {
		other := bounded(size, scale*good/height)
		again, err := f.linesAtScale(ctx, page, other)
		if err != nil {
			return nil, err
		}
		if area(again) >= area(lines)/2 {
			lines, scale = again, other
		}
	}
	if height := heightAt(lines, smaller) * scale; height > 0 && height < lowest {
		finer := bounded(size, scale*min(good/height, 2))
		if finer > overlaid*scale {
			small, err := f.linesAtScale(ctx, page, finer)
			if err != nil {
				return nil, err
			}
			lines = withSmall(lines, small, lowest*overlaid/scale)
		}
	}
	if float64(min(size.X, size.Y))*scale*coarser >= minSidePixels {
		large, err := f.linesAtScale(ctx, page, scale*coarser)
		if err != nil {
			return nil, err
		}
		lines = withLarge(lines, large, 0.8*highest/scale)
	}
	return lines, nil
}

// firstScale is the scale before the size of the print is known.
func firstScale(size image.Point) float64 {
	long, narrow := float64(max(size.X, size.Y)), float64(min(size.X, size.Y))
	return bounded(size, min(max(longSide/long, narrowSide/narrow), 1))
}

// bounded reduces the scale to keep the page within bounds.
func bounded(size image.Point, scale float64) float64 {
	most := math.Sqrt(maxPixels / (float64(size.X) * float64(size.Y)))
	return min(scale, most, maxScale, maxSidePixels/float64(max(size.X, size.Y)))
}

func (f *Finder) linesAtScale(ctx context.Context, page *image.Gray, scale float64) ([]line, error) {
	w := max(int(math.Round(float64(page.Rect.Dx())*scale)), 1)
	h := max(int(math.Round(float64(page.Rect.Dy())*scale)), 1)
	resize := pixels.Shrink
	if scale > 1 {
		resize = pixels.Enlarge
	}
	input, columns := filled(resize(page, w, h))
	outputs, err := f.network.Run(ctx, len(input)/columns, columns, input)
	if err != nil {
		return nil, fmt.Errorf("find: %w", err)
	}
	m := &maps{output: &outputs[0], rows: (h + cell - 1) / cell, columns: (w + cell - 1) / cell}
	// Rounding makes the scales of both sides differ slightly.
	sx, sy := float64(page.Rect.Dx())/float64(w), float64(page.Rect.Dy())/float64(h)
	lines := m.lines(sx, sy)
	for i := range lines {
		lines[i].keepWithin(page.Rect)
	}
	return lines, nil
}

// filled copies an image into one of a multiple of step pixels and repeats its edge.
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

// heightAt is the quantile of line heights, weighted by length, or 0 without lines.
func heightAt(lines []line, share float64) float64 {
	points := make([]quantile.Point, 0, len(lines))
	for i := range lines {
		points = append(points, quantile.Point{Value: lines[i].Height, Weight: lines[i].length()})
	}
	return quantile.Of(points, share)
}

func area(lines []line) (sum float64) {
	for _, l := range lines {
		sum += float64(l.length() * l.Height)
	}
	return sum
}
