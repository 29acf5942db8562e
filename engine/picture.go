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
	Width int    // of the picture, in pixels
	// Small allows a JPEG if it is smaller than a PNG.
	Small bool
}

// Picture is an image of a page as displayed.
type Picture struct {
	Data          []byte // a PNG, or a JPEG if PictureRequest.Small allows it
	Width, Height int    // pixels
}

// maxPicture is the maximum size in bytes; photos of the largest dimensions are smaller, pure noise is not.
const maxPicture = 48 << 20

const (
	// smallPicture is the target size in bytes for smallWidth pixels; it grows with the area.
	smallPicture, smallWidth = 300_000, 1000
	// bestQuality has no visible artifacts, minQuality is legible; see docs/decisions/0025-small-pictures.md.
	bestQuality, minQuality, qualityStep = 80, 30, 10
)

// Picture draws a page. Every error is an *extractionerror.Error; see read.Reader.Picture.
func (e *Engine) Picture(ctx context.Context, req PictureRequest) (*Picture, error) {
	img, err := e.reader.Picture(ctx, req.Data, req.Page, req.Width)
	if err != nil {
		var f *extractionerror.Error
		if errors.As(err, &f) {
			return nil, f
		}
		return nil, notDrawn(err)
	}
	// Most pages are gray and then take a third of the time and space.
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
	return extractionerror.New(extractionerror.InternalError, err,
		"The page could not be drawn because of an error on our side.")
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	// A person is waiting: speed is more important than size.
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}

// encodeSmall returns the smaller of PNG (drawn pages) and JPEG (photos), at reduced quality if it is too large.
func encodeSmall(img image.Image) ([]byte, error) {
	small, err := encodeJPEG(img, bestQuality)
	if err != nil {
		return nil, err
	}
	exact := bounded{maxBytes: len(small)}
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
	for quality := bestQuality; len(small) > most && quality > minQuality; {
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

type bounded struct {
	bytes.Buffer
	maxBytes int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.maxBytes {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}
