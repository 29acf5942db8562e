// Package ocr recognises the words of an image: with the networks of package
// textline, which are part of the program, or with Tesseract.
package ocr

import (
	"context"
	"fmt"
	"image"
	"os/exec"
	"strings"

	"github.com/docmill/docmill/engine/document"
)

// Engine is what recognises.
type Engine string

// The engines.
const (
	Own       Engine = "own"       // package textline: Latin, Greek and Cyrillic letters
	Tesseract Engine = "tesseract" // the program, in the languages that are asked for
)

// Options configures a Recognizer.
type Options struct {
	// Engine is, if empty, Own where that reads all the languages, Tesseract
	// otherwise.
	Engine Engine
	// Languages are those that pages may be in: Tesseract's names joined by
	// "+", as "deu+eng"; all that Own reads if empty. Tesseract reads a page
	// first in the first of them that words can tell, and in another one of
	// those where its words say so; the rest, as "chi_sim", is joined to each.
	Languages string
	// DataDir is the folder of the language data; if empty, that which the
	// environment variable TESSDATA_PREFIX names, else Tesseract's own.
	DataDir string
	// Confine prepares the start of Tesseract where the process that starts it is
	// confined itself, and bounds what it may take; nil does what an ordinary
	// process can do about it.
	Confine func(*exec.Cmd)
}

// Recognizer reads images. It is safe for concurrent use.
type Recognizer struct {
	// recognize reads an image that has ink.
	recognize func(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error)
}

// engine returns the one that reads.
func (o Options) engine() (Engine, error) {
	if o.Languages != "" && !languageNames.MatchString(o.Languages) {
		return "", fmt.Errorf("ocr: languages %q are not of the form eng+deu", o.Languages)
	}
	switch o.Engine {
	case Own, Tesseract:
		return o.Engine, nil
	case "":
	default:
		return "", fmt.Errorf("ocr: there is no engine %q, but %q and %q", o.Engine, Own, Tesseract)
	}
	if o.Languages != "" {
		for _, name := range strings.Split(o.Languages, "+") {
			if !isOwn(name) {
				return Tesseract, nil
			}
		}
	}
	return Own, nil
}

// New makes a recogniser ready. Its error says what is missing and is meant for
// the operator; Tesseract's data of some of the languages may be.
func New(ctx context.Context, o Options) (*Recognizer, error) {
	engine, err := o.engine()
	if err != nil {
		return nil, err
	}
	if engine == Own {
		r, err := newNetworks()
		if err != nil {
			return nil, err
		}
		return &Recognizer{r.recognize}, nil
	}
	r, err := newTesseract(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Recognizer{r.recognize}, nil
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
// When ctx ends so does the reading, with all that it started.
func (r *Recognizer) Recognize(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error) {
	if isBlank(img) {
		return &Reading{Language: language}, nil
	}
	return r.recognize(ctx, img, dpi, language)
}

// pointsPerPixel of an image of this resolution; 1 if that is unknown.
func pointsPerPixel(dpi int) float64 {
	if dpi <= 0 {
		return 1
	}
	return 72 / float64(dpi)
}
