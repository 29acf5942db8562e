package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"

	"github.com/docmill/docmill/engine/failure"
	"github.com/docmill/docmill/engine/pixels"
)

// PictureRequest is a page to draw.
type PictureRequest struct {
	Data  []byte // the whole file
	Page  int    // from 1
	Width int    // of the picture in pixels
}

// Picture is a page as it is displayed.
type Picture struct {
	PNG           []byte
	Width, Height int // pixels
}

// maxPicture bounds an encoded picture, in bytes: a photograph of the largest
// size stays below it, pure noise does not.
const maxPicture = 48 << 20

// Picture draws a page. Every error is a *failure.Error; see read.Reader.Picture.
func (e *Engine) Picture(ctx context.Context, req PictureRequest) (*Picture, error) {
	img, err := e.reader.Picture(ctx, req.Data, req.Page, req.Width)
	if err != nil {
		var f *failure.Error
		if errors.As(err, &f) {
			return nil, f
		}
		return nil, failure.New(failure.InternalError, err, "The page could not be drawn because of an error on our side.")
	}
	var b bytes.Buffer
	// A person waits for the picture: speed counts more than its last bytes.
	// Most pages are gray, and then take a third of the time and room.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, pixels.WithoutColour(img)); err != nil {
		return nil, failure.New(failure.InternalError, err, "The page could not be drawn because of an error on our side.")
	}
	if b.Len() > maxPicture {
		return nil, failure.New(failure.TooComplex, fmt.Errorf("picture of %d bytes", b.Len()),
			"The page's picture would be too large. Ask for a smaller width.")
	}
	return &Picture{PNG: b.Bytes(), Width: img.Rect.Dx(), Height: img.Rect.Dy()}, nil
}
