package ocr

import (
	"context"
	"errors"
	"image"
	"os"
	"os/exec"
)

// dataVariable is the environment variable for the folder of the language data.
const dataVariable = "TESSDATA_PREFIX"

// tesseract runs Tesseract as a one-shot child process with decoded pixels as input: its image decoders
// never read foreign files.
type tesseract struct {
	program   string
	dataDir   string
	wanted    string // list of languages
	languages languages
	confine   func(*exec.Cmd) // nil for this package's own
}

// newTesseract finds the program and the languages' data.
func newTesseract(ctx context.Context, o Options) (*tesseract, error) {
	r, err := find(o)
	if err == nil {
		_, err = r.chooseLanguages(ctx)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func find(o Options) (*tesseract, error) {
	if o.Languages == "" {
		o.Languages = DefaultLanguages
	}
	if o.DataDir == "" {
		o.DataDir = os.Getenv(dataVariable)
	}
	program, err := findProgram()
	if err != nil {
		return nil, err
	}
	return &tesseract{program: program, wanted: o.Languages, dataDir: o.DataDir, confine: o.Confine}, nil
}

// findProgram searches PATH and the usual directory of packages, because a confined process may have no
// environment.
func findProgram() (string, error) {
	for _, name := range []string{"tesseract", "/usr/bin/tesseract", "/usr/local/bin/tesseract",
		"/opt/homebrew/bin/tesseract"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("ocr: the program tesseract is not installed (Debian: apt-get install tesseract-ocr)")
}

// recognize reads the words of an image.
//
// It reads an image again if its words are of another language. After a poor first pass it makes a second
// one over the image prepared differently, and keeps the more confident reading of each word. If almost
// nothing was legible, it first checks whether the image is sideways or upside down.
func (r *tesseract) recognize(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error) {
	if !r.languages.has(language) {
		language = r.languages.first
	}
	reading := &Reading{Language: language}
	best, err := r.bestPass(ctx, img, dpi, reading)
	if err != nil {
		return nil, err
	}
	reading.Lines, reading.Quarters = best.lines(pointsPerPixel(dpi)), best.quarters
	return reading, nil
}

// bestPass reads the image as often as needed and counts the passes in reading.
func (r *tesseract) bestPass(ctx context.Context, img *image.Gray, dpi int, reading *Reading) (*pass, error) {
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
func (r *tesseract) read(ctx context.Context, p prepared, dpi int, reading *Reading) (*pass, error) {
	reading.Passes++
	return r.pass(ctx, p, p.segmentation(dpi), dpi, reading.Language)
}

// inItsLanguage makes a pass and, if the words are of another language, a second one. A wrong language
// costs little except for the letters it lacks.
func (r *tesseract) inItsLanguage(ctx context.Context, p prepared, dpi int, reading *Reading) (*pass, error) {
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
