package page

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// quadrilateral holds the corners of a sheet of paper in a picture, clockwise from the one that is nearest to the
// picture's upper left corner.
type quadrilateral [4]crop.Point

// paper is a bright part of a picture.
type paper struct {
	corners quadrilateral
	edge    []crop.Point // unordered
}

// paperIn finds a bright sheet of paper whose four sides are seen on a darker ground. It tries several levels of
// brightness, because paper has shadows, and takes the one whose bright part is most like a quadrilateral.
func paperIn(img *image.Gray) *paper {
	const (
		side   = 256.0 // pixels of the picture that is searched
		levels = 16
		alike  = 0.88 // share of what is within the sides and the hull of the bright part
	)
	size := img.Rect.Size()
	scale := min(side/float64(max(size.X, size.Y)), 1)
	w, h := max(int(float64(size.X)*scale), 1), max(int(float64(size.Y)*scale), 1)
	small := pixels.Shrink(img, w, h)
	best, found := alike, (*paper)(nil)
	for level := 256 / levels; level < 256; level += 256 / levels {
		edge, area := brightPart(small, level)
		hull := hullOf(edge)
		if corners, within := largestIn(hull); within > 0 {
			if share := min(area, within) / areaOf(hull); share > best {
				best, found = share, &paper{*corners, edge}
			}
		}
	}
	if found == nil {
		return nil
	}
	for _, points := range [][]crop.Point{found.corners[:], found.edge} {
		for i, p := range points {
			points[i] = crop.Point{X: p.X * float64(size.X) / float64(w), Y: p.Y * float64(size.Y) / float64(h)}
		}
	}
	return found
}

// brightPart returns the ends of the rows and columns of the largest connected part of a picture that reaches a level
// of brightness, and the part's area without holes. It returns none if the part is small or meets the picture's edges.
func brightPart(img *image.Gray, level int) (ends []crop.Point, area float64) {
	const least = 0.15 // of the picture
	w, h := img.Rect.Dx(), img.Rect.Dy()
	largest := largestPart(img, level)
	if float64(len(largest)) < least*float64(w*h) {
		return nil, 0
	}
	left, right, top, bottom := make([]int, h), make([]int, h), make([]int, w), make([]int, w)
	for _, i := range largest {
		x, y := i%w, i/w
		if x == 0 || y == 0 || x == w-1 || y == h-1 {
			return nil, 0
		}
		if right[y] == 0 {
			left[y] = x
		}
		if bottom[x] == 0 {
			top[x] = y
		}
		left[y], right[y], top[x], bottom[x] = min(left[y], x), max(right[y], x), min(top[x], y), max(bottom[x], y)
	}
	// end returns by how much the part ends beyond the center of its last pixel.
	end := func(x, y, outX, outY int) float64 {
		inside, outside := int(img.Pix[y*img.Stride+x]), int(img.Pix[(y+outY)*img.Stride+x+outX])
		return float64(inside-level) / float64(max(inside-outside, 1))
	}
	for y := range h {
		if right[y] > 0 {
			at := float64(y) + 0.5
			from, to := float64(left[y])+0.5-end(left[y], y, -1, 0), float64(right[y])+0.5+end(right[y], y, 1, 0)
			ends = append(ends, crop.Point{X: from, Y: at}, crop.Point{X: to, Y: at})
			area += to - from
		}
	}
	for x := range w {
		if bottom[x] > 0 {
			at := float64(x) + 0.5
			ends = append(ends, crop.Point{X: at, Y: float64(top[x]) + 0.5 - end(x, top[x], 0, -1)},
				crop.Point{X: at, Y: float64(bottom[x]) + 0.5 + end(x, bottom[x], 0, 1)})
		}
	}
	return ends, area
}

// largestPart returns the pixels of the largest connected part of a picture that reaches a level of brightness.
func largestPart(img *image.Gray, level int) (largest []int) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	isLeft := make([]bool, w*h)
	for i := range isLeft {
		isLeft[i] = int(img.Pix[i/w*img.Stride+i%w]) >= level
	}
	var part []int
	for start := range isLeft {
		if !isLeft[start] {
			continue
		}
		isLeft[start] = false
		part = append(part[:0], start)
		for k := 0; k < len(part); k++ {
			x, y := part[k]%w, part[k]/w
			for _, at := range [4]image.Point{{X: x - 1, Y: y}, {X: x + 1, Y: y}, {X: x, Y: y - 1}, {X: x, Y: y + 1}} {
				if i := at.Y*w + at.X; at.In(img.Rect) && isLeft[i] {
					isLeft[i] = false
					part = append(part, i)
				}
			}
		}
		if len(part) > len(largest) {
			largest, part = part, largest
		}
	}
	return largest
}

// hullOf returns the convex hull of points.
func hullOf(points []crop.Point) (hull []crop.Point) {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b crop.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	for range 2 {
		from := len(hull)
		for _, p := range sorted {
			for len(hull) >= from+2 && crossed(hull[len(hull)-2], hull[len(hull)-1], p) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:max(len(hull)-1, 0)]
		slices.Reverse(sorted)
	}
	return hull
}

// crossed is twice the area of a triangle, positive if its corners are clockwise in a picture.
func crossed(a, b, c crop.Point) float64 {
	return float64((b.X-a.X)*(c.Y-a.Y)) - float64((b.Y-a.Y)*(c.X-a.X))
}

func areaOf(outline []crop.Point) (area float64) {
	for i := 2; i < len(outline); i++ {
		area += crossed(outline[0], outline[i-1], outline[i]) / 2
	}
	return math.Abs(area)
}

// largestIn returns the largest quadrilateral with corners of a convex hull, and its area.
func largestIn(hull []crop.Point) (quad *quadrilateral, area float64) {
	n := len(hull)
	for i := range n {
		for k := i + 2; k < n; k++ {
			farthest := func(from, to int) (at int, double float64) {
				for j := from + 1; j < to; j++ {
					if d := math.Abs(crossed(hull[i], hull[k], hull[j%n])); d > double {
						at, double = j%n, d
					}
				}
				return at, double
			}
			j, one := farthest(i, k)
			l, other := farthest(k, i+n)
			if (one+other)/2 > area && other > 0 {
				quad, area = &quadrilateral{hull[i], hull[j], hull[k], hull[l]}, (one+other)/2
			}
		}
	}
	if quad == nil {
		return nil, 0
	}
	first := 0
	for i, p := range quad {
		if p.X+p.Y < quad[first].X+quad[first].Y {
			first = i
		}
	}
	return &quadrilateral{quad[first], quad[(first+1)%4], quad[(first+2)%4], quad[(first+3)%4]}, area
}

// encloses reports whether a point is within the sides.
func (q *quadrilateral) encloses(p crop.Point) bool {
	for i := range q {
		if crossed(q[i], q[(i+1)%4], p) < 0 {
			return false
		}
	}
	return true
}

// around is the part of the sheet's sides by which its flat picture is larger on each of them.
const around = 0.03

// perspective returns the mesh from the flat picture of a sheet with these corners to a picture of a size.
func (q *quadrilateral) perspective(size image.Point) *mesh.Mesh {
	a, b, c, d := q[0], q[1], q[2], q[3]
	// The homography maps (x, y) of the unit square to the point a + x*(b(1+e)-a) + y*(d(1+f)-a), divided by 1+ex+fy.
	sx, sy := a.X-b.X+c.X-d.X, a.Y-b.Y+c.Y-d.Y
	bx, by, dx, dy := b.X-c.X, b.Y-c.Y, d.X-c.X, d.Y-c.Y
	double := float64(bx*dy) - float64(dx*by)
	e, f := (float64(sx*dy)-float64(dx*sy))/double, (float64(bx*sy)-float64(sx*by))/double
	w, h := float64(size.X), float64(size.Y)
	return mesh.New(bends, bends, w, h, func(x, y float64) mesh.Point {
		x, y = float64(x*(1+2*around))-around, float64(y*(1+2*around))-around
		across, down, depth := x*(1+e), y*(1+f), 1+float64(e*x)+float64(f*y)
		at := func(a, b, d float64) float64 {
			return (a + float64(across*b) - float64(x*a) + float64(down*d) - float64(y*a)) / depth
		}
		return mesh.Point{X: at(a.X, b.X, d.X) / w, Y: at(a.Y, b.Y, d.Y) / h}
	})
}

// flattened returns the sheet of a picture as it is seen from above: first without perspective, then without the bends
// that its sides have.
func (p *paper) flattened(img *image.Gray) (*mesh.Mesh, *image.Gray) {
	m := p.corners.perspective(img.Rect.Size())
	sides := p.sides(m)
	m = mesh.New(bends, bends, 1, 1, func(x, y float64) mesh.Point {
		column, row := int(float64(x*bends)+0.5), int(float64(y*bends)+0.5)
		top, bottom, left, right := sides[0][column], sides[1][column], sides[2][row], sides[3][row]
		return mesh.Point{X: x + left + float64(x*(right-left)), Y: y + top + float64(y*(bottom-top))}
	}).On(m)
	length := func(a, b crop.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) * (1 + 2*around) }
	a, b, c, d := p.corners[0], p.corners[1], p.corners[2], p.corners[3]
	return m, pixels.Sample(img, m, int(max(length(a, b), length(d, c))), int(max(length(a, d), length(b, c))))
}

// bends is the number of parts of a side that are taken as straight.
const bends = 16

// sides measures how far the upper, lower, left and right side are off the straight line at each end of their parts,
// in the flat picture of a mesh. A side that is not smooth has something dark at the edge and is taken as straight.
func (p *paper) sides(m *mesh.Mesh) (sides [4][bends + 1]float64) {
	const (
		low, high = around / (1 + 2*around), 1 - around/(1+2*around)
		smooth    = 0.01 // by which a part may differ from its neighbors
	)
	var found [4][bends + 1][]quantile.Point
	for _, point := range p.edge {
		at := m.Of(mesh.Point{X: point.X / m.Width, Y: point.Y / m.Height})
		off := [4]float64{at.Y - low, at.Y - high, at.X - low, at.X - high}
		side, along := 0, at.X
		for k := range off {
			if math.Abs(off[k]) < math.Abs(off[side]) {
				side = k
			}
		}
		if side >= 2 {
			along = at.Y
		}
		if part := int(float64(along*bends) + 0.5); part >= 0 && part <= bends {
			found[side][part] = append(found[side][part], quantile.Point{Value: off[side], Weight: 1})
		}
	}
	for side := range sides {
		var offs [bends + 1]float64
		for k := range offs {
			offs[k] = quantile.Of(found[side][min(max(k, 1), bends-1)], 0.5)
		}
		isSmooth := true
		for k := 1; k < bends; k++ {
			mean := (offs[k-1] + 2*offs[k] + offs[k+1]) / 4
			isSmooth = isSmooth && math.Abs(mean-offs[k]) < smooth
			sides[side][k] = mean
		}
		sides[side][0], sides[side][bends] = offs[0], offs[bends]
		if !isSmooth {
			sides[side] = [bends + 1]float64{}
		}
	}
	return sides
}
