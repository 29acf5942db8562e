package ocr

import (
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Cells of the grid for comparing shapes.
const (
	shapeColumns = 12
	shapeRows    = 16
)

// shape is a character's image on a grid, with mean 0 and length 1, so the product of two is their
// correlation.
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

// inkAt is the darkness of the image in a cell with the corner (x, y): the mean of four interpolated
// points.
func inkAt(img *image.Gray, x, y, wide, high float64) float32 {
	sum := 0
	for _, down := range [2]float64{0.25, 0.75} {
		for _, across := range [2]float64{0.25, 0.75} {
			px, py := x+across*wide-0.5, y+down*high-0.5
			sum += 255 - int(pixels.At(img, int(math.Floor(px*pixels.FixedOne)), int(math.Floor(py*pixels.FixedOne))))
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

// wordInk marks the dark pixels of a word.
type wordInk struct {
	box  image.Rectangle // on the image
	dark []bool
}

// inkOf marks the pixels clearly darker than the word's paper, which most of its box shows.
func inkOf(img *image.Gray, box image.Rectangle) *wordInk {
	const faint, share = 20, 0.35 // brightness; of the way from paper to ink
	box = box.Inset(-1).Intersect(image.Rectangle{Max: img.Rect.Size()})
	if box.Empty() {
		return &wordInk{}
	}
	paper, ink := cellLight(img, box)
	limit := paper - max(faint, share*(paper-ink))
	m := &wordInk{box: box, dark: make([]bool, box.Dx()*box.Dy())}
	for y := range box.Dy() {
		row := img.Pix[(box.Min.Y+y)*img.Stride+box.Min.X:][:box.Dx()]
		for x, v := range row {
			m.dark[y*box.Dx()+x] = float32(v) < limit
		}
	}
	return m
}

// characters splits the word at columns without ink and returns the boxes between them, without specks.
func (m *wordInk) characters() []image.Rectangle {
	const speckWide, speckHigh = 2, 4 // pixels, which a speck is below in both
	var out []image.Rectangle
	for x := 0; x < m.box.Dx(); {
		if !m.inColumn(x) {
			x++
			continue
		}
		box := image.Rect(x, 0, x, m.box.Dy())
		for x < m.box.Dx() && m.inColumn(x) {
			x++
		}
		box.Max.X = x
		if box = m.trimmed(box); box.Dx() >= speckWide || box.Dy() >= speckHigh {
			out = append(out, box.Add(m.box.Min))
		}
	}
	return out
}

func (m *wordInk) inColumn(x int) bool {
	for i := x; i < len(m.dark); i += m.box.Dx() {
		if m.dark[i] {
			return true
		}
	}
	return false
}

func (m *wordInk) inRow(y int, within image.Rectangle) bool {
	return slices.Contains(m.dark[y*m.box.Dx()+within.Min.X:y*m.box.Dx()+within.Max.X], true)
}

// trimmed removes rows without ink from a box.
func (m *wordInk) trimmed(box image.Rectangle) image.Rectangle {
	for !m.inRow(box.Min.Y, box) {
		box.Min.Y++
	}
	for !m.inRow(box.Max.Y-1, box) {
		box.Max.Y--
	}
	return box
}
