// Package page reads the text of a page image: it finds the lines, recognizes them, and splits them into
// words with their positions.
package page

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/quantile"
	"github.com/docmill/docmill/engine/ocr/textline"
	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/find"
)

// Page is the text of an image.
type Page struct {
	// Lines are unordered segments of text; in tables each cell is one.
	Lines []Line
	// Quarters are the clockwise turns by 90 degrees, 0 to 3, that make the picture upright. All positions
	// are those of the upright picture, which is Width × Height pixels.
	Quarters      int
	Width, Height int
	// Lean is the angle of the lines, upright, in radians clockwise.
	Lean float64
}

// Line is a segment of text, its words from left to right.
type Line struct {
	Words  []Word
	Height float64 // of its ink, in pixels
}

// Word is a word with the upright rectangle around it, in pixels.
type Word struct {
	Text           string
	Confidence     float64 // probability that Text is right
	X0, Y0, X1, Y1 float64
}

// Reader reads pages. It is safe for concurrent use.
type Reader struct {
	finder     *find.Finder
	recognizer *textline.Recognizer
	second     *textline.Recognizer // asked where the first is in doubt
	scripts    *scripts
	accents    *accents
	codes      *codes
}

// New returns a reader with the built-in networks. An error means that they are damaged.
func New() (*Reader, error) {
	finder, err := find.New()
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	recognizer, second, err := textline.New()
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	priors, err := accent.New()
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return &Reader{finder: finder, recognizer: recognizer, second: second, scripts: newScripts(),
		accents: newAccents(priors), codes: newCodes()}, nil
}

// Read reads a picture in any orientation. It returns the error of ctx.
func (r *Reader) Read(ctx context.Context, img *image.Gray) (*Page, error) {
	view, err := r.upright(ctx, img)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if err := r.unruled(ctx, view); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	out := &Page{
		Quarters: view.quarters, Width: view.img.Rect.Dx(), Height: view.img.Rect.Dy(), Lean: leanOf(view.lines),
	}
	read := make([]hypothesis, 0, len(view.lines))
	spans := make([][]span, 0, len(view.lines))
	for _, line := range view.lines {
		l, err := r.line(ctx, view.img, line)
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		read, spans = append(read, l), append(spans, l.spans)
	}
	for _, i := range r.scripts.strays(spans) {
		text, err := r.recognizer.ReadOf(ctx, read[i].picture, isNoStray)
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		read[i].spans = wordsOf(&attempt{picture: read[i].picture, text: text, step: r.recognizer.StepColumns()})
		spans[i] = read[i].spans
	}
	r.scripts.unify(spans)
	language := ""
	if l := r.accents.language(spans); l != nil {
		language = l.code
		r.accents.restoreAccents(spans, l)
	}
	for _, words := range spans {
		r.codes.resolveCodes(words, language)
		for i := range words {
			resolveStrokes(words[i].characters, i == 0)
		}
	}
	for i := range read {
		if words := read[i].words(); len(words) > 0 {
			out.Lines = append(out.Lines, Line{Words: words, Height: read[i].height})
		}
	}
	return out, nil
}

// view is the picture in one of four orientations.
type view struct {
	img      *image.Gray
	quarters int
	lines    []crop.Line
	worth    float64 // of what a sample of the lines reads like
	doubtful bool
}

// upright finds the picture's orientation: the given one, unless its lines are poorly legible and clearly
// better otherwise.
func (r *Reader) upright(ctx context.Context, img *image.Gray) (*view, error) {
	const clearly = 1.3
	best, err := r.look(ctx, img, 0)
	if err != nil || !best.doubtful {
		return best, err
	}
	others := make([]*view, 0, 3)
	for _, quarters := range []int{2, 1, 3} {
		other, err := r.look(ctx, pixels.QuarterTurns(quarters).Gray(img), quarters)
		if err != nil {
			return nil, err
		}
		others = append(others, other)
		if !other.doubtful {
			break
		}
	}
	slices.SortStableFunc(others, func(a, b *view) int { return cmp.Compare(b.worth, a.worth) })
	if others[0].worth > clearly*best.worth {
		return others[0], nil
	}
	return best, nil
}

// look finds the lines of a view and reads a sample of them with the second recognizer, which is less
// confident than the first in print that is not upright.
func (r *Reader) look(ctx context.Context, img *image.Gray, quarters int) (*view, error) {
	lines, err := r.finder.Find(ctx, img)
	if err != nil {
		return nil, err
	}
	v := &view{img: img, quarters: quarters, lines: lines}
	characters, sum := 0, 0.0
	for _, i := range sampleOf(lines) {
		a, err := attemptOf(ctx, r.second, img, lines[i])
		if err != nil {
			return nil, err
		}
		n, confidence := legible(a.text)
		characters += n
		sum += float64(n) * confidence
	}
	const (
		readable = 0.75 // mean confidence of print that stands upright
		few      = 12   // letters and digits
	)
	if characters > 0 {
		// Illegible text counts almost nothing, however long it is.
		v.worth = sum * sum / float64(characters)
	}
	v.doubtful = characters < few || sum < readable*float64(characters)
	return v, nil
}

// unruled removes rules from a view and, if there are any, finds its lines again.
func (r *Reader) unruled(ctx context.Context, v *view) error {
	clean := withoutRules(v.img, v.lines)
	if clean == v.img {
		return nil
	}
	lines, err := r.finder.Find(ctx, clean)
	if err != nil {
		return err
	}
	v.img, v.lines = clean, lines
	return nil
}

// sampleOf returns some of the longest lines, enough to detect upright print.
func sampleOf(lines []crop.Line) []int {
	const most = 10
	sorted := make([]int, len(lines))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(shapeOf(lines[b]), shapeOf(lines[a])) })
	return sorted[:min(len(sorted), most)]
}

// shapeOf is a line's ratio of length to height, up to a useful maximum.
func shapeOf(l crop.Line) float64 {
	const long = 15
	first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
	return min(math.Hypot(last.X-first.X, last.Y-first.Y)/l.Height, long)
}

// leanOf is the median of the lines' angles, weighted by length.
func leanOf(lines []crop.Line) float64 {
	var angles []quantile.Point
	for _, l := range lines {
		first, last := l.Middle[0], l.Middle[len(l.Middle)-1]
		dx, dy := last.X-first.X, last.Y-first.Y
		if dx >= 3*l.Height {
			angles = append(angles, quantile.Point{Value: math.Atan2(dy, dx), Weight: dx})
		}
	}
	return quantile.Of(angles, 0.5)
}
