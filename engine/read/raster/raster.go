// Package raster decodes image files to shades of gray, one page at a time, upright. All decoders are Go
// code; sizes are checked before allocation.
package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"iter"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/sniff"
)

// MaxPixels bounds one image: A4 at 600 dpi has 35 million pixels, most phone pictures 12 to 40 million.
const MaxPixels = 40_000_000

// codec is one image format's decoder.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

func codecOf(kind sniff.Format) (codec, bool) {
	switch kind {
	case sniff.PNG:
		return codec{png.DecodeConfig, png.Decode}, true
	case sniff.JPEG:
		return codec{jpeg.DecodeConfig, jpeg.Decode}, true
	case sniff.GIF:
		return codec{gif.DecodeConfig, gif.Decode}, true
	case sniff.BMP:
		return codec{bmp.DecodeConfig, bmp.Decode}, true
	case sniff.WebP:
		return codec{webp.DecodeConfig, webp.Decode}, true
	case sniff.TIFF:
		return codec{tiff.DecodeConfig, tiff.Decode}, true
	}
	return codec{}, false
}

// CanDecode reports whether kind is an image format that Pages reads.
func CanDecode(kind sniff.Format) bool {
	_, ok := codecOf(kind)
	return ok
}

// Count returns the number of pages, at most limit+1. Only TIFF has more than one; an animated GIF counts
// as its first frame.
func Count(kind sniff.Format, data []byte, limit int) int {
	if kind != sniff.TIFF {
		return 1
	}
	return max(len(directories(data, limit+1)), 1)
}

// Pages decodes the file page by page and holds one at a time. The sequence ends with the first error, a
// *extractionerror.Error: CORRUPT_FILE, TOO_COMPLEX (too many pixels) or UNSUPPORTED_FORMAT (an unsupported
// variant).
func Pages(kind sniff.Format, data []byte) iter.Seq2[*image.Gray, error] {
	return func(yield func(*image.Gray, error) bool) {
		if kind != sniff.TIFF {
			img, err := decode(kind, bytes.NewReader(data))
			yield(page(img, err, orientation(kind, data)))
			return
		}
		offsets := directories(data, maxDirectories)
		if len(offsets) == 0 {
			yield(nil, extractionerror.New(extractionerror.CorruptFile, nil,
				"The TIFF file is damaged: it has no readable page."))
			return
		}
		for _, offset := range offsets {
			img, err := decodeTIFF(data, offset)
			if !yield(page(img, err, tiffOrientation(data, offset))) || err != nil {
				return
			}
		}
	}
}

// Page decodes page n of a file, counted from 0, as Pages does. It returns NOT_FOUND beyond the last page.
func Page(kind sniff.Format, data []byte, n int) (*image.Gray, error) {
	if kind != sniff.TIFF {
		if n > 0 {
			return nil, extractionerror.New(extractionerror.NotFound, nil, "The image has no page %d.", n+1)
		}
		img, err := decode(kind, bytes.NewReader(data))
		return page(img, err, orientation(kind, data))
	}
	offsets := directories(data, n+1)
	if n >= len(offsets) {
		return nil, extractionerror.New(extractionerror.NotFound, nil, "The image has no page %d.", n+1)
	}
	img, err := decodeTIFF(data, offsets[n])
	return page(img, err, tiffOrientation(data, offsets[n]))
}

func page(img image.Image, err error, orientation int) (*image.Gray, error) {
	if err != nil {
		return nil, err
	}
	return turnOf(orientation).Gray(pixels.Gray(img)), nil
}

// decode decodes the pixels after checking their number.
func decode(kind sniff.Format, r io.ReadSeeker) (image.Image, error) {
	c, ok := codecOf(kind)
	if !ok {
		return nil, extractionerror.New(extractionerror.UnsupportedFormat, nil, "Files of the kind %q are no images.", kind)
	}
	cfg, err := c.config(r)
	if err != nil {
		return nil, decodeFailure(err)
	}
	if err := checkSize(cfg.Width, cfg.Height); err != nil {
		return nil, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, decodeFailure(err)
	}
	img, err := c.decode(r)
	if err != nil {
		return nil, decodeFailure(err)
	}
	if img.Bounds().Empty() {
		return nil, extractionerror.New(extractionerror.CorruptFile, nil, "The image is damaged: it has no pixels.")
	}
	return img, nil
}

// checkSize rejects empty and too large images.
func checkSize(width, height int) error {
	switch {
	case width <= 0 || height <= 0:
		return extractionerror.New(extractionerror.CorruptFile, fmt.Errorf("%d × %d pixels", width, height),
			"The image is damaged: it has no pixels.")
	case width > MaxPixels/height:
		return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d × %d pixels", width, height),
			"The image has more than %d million pixels. Send it at a lower resolution.", MaxPixels/1_000_000)
	}
	return nil
}

func decodeFailure(err error) error {
	var (
		jpegUnsupported jpeg.UnsupportedError
		pngUnsupported  png.UnsupportedError
		tiffUnsupported tiff.UnsupportedError
	)
	if errors.As(err, &jpegUnsupported) || errors.As(err, &pngUnsupported) || errors.As(err, &tiffUnsupported) ||
		errors.Is(err, bmp.ErrUnsupported) {
		return extractionerror.New(extractionerror.UnsupportedFormat, err,
			"The image uses a variant of its format that cannot be read. Save it as PNG or as PDF and send it again.")
	}
	return extractionerror.New(extractionerror.CorruptFile, err, "The image is damaged or incomplete.")
}
