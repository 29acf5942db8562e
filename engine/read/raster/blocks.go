package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/raster/fax"
)

// TIFF compressions that the decoder of x/image lacks, or lacks in the scanners' form: T.6 with black and
// white exchanged.
const (
	compressionHuffman = 2 // Modified Huffman, without end-of-line codes
	compressionFax3    = 3 // T.4
	compressionFax4    = 4 // T.6
	compressionJPEG    = 7
)

const (
	whiteIsZero = 0
	blackIsZero = 1
	colorRGB    = 2
	colorYCbCr  = 6
)

// blocks is an image in strips or tiles.
type blocks struct {
	tags
	width, height           int
	blockWidth, blockHeight int
	across                  int // tiles in a row, 1 for strips
	offsets, sizes          []int
}

var errBlocks = errors.New("strips or tiles do not fit the image")

// decodeBlocks decodes TIFF images that x/image cannot; done is false for all others.
func decodeBlocks(t tags) (img image.Image, done bool, err error) {
	compression := t.integer(tagCompression, 1)
	switch compression {
	case compressionHuffman, compressionFax3, compressionJPEG:
	default:
		return nil, false, nil
	}
	b := blocks{tags: t, width: t.integer(tagWidth, 0), height: t.integer(tagHeight, 0)}
	if err := checkSize(b.width, b.height); err != nil {
		return nil, true, err
	}
	if err := b.place(); err != nil {
		return nil, true, decodeFailure(err)
	}
	if compression == compressionJPEG {
		img, err = b.decodeJPEG()
	} else {
		img, err = b.decodeFax(compression)
	}
	if f := (*extractionerror.Error)(nil); err != nil && !errors.As(err, &f) {
		err = decodeFailure(err)
	}
	return img, true, err
}

// place computes the positions of the blocks in the image and in the file.
func (b *blocks) place() error {
	b.blockWidth, b.blockHeight, b.across = b.width, b.integer(tagRowsPerStrip, b.height), 1
	b.offsets, b.sizes = b.numbers(tagStripOffsets), b.numbers(tagStripByteCounts)
	if tile := b.integer(tagTileWidth, 0); tile > 0 {
		b.blockWidth, b.blockHeight = tile, b.integer(tagTileHeight, 0)
		b.across = (b.width + tile - 1) / tile
		b.offsets, b.sizes = b.numbers(tagTileOffsets), b.numbers(tagTileByteCounts)
	} else if b.blockHeight > b.height {
		b.blockHeight = b.height
	}
	const smallest = 8 // pixels of a tile, lest there be millions
	if b.blockHeight < 1 || b.across > 1 && (b.blockWidth < smallest || b.blockHeight < smallest) ||
		b.blockWidth > MaxPixels/b.blockHeight {
		return errBlocks
	}
	down := (b.height + b.blockHeight - 1) / b.blockHeight
	if len(b.offsets) < down*b.across || len(b.sizes) < down*b.across {
		return errBlocks
	}
	b.offsets = b.offsets[:down*b.across]
	return nil
}

// block returns the bytes of block i and its part of the image.
func (b *blocks) block(i int) ([]byte, image.Rectangle, error) {
	from, to := b.offsets[i], b.offsets[i]+b.sizes[i]
	if from > len(b.data) {
		return nil, image.Rectangle{}, errBlocks
	}
	corner := image.Pt(i%b.across*b.blockWidth, i/b.across*b.blockHeight)
	part := image.Rect(corner.X, corner.Y, corner.X+b.blockWidth, corner.Y+b.blockHeight)
	return b.data[from:min(to, len(b.data))], part.Intersect(image.Rect(0, 0, b.width, b.height)), nil
}

// decodeFax decodes bilevel strips. Missing rows of a truncated strip stay white.
func (b *blocks) decodeFax(compression int) (image.Image, error) {
	format := fax.Format{
		LSBFirst:       b.integer(tagFillOrder, 1) == 2,
		Aligned:        compression == compressionHuffman,
		TwoDimensional: compression == compressionFax3 && b.integer(tagFaxOptions, 0)&1 != 0,
	}
	img := pixels.White(b.width, b.height)
	seen := 0
	for i := range b.offsets {
		data, part, err := b.block(i)
		if err != nil {
			return nil, err
		}
		strip, rows, err := fax.Decode(data, format, b.blockWidth, part.Dy())
		if err != nil {
			return nil, err
		}
		seen += rows
		part.Max.Y = part.Min.Y + rows
		draw.Draw(img, part, strip, image.Point{}, draw.Src)
	}
	if seen == 0 {
		return nil, errBlocks
	}
	if b.integer(tagPhotometric, whiteIsZero) == blackIsZero {
		pixels.Invert(img)
	}
	return img, nil
}

// decodeJPEG decodes blocks that are JPEG streams without their tables.
func (b *blocks) decodeJPEG() (image.Image, error) {
	photometric := b.integer(tagPhotometric, colorYCbCr)
	if photometric > colorRGB && photometric != colorYCbCr {
		return nil, extractionerror.New(extractionerror.UnsupportedFormat,
			fmt.Errorf("JPEG in TIFF with photometric interpretation %d", photometric),
			"The image uses a variant of its format that cannot be read. Save it as PNG or as PDF and send it again.")
	}
	_, tables := b.entry(tagJPEGTables)
	var img draw.Image = image.NewRGBA(image.Rect(0, 0, b.width, b.height))
	if b.integer(tagSamplesPerPixel, 1) == 1 {
		img = image.NewGray(img.Bounds())
	}
	for i := range b.offsets {
		data, part, err := b.block(i)
		if err != nil {
			return nil, err
		}
		stream, err := joinJPEG(tables, data, photometric == colorRGB)
		if err != nil {
			return nil, err
		}
		cfg, err := jpeg.DecodeConfig(bytes.NewReader(stream))
		if err != nil {
			return nil, err
		}
		if cfg.Width > b.blockWidth || cfg.Height > b.blockHeight {
			return nil, errBlocks
		}
		block, err := jpeg.Decode(bytes.NewReader(stream))
		if err != nil {
			return nil, err
		}
		draw.Draw(img, part, block, block.Bounds().Min, draw.Src)
	}
	if gray, ok := img.(*image.Gray); ok && photometric == whiteIsZero {
		pixels.Invert(gray)
	}
	return img, nil
}

const (
	jpegStart       = "\xff\xd8"
	jpegEnd         = "\xff\xd9"
	jpegAdobe       = 0xee
	jpegStartOfScan = 0xda
)

// joinJPEG joins the tables and an abbreviated stream. It adds Adobe's segment for RGB, because the stream
// does not declare its colors.
func joinJPEG(tables, stream []byte, rgb bool) ([]byte, error) {
	body, ok := bytes.CutPrefix(stream, []byte(jpegStart))
	if !ok {
		return nil, jpeg.FormatError("a strip of the TIFF file is no JPEG stream")
	}
	out := []byte(jpegStart)
	if rgb {
		// Version 100, no flags, transform 0: the components are RGB.
		out = append(out, 0xff, jpegAdobe, 0, 14)
		out = append(out, "Adobe\x00\x64\x00\x00\x00\x00\x00"...)
	}
	if tables, ok = bytes.CutPrefix(tables, []byte(jpegStart)); ok {
		out = append(out, bytes.TrimSuffix(tables, []byte(jpegEnd))...)
	}
	return append(out, body...), nil
}
