package pages

import (
	"image"
	"math"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

func at(x0, x1 int, text string) mark {
	return mark{text, image.Rect(x0, 10, x1, 20), 10, 20}
}

func TestRowSplitIntoLines(t *testing.T) {
	t.Parallel()
	s := &sheet{ink: image.NewGray(image.Rect(0, 0, 300, 40))}
	s.prints = []mark{at(40, 60, "b"), at(10, 30, "a"), at(75, 90, "c"), at(100, 120, "-----"), at(130, 150, "d")}
	s.rules = []image.Rectangle{image.Rect(69, 0, 70, 40), image.Rect(35, 30, 36, 40)}
	var got []string
	for _, m := range s.marks() {
		got = append(got, m.text)
	}
	if len(got) != 3 || got[0] != "a b" || got[1] != "c" || got[2] != "d" {
		t.Errorf("%q", got)
	}
}

func TestViewInverse(t *testing.T) {
	t.Parallel()
	from := [4]crop.Point{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 200}, {X: 0, Y: 200}}
	to := [4]crop.Point{{X: 10, Y: 5}, {X: 90, Y: 12}, {X: 110, Y: 190}, {X: 2, Y: 220}}
	v := view{across: wave{3, 20, 1}, down: wave{2, 30, 0}, to: homographyOf(from, to), from: homographyOf(to, from)}
	for i, p := range from {
		if x, y := v.to.apply(p.X, p.Y); math.Hypot(x-to[i].X, y-to[i].Y) > 1e-6 {
			t.Errorf("corner %d is at %.2f, %.2f", i, x, y)
		}
	}
	for range 2 {
		x, y := v.forward(30, 70)
		if bx, by := v.backward(x, y); math.Hypot(bx-30, by-70) > 1e-6 {
			t.Errorf("back at %.3f, %.3f", bx, by)
		}
		v.scale(0.5)
		hx, hy := v.forward(15, 35)
		if math.Hypot(2*hx-x, 2*hy-y) > 1e-6 {
			t.Errorf("scaled to %.2f, %.2f of %.2f, %.2f", hx, hy, x, y)
		}
		v.scale(2)
	}
}
