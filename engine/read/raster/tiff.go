package raster

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"slices"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/sniff"
)

const maxDirectories = 2001

// byteOrder reads the header of TIFF files and Exif blocks.
func byteOrder(data []byte) (binary.ByteOrder, bool) {
	switch {
	case len(data) < 8:
		return nil, false
	case bytes.HasPrefix(data, []byte("II*\x00")):
		return binary.LittleEndian, true
	case bytes.HasPrefix(data, []byte("MM\x00*")):
		return binary.BigEndian, true
	}
	return nil, false
}

// directories returns the offsets of the image file directories (TIFF 6.0, section 2), at most limit. It
// stops if the chain leaves the file or loops.
func directories(data []byte, limit int) []uint32 {
	order, ok := byteOrder(data)
	if !ok {
		return nil
	}
	var offsets []uint32
	seen := make(map[uint32]bool)
	next := order.Uint32(data[4:])
	for next != 0 && !seen[next] && len(offsets) < limit {
		_, after, ok := directory(data, order, next)
		if !ok {
			break
		}
		seen[next] = true
		offsets = append(offsets, next)
		next = after
	}
	return offsets
}

// directory returns the entries, 12 bytes each, of the directory at offset, and the next offset.
func directory(data []byte, order binary.ByteOrder, offset uint32) (entries []byte, next uint32, ok bool) {
	const entrySize = 12
	start := int64(offset) + 2
	if start > int64(len(data)) {
		return nil, 0, false
	}
	end := start + entrySize*int64(order.Uint16(data[offset:]))
	if end > int64(len(data)) {
		return nil, 0, false
	}
	if end+4 <= int64(len(data)) {
		next = order.Uint32(data[end:])
	}
	return data[start:end], next, true
}

func tiffOrientation(data []byte, offset uint32) int {
	t, ok := tagsAt(data, offset)
	if !ok {
		return upright
	}
	return t.integer(tagOrientation, upright)
}

func decodeTIFF(data []byte, offset uint32) (image.Image, error) {
	t, ok := tagsAt(data, offset)
	if ok {
		if img, done, err := decodeBlocks(t); done {
			return img, err
		}
	}
	img, err := decode(sniff.TIFF, newDirectoryReader(data, offset))
	if gray, isGray := img.(*image.Gray); isGray && ok && t.isReversedFax() {
		pixels.Invert(gray)
	}
	return img, err
}

// isReversedFax reports T.6 (Group 4) images with white shown black (TIFF 6.0, PhotometricInterpretation).
// The decoder of x/image ignores the tag.
func (t tags) isReversedFax() bool {
	return t.integer(tagCompression, 1) == compressionFax4 && t.integer(tagPhotometric, whiteIsZero) == blackIsZero
}

// newDirectoryReader returns data as a TIFF file whose first directory is the one at offset, for decoders
// that know only the first page.
func newDirectoryReader(data []byte, offset uint32) io.ReadSeeker {
	order, ok := byteOrder(data)
	if !ok {
		return bytes.NewReader(data)
	}
	header := slices.Clone(data[:8])
	order.PutUint32(header[4:], offset)
	at := directoryReader{header: header, data: data}
	return io.NewSectionReader(at, 0, int64(len(data)))
}

type directoryReader struct {
	header []byte // replaces the first bytes of data
	data   []byte
}

// ReadAt implements io.ReaderAt.
func (r directoryReader) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(r.data)) {
		return 0, io.EOF
	}
	n := copy(p, r.data[off:])
	if off < int64(len(r.header)) {
		copy(p[:n], r.header[off:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
