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

// PlainName is the name of plain Tesseract among the engines.
const PlainName = "plain"

// Way is an engine of package ocr, or plain Tesseract.
type Way struct {
	Name       string
	Recognizer *ocr.Recognizer // nil for plain Tesseract
	languages  string
}

// OpenWays opens engines by name: PlainName and those of ocr.Engine.
func OpenWays(ctx context.Context, languages string, names ...string) ([]Way, error) {
	var ways []Way
	for _, name := range names {
		w := Way{Name: name, languages: languages}
		if name != PlainName {
			var err error
			w.Recognizer, err = ocr.New(ctx, ocr.Options{Engine: ocr.Engine(name), Languages: languages})
			if err != nil {
				return nil, fmt.Errorf("way %q: %w", name, err)
			}
		}
		ways = append(ways, w)
	}
	return ways, nil
}

// Read reads a picture and returns the processor time without decoding.
func (w Way) Read(ctx context.Context, img *image.Gray, dpi int) ([]document.Line, time.Duration, error) {
	if w.Recognizer == nil {
		return Plain(ctx, "stdin", PGM(img), "--dpi", fmt.Sprint(dpi), "-l", w.languages)
	}
	before, err := CPU()
	if err != nil {
		return nil, 0, err
	}
	reading, err := w.Recognizer.Recognize(ctx, img, dpi, "")
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", w.Name, err)
	}
	after, err := CPU()
	return reading.Lines, after - before, err
}

// Plain reads a file with plain Tesseract.
func (w Way) Plain(ctx context.Context, path string) ([]document.Line, time.Duration, error) {
	return Plain(ctx, path, nil, "-l", w.languages)
}

// PGM encodes a picture in Netpbm's pgm(5) format.
func PGM(img *image.Gray) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", img.Rect.Dx(), img.Rect.Dy())
	for y := range img.Rect.Dy() {
		b.Write(img.Pix[y*img.Stride:][:img.Rect.Dx()])
	}
	return b.Bytes()
}
