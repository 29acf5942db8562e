// Package ocr recognises the words of an image with Tesseract, run as a
// one-shot child process that is fed with decoded pixels: no image file of
// foreign making ever reaches its decoders.
package ocr

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"

	"github.com/docmill/docmill/engine/document"
)

// dataVariable names the folder of the language data in the environment.
const dataVariable = "TESSDATA_PREFIX"

// Options configures a Recognizer.
type Options struct {
	// Languages are those that pages may be in: Tesseract's names joined by
	// "+", as "deu+eng"; DefaultLanguages if empty. A page is first read in the
	// first of them that words can tell, and in another one of those where its
	// words say so; the rest, as "chi_sim", is joined to each.
	Languages string
	// DataDir is the folder of the language data; if empty, that which the
	// environment variable TESSDATA_PREFIX names, else Tesseract's own.
	DataDir string
	// Confine prepares the start of Tesseract where the process that starts it is
	// confined itself, and bounds what it may take; nil does what an ordinary
	// process can do about it.
	Confine func(*exec.Cmd)
}

// Recognizer runs Tesseract. It is safe for concurrent use.
type Recognizer struct {
	program   string
	dataDir   string
	wanted    string // list of languages
	languages languages
	confine   func(*exec.Cmd) // nil for this package's own
}

// New looks for the program and the data of the languages. Its error says what
// is missing and is meant for the operator; data of some of the languages may be.
func New(ctx context.Context, o Options) (*Recognizer, error) {
	r, err := find(o)
	if err == nil {
		_, err = r.chooseLanguages(ctx)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// find looks for the program and sorts the options.
func find(o Options) (*Recognizer, error) {
	if o.Languages == "" {
		o.Languages = DefaultLanguages
	}
	if o.DataDir == "" {
		o.DataDir = os.Getenv(dataVariable)
	}
	if !languageNames.MatchString(o.Languages) {
		return nil, fmt.Errorf("ocr: languages %q are not of the form eng+deu", o.Languages)
	}
	program, err := findProgram()
	if err != nil {
		return nil, err
	}
	return &Recognizer{program: program, wanted: o.Languages, dataDir: o.DataDir, confine: o.Confine}, nil
}

// findProgram looks in PATH and, because a confined process may have no
// environment, where packages install the program.
func findProgram() (string, error) {
	for _, name := range []string{"tesseract", "/usr/bin/tesseract", "/usr/local/bin/tesseract",
		"/opt/homebrew/bin/tesseract"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("ocr: the program tesseract is not installed (Debian: apt-get install tesseract-ocr)")
}

// Reading is what was recognised on an image.
type Reading struct {
	// Lines are rows of words. Boxes are fractions of the image as it stands
	// upright.
	Lines []document.Line
	// Quarters are the turns clockwise by 90 degrees, 0 to 3, that the image
	// needs to stand upright.
	Quarters int
	// Language is Tesseract's name of the one that the image was read in. Pages
	// that follow it are best begun with that.
	Language string
	// Passes are the runs of Tesseract over the image that it took: one, unless
	// the first came out poor or in another language. Looks are those over an excerpt, to find out
	// which side is up.
	Passes, Looks int
}

// Recognize reads the words of an image: rows of them with a confidence each.
// dpi is the image's resolution, 0 if unknown; language is that of the page
// before it, as its Reading says, "" if unknown. An image without ink gives no
// lines.
//
// An image whose words turn out to be of another language is read once more in
// that. A poor first pass is followed by a second one over the image prepared
// otherwise, and of each word the surer reading is kept. Where next to nothing
// could be read, a look whether the image lies on its side or its head comes
// between.
//
// When ctx ends the child process and all that it started are killed.
func (r *Recognizer) Recognize(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error) {
	if !r.languages.has(language) {
		language = r.languages.first
	}
	reading := &Reading{Language: language}
	if isBlank(img) {
		return reading, nil
	}
	best, err := r.bestPass(ctx, img, dpi, reading)
	if err != nil {
		return nil, err
	}
	pointsPerPixel := 1.0
	if dpi > 0 {
		pointsPerPixel = 72 / float64(dpi)
	}
	reading.Lines, reading.Quarters = best.lines(pointsPerPixel), best.quarters
	return reading, nil
}

// bestPass reads the image, as often as it takes; it counts in reading.
func (r *Recognizer) bestPass(ctx context.Context, img *image.Gray, dpi int, reading *Reading) (*pass, error) {
	p := prepare(img, 0, dpi)
	best, err := r.inItsLanguage(ctx, p, dpi, reading)
	if err != nil || !best.isPoor() {
		return best, err
	}
	if best.confidence < astray {
		quarters, looks, err := r.upright(ctx, p, reading.Language)
		reading.Looks = looks
		if err != nil {
			return nil, err
		}
		if quarters != 0 {
			turned := prepare(img, quarters, dpi)
			tried, err := r.inItsLanguage(ctx, turned, dpi, reading)
			if err != nil {
				return nil, err
			}
			if tried.worth() > best.worth() {
				p, best = turned, tried
			}
			if !best.isPoor() {
				return best, nil
			}
		}
	}
	second, err := r.read(ctx, p.otherwise().without(best.surelyRead()), dpi, reading)
	if err != nil {
		return nil, err
	}
	return merge(best, second), nil
}

// read makes a pass in the language of reading.
func (r *Recognizer) read(ctx context.Context, p prepared, dpi int, reading *Reading) (*pass, error) {
	reading.Passes++
	return r.pass(ctx, p, p.segmentation(dpi), dpi, reading.Language)
}

// inItsLanguage makes a pass and, if its words are of another language than it
// was made in, another one. Words of a language are read nearly as well in the
// wrong one, but for the letters that the wrong one lacks.
func (r *Recognizer) inItsLanguage(ctx context.Context, p prepared, dpi int, reading *Reading) (*pass, error) {
	const worse = 0.9 // times the worth of the first
	first, err := r.read(ctx, p, dpi, reading)
	if err != nil {
		return nil, err
	}
	language := r.languages.ofPage(first, reading.Language)
	if language == reading.Language {
		return first, nil
	}
	before := reading.Language
	reading.Language = language
	again, err := r.read(ctx, p, dpi, reading)
	if err != nil {
		return nil, err
	}
	if again.worth() < worse*first.worth() {
		reading.Language = before
		return first, nil
	}
	return again, nil
}
