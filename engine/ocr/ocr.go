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
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/document"
)

// DefaultLanguages is what is recognised where nothing else is asked for.
const DefaultLanguages = "eng"

// dataVariable names the folder of the language data in the environment.
const dataVariable = "TESSDATA_PREFIX"

// Options configures a Recognizer.
type Options struct {
	// Languages are Tesseract's names joined by "+", as "deu+eng";
	// DefaultLanguages if empty.
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
	languages string
	dataDir   string
	confine   func(*exec.Cmd) // nil for this package's own
}

// languageNames keeps what goes on a command line to what Tesseract names
// languages like: "eng", "chi_sim", "script/Latin".
var languageNames = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]*(\+[A-Za-z][A-Za-z0-9_/]*)*$`)

// Check tells whether text in images can be recognised on this machine in the
// given languages (DefaultLanguages if empty), and if not, what is missing. Its
// error is meant for the operator.
func Check(ctx context.Context, languages string) error {
	_, err := New(ctx, Options{Languages: languages})
	return err
}

// New looks for the program and the data of the languages. Its error says what
// is missing and is meant for the operator.
func New(ctx context.Context, o Options) (*Recognizer, error) {
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
	r := &Recognizer{program: program, languages: o.Languages, dataDir: o.DataDir, confine: o.Confine}
	if err := r.checkLanguages(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// findProgram looks in PATH and, because a confined process may have no
// environment, where packages install the program.
func findProgram() (string, error) {
	for _, name := range []string{"tesseract", "/usr/bin/tesseract", "/usr/local/bin/tesseract", "/opt/homebrew/bin/tesseract"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("ocr: the program tesseract is not installed (Debian: apt-get install tesseract-ocr)")
}

func (r *Recognizer) checkLanguages(ctx context.Context) error {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := r.run(ctx, nil, "--list-langs")
	if err != nil {
		return fmt.Errorf("ocr: %s does not start: %w", r.program, err)
	}
	installed := strings.Fields(string(out))
	for _, language := range strings.Split(r.languages, "+") {
		if !slices.Contains(installed, language) {
			return fmt.Errorf("ocr: tesseract has no data for the language %q (Debian: apt-get install tesseract-ocr-%s)",
				language, strings.ReplaceAll(language, "_", "-"))
		}
	}
	return nil
}

// Reading is what was recognised on an image.
type Reading struct {
	// Lines are rows of words. Boxes are fractions of the image as it stands
	// upright.
	Lines []document.Line
	// Quarters are the turns clockwise by 90 degrees, 0 to 3, that the image
	// needs to stand upright.
	Quarters int
	// Passes are the runs of Tesseract over the image that it took: one, unless
	// the first came out poor. Looks are those over an excerpt, to find out
	// which side is up.
	Passes, Looks int
}

// Recognize reads the words of an image: rows of them with a confidence each.
// dpi is the image's resolution, 0 if unknown. An image without ink gives no
// lines.
//
// A poor first pass is followed by a second one over the image prepared
// otherwise, and of each word the surer reading is kept. Where next to nothing
// could be read, a look whether the image lies on its side or its head comes
// between.
//
// When ctx ends the child process and all that it started are killed.
func (r *Recognizer) Recognize(ctx context.Context, img *image.Gray, dpi int) (*Reading, error) {
	if isBlank(img) {
		return &Reading{}, nil
	}
	reading := &Reading{}
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
	read := func(p prepared) (*pass, error) {
		reading.Passes++
		return r.pass(ctx, p, p.segmentation(dpi), dpi)
	}
	p := prepare(img, 0, dpi)
	best, err := read(p)
	if err != nil || !best.isPoor() {
		return best, err
	}
	if best.confidence < astray {
		quarters, looks, err := r.upright(ctx, p)
		reading.Looks = looks
		if err != nil {
			return nil, err
		}
		if quarters != 0 {
			turned := prepare(img, quarters, dpi)
			tried, err := read(turned)
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
	second, err := read(p.otherwise().without(best.surelyRead()))
	if err != nil {
		return nil, err
	}
	return merge(best, second), nil
}
