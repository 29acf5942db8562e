package pages

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines/augment"
)

// view maps a flat sheet to a picture: first waves, then perspective.
type view struct {
	across, down wave
	to, from     homography
	size         image.Point // of the picture
}

// wave moves points by the sine of their other coordinate.
type wave struct{ height, length, phase float64 }

func (w wave) offsetAt(v float64) float64 {
	if w.height == 0 {
		return 0
	}
	return w.height * math.Sin(v/w.length+w.phase)
}

func (v view) forward(x, y float64) (float64, float64) {
	x += v.across.offsetAt(y)
	y += v.down.offsetAt(x)
	return v.to.apply(x, y)
}

func (v view) backward(x, y float64) (float64, float64) {
	x, y = v.from.apply(x, y)
	y -= v.down.offsetAt(x)
	x -= v.across.offsetAt(y)
	return x, y
}

// newView draws the view of a sheet; letters is their height in pixels. A photograph includes the surroundings, a scan
// usually only the sheet.
func newView(r *rand.Rand, w, h, letters float64, photo bool) view {
	v := view{}
	angle := augment.Between(r, -0.035, 0.035)
	switch {
	case augment.Chance(r, 0.35):
		angle = 0
	case augment.Chance(r, 0.2):
		angle = augment.Between(r, -0.09, 0.09)
	}
	tilt := 0.0
	if photo {
		tilt = augment.Between(r, 0, 0.06)
	}
	if augment.Chance(r, 0.25) || photo && augment.Chance(r, 0.3) {
		v.down = wave{augment.Between(r, 0, 0.5) * letters, w / augment.Between(r, 2, 9), augment.Between(r, 0, 6)}
		v.across = wave{augment.Between(r, 0, 0.6) * letters, h / augment.Between(r, 2, 12), augment.Between(r, 0, 6)}
	}
	around := augment.Between(r, -0.01, 0.02)
	if photo {
		around = augment.Between(r, 0, 0.25)
	}
	v.lay(r, w, h, angle, tilt, around)
	return v
}

// lay rotates a sheet's corners by an angle in radians, moves each by up to a fraction of its sides and adds a margin
// as a fraction of them.
func (v *view) lay(r *rand.Rand, w, h, angle, tilt, around float64) {
	corners := [4]crop.Point{{X: 0, Y: 0}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: h}}
	seen, sin, cos := corners, math.Sin(angle), math.Cos(angle)
	least, most := crop.Point{X: math.Inf(1), Y: math.Inf(1)}, crop.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i, c := range corners {
		x, y := c.X+augment.Between(r, -tilt, tilt)*w, c.Y+augment.Between(r, -tilt, tilt)*h*0.6
		seen[i] = crop.Point{X: x*cos - y*sin, Y: x*sin + y*cos}
		least = crop.Point{X: min(least.X, seen[i].X), Y: min(least.Y, seen[i].Y)}
		most = crop.Point{X: max(most.X, seen[i].X), Y: max(most.Y, seen[i].Y)}
	}
	left, top := around*(most.X-least.X)*augment.Between(r, 0.5, 1.5), around*(most.Y-least.Y)*augment.Between(r, 0.2, 1)
	v.size = image.Pt(int(most.X-least.X+2*left), int(most.Y-least.Y+2*top))
	for i := range seen {
		seen[i].X += left - least.X
		seen[i].Y += top - least.Y
	}
	v.to, v.from = homographyOf(corners, seen), homographyOf(seen, corners)
}

// line returns the position of a mark in the picture. It returns false if the mark is mostly outside.
func (v view) line(m mark) (crop.Line, bool) {
	from, to, y := float64(m.box.Min.X), float64(m.box.Max.X), (m.top+m.end)/2
	steps := max(int((to-from)/(2*m.height())), 1)
	var out crop.Line
	for i := range steps + 1 {
		px, py := v.forward(from+(to-from)*float64(i)/float64(steps), y)
		if px >= 0 && py >= 0 && px < float64(v.size.X) && py < float64(v.size.Y) {
			out.Middle = append(out.Middle, crop.Point{X: px, Y: py})
		}
	}
	if len(out.Middle) < 2 || len(out.Middle)*2 < steps {
		return out, false
	}
	ax, ay := v.forward((from+to)/2, m.top)
	bx, by := v.forward((from+to)/2, m.end)
	out.Height = math.Hypot(bx-ax, by-ay)
	return out, out.Height >= 4
}

// homography maps points of one plane to another in perspective.
type homography [8]float64

func (h homography) apply(x, y float64) (float64, float64) {
	d := h[6]*x + h[7]*y + 1
	return (h[0]*x + h[1]*y + h[2]) / d, (h[3]*x + h[4]*y + h[5]) / d
}

// homographyOf returns the homography that maps four points to four others. It solves the eight linear equations by
// elimination.
func homographyOf(from, to [4]crop.Point) homography {
	var rows [8][9]float64
	for i := range 4 {
		a, b := from[i], to[i]
		rows[2*i] = [9]float64{a.X, a.Y, 1, 0, 0, 0, -a.X * b.X, -a.Y * b.X, b.X}
		rows[2*i+1] = [9]float64{0, 0, 0, a.X, a.Y, 1, -a.X * b.Y, -a.Y * b.Y, b.Y}
	}
	for k := range 8 {
		best := k
		for i := k; i < 8; i++ {
			if math.Abs(rows[i][k]) > math.Abs(rows[best][k]) {
				best = i
			}
		}
		rows[k], rows[best] = rows[best], rows[k]
		for i := range 8 {
			if i == k {
				continue
			}
			f := rows[i][k] / rows[k][k]
			for j := k; j < 9; j++ {
				rows[i][j] -= f * rows[k][j]
			}
		}
	}
	var h homography
	for k := range h {
		h[k] = rows[k][8] / rows[k][k]
	}
	return h
}
