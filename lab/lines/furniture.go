package lines

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/docmill/docmill/lab/lines/augment"
)

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
