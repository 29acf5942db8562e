// Package ocr recognises the words of an image with Tesseract, run as a
// one-shot child process that is fed with decoded pixels: no image file of
// foreign making ever reaches its decoders.
package ocr

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/document"
)

// DefaultLanguages is what is recognised where nothing else is asked for.
const DefaultLanguages = "eng"

// Options configures a Recognizer.
type Options struct {
	// Languages are Tesseract's names joined by "+", as "deu+eng";
	// DefaultLanguages if empty.
	Languages string
	// DataDir is the folder of the language data; Tesseract's own if empty.
	DataDir string
}

// Recognizer runs Tesseract. It is safe for concurrent use.
type Recognizer struct {
	program   string
	languages string
	dataDir   string
}

// languageNames keeps what goes on a command line to what Tesseract names
// languages like: "eng", "chi_sim", "script/Latin".
var languageNames = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]*(\+[A-Za-z][A-Za-z0-9_/]*)*$`)

// Find tells whether text in images can be recognised on this machine, and if
// not, what is missing.
func Find() error {
	_, err := New(context.Background(), Options{})
	return err
}

// New looks for the program and the data of the languages. Its error says what
// is missing and is meant for the operator.
func New(ctx context.Context, o Options) (*Recognizer, error) {
	if o.Languages == "" {
		o.Languages = DefaultLanguages
	}
	if !languageNames.MatchString(o.Languages) {
		return nil, fmt.Errorf("ocr: languages %q are not of the form eng+deu", o.Languages)
	}
	program, err := findProgram()
	if err != nil {
		return nil, err
	}
	r := &Recognizer{program: program, languages: o.Languages, dataDir: o.DataDir}
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

// Page segmentation modes of Tesseract.
const (
	segmentPage  = "3" // fully automatic
	segmentBlock = "6" // one uniform block of text
)

// isReceipt tells images of the size or shape of a till receipt: narrow, or
// longer than any page (legal paper is 1.65 times as high as wide). Automatic
// segmentation tends to tear their one column apart: taken as one block, more
// amounts are read.
func isReceipt(img *image.Gray) bool {
	const narrow, long = 700, 1.7
	w, h := img.Rect.Dx(), img.Rect.Dy()
	return w < narrow || float64(h) > long*float64(w)
}

// Recognize gives the words of an image in rows, with boxes in fractions of the
// image and a confidence each. dpi is the image's resolution, 0 if unknown. An
// image without ink gives no lines.
//
// When ctx ends the child process and all that it started are killed.
func (r *Recognizer) Recognize(ctx context.Context, img *image.Gray, dpi int) ([]document.Line, error) {
	if isBlank(img) {
		return nil, nil
	}
	prepared := prepare(img)
	mode := segmentPage
	if isReceipt(img) {
		mode = segmentBlock
	}
	args := []string{"stdin", "stdout", "-l", r.languages, "--psm", mode}
	if dpi > 0 {
		args = append(args, "--dpi", fmt.Sprint(int(float64(dpi)*prepared.scale)))
	}
	out, err := r.run(ctx, encodePGM(prepared.img), append(args, "tsv")...)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	words, err := parseTSV(out)
	if err != nil {
		return nil, fmt.Errorf("ocr: %w", err)
	}
	pointsPerPixel := 1.0
	if dpi > 0 {
		pointsPerPixel = 72 / float64(dpi)
	}
	return prepared.lines(words, pointsPerPixel), nil
}
