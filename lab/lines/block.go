package lines

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/lab/lines/augment"
	"github.com/docmill/docmill/lab/lines/raster"
)

type block struct {
	ink    *image.Gray
	height float64 // of capital letters, pixels
	lines  []placed
}

type placed struct {
	text string
	box  image.Rectangle // of its ink
	tall float64         // height of the line in pixels; at least that of most letters
	mid  float64         // y of its middle
}

// newBlock prints texts below each other and skips lines without visible ink.
func newBlock(r *rand.Rand, p *raster.Printer, texts []string) (*block, bool) {
	var pieces []raster.Piece
	widest := 0
	for _, text := range texts {
		if one, ok := p.Line(r, text); ok {
			pieces = append(pieces, one)
			widest = max(widest, one.Box.Dx())
		}
	}
	if len(pieces) == 0 || widest > 6000 {
		return nil, false
	}
	pitch := p.Height * augment.Between(r, 1.25, 2.4)
	margin := int(p.Height*augment.Between(r, 0.9, 2)) + 3
	w, h := widest+2*margin, int(pitch*float64(len(pieces)-1)+p.Height*3.4)+6
	b := &block{ink: image.NewGray(image.Rect(0, 0, w, h)), height: p.Height}
	align := r.IntN(3)
	first := p.Height*2.1 + 3
	for i, one := range pieces {
		x := margin + (widest-one.Box.Dx())*align/2
		b.put(one, x, int(first+pitch*float64(i)), p.Height)
	}
	if augment.Chance(r, 0.6) { // neighbors above and below overlap
		above, below := pieces[r.IntN(len(pieces))], pieces[r.IntN(len(pieces))]
		augment.Paste(b.ink, above.Ink, margin-above.Box.Min.X, int(first-pitch)-int(above.Baseline))
		augment.Paste(b.ink, below.Ink, margin-below.Box.Min.X, int(first+pitch*float64(len(pieces)))-int(below.Baseline))
	}
	return b, true
}

// put places a line with its ink from x on and its baseline at y.
func (b *block) put(one raster.Piece, x, y int, height float64) {
	at := image.Pt(x-one.Box.Min.X, y-int(one.Baseline+0.5))
	augment.Paste(b.ink, one.Ink, at.X, at.Y)
	box := one.Box.Add(at)
	top, bottom := float64(box.Min.Y), float64(box.Max.Y)
	if bottom-top < 0.6*height {
		top, bottom = min(top, float64(y)-height), max(bottom, float64(y))
	}
	b.lines = append(b.lines, placed{one.Text, box, bottom - top, (top + bottom) / 2})
}

// bend is the distortion of a block's lines: wave, slope, and narrowing toward one end.
type bend struct {
	slope, wave, length, phase, narrow float64
	width, middle                      float64 // of the block
}

func newBend(r *rand.Rand, b *block) bend {
	out := bend{width: float64(b.ink.Rect.Dx()), middle: float64(b.ink.Rect.Dy()) / 2, length: 1}
	// Long lines must stay in the picture.
	steepest := min(0.035, b.height/out.width)
	if augment.Chance(r, 0.5) {
		out.slope = augment.Between(r, -steepest, steepest)
	}
	if augment.Chance(r, 0.2) {
		out.wave = augment.Between(r, 0, 0.15) * b.height
		out.length, out.phase = b.height*augment.Between(r, 10, 40), augment.Between(r, 0, 2*math.Pi)
	}
	if augment.Chance(r, 0.15) {
		out.narrow = augment.Between(r, -0.12, 0.12)
	}
	return out
}

func (b bend) isNone() bool { return b.slope == 0 && b.wave == 0 && b.narrow == 0 }

// yAt returns the bent y of a point of the straight block; x is unchanged.
func (b bend) yAt(x, y float64) float64 {
	scale := 1 + b.narrow*(x/b.width-0.5)
	return b.middle + (y-b.middle)*scale + b.slope*(x-b.width/2) + b.wave*math.Sin(x/b.length+b.phase)
}

func (b bend) apply(ink *image.Gray) *image.Gray {
	if b.isNone() {
		return ink
	}
	w, h := ink.Rect.Dx(), ink.Rect.Dy()
	out := image.NewGray(ink.Rect)
	for x := range w {
		fx := float64(x) + 0.5
		scale := 1 + b.narrow*(fx/b.width-0.5)
		shift := b.yAt(fx, b.middle) - b.middle
		for y := range h {
			from := b.middle + (float64(y)+0.5-b.middle-shift)/scale - 0.5
			y0 := int(math.Floor(from))
			if y0 < 0 || y0 >= h-1 {
				continue
			}
			f := int((from - float64(y0)) * 256)
			i := y0*w + x
			out.Pix[y*w+x] = byte((int(ink.Pix[i])*(256-f) + int(ink.Pix[i+w])*f) >> 8) //nolint:gosec // a mean of bytes
		}
	}
	return out
}

// place returns the position of a line after bending, on a scaled page.
func (b bend) place(l placed, across, down float64) crop.Line {
	from, to := float64(l.box.Min.X), float64(l.box.Max.X)
	steps := 1
	if b.wave != 0 {
		steps = max(int((to-from)/l.tall), 1)
	}
	line := crop.Line{Height: l.tall * down * (1 + b.narrow*((from+to)/2/b.width-0.5))}
	for i := range steps + 1 {
		x := from + (to-from)*float64(i)/float64(steps)
		line.Middle = append(line.Middle, crop.Point{X: x * across, Y: b.yAt(x, l.mid) * down})
	}
	return line
}

// furnish draws surroundings of print: rules below and beside lines, frames, pen strokes and stamps.
func (b *block) furnish(r *rand.Rand) {
	thick := max(1, int(b.height*augment.Between(r, 0.04, 0.14)))
	light := byte(150 + r.IntN(106)) //nolint:gosec // below 256
	w, h := b.ink.Rect.Dx(), b.ink.Rect.Dy()
	if augment.Chance(r, 0.08) {
		b.underline(r, thick, light)
	}
	if augment.Chance(r, 0.08) { // horizontal rules of a table
		for _, l := range b.lines {
			y := int(l.mid + l.tall*augment.Between(r, 0.55, 0.9))
			augment.Fill(b.ink, image.Rect(0, y, w, y+thick), light)
		}
	}
	if augment.Chance(r, 0.08) { // vertical rules of a table
		l := b.lines[r.IntN(len(b.lines))]
		left, right := b.height*augment.Between(r, 0.25, 1), b.height*augment.Between(r, 0.25, 1)
		for _, x := range []int{l.box.Min.X - int(left), l.box.Max.X + int(right)} {
			augment.Fill(b.ink, image.Rect(x, 0, x+thick, h), light)
		}
	}
	if augment.Chance(r, 0.04) {
		b.stroke(r)
	}
	if augment.Chance(r, 0.02) {
		b.ring(r)
	}
}

// enclose draws what forms have around answers: dotted rules, boxes, and the ticks of a comb.
func (b *block) enclose(r *rand.Rand) {
	thick := max(1, int(b.height*augment.Between(r, 0.04, 0.12)))
	light := byte(140 + r.IntN(116)) //nolint:gosec // below 256
	kind := r.IntN(10)
	for _, l := range b.lines {
		below := int(l.mid + l.tall/2 + b.height*augment.Between(r, 0.02, 0.4))
		left := l.box.Min.X - int(b.height*augment.Between(r, 0.2, 3))
		right := l.box.Max.X + int(b.height*augment.Between(r, 0.2, 3))
		switch kind {
		case 0: // dots below the answer
			pitch := max(int(b.height*augment.Between(r, 0.2, 0.6)), thick+1)
			for x := left; x < right; x += pitch {
				augment.Fill(b.ink, image.Rect(x, below, x+thick, below+thick), light)
			}
		case 1: // a box
			above := int(l.mid - l.tall/2 - b.height*augment.Between(r, 0.1, 0.5))
			for _, side := range []image.Rectangle{
				image.Rect(left, below, right, below+thick), image.Rect(left, above, right, above+thick),
				image.Rect(left, above, left+thick, below), image.Rect(right, above, right+thick, below),
			} {
				augment.Fill(b.ink, side, light)
			}
		case 2: // a rule, a little too high
			augment.Fill(b.ink, image.Rect(left, below, right, below+thick), light)
		case 3: // ticks of a comb between letters
			augment.Fill(b.ink, image.Rect(left, below, right, below+thick), light)
			pitch := max(int(b.height*augment.Between(r, 1, 1.8)), 2)
			for x := left; x < right; x += pitch {
				augment.Fill(b.ink, image.Rect(x, below-int(b.height*0.3), x+thick, below), light)
			}
		}
	}
}

// underline draws rules at the lower edge of letters or slightly below.
func (b *block) underline(r *rand.Rand, thick int, light byte) {
	for _, l := range b.lines {
		y := int(l.mid + l.tall/2 + b.height*augment.Between(r, -0.05, 0.25))
		augment.Fill(b.ink, image.Rect(l.box.Min.X, y, l.box.Max.X, y+thick), light)
	}
}

func (b *block) stroke(r *rand.Rand) {
	w, h := float64(b.ink.Rect.Dx()), float64(b.ink.Rect.Dy())
	x, y, angle := augment.Between(r, 0, w), augment.Between(r, 0, h), augment.Between(r, 0, 2*math.Pi)
	width, light := max(1, b.height*augment.Between(r, 0.04, 0.12)), byte(90+r.IntN(160)) //nolint:gosec // below 256
	for range int(b.height * augment.Between(r, 2, 12)) {
		angle += augment.Between(r, -0.15, 0.15)
		x, y = x+math.Cos(angle), y+math.Sin(angle)
		augment.Fill(b.ink, image.Rect(int(x), int(y), int(x+width), int(y+width)), light)
	}
}

// ring draws a part of a round stamp, fainter than print.
func (b *block) ring(r *rand.Rand) {
	w, h := float64(b.ink.Rect.Dx()), float64(b.ink.Rect.Dy())
	cx, cy, radius := augment.Between(r, 0, w), augment.Between(r, 0, h), b.height*augment.Between(r, 2, 6)
	width, light := max(1, int(b.height*augment.Between(r, 0.08, 0.25))), byte(60+r.IntN(100)) //nolint:gosec // below 256
	for a := 0.0; a < 2*math.Pi; a += 0.7 / radius {
		x, y := int(cx+radius*math.Cos(a)), int(cy+radius*math.Sin(a))
		augment.Fill(b.ink, image.Rect(x, y, x+width, y+width), light)
	}
}
