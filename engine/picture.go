package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
)

// PictureRequest is a page to draw.
type PictureRequest struct {
	Data  []byte // the whole file
	Page  int    // from 1
	Width int    // of the picture in pixels
	// Small asks for a JPEG where that takes less room than a PNG.
	Small bool
}

// Picture is a page as it is displayed.
type Picture struct {
	Data          []byte // a PNG; for PictureRequest.Small perhaps a JPEG
	Width, Height int    // pixels
}

// maxPicture bounds an encoded picture, in bytes: a photograph of the largest
// size stays below it, pure noise does not.
const maxPicture = 48 << 20

// Small pictures.
const (
	// smallPicture is what one of smallWidth pixels takes at most, in bytes, as far as
	// the qualities go; a wider one more, by its area.
	smallPicture, smallWidth = 300_000, 1000
	// bestQuality shows print without specks beside its letters, leastQuality still
	// legible print; see docs/decisions/0025-small-pictures.md.
	bestQuality, leastQuality, qualityStep = 80, 30, 10
)

// Picture draws a page. Every error is a *failure.Error; see read.Reader.Picture.
func (e *Engine) Picture(ctx context.Context, req PictureRequest) (*Picture, error) {
	img, err := e.reader.Picture(ctx, req.Data, req.Page, req.Width)
	if err != nil {
		var f *extractionerror.Error
		if errors.As(err, &f) {
			return nil, f
		}
		return nil, notDrawn(err)
	}
	// Most pages are gray, and then take a third of the time and room.
	plain := pixels.WithoutColor(img)
	encode := encodePNG
	if req.Small {
		encode = encodeSmall
	}
	data, err := encode(plain)
	if err != nil {
		return nil, notDrawn(err)
	}
	if len(data) > maxPicture {
		return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("picture of %d bytes", len(data)),
			"The page's picture would be too large. Ask for a smaller width.")
	}
	return &Picture{Data: data, Width: img.Rect.Dx(), Height: img.Rect.Dy()}, nil
}

func notDrawn(err error) error {
	return extractionerror.New(extractionerror.InternalError, err, "The page could not be drawn because of an error on our side.")
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	// A person waits for the picture: speed counts more than its last bytes.
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}

// encodeSmall encodes as PNG or JPEG, whichever takes less: drawn pages compress
// better without loss, photographs and scans with. The quality of a JPEG falls in
// steps where both take too much.
func encodeSmall(img image.Image) ([]byte, error) {
	small, err := encodeJPEG(img, bestQuality)
	if err != nil {
		return nil, err
	}
	exact := bounded{most: len(small)}
	switch err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&exact, img); {
	case err == nil:
		small = exact.Bytes()
	case !errors.Is(err, errTooLarge):
		return nil, err
	}
	most := smallPicture
	if w := img.Bounds().Dx(); w > smallWidth {
		most = most * w / smallWidth * w / smallWidth
	}
	for quality := bestQuality; len(small) > most && quality > leastQuality; {
		quality -= qualityStep
		lossy, err := encodeJPEG(img, quality)
		if err != nil {
			return nil, err
		}
		if len(lossy) < len(small) {
			small = lossy
		}
	}
	return small, nil
}

func encodeJPEG(img image.Image, quality int) ([]byte, error) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

var errTooLarge = errors.New("encoded picture is too large")

// bounded takes as many bytes as it may.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}
