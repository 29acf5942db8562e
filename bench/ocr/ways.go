package ocr

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"time"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/ocr"
)

// Names of reference programs among the engines.
const (
	PlainName = "plain"    // plain Tesseract
	RapidName = "rapidocr" // PP-OCR of the package rapidocr
)

// PythonVariable is the environment variable with the Python program that has the package rapidocr.
const PythonVariable = "DOCMILL_BENCH_PYTHON"

// Way is an engine of package ocr, or a reference program.
type Way struct {
	Name       string
	recognizer *ocr.Recognizer // nil for reference programs
	rapid      *rapid          // nil for others
	languages  string
}

// OpenWays opens engines by name: those of ocr.Engine and reference programs.
func OpenWays(ctx context.Context, languages string, names ...string) ([]Way, error) {
	var ways []Way
	for _, name := range names {
		w := Way{Name: name, languages: languages}
		var err error
		switch name {
		case PlainName:
		case RapidName:
			w.rapid, err = startRapid(ctx)
		default:
			w.recognizer, err = ocr.New(ctx, ocr.Options{Engine: ocr.Engine(name), Languages: languages})
		}
		if err != nil {
			return nil, fmt.Errorf("way %q: %w", name, err)
		}
		ways = append(ways, w)
	}
	return ways, nil
}

// Read reads a picture and returns the processor time without decoding. dpi is 0 if it is unknown.
func (w Way) Read(ctx context.Context, img *image.Gray, dpi int) ([]document.Line, time.Duration, error) {
	if w.rapid != nil {
		return w.rapid.read(img)
	}
	if w.recognizer == nil {
		return plain(ctx, "stdin", pgm(img), "--dpi", fmt.Sprint(dpi), "-l", w.languages)
	}
	before, err := cpu()
	if err != nil {
		return nil, 0, err
	}
	reading, err := w.recognizer.Recognize(ctx, img, dpi, "")
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", w.Name, err)
	}
	after, err := cpu()
	return placed(reading), after - before, err
}

// placed returns the lines of a reading with boxes that are fractions of the picture that was read.
func placed(reading *ocr.Reading) []document.Line {
	for _, l := range reading.Lines {
		for i := range l.Words {
			b := &l.Words[i].Box
			x, y := b.CenterX(), b.CenterY()
			if reading.Sheet != nil {
				p := reading.Sheet.At(x, y)
				x, y = p.X, p.Y
			}
			for range (4 - reading.Quarters) & 3 {
				x, y = 1-y, x
			}
			w, h := b.Width()/2, b.Height()/2
			*b = document.Box{X0: x - w, Y0: y - h, X1: x + w, Y1: y + h}
		}
	}
	return reading.Lines
}

// ReadFile reads a file with plain Tesseract, or its decoded first page with an engine.
func (w Way) ReadFile(ctx context.Context, path string, page *image.Gray) ([]document.Line, time.Duration, error) {
	if w.Name == PlainName {
		return plain(ctx, path, nil, "-l", w.languages)
	}
	return w.Read(ctx, page, 0)
}

// pgm encodes a picture in Netpbm's pgm(5) format.
func pgm(img *image.Gray) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", img.Rect.Dx(), img.Rect.Dy())
	for y := range img.Rect.Dy() {
		b.Write(img.Pix[y*img.Stride:][:img.Rect.Dx()])
	}
	return b.Bytes()
}
