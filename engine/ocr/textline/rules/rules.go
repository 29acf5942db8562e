// Package rules removes drawn lines from the picture of a page: the rules of tables and forms, underlines,
// combs, check boxes, dotted and dashed lines. They are not text, but recognition reads them as strokes and
// signs, and they damage the letters that they touch.
package rules

import (
	"image"
	"slices"

	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// Lengths in heights of the page's text, unless noted.
const (
	thinness  = 0.3  // the maximum thickness of a rule
	minFrame  = 0.6  // the shortest level line of a small box
	minTick   = 0.25 // the shortest tick of a comb
	loneLevel = 3    // the shortest rules that are not part of a table or box
	loneUp    = 2.5
	cellLevel = 2.2 // the shortest rules around the cells of a table
	cellUp    = 1.8
	edge      = 1.05 // the shortest upright edge between two rules
	side      = 1.2  // and of a box that lacks an edge
)

// page is a page whose rules are removed.
type page struct {
	lines  []crop.Line
	height float64 // of the usual text, in pixels
	thick  int     // the maximum thickness of a rule, in pixels
}

// Remove returns the picture without its rules, or the same picture if it has none. The lines are those of the
// page's text. isCrossed reports whether a line crosses a rule between two cells of a table: it connects their texts.
func Remove(img *image.Gray, lines []crop.Line) (clean *image.Gray, isCrossed bool) {
	p := &page{lines: lines, height: UsualHeight(lines)}
	if p.height == 0 {
		return img, false
	}
	p.thick = max(int(thinness*p.height), 2)
	bright := newBrightness(img)
	img = p.withoutBarcodes(img, bright)
	level, dots := p.scan(img, bright, minFrame, levelGap)
	frames := p.frames(img, level)
	var turned *image.Gray
	var up []*trace
	if slices.ContainsFunc(level, p.isLong(cellLevel)) {
		turned = transposed(img, make([]byte, len(img.Pix)))
		up, _ = p.scan(turned, newBrightness(turned), minTick, uprightGap)
	}
	cells, sides := p.table(level, up)
	across := append(cells, p.alone(level, loneLevel, false)...)
	sides = append(sides, p.alone(up, loneUp, true)...)
	sides = append(sides, p.edges(up, across)...)
	sides = append(sides, p.ticks(up, across)...)
	if len(across)+len(sides)+len(frames)+len(dots) == 0 {
		return img, false
	}
	clean = copyOf(img, nil)
	if len(sides) > 0 {
		eraseAll(sides, turned, clean.Pix)
		clean = transposed(turned, clean.Pix)
	}
	var spare []byte
	if turned != nil {
		spare = turned.Pix // pages are large
	}
	eraseAll(across, clean, spare)
	for _, f := range frames {
		f.erase(clean)
	}
	for _, d := range dots {
		d.erase(clean)
	}
	return clean, len(cells) > 0 && p.isCrossed(sides)
}

// isCrossed reports whether a line of text crosses an upright rule.
func (p *page) isCrossed(sides []*trace) bool {
	for _, l := range p.lines {
		for i, b := range l.Middle[1:] {
			a := l.Middle[i]
			for _, s := range sides {
				y := (a.Y + b.Y) / 2
				if x := s.at(y); float64(s.from) < y && y < float64(s.to) && a.X+l.Height/2 < x && x < b.X-l.Height/2 {
					return true
				}
			}
		}
	}
	return false
}

// UsualHeight is the median height of the page's text, or 0 without text.
func UsualHeight(lines []crop.Line) float64 {
	points := make([]quantile.Point, 0, len(lines))
	for _, l := range lines {
		length := l.Middle[len(l.Middle)-1].X - l.Middle[0].X
		points = append(points, quantile.Point{Value: l.Height, Weight: length})
	}
	return quantile.Of(points, 0.5)
}

// heightAt returns the height of the text around a point: that of the page, or of a higher line there.
func (p *page) heightAt(x, y float64) float64 {
	height := p.height
	for _, l := range p.lines {
		first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
		near := 0.7 * l.Height
		if l.Height > height && x > first.X-near && x < last.X+near && y > min(first.Y, last.Y)-near &&
			y < max(first.Y, last.Y)+near {
			height = l.Height
		}
	}
	return height
}

// isLong returns a predicate for traces of a minimum length in heights of the page's text.
func (p *page) isLong(heights float64) func(*trace) bool {
	return func(t *trace) bool { return t.length() >= heights*p.height }
}

// isLongRule is isLong for those that are straight and free.
func (p *page) isLongRule(heights float64) func(*trace) bool {
	return func(t *trace) bool { return t.length() >= heights*p.height && t.isRule(p.height) }
}

// heightAround is heightAt for the middle of a trace; isUpright says that the trace is of the transposed picture.
func (p *page) heightAround(t *trace, isUpright bool) float64 {
	x := float64(t.from+t.to) / 2
	y := t.at(x)
	if isUpright {
		x, y = y, x
	}
	return p.heightAt(x, y)
}

// alone returns the straight traces that are too long for strokes of the letters around them. Stems of letters below
// each other may touch, but the letters' other strokes interrupt the paper beside them.
func (p *page) alone(traces []*trace, heights float64, isUpright bool) (found []*trace) {
	const free = 1.5 // heights
	for _, t := range traces {
		if t.length() >= heights*p.height && t.isRule(p.height) && (!isUpright || float64(t.free) >= free*p.height) &&
			t.length() >= heights*p.heightAround(t, isUpright) {
			found = append(found, t)
		}
	}
	return found
}

// table returns the rules around the cells of a table: they begin and end at others or cross them there. Few
// are none, because strokes of large letters and folds look similar.
func (p *page) table(level, up []*trace) (rules, sides []*trace) {
	const (
		few  = 24   // pixels of thickness of all upright rules
		most = 3000 // rules either way; each is compared with others
	)
	level, up = selected(level, p.isLongRule(cellLevel)), selected(up, p.isLongRule(cellUp))
	if len(level) > most || len(up) > most {
		return nil, nil // a hatching is not a table
	}
	near := float64(2 * p.thick)
	sides = selected(up, func(t *trace) bool { return t.endsAt(level, near) == 2 })
	thickness := 0
	for _, t := range sides {
		thickness += t.thickness()
	}
	if thickness < few {
		return nil, nil
	}
	return selected(level, func(t *trace) bool { return t.endsAt(sides, near) == 2 }), sides
}

// Pixels without ink within a rule, at most. A one or l above an upright rule seems to continue it.
const (
	levelGap   = 3
	uprightGap = 1
)

// contact is the largest gap between lines that touch, in pixels.
const contact = 3

// edges returns upright lines at rules that are higher than the text around them: sides of boxes.
func (p *page) edges(up, rules []*trace) []*trace {
	return selected(up, func(t *trace) bool {
		if t.length() < edge*p.height || t.length() > 4*p.height || !t.isRule(p.height) {
			return false
		}
		high := t.length() / p.heightAround(t, true)
		switch t.endsAt(rules, contact) {
		case 2:
			return high >= edge
		case 1:
			return high >= side
		}
		return false
	})
}

// ticks returns the short strokes of combs, which touch a rule at equal distances.
func (p *page) ticks(up, rules []*trace) (found []*trace) {
	const (
		few   = 4   // as many ones may touch a rule by chance
		apart = 0.7 // heights
		even  = 0.12
		equal = 0.25
	)
	for _, r := range rules {
		row := selected(up, func(t *trace) bool {
			return t.length() < 2*p.height && t.isRule(p.height) && t.endsAt([]*trace{r}, contact) > 0
		})
		slices.SortStableFunc(row, func(a, b *trace) int { return int(a.y - b.y) })
		for from := 0; from+1 < len(row); {
			pitch := row[from+1].y - row[from].y
			to := from + 1
			for to < len(row) && isNear(row[to].y-row[to-1].y, pitch, even) &&
				isNear(row[to].length(), row[from].length(), equal) {
				to++
			}
			if to-from >= few && pitch >= apart*p.height {
				found = append(found, row[from:to]...)
			}
			from = max(to-1, from+1)
		}
	}
	return found
}

// isNear reports whether two lengths differ by a pixel or two, or by a share.
func isNear(a, b, share float64) bool { return max(a-b, b-a) <= max(2, share*b) }

func selected(traces []*trace, is func(*trace) bool) (out []*trace) {
	for _, t := range traces {
		if is(t) {
			out = append(out, t)
		}
	}
	return out
}

// eraseAll erases traces of a picture; spare is memory for a copy of it.
func eraseAll(traces []*trace, img *image.Gray, spare []byte) {
	before := copyOf(img, spare)
	for _, t := range traces {
		t.erase(img, before)
	}
}

func copyOf(img *image.Gray, spare []byte) *image.Gray {
	return &image.Gray{Pix: append(spare[:0], img.Pix...), Stride: img.Stride, Rect: img.Rect}
}

// transposed returns the picture with rows and columns exchanged, in pix.
func transposed(img *image.Gray, pix []byte) *image.Gray {
	const block = 32
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := &image.Gray{Pix: pix[:w*h], Stride: h, Rect: image.Rect(0, 0, h, w)}
	for top := 0; top < h; top += block {
		for left := 0; left < w; left += block {
			for y := top; y < min(top+block, h); y++ {
				for x := left; x < min(left+block, w); x++ {
					out.Pix[x*out.Stride+y] = img.Pix[y*img.Stride+x]
				}
			}
		}
	}
	return out
}
