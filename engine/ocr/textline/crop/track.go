package crop

import (
	"image"
	"math"
)

// track is a polyline parametrized by its length.
type track struct {
	points []Point
	until  []float64 // length up to each point
	length float64
}

func newTrack(points []Point) track {
	t := track{points: make([]Point, 0, len(points)), until: make([]float64, 0, len(points))}
	for i, p := range points {
		if i > 0 {
			d := distance(t.points[len(t.points)-1], p)
			if !(d > 0) {
				continue // twice the same place has no direction
			}
			t.length += d
		}
		t.points, t.until = append(t.points, p), append(t.until, t.length)
	}
	return t
}

func distance(a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// pointAt returns the place at a length along the track, and the unit direction there. Beyond its ends the track
// continues straight.
func (t track) pointAt(way float64) (place, direction Point) {
	i := 1
	for i < len(t.points)-1 && t.until[i] < way {
		i++
	}
	a, b := t.points[i-1], t.points[i]
	d := t.until[i] - t.until[i-1]
	direction = Point{(b.X - a.X) / d, (b.Y - a.Y) / d}
	on := way - t.until[i-1]
	return Point{a.X + float64(direction.X*on), a.Y + float64(direction.Y*on)}, direction
}

// crosses reports whether the track comes near to a page.
func (t track) crosses(page image.Rectangle) bool {
	for i := 1; i < len(t.points); i++ {
		a, b := t.points[i-1], t.points[i]
		if min(a.X, b.X) < float64(page.Max.X) && max(a.X, b.X) >= 0 &&
			min(a.Y, b.Y) < float64(page.Max.Y) && max(a.Y, b.Y) >= 0 {
			return true
		}
	}
	return false
}
