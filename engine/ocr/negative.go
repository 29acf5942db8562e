package ocr

import (
	"image"

	"github.com/docmill/docmill/engine/ocr/pixels"
)

// positive inverts light print on dark bars, such as table headings. Tesseract looks for such print only
// per line, after page segmentation, and loses much of it.
func positive(img *image.Gray) *image.Gray {
	out := img
	for _, bar := range darkBars(img) {
		ground, print := toneOf(img, bar)
		bar = withoutRim(img, bar, byte(ground+(print-ground)/4))
		if bar.Empty() || !isPrinted(img, bar, ground, print) {
			continue
		}
		if out == img {
			out = pixels.Clone(img, image.Rectangle{Max: img.Rect.Size()})
		}
		negate(out, bar, ground, print)
	}
	return out
}

// darkBars returns the boxes of dark areas that can contain a line of print.
func darkBars(img *image.Gray) []image.Rectangle {
	const (
		coarse    = 4   // pixels to one of the small image
		dark      = 120 // brightness
		lowest    = 4   // of the small image's pixels
		narrowest = 15
		filled    = 0.6 // of the box, at least
		largest   = 0.4 // of the image, at most: beyond it is what the paper lies on
	)
	small := shrink(img, 1.0/coarse)
	w, h := small.Rect.Dx(), small.Rect.Dy()
	var out []image.Rectangle
	seen := make([]bool, w*h)
	for start, v := range small.Pix {
		if v >= dark || seen[start] {
			continue
		}
		box, area := pixels.DarkPatch(small, seen, start, dark)
		whole := box.Dx() * box.Dy()
		if box.Dy() < lowest || box.Dx() < narrowest || float64(area) < filled*float64(whole) ||
			float64(whole) > largest*float64(w*h) {
			continue
		}
		full := image.Rectangle{Min: box.Min.Mul(coarse), Max: box.Max.Mul(coarse)}
		out = append(out, full.Inset(-coarse).Intersect(image.Rectangle{Max: img.Rect.Size()}))
	}
	return out
}

// toneOf returns the brightness of a bar (the median of its pixels) and of its print (the 99th percentile).
func toneOf(img *image.Gray, bar image.Rectangle) (ground, print int) {
	area, n := bar.Dx()*bar.Dy(), 0
	ground = -1
	for v, count := range pixels.Histogram(img, bar) {
		n += count
		if ground < 0 && 2*n >= area {
			ground = v
		}
		if 100*n >= 99*area {
			return ground, v
		}
	}
	return ground, 255
}

// withoutRim removes the outer rows and columns of a bar that are mostly lighter than limit: paper, which
// would become a black frame.
func withoutRim(img *image.Gray, bar image.Rectangle, limit byte) image.Rectangle {
	light := func(part image.Rectangle) bool {
		n := 0
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for _, v := range img.Pix[y*img.Stride+part.Min.X : y*img.Stride+part.Max.X] {
				if v > limit {
					n++
				}
			}
		}
		return 2*n > part.Dx()*part.Dy()
	}
	for !bar.Empty() && light(image.Rect(bar.Min.X, bar.Min.Y, bar.Max.X, bar.Min.Y+1)) {
		bar.Min.Y++
	}
	for !bar.Empty() && light(image.Rect(bar.Min.X, bar.Max.Y-1, bar.Max.X, bar.Max.Y)) {
		bar.Max.Y--
	}
	for !bar.Empty() && light(image.Rect(bar.Min.X, bar.Min.Y, bar.Min.X+1, bar.Max.Y)) {
		bar.Min.X++
	}
	for !bar.Empty() && light(image.Rect(bar.Max.X-1, bar.Min.Y, bar.Max.X, bar.Max.Y)) {
		bar.Max.X--
	}
	return bar
}

// isPrinted reports whether a bar contains characters lighter than itself.
func isPrinted(img *image.Gray, bar image.Rectangle, ground, print int) bool {
	const contrast, fewest = 60, 3
	if print-ground < contrast {
		return false
	}
	part := pixels.Clone(img, bar)
	negate(part, part.Rect, ground, print)
	return len(patchHeights(part)) >= fewest
}

func negate(img *image.Gray, bar image.Rectangle, ground, print int) {
	var tone [256]byte
	for v := range tone {
		tone[v] = byte(min(max(255*(print-v)/max(print-ground, 1), 0), 255))
	}
	pixels.Map(img, bar, &tone)
}
