package page

import (
	"image"
	"slices"

	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
)

// Rules are thin straight lines around the cells of a table: beside figures they are misread as ones and
// bars, and they connect cells. They are removed from a page with such cells. Lines that enclose nothing
// stay, because strokes of large letters and folds look similar.

// withoutRules returns the picture without the rules of its tables, or the same picture if there are none.
func withoutRules(img *image.Gray, lines []crop.Line) *image.Gray {
	const (
		tall = 1.8    // heights of the page's lines that an upright rule has at least
		wide = 2.2    // and a level one
		thin = 0.3    // and how thick they are at most
		few  = 24     // rows of pixels of upright rules
		most = 50_000 // rows of pixels either way; each is compared with others
	)
	height := usualHeight(lines)
	thick := max(int(thin*height), 2)
	if height == 0 {
		return img
	}
	level := rulesOf(img, int(wide*height), thick)
	if len(level) == 0 || len(level) > most {
		return img // a hatching is no table
	}
	turned := transposed(img)
	upright := rulesOf(turned, int(tall*height), thick)
	if len(upright) > most {
		return img
	}
	if upright = rulesBetween(upright, level, 2*thick); len(upright) < few {
		return img
	}
	level = rulesBetween(level, upright, 2*thick)
	for _, r := range upright {
		r.erase(turned, thick)
	}
	clean := transposed(turned)
	for _, r := range level {
		r.erase(clean, thick)
	}
	return clean
}

// rulesBetween returns the rules that begin and end at another one or cross it there, within some pixels; the
// others are found in the transposed picture.
func rulesBetween(rules, others []rule, near int) []rule {
	rows := map[int][]rule{}
	for _, r := range others {
		rows[r.y] = append(rows[r.y], r)
	}
	meets := func(x, y int) bool {
		for at := y - near; at <= y+near; at++ {
			if slices.ContainsFunc(rows[at], func(r rule) bool { return r.from-near <= x && x < r.to+near }) {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(rules, func(r rule) bool { return !meets(r.y, r.from) || !meets(r.y, r.to-1) })
}

// usualHeight is the median height of the page's text, or 0 without text.
func usualHeight(lines []crop.Line) float64 {
	points := make([]quantile.Point, 0, len(lines))
	for _, l := range lines {
		length := l.Middle[len(l.Middle)-1].X - l.Middle[0].X
		points = append(points, quantile.Point{Value: l.Height, Weight: length})
	}
	return quantile.Of(points, 0.5)
}

// rule is a horizontal stretch of pixels darker than those above and below.
type rule struct{ y, from, to int }

// rulesOf returns the horizontal stretches of a minimum length, one per pixel row of a rule.
func rulesOf(img *image.Gray, length, thick int) (out []rule) {
	const (
		darker = 40 // than the paper at both sides
		broken = 3  // pixels
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	beside := make([]byte, w)
	for y := thick; y < h-thick; y++ {
		besides(beside, img, y, thick)
		from, last := -1, -1
		for x, v := range img.Pix[y*img.Stride:][:w] {
			if int(beside[x]) < int(v)+darker {
				continue
			}
			if from >= 0 && x-last > broken+1 {
				if last+1-from >= length {
					out = append(out, rule{y, from, last + 1})
				}
				from = -1
			}
			if from < 0 {
				from = x
			}
			last = x
		}
		if from >= 0 && last+1-from >= length {
			out = append(out, rule{y, from, last + 1})
		}
	}
	return out
}

// besides writes for each pixel of a row the brightness on both sides of a possible rule, at the distance
// of the thickest rule or, for double rules, nearer.
func besides(out []byte, img *image.Gray, y, thick int) {
	clear(out)
	for d := thick; d >= 2; d = min(d-1, (d+2)/2) {
		above, below := img.Pix[(y-d)*img.Stride:][:len(out)], img.Pix[(y+d)*img.Stride:][:len(out)]
		for x := range out {
			out[x] = max(out[x], min(above[x], below[x]))
		}
	}
}

// erase fills a rule with the pixels above and below it.
func (r rule) erase(img *image.Gray, thick int) {
	beside := make([]byte, img.Rect.Dx())
	besides(beside, img, r.y, thick)
	row := img.Pix[r.y*img.Stride:]
	for x := max(r.from-thick, 0); x < min(r.to+thick, img.Rect.Dx()); x++ {
		row[x] = max(row[x], beside[x])
	}
}

func transposed(img *image.Gray) *image.Gray {
	const block = 32
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for top := 0; top < h; top += block {
		for left := 0; left < w; left += block {
			for y := top; y < min(top+block, h); y++ {
				for x := left; x < min(left+block, w); x++ {
					out.Pix[x*out.Stride+y] = img.Pix[y*img.Stride+x]
				}
			}
		}
	}
	return out
}
