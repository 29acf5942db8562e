// Package page reads the text of a page image: it finds the lines, recognizes them, and splits them into
// words with their positions.
package page

import (
	"context"
	"fmt"
	"image"

	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/textline"
	"github.com/docmill/docmill/engine/ocr/textline/accent"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/find"
	"github.com/docmill/docmill/engine/ocr/textline/ngram"
	"github.com/docmill/docmill/engine/ocr/textline/rules"
)

// Page is the text of an image.
type Page struct {
	// Lines are unordered segments of text; in tables each cell is one.
	Lines []Line
	// Picture is upright and flat. All positions are in its pixels.
	Picture *image.Gray
	// Quarters are the clockwise turns by 90 degrees, 0 to 3, that make the picture upright.
	Quarters int
	// Sheet maps the flat picture to the upright one; nil if they are the same.
	Sheet *mesh.Mesh
	// Lean is the angle of the lines in the flat picture, in radians clockwise.
	Lean float64
}

// Line is a segment of text, its words from left to right.
type Line struct {
	Words  []Word
	Height float64 // of its ink, in pixels
	// IsSideways says that the line runs up or down.
	IsSideways bool
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
	spelling   spelling
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
	model, err := ngram.New()
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return &Reader{finder: finder, recognizer: recognizer, second: second, scripts: newScripts(),
		accents: newAccents(priors), codes: newCodes(), spelling: spelling{model}}, nil
}

// Read reads a picture in any orientation. It returns the error of ctx.
func (r *Reader) Read(ctx context.Context, img *image.Gray) (*Page, error) {
	view, err := r.upright(ctx, img)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if err := r.flatten(ctx, view); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	flat := view.img
	if err := r.unruled(ctx, view); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	out := &Page{Picture: flat, Quarters: view.quarters, Sheet: view.sheet, Lean: leanOf(view.lines)}
	from := sourceOf(view, img, flat)
	read, err := r.lines(ctx, from, view)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if out.Lines, err = r.sideways(ctx, view.img, view.lines, read); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	spans := make([][]span, 0, len(read))
	for i := range read {
		spans = append(spans, read[i].spans)
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
	style := amountStyleOf(spans, language)
	for _, words := range spans {
		r.codes.resolveCodes(words, language)
		for i := range words {
			resolveSigns(words[i].characters)
			resolveStrokes(words[i].characters, i == 0)
			resolveCase(words[i].characters)
			resolveFigures(words[i].characters)
			style.resolve(words[i].characters)
		}
	}
	certainty := view.certainty()
	for i := range read {
		if words := read[i].words(from, certainty); len(words) > 0 {
			out.Lines = append(out.Lines, Line{Words: words, Height: read[i].height})
		}
	}
	return out, nil
}

// lines reads the lines of a view in its source and refuses what is not print of the page.
func (r *Reader) lines(ctx context.Context, from source, v *view) ([]hypothesis, error) {
	cuts := make([]crop.Line, 0, len(v.lines))
	for _, line := range v.lines {
		cuts = append(cuts, from.line(line))
	}
	if err := r.measureBlur(ctx, from, v, cuts); err != nil {
		return nil, err
	}
	read := make([]hypothesis, 0, len(cuts))
	for i, cut := range cuts {
		l, err := r.line(ctx, from.img, cut)
		if err != nil {
			return nil, err
		}
		l.height *= v.lines[i].Height / cut.Height
		read = append(read, l)
	}
	refuse(read)
	return read, nil
}

// unruled removes the drawn lines of a view. If lines of text cross them, it finds the lines again. A straightened
// picture is left as it is unless it has a table, because its lines are cut out of the original.
func (r *Reader) unruled(ctx context.Context, v *view) error {
	clean, isCrossed := rules.Remove(v.img, v.lines)
	if isCrossed || v.sheet == nil {
		v.img = clean
	}
	if !isCrossed {
		return nil
	}
	lines, err := r.finder.Find(ctx, clean)
	if err != nil {
		return err
	}
	v.lines = lines
	return nil
}
