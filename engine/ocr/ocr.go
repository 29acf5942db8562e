// Package ocr recognizes the words of an image, with the built-in networks of package textline or with
// Tesseract.
package ocr

import (
	"context"
	"fmt"
	"image"
	"os/exec"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/mesh"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// Engine is an OCR engine.
type Engine string

// The engines.
const (
	Own       Engine = "own"       // package textline: Latin, Greek and Cyrillic letters
	Tesseract Engine = "tesseract" // the program, in the languages that are asked for
)

// Options configures a Recognizer.
type Options struct {
	// Engine is by default Own if it reads all the languages, otherwise Tesseract.
	Engine Engine
	// Languages are the possible languages of pages: Tesseract's names joined by "+", such as "deu+eng"; by
	// default all that Own reads. Tesseract reads a page in the first detectable language, and again in
	// another one if its words are of that language. Languages that cannot be detected, such as "chi_sim",
	// are added to each.
	Languages string
	// DataDir is the folder of the language data; the default is the environment variable TESSDATA_PREFIX,
	// then Tesseract's folder.
	DataDir string
	// Confine prepares the start of Tesseract in a confined process and sets its limits; nil uses the means
	// of an ordinary process.
	Confine func(*exec.Cmd)
}

// Recognizer reads images. It is safe for concurrent use.
type Recognizer struct {
	// recognize reads an image with ink.
	recognize func(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error)
}

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

// New returns a ready recognizer. Its error is for the operator and names the missing part. Missing
// language data is not an error.
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

// Reading is the result for one image.
type Reading struct {
	// Lines are rows of words. Boxes are fractions of Picture.
	Lines []document.Line
	// Picture is the image, upright and flat.
	Picture *image.Gray
	// Sheet maps Picture to the upright image; nil if they are the same.
	Sheet *mesh.Mesh
	// Quarters are the clockwise turns by 90 degrees, 0 to 3, that make the image upright.
	Quarters int
	// Language is Tesseract's name of the image's language. Use it as the first language of the following
	// pages.
	Language string
	// Passes counts Tesseract's runs over the image: one, unless the first was poor or in another language.
	// Looks counts those over an excerpt to find the orientation.
	Passes, Looks int
}

// Recognize reads the words of an image, in rows with a confidence each. dpi is the resolution, or 0 if
// unknown; language is the Reading's language of the page before, or "". An image without ink returns no
// lines.
//
// When ctx ends, the child processes end as well.
func (r *Recognizer) Recognize(ctx context.Context, img *image.Gray, dpi int, language string) (*Reading, error) {
	if isBlank(img) {
		return &Reading{Picture: img, Language: language}, nil
	}
	reading, err := r.recognize(ctx, img, dpi, language)
	if err == nil && reading.Picture == nil {
		reading.Picture = pixels.QuarterTurns(reading.Quarters).Gray(img)
	}
	return reading, err
}

// pointsPerPixel returns 1 if the resolution is unknown.
func pointsPerPixel(dpi int) float64 {
	if dpi <= 0 {
		return 1
	}
	return 72 / float64(dpi)
}
