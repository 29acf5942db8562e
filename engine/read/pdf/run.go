package pdf

import (
	"math"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// run is a text object: characters of one font on one line. Positions on the line are those before the
// matrix applies.
type run struct {
	face   *face
	style  *style
	size   float64
	matrix matrix // from the line, which is the x axis, to page space
	codes  []uint32
	places []float32 // where each letter begins
	shifts []float32 // behind each letter, towards the left, in thousandths of the size
}

// end is where a letter ends along the line.
func (t *run) end(i int) float64 {
	return float64(t.places[i]) + t.face.letter(t.codes[i]).width*t.size/1000
}

// isOnLineOf compares the origins of two pieces.
func (t *run) isOnLineOf(last *run) bool {
	const apart = 0.5 // of the wider letter
	width := max(last.advance(len(last.codes)-1), t.advance(0))
	return math.Abs(t.matrix.f-last.matrix.f) <= apart*width
}

// advance returns the advance of a letter in page space.
func (t *run) advance(i int) float64 {
	if len(t.codes) == 0 {
		return 0
	}
	return t.face.letter(t.codes[i]).width * t.size / 1000 * t.matrix.a
}

// tracking is the letter spacing of a run (ISO 32000-1, 9.3.2), unless shifts cancel it; it does not
// separate words.
func (t *run) tracking() float64 {
	const (
		few       = 3
		wordSpace = ' ' // the code to which word spacing applies
	)
	if len(t.codes) < few {
		return 0
	}
	spread, back := 0.0, float32(0)
	for i := range len(t.codes) - 1 {
		back = max(back, t.shifts[i])
		if t.codes[i] != wordSpace {
			spread = float64(t.places[i+1]) - t.end(i) + float64(t.shifts[i])*t.size/1000
		}
	}
	if spread <= t.size/1000 {
		return 0
	}
	return max(spread-float64(back)*t.size/1000, 0)
}

// minSpace is the minimum distance along the line that is a space before a letter of that width: half of
// the font's space if its width is usual.
func (t *run) minSpace(width float64) float64 {
	const usual = 1000.0 / 3
	if t.face.space > 0 && t.face.space <= usual {
		return t.face.space / 2 * t.size / 1000
	}
	return spaceBeside(width, 300, 500, 700) * t.size / 1000
}

// spaceBeside is the share of a letter's width that counts as a space beside it.
func spaceBeside(width, narrow, middle, wide float64) float64 {
	switch {
	case width < narrow:
		return width / 2
	case width < middle:
		return width / 4
	case width < wide:
		return width / 5
	}
	return width / 6
}

// runRoom is memory reused from page to page.
type runRoom struct {
	records uint32 // for what glyphs.wasm writes
	all     []run
	codes   []uint32
	numbers []float32
}

// copy decodes numbers and stores them.
func (room *runRoom) copy(b []byte) []float32 {
	first := len(room.numbers)
	for ; len(b) >= pdfium.CharSize; b = b[pdfium.CharSize:] {
		room.numbers = append(room.numbers, pdfium.Float32(b))
	}
	return room.numbers[first:]
}

// isPlain reports upright text in page space, in a fit font. NaN makes it false.
func (t *run) isPlain() bool {
	const slant = 1.0 / 64
	m := t.matrix
	return !t.face.unfit && t.size > 0 && m.a > 0 && m.d > 0 && math.Abs(m.b) <= slant*m.a && math.Abs(m.c) <= m.d
}
