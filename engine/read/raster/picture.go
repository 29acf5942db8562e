package raster

import (
	"bytes"
	"image"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/sniff"
)

// Picture draws page n of a file, counted from 0, in color, upright, over white, width pixels wide. height
// returns the height for the page's size in pixels, or an error. Errors are *extractionerror.Error: those
// of Pages, and NOT_FOUND beyond the last page.
func Picture(
	kind sniff.Format, data []byte, n, width int, height func(pageW, pageH float64) (int, error),
) (*image.RGBA, error) {
	turned := orientation(kind, data)
	var img image.Image
	var err error
	if kind == sniff.TIFF {
		offsets := directories(data, n+1)
		if n >= len(offsets) {
			return nil, extractionerror.New(extractionerror.NotFound, nil, "The image has no page %d.", n+1)
		}
		turned = tiffOrientation(data, offsets[n])
		img, err = decodeTIFF(data, offsets[n])
	} else {
		if n > 0 {
			return nil, extractionerror.New(extractionerror.NotFound, nil, "The image has no page %d.", n+1)
		}
		img, err = decode(kind, bytes.NewReader(data))
	}
	if err != nil {
		return nil, err
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if !sideways(turned) {
		tall, err := height(float64(w), float64(h))
		if err != nil {
			return nil, err
		}
		return turnOf(turned).RGBA(pixels.Resize(img, width, tall)), nil
	}
	tall, err := height(float64(h), float64(w))
	if err != nil {
		return nil, err
	}
	return turnOf(turned).RGBA(pixels.Resize(img, tall, width)), nil
}
