package ocr

import (
	"image"
	"math"
)

// Cells of the grid that shapes are compared on.
const (
	shapeColumns = 12
	shapeRows    = 16
)

// shape is the picture of a character, scaled to a grid: its ink, less the mean,
// with a length of one, so that the product of two is their correlation, 1 for
// equal ones.
type shape [shapeColumns * shapeRows]float32

func shapeOf(img *image.Gray, box image.Rectangle) shape {
	var s shape
	wide, high := float64(box.Dx())/shapeColumns, float64(box.Dy())/shapeRows
	mean := float32(0)
	for i := range s {
		x := float64(box.Min.X) + float64(i%shapeColumns)*wide
		y := float64(box.Min.Y) + float64(i/shapeColumns)*high
		s[i] = inkAt(img, x, y, wide, high)
		mean += s[i] / float32(len(s))
	}
	square := 0.0
	for i := range s {
		s[i] -= mean
		square += float64(s[i]) * float64(s[i])
	}
	if square > 0 {
		unit := float32(1 / math.Sqrt(square))
		for i := range s {
			s[i] *= unit
		}
	}
	return s
}

// inkAt is how dark the image is in a cell whose corner is (x, y): the mean of
// four places in it, each between four pixels.
func inkAt(img *image.Gray, x, y, wide, high float64) float32 {
	const one = 1 << 16
	sum := 0
	for _, down := range [2]float64{0.25, 0.75} {
		for _, across := range [2]float64{0.25, 0.75} {
			px, py := x+across*wide-0.5, y+down*high-0.5
			sum += 255 - int(sample(img, int(math.Floor(px*one)), int(math.Floor(py*one))))
		}
	}
	return float32(sum) / 4
}

// likeness is the correlation of two shapes, -1 to 1.
func (s *shape) likeness(t *shape) float32 {
	sum := float32(0)
	for i, v := range s {
		sum += v * t[i]
	}
	return sum
}

// inkMask marks the dark pixels of an image.
type inkMask struct {
	width, height int
	dark          []bool
}

func inkMaskOf(img *image.Gray) *inkMask {
	m := &inkMask{width: img.Rect.Dx(), height: img.Rect.Dy()}
	m.dark = make([]bool, m.width*m.height)
	for _, p := range darkPixels(img) {
		m.dark[p.Y*m.width+p.X] = true
	}
	return m
}

// characters parts a word at the columns without ink, into the boxes of what
// stands between them, specks aside.
func (m *inkMask) characters(word image.Rectangle) []image.Rectangle {
	const speckWide, speckHigh = 2, 4 // pixels, which a speck is below in both
	word = word.Inset(-1).Intersect(image.Rect(0, 0, m.width, m.height))
	var out []image.Rectangle
	for x := word.Min.X; x < word.Max.X; {
		if !m.inColumn(x, word) {
			x++
			continue
		}
		box := word
		box.Min.X = x
		for x < word.Max.X && m.inColumn(x, word) {
			x++
		}
		box.Max.X = x
		if box = m.trimmed(box); box.Dx() >= speckWide || box.Dy() >= speckHigh {
			out = append(out, box)
		}
	}
	return out
}

func (m *inkMask) inColumn(x int, within image.Rectangle) bool {
	for y := within.Min.Y; y < within.Max.Y; y++ {
		if m.dark[y*m.width+x] {
			return true
		}
	}
	return false
}

func (m *inkMask) inRow(y int, within image.Rectangle) bool {
	for _, dark := range m.dark[y*m.width+within.Min.X : y*m.width+within.Max.X] {
		if dark {
			return true
		}
	}
	return false
}

// trimmed takes the rows without ink off a box that has some.
func (m *inkMask) trimmed(box image.Rectangle) image.Rectangle {
	for !m.inRow(box.Min.Y, box) {
		box.Min.Y++
	}
	for !m.inRow(box.Max.Y-1, box) {
		box.Max.Y--
	}
	return box
}
