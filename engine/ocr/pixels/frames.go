package pixels

import (
	"image"
	"slices"
)

// Frame is a square drawn with dark lines.
type Frame struct {
	Rect image.Rectangle
	Ink  float64 // the share of dark pixels inside
}

// Frames finds the upright squares, such as check boxes, whose sides have that many pixels. It looks for black lines
// first and then for gray ones, because print often touches the gray edges of a box.
func Frames(img *image.Gray, minSide, maxSide int) (found []Frame) {
	const black, smallest = 150, 6
	if minSide < smallest {
		return nil
	}
	for _, ink := range []byte{black, Lightest(img)} {
		found = framed{img, ink}.add(found, minSide, maxSide)
	}
	return found
}

// framed is an image with the highest brightness of ink.
type framed struct {
	*image.Gray
	ink byte
}

// add adds the squares that overlap no other.
func (p framed) add(found []Frame, minSide, maxSide int) []Frame {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	for y := 2; y < h-minSide; y++ {
		row, above := p.Pix[y*p.Stride:][:w], p.Pix[(y-1)*p.Stride:][:w]
		for x := minSide / 2; x < w; x += minSide {
			if row[x] >= p.ink || above[x] < p.ink {
				continue
			}
			from, to := x, x+1
			for from > 0 && to-from <= maxSide && row[from-1] < p.ink {
				from--
			}
			for to < w && to-from <= maxSide && row[to] < p.ink {
				to++
			}
			if to-from < minSide || to-from > maxSide {
				continue
			}
			f, ok := p.frameBelow(image.Pt(from, y), to-from, maxSide)
			if ok && !slices.ContainsFunc(found, func(o Frame) bool { return o.Rect.Overlaps(f.Rect) }) {
				found = append(found, f)
			}
		}
	}
	return found
}

// Lightest returns the highest brightness of ink: clearly below that of the paper, the most frequent one.
func Lightest(img *image.Gray) byte {
	const sample, minSamples, light, ink = 97, 1000, 128, 0.8
	var count [256]int
	for i := 0; i < len(img.Pix); i += max(1, min(sample, len(img.Pix)/minSamples)) {
		count[img.Pix[i]]++
	}
	paper := light
	for v := light; v < len(count); v++ {
		if count[v] > count[paper] {
			paper = v
		}
	}
	return byte(ink * float64(paper))
}

// frameBelow returns the square whose upper side begins at a point. Its sides are straight within the skew of a scan.
func (p framed) frameBelow(at image.Point, length, maxSide int) (Frame, bool) {
	const skew, oblong = 2, 1.4
	slack := skew + length/12
	left, right := p.edge(at, slack, maxSide), p.edge(at.Add(image.Pt(length-1, 0)), slack, maxSide)
	height := min(left, right)
	if max(left, right)-height > slack || float64(max(height, length)) > oblong*float64(min(height, length)) {
		return Frame{}, false
	}
	r := image.Rect(at.X, at.Y, at.X+length, at.Y+height)
	thick, bottom := 0, 0.0
	for y := r.Max.Y - slack; y < min(r.Max.Y+slack, p.Rect.Dy()); y++ {
		bottom = max(bottom, p.darkShare(image.Rect(r.Min.X, y, r.Max.X, y+1)))
	}
	for thick <= length/4 && p.darkShare(image.Rect(r.Min.X, r.Min.Y+thick, r.Max.X, r.Min.Y+thick+1)) > 0.6 {
		thick++
	}
	beside := max(p.darkShare(image.Rect(r.Min.X-slack-2, r.Min.Y, r.Min.X-slack, r.Max.Y)),
		p.darkShare(image.Rect(r.Max.X+slack, r.Min.Y, r.Max.X+slack+2, r.Max.Y)))
	f := Frame{r, p.darkShare(r.Inset(thick + slack))}
	isCorner := 9*thick >= length && p.darkShare(r.Inset(length/3)) > 0.9 // of a QR code
	return f, bottom >= 0.8 && beside <= 0.5 && thick <= 2+length/12 && !isCorner
}

// edge returns how far a dark upright line reaches down from a point, at most somewhat more than maxSide. Its position
// may change by the skew.
func (p framed) edge(at image.Point, slack, maxSide int) int {
	x, last := at.X, at.Y
	for y := at.Y; y < p.Rect.Dy() && y-at.Y <= maxSide && y-last <= 2; y++ {
		for d := range 2*slack + 1 {
			near := at.X + (d+1)/2*(1-d%2*2) // the position itself first, then both sides
			if near >= 0 && near < p.Rect.Dx() && near-x >= -1 && near-x <= 1 && p.Pix[y*p.Stride+near] < p.ink {
				x, last = near, y
				break
			}
		}
	}
	return last + 1 - at.Y
}

// darkShare returns the share of dark pixels in a part of the image.
func (p framed) darkShare(part image.Rectangle) float64 {
	part = part.Intersect(image.Rect(0, 0, p.Rect.Dx(), p.Rect.Dy()))
	dark := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for _, v := range p.Pix[y*p.Stride+part.Min.X : y*p.Stride+part.Max.X] {
			if v < p.ink {
				dark++
			}
		}
	}
	return float64(dark) / float64(max(1, part.Dx()*part.Dy()))
}

// DarkPatch visits the connected pixels below a brightness, marks them as seen and returns their box and
// number.
func DarkPatch(img *image.Gray, seen []bool, start int, below byte) (box image.Rectangle, area int) {
	w := img.Rect.Dx()
	seen[start] = true
	open := []int{start}
	box = image.Rect(start%w, start/w, start%w+1, start/w+1)
	enter := func(i int) {
		if !seen[i] && img.Pix[i] < below {
			seen[i] = true
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		area++
		x, y := i%w, i/w
		box = box.Union(image.Rect(x, y, x+1, y+1))
		if x > 0 {
			enter(i - 1)
		}
		if x < w-1 {
			enter(i + 1)
		}
		if y > 0 {
			enter(i - w)
		}
		if i+w < len(img.Pix) {
			enter(i + w)
		}
	}
	return box, area
}
