package page

import (
	"context"

	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/rules"
)

// measureBlur sets the blur of a view's lines in its source to one that makes a sample of them clearly more legible if
// it is removed. Without one they stay as they are, and so does print that is legible.
func (r *Reader) measureBlur(ctx context.Context, from source, v *view, lines []crop.Line) error {
	const (
		clear       = 0.95       // confidence of print that is hardly blurred
		usual, much = 0.08, 0.13 // deviations, in heights
		less        = 0.82       // of the doubt that remains
	)
	if v.sample.isAtLeast(clear) || !v.sample.isAtLeast(0) {
		return nil
	}
	sample, height := sampleOf(lines), rules.UsualHeight(lines)
	best, blur := legibility{}, crop.Blur{}
	try := func(tried crop.Blur) error {
		for i := range sample {
			sample[i].Blur = tried
		}
		l, err := legibilityOf(ctx, r.recognizer, from.img, sample)
		if tried == (crop.Blur{}) || l.worth() > best.worth() && 1-l.confidence < less*(1-best.confidence) {
			best, blur = l, tried
		}
		return err
	}
	if err := try(blur); err != nil || best.isAtLeast(clear) {
		return err
	}
	deviation := usual * height
	for _, b := range []crop.Blur{{Along: deviation, Across: deviation}, {Along: deviation}, {Across: deviation}} {
		if err := try(b); err != nil {
			return err
		}
	}
	if blur != (crop.Blur{}) {
		if err := try(blur.Scaled(much / usual)); err != nil {
			return err
		}
	}
	for i := range lines {
		lines[i].Blur = blur
	}
	return nil
}
