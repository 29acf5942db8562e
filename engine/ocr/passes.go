package ocr

import (
	"context"
	"fmt"
	"image"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr/overview"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

const (
	segmentPage   = "3" // fully automatic
	segmentColumn = "4" // one column of print of varied sizes
	segmentBlock  = "6" // one uniform block of print
)

// segmentation selects the mode for an image. A page of known resolution is rendered or scanned and may
// have columns. In photos the automatic mode would find columns in the surroundings.
func (p *prepared) segmentation(dpi int) string {
	switch {
	case p.receipt:
		return segmentBlock
	case dpi > 0:
		return segmentPage
	}
	return segmentColumn
}

// pass is the result of one run of Tesseract.
type pass struct {
	prepared
	units []unit
	// confidence is the mean over the letters and digits; legible counts those in words that are probably
	// right.
	confidence float64
	legible    int
}

// Thresholds on a pass's confidence, tuned on scanned and photographed receipts.
const (
	// poor justifies a second pass.
	poor = 0.68
	// sure is the confidence of lines that a second pass skips.
	sure = 0.85
	// astray is the confidence of print that is sideways or upside down.
	astray = 0.5
)

func (p *pass) isPoor() bool {
	const few = 20 // letters and digits
	return p.confidence < poor || p.legible < few
}

// worth ranks passes over the same image: many legible letters, few illegible ones.
func (p *pass) worth() float64 { return float64(p.legible) * p.confidence }

func (r *tesseract) pass(ctx context.Context, p prepared, mode string, dpi int, language string) (*pass, error) {
	args := []string{"stdin", "stdout", "-l", r.languages.argument(language), "--psm", mode,
		// Otherwise Tesseract reads every doubtful line again as light print on dark.
		"-c", "tessedit_do_invert=0"}
	if dpi > 0 {
		args = append(args, "--dpi", fmt.Sprint(int(float64(dpi)*p.scale)))
	}
	out, err := r.run(ctx, encodeBMP(p.img), append(args, "tsv")...)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	words, err := parseTSV(out)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	words = reconsider(p.img, words)
	for i := range words {
		words[i].text = withoutYen(words[i].text)
	}
	done := &pass{prepared: p, units: p.units(words)}
	done.measure()
	return done, nil
}

// likely is the confidence of a word that is probably right.
const likely = 0.6

func (p *pass) measure() {
	all, sum := 0, 0.0
	p.legible = 0
	for i := range p.units {
		for _, w := range p.units[i].words {
			n := 0
			for _, c := range w.Text {
				if unicode.IsLetter(c) || unicode.IsDigit(c) {
					n++
				}
			}
			all += n
			sum += float64(n) * w.Confidence
			if w.Confidence > likely {
				p.legible += n
			}
		}
	}
	if all > 0 {
		p.confidence = sum / float64(all)
	}
}

// surelyRead returns the boxes of the lines that another pass cannot improve.
func (p *pass) surelyRead() []document.Box {
	var out []document.Box
	for i := range p.units {
		if u := &p.units[i]; confidenceIn(u.words) >= sure {
			out = append(out, u.box)
		}
	}
	return out
}

// upright returns the quarter turns that make the print upright, by reading an excerpt in the possible
// orientations, or 0 if no other one is clearly better. looks counts the runs of Tesseract.
func (r *tesseract) upright(ctx context.Context, p prepared, language string) (quarters, looks int, err error) {
	const clearly = 1.5
	part := excerpt(p.img)
	best, worth := 0, 0.0
	for _, quarters := range sides(part) {
		turned := pixels.QuarterTurns(quarters).Gray(part)
		tried, err := r.pass(ctx, prepared{img: turned, whole: turned, scale: p.scale}, segmentBlock, 0, language)
		looks++
		if err != nil {
			return 0, looks, err
		}
		if w := tried.worth(); w > worth {
			best, worth = quarters, w
			if quarters == 0 {
				worth = clearly * w
			}
		}
	}
	return best, looks, nil
}

// sides returns the possible quarter turns. Horizontal lines are detectable without reading; vertical ones
// are not, because table columns look similar.
func sides(img *image.Gray) []int {
	const clearly = 1.5
	if rows, columns := overview.Of(img, overview.ForAngles).Sharpness(); rows > clearly*columns {
		return []int{0, 2}
	}
	return []int{0, 1, 2, 3}
}

// excerpt cuts out the square with most print, large enough for a few lines.
func excerpt(img *image.Gray) *image.Gray {
	const side, step, coarse = 640, 160, 8
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w <= side && h <= side {
		return img
	}
	dark := overview.InkOf(shrink(img, 1.0/coarse)).Pixels()
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
	return pixels.Crop(img, image.Rect(best.X, best.Y, min(best.X+side, w), min(best.Y+side, h)))
}
