package ocr

import (
	"context"
	"fmt"
	"image"
	"unicode"
)

// Page segmentation modes of Tesseract.
const (
	segmentPage   = "3" // fully automatic
	segmentColumn = "4" // one column of print of varied sizes
	segmentBlock  = "6" // one uniform block of print
)

// segmentation chooses the mode for an image. A page of known resolution is a
// rendered or scanned one, which may have columns. Of a photo's surroundings the
// automatic mode makes columns too.
func (p *prepared) segmentation(dpi int) string {
	switch {
	case p.isReceipt():
		return segmentBlock
	case dpi > 0:
		return segmentPage
	}
	return segmentColumn
}

// isReceipt tells images of the size or shape of a till receipt, or scans of a
// page with one on it: narrow, or longer than any page (legal paper is 1.65
// times as high as wide). Other segmentation tends to tear their one column
// apart: taken as one block, more amounts are read.
func (p *prepared) isReceipt() bool {
	const narrow, long = 700, 1.7
	if p.size.X < narrow || float64(p.size.Y) > long*float64(p.size.X) {
		return true
	}
	print := printed(p.img)
	return !p.photo && float64(print.Dy()) > long*float64(print.Dx())
}

// pass is what one run of Tesseract gave.
type pass struct {
	prepared
	words []recognized
	// confidence is the mean over the letters and digits, legible the number
	// of those in words more likely right than not.
	confidence float64
	legible    int
}

// Thresholds on a pass's confidence, found on scanned and photographed receipts.
const (
	// poor is what a second pass can better: above it the second pass loses
	// as often as it wins.
	poor = 0.7
	// astray is what print that lies on its side or head comes to.
	astray = 0.5
)

func (p *pass) isPoor() bool {
	const few = 20 // letters and digits
	return p.confidence < poor || p.legible < few
}

// worth orders passes over the same image: many letters read clearly, and
// little else read with them.
func (p *pass) worth() float64 { return float64(p.legible) * p.confidence }

func (r *Recognizer) pass(ctx context.Context, p prepared, mode string, dpi int) (*pass, error) {
	args := []string{"stdin", "stdout", "-l", r.languages, "--psm", mode}
	if dpi > 0 {
		args = append(args, "--dpi", fmt.Sprint(int(float64(dpi)*p.scale)))
	}
	out, err := r.run(ctx, encodePGM(p.img), append(args, "tsv")...)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	words, err := parseTSV(out)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	done := &pass{prepared: p, words: words}
	done.measure()
	return done, nil
}

func (p *pass) measure() {
	const likely = 0.6
	all, sum := 0, 0.0
	for _, w := range p.words {
		n := 0
		for _, c := range w.text {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				n++
			}
		}
		all += n
		sum += float64(n) * w.confidence
		if w.confidence > likely {
			p.legible += n
		}
	}
	if all > 0 {
		p.confidence = sum / float64(all)
	}
}

// better gives the pass of more worth.
func better(a, b *pass) *pass {
	if b.worth() > a.worth() {
		return b
	}
	return a
}

// upright finds out by how many quarters the image must be turned for its print
// to stand upright: by reading an excerpt in all four ways. 0 where no other
// way is clearly better.
func (r *Recognizer) upright(ctx context.Context, p prepared) (int, error) {
	const clearly = 1.5
	part := excerpt(p.img)
	best, worth := 0, 0.0
	for quarters := range 4 {
		tried, err := r.pass(ctx, prepared{img: quarterTurns(part, quarters), scale: p.scale}, segmentBlock, 0)
		if err != nil {
			return 0, err
		}
		if w := tried.worth(); w > worth {
			best, worth = quarters, w
			if quarters == 0 {
				worth = clearly * w
			}
		}
	}
	return best, nil
}

// excerpt cuts out the square with most print in it, large enough for a few
// lines.
func excerpt(img *image.Gray) *image.Gray {
	const side, step, coarse = 640, 160, 8
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w <= side && h <= side {
		return img
	}
	dark := darkPixels(shrink(img, 1.0/coarse))
	best, most := image.Point{}, -1
	for y := 0; y <= max(h-side, 0); y += step {
		for x := 0; x <= max(w-side, 0); x += step {
			square := image.Rect(x/coarse, y/coarse, (x+side)/coarse, (y+side)/coarse)
			n := 0
			for _, p := range dark {
				if p.In(square) {
					n++
				}
			}
			if n > most {
				best, most = image.Pt(x, y), n
			}
		}
	}
	return &image.Gray{
		Pix:    img.Pix[best.Y*img.Stride+best.X:],
		Stride: img.Stride,
		Rect:   image.Rect(0, 0, min(side, w-best.X), min(side, h-best.Y)),
	}
}
