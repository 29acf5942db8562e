package page

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/overview"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// view is the picture in an assumed orientation and skew.
type view struct {
	img      *image.Gray
	quarters int
	sheet    *mesh.Mesh // maps img to the upright picture; nil if it is the same
	lines    []crop.Line
	sample   legibility
	reverse  legibility // of the sample upside down
	isUneven bool       // rows may be joined wrongly
}

// certainty is the factor of the confidences of a view's words. It is less than 1 if the view may be upside
// down, or its rows are uneven.
func (v *view) certainty() float64 {
	const doubtful = 0.7
	mayBeReversed := v.reverse.isAtLeast(0) && !v.sample.isAtLeast(readable) &&
		clearly*v.reverse.worth() > v.sample.worth()
	if mayBeReversed || v.isUneven {
		return doubtful
	}
	return 1
}

// legibility is what a sample of a view's lines reads like.
type legibility struct {
	characters int     // letters and digits
	confidence float64 // mean
}

// worth ranks samples of the same picture. Illegible text counts almost nothing, however long it is.
func (l legibility) worth() float64 { return float64(l.characters) * l.confidence * l.confidence }

// isAtLeast reports whether the sample is large enough and has a mean confidence.
func (l legibility) isAtLeast(confidence float64) bool {
	const few = 12
	return l.characters >= few && l.confidence >= confidence
}

const (
	// readable is the confidence of print that is upright. Sideways print reaches about half of it.
	readable = 0.75
	// sure is a confidence that upside-down print does not reach: its best is about 0.85.
	sure = 0.92
	// straight is the angle in radians up to which lines count as level.
	straight = 2 * math.Pi / 180
	// hardly is the part that a view of a sheet has to be worth of the picture: other lines are in the sample.
	hardly = 0.7
	// clearly is how many times more a view has to be worth than the given one if it is turned by quarters.
	clearly = 1.3
)

// upright finds the picture's orientation and skew. A picture whose lines are surely legible, level and parallel is
// taken as it is. Otherwise the sheet of paper is searched or, if none is seen, the skew is measured. A sample of the
// lines is read in the possible orientations.
func (r *Reader) upright(ctx context.Context, img *image.Gray) (*view, error) {
	best, err := r.look(ctx, &view{img: img})
	if err != nil {
		return nil, err
	}
	isStraight := best.sample.isAtLeast(sure) && math.Abs(leanOf(best.lines)) < straight
	if isStraight && leveling(best) == nil {
		return best, nil
	}
	plain := &view{img: img}
	onSheet, err := r.onSheet(ctx, best)
	switch {
	case err != nil:
		return nil, err
	case onSheet != nil:
		best, plain = onSheet, onSheet
	case isStraight:
		return best, nil
	default:
		if best, err = r.deskewed(ctx, best, plain); err != nil {
			return nil, err
		}
	}
	if best.sample.isAtLeast(readable) {
		return best, nil
	}
	side, err := r.look(ctx, plain.turned(1))
	if err != nil {
		return nil, err
	}
	if side.sample.worth() > clearly*best.sample.worth() {
		return side, nil
	}
	return best, nil
}

// deskewed turns a plain view of a picture against the skew of its dark pixels. It returns that view if it is worth
// about as much as the one before, else that one.
func (r *Reader) deskewed(ctx context.Context, before, plain *view) (*view, error) {
	over := overview.Of(plain.img, overview.ForAngles)
	degrees := over.SkewOfSides()
	if math.Abs(degrees)*math.Pi/180 < straight {
		return before, nil
	}
	plain.sheet, plain.img = straightened(plain.img, over, degrees)
	leveled, err := r.look(ctx, plain)
	if err != nil || leveled.sample.worth() < hardly*before.sample.worth() {
		return before, err
	}
	return leveled, nil
}

// onSheet looks at the sheet of paper of a picture as if it were seen from above. It returns nil if no sheet is seen,
// if its rows are not clearly more level than those of the picture, or if there is text beside it.
func (r *Reader) onSheet(ctx context.Context, before *view) (*view, error) {
	const less = 0.7
	sheet := paperIn(before.img)
	if sheet == nil {
		return nil, nil
	}
	var outside []crop.Line
	for _, l := range before.lines {
		if !sheet.corners.encloses(l.Middle[len(l.Middle)/2]) {
			outside = append(outside, l)
		}
	}
	beside, err := legibilityOf(ctx, r.second, before.img, sampleOf(outside))
	if err != nil || beside.isAtLeast(readable) {
		return nil, err
	}
	v := &view{quarters: before.quarters}
	v.sheet, v.img = sheet.flattened(before.img)
	v, err = r.look(ctx, v)
	if err != nil || v.sample.worth() < hardly*before.sample.worth() || spreadOf(v, 0) > less*spreadOf(before, 0) {
		return nil, err
	}
	return v, nil
}

// spreadOf returns the angle by which most lines of a view are off a given one at most.
func spreadOf(v *view, angle float64) float64 {
	const most = 0.8
	var off []quantile.Point
	for _, s := range slopesOf(v.lines, v.img.Rect.Dx(), v.img.Rect.Dy()) {
		off = append(off, quantile.Point{Value: math.Abs(s.slope - angle), Weight: s.weight})
	}
	return quantile.Of(off, most)
}

// look finds the lines of a view and reads a sample of them. Unless it is surely upright, it reads the
// sample upside down as well, and turns the view if that is more legible.
func (r *Reader) look(ctx context.Context, v *view) (*view, error) {
	lines, err := r.finder.Find(ctx, v.img)
	if err != nil {
		return nil, err
	}
	found := *v
	found.lines = lines
	sample := sampleOf(lines)
	if found.sample, err = legibilityOf(ctx, r.second, v.img, sample); err != nil || found.sample.isAtLeast(sure) {
		return &found, err
	}
	for i := range sample {
		sample[i].Middle = slices.Clone(sample[i].Middle)
		slices.Reverse(sample[i].Middle)
	}
	found.reverse, err = legibilityOf(ctx, r.second, v.img, sample)
	// Illegible print may have more characters upside down, so their number alone says nothing.
	if err != nil || found.reverse.worth() <= found.sample.worth() || found.reverse.confidence <= found.sample.confidence {
		return &found, err
	}
	first := found
	found = *v.turned(2)
	found.sample, found.reverse = first.reverse, first.sample
	found.lines, err = r.finder.Find(ctx, found.img)
	return &found, err
}

// legibilityOf reads lines. The second recognizer is less confident than the first in print that is not upright.
func legibilityOf(
	ctx context.Context, by *textline.Recognizer, img *image.Gray, lines []crop.Line,
) (legibility, error) {
	var l legibility
	sum := 0.0
	for _, line := range lines {
		a, err := attemptOf(ctx, by, img, line)
		if err != nil {
			return l, err
		}
		n, confidence := legible(a.text)
		l.characters += n
		sum += float64(float64(n) * confidence)
	}
	l.confidence = sum / float64(max(l.characters, 1))
	return l, nil
}

// turned turns a view clockwise by quarters.
func (v *view) turned(quarters int) *view {
	out := &view{img: pixels.QuarterTurns(quarters).Gray(v.img), quarters: (v.quarters + quarters) & 3}
	if v.sheet != nil {
		w, h := v.sheet.Width, v.sheet.Height
		if quarters%2 != 0 {
			w, h = h, w
		}
		out.sheet = mesh.New(v.sheet.Columns, v.sheet.Rows, w, h, func(x, y float64) mesh.Point {
			x, y = turnedPoint(x, y, -quarters)
			p := v.sheet.At(x, y)
			p.X, p.Y = turnedPoint(p.X, p.Y, quarters)
			return p
		})
	}
	return out
}

// turnedPoint turns a point in fractions of a picture clockwise with it.
func turnedPoint(x, y float64, quarters int) (float64, float64) {
	for range quarters & 3 {
		x, y = 1-y, x
	}
	return x, y
}

// straightened turns a picture against its skew, as far as it has ink.
func straightened(img *image.Gray, over *overview.Overview, degrees float64) (*mesh.Mesh, *image.Gray) {
	left, top, right, bottom := over.Bounds(degrees)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	m := mesh.New(1, 1, w, h, func(x, y float64) mesh.Point {
		x, y = left+x*(right-left), top+y*(bottom-top)
		return mesh.Point{
			X: (float64(x*cos) - float64(y*sin)) / w, Y: (float64(x*sin) + float64(y*cos)) / h,
		}
	})
	return m, pixels.Sample(img, m, max(int(right-left), 1), max(int(bottom-top), 1))
}

// sampleOf returns some of the longest lines, enough to detect upright print.
func sampleOf(lines []crop.Line) []crop.Line {
	const most = 10
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b crop.Line) int { return cmp.Compare(shapeOf(b), shapeOf(a)) })
	return sorted[:min(len(sorted), most)]
}

// shapeOf is a line's ratio of length to height, up to a useful maximum.
func shapeOf(l crop.Line) float64 {
	const long = 15
	first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
	return min(math.Hypot(last.X-first.X, last.Y-first.Y)/l.Height, long)
}

// leanOf is the median of the lines' angles, weighted by length.
func leanOf(lines []crop.Line) float64 {
	var angles []quantile.Point
	for _, l := range lines {
		first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
		dx, dy := last.X-first.X, last.Y-first.Y
		if dx >= 3*l.Height {
			angles = append(angles, quantile.Point{Value: math.Atan2(dy, dx), Weight: dx})
		}
	}
	return quantile.Of(angles, 0.5)
}
