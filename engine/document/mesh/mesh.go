// Package mesh maps a flat page to its place in the picture that shows it turned, in perspective or bent.
package mesh

import "math"

// Point is a place in fractions of a page or a picture.
type Point struct{ X, Y float64 }

// Mesh holds the places in a picture of a grid over a page. It interpolates between them.
type Mesh struct {
	Columns, Rows int     // cells, at least one each way
	Points        []Point // (Columns+1) × (Rows+1), row by row
	// Width and Height of the picture in units of the page's size.
	Width, Height float64
}

// New returns a mesh with the places of its points. Width and height are the picture's.
func New(columns, rows int, width, height float64, at func(x, y float64) Point) *Mesh {
	m := &Mesh{Columns: columns, Rows: rows, Width: width, Height: height}
	for row := range rows + 1 {
		for column := range columns + 1 {
			m.Points = append(m.Points, at(float64(column)/float64(columns), float64(row)/float64(rows)))
		}
	}
	return m
}

// At returns the place of a point of the page in the picture. Beyond the page's edges the outer cells go on.
func (m *Mesh) At(x, y float64) Point {
	column, ax := cellOf(x, m.Columns)
	row, ay := cellOf(y, m.Rows)
	upper := m.Points[row*(m.Columns+1)+column:]
	lower := upper[m.Columns+1:]
	return between(between(upper[0], upper[1], ax), between(lower[0], lower[1], ax), ay)
}

// On returns the mesh from the page to what another mesh maps the picture to; that is itself if other is nil.
func (m *Mesh) On(other *Mesh) *Mesh {
	if other == nil {
		return m
	}
	return New(m.Columns, m.Rows, other.Width, other.Height, func(x, y float64) Point {
		p := m.At(x, y)
		return other.At(p.X, p.Y)
	})
}

func cellOf(v float64, cells int) (cell int, within float64) {
	v *= float64(cells)
	cell = int(min(max(math.Floor(v), 0), float64(cells-1)))
	return cell, v - float64(cell)
}

func between(a, b Point, share float64) Point {
	return Point{a.X + float64((b.X-a.X)*share), a.Y + float64((b.Y-a.Y)*share)}
}

// Skew is the clockwise angle of the page's middle row in the picture, in degrees.
func (m *Mesh) Skew() float64 {
	left, right := m.At(0, 0.5), m.At(1, 0.5)
	return math.Atan2((right.Y-left.Y)*m.Height, (right.X-left.X)*m.Width) * 180 / math.Pi
}

// Of returns the point of the page at a place in the picture, found by Newton's method.
func (m *Mesh) Of(place Point) Point {
	const rounds, step = 12, 1e-4
	p := Point{0.5, 0.5}
	for range rounds {
		at, right, down := m.At(p.X, p.Y), m.At(p.X+step, p.Y), m.At(p.X, p.Y+step)
		ax, ay := (right.X-at.X)/step, (right.Y-at.Y)/step
		bx, by := (down.X-at.X)/step, (down.Y-at.Y)/step
		dx, dy := place.X-at.X, place.Y-at.Y
		det := float64(ax*by) - float64(bx*ay)
		if det == 0 {
			break
		}
		p.X += (float64(dx*by) - float64(bx*dy)) / det
		p.Y += (float64(ax*dy) - float64(dx*ay)) / det
	}
	return p
}
