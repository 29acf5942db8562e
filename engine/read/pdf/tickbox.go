package pdf

import (
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document"
)

// Sides of check boxes in points, and the maximum number of squares on a page. More are a drawing.
const (
	minBoxSide   = 5.5
	maxBoxSide   = 24
	maxTickBoxes = 400
)

// shape is a small path in display space.
type shape struct {
	rect
	segments    int
	dark, solid bool
}

// addShape keeps a path that may be a check box, one of its sides or a sign in it, and straight lines.
func (p *painter) addShape(o *object, to matrix) {
	const slack = 4 // points, for the width of lines
	box := p.at.rect(to.rect(o.box))
	if o.objectType == objectPath {
		p.addRules(o, box)
	}
	if o.objectType == objectPath && box.width() < maxBoxSide+slack && box.height() < maxBoxSide+slack {
		p.small = append(p.small, shape{box, o.segments, !white.isNear(o.fill), o.filled})
	}
}

// addRules keeps a straight line, or the sides of a box unless it is a white area.
func (p *painter) addRules(o *object, box rect) {
	const (
		thin, shortest     = 3.0, 12.0 // points
		minSides, maxSides = 4, 6
		maxRules           = 2000 // of a page
	)
	w, h := box.width(), box.height()
	switch isBox := o.segments >= minSides && o.segments <= maxSides &&
		(!o.filled || !white.isNear(o.fill)); {
	case len(p.rules) >= maxRules, math.IsInf(w+h, 1):
	case w < thin && h >= shortest, h < thin && w >= shortest:
		p.rules = append(p.rules, box)
	case isBox && w >= shortest && h >= shortest:
		p.rules = append(p.rules, rect{box.x0, box.y0, box.x1, box.y0}, rect{box.x0, box.y1, box.x1, box.y1},
			rect{box.x0, box.y0, box.x0, box.y1}, rect{box.x1, box.y0, box.x1, box.y1})
	}
}

// marks returns the squares and circles that may be check boxes, on a page with that many quarter turns. Squares side
// by side are the cells of a table or of a comb field.
func (p *painter) marks(turned int) (marks []document.Mark) {
	const confidence = 0.95
	var all []rect
	for _, r := range append(squaresOfLines(p.small), frames(p.small)...) {
		if len(all) == maxTickBoxes {
			return nil
		}
		if i := slices.IndexFunc(all, func(o rect) bool { return o.distance(r) < minBoxSide/2 }); i < 0 {
			all = append(all, r)
		} else {
			all[i] = rect{min(all[i].x0, r.x0), min(all[i].y0, r.y0), max(all[i].x1, r.x1), max(all[i].y1, r.y1)}
		}
	}
	for _, r := range all {
		if !slices.ContainsFunc(all, r.isBeside) {
			marks = append(marks, document.Mark{Box: p.at.fractions(r).Turn(turned), Confidence: confidence,
				Checked: slices.ContainsFunc(p.small, func(s shape) bool { return s.isSignIn(r) })})
		}
	}
	return marks
}

// frames returns the squares of four sides and the circles of four curves that are empty or of a light color.
func frames(all []shape) (found []rect) {
	const minSides, maxSides, minCurves, maxCurves = 4, 6, 12, 15
	for _, s := range all {
		hasSides := s.segments >= minSides && s.segments <= maxSides
		hasCurves := s.segments >= minCurves && s.segments <= maxCurves
		if (hasSides || hasCurves) && s.isSquare() && (!s.solid || !s.dark) {
			found = append(found, s.rect)
		}
	}
	return found
}

func (r rect) isSquare() bool {
	const oblong = 1.4
	short, long := min(r.width(), r.height()), max(r.width(), r.height())
	return short >= minBoxSide && long <= maxBoxSide && long <= oblong*short
}

// distance returns the distance between the centers of two rectangles.
func (r rect) distance(o rect) float64 {
	return math.Hypot(r.x0+r.x1-o.x0-o.x1, r.y0+r.y1-o.y0-o.y1) / 2
}

// isBeside reports whether another rectangle of the same height touches it on the left or right.
func (r rect) isBeside(o rect) bool {
	const near = 2.5 // points, for the width of lines
	return math.Abs(r.y0-o.y0) < near && math.Abs(r.y1-o.y1) < near &&
		min(math.Abs(r.x0-o.x1), math.Abs(r.x1-o.x0)) < near
}

// isSignIn reports whether a path is a sign in a check box: strokes across it, or an area that is not its background.
func (s shape) isSignIn(r rect) bool {
	const least, inner, most = 0.3, 0.75, 1.2 // of the check box
	w, h := s.width()/r.width(), s.height()/r.height()
	if r.distance(s.rect) > r.height()/3 || max(w, h) > most || min(w, h) < least {
		return false
	}
	if !s.solid {
		return s.segments <= 4 || max(w, h) < inner
	}
	return s.dark && (s.segments > 6 || max(w, h) < inner)
}

// squaresOfLines returns the squares that separate lines draw. An upright side may consist of two lines.
func squaresOfLines(all []shape) (found []rect) {
	const thin, near = 2.5, 2 // points
	var level, upright []rect
	for _, s := range all {
		if s.height() < thin && s.width() >= minBoxSide {
			level = append(level, s.rect)
		} else if s.width() < thin {
			upright = append(upright, s.rect)
		}
	}
	if len(level) > maxTickBoxes {
		return nil
	}
	for _, top := range level {
		for _, bottom := range level {
			r := rect{top.x0, top.y0, top.x1, bottom.y1}
			isSide := func(u rect) bool {
				return math.Abs(u.y0-r.y0) < near && u.height() > r.height()/2 && u.y1 < r.y1+near
			}
			if math.Abs(top.x0-bottom.x0) < near && math.Abs(top.x1-bottom.x1) < near && r.isSquare() &&
				slices.ContainsFunc(upright, func(u rect) bool { return u.x0 < r.x0+near && u.x0 > r.x0-near && isSide(u) }) &&
				slices.ContainsFunc(upright, func(u rect) bool { return u.x1 < r.x1+near && u.x1 > r.x1-near && isSide(u) }) {
				found = append(found, r)
			}
		}
	}
	return found
}
