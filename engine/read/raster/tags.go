package raster

import (
	"encoding/binary"
	"slices"
)

// Tags of a TIFF directory (TIFF 6.0, part 1; JPEG tables: Adobe Photoshop TIFF technical notes of 2002).
const (
	tagWidth           = 256
	tagHeight          = 257
	tagBits            = 258
	tagCompression     = 259
	tagPhotometric     = 262
	tagFillOrder       = 266
	tagStripOffsets    = 273
	tagOrientation     = 274
	tagSamplesPerPixel = 277
	tagRowsPerStrip    = 278
	tagStripByteCounts = 279
	tagFaxOptions      = 292
	tagTileWidth       = 322
	tagTileHeight      = 323
	tagTileOffsets     = 324
	tagTileByteCounts  = 325
	tagJPEGTables      = 347
)

// tags are the entries of one directory.
type tags struct {
	data    []byte // the whole file
	order   binary.ByteOrder
	entries []byte // 12 bytes each
}

func tagsAt(data []byte, offset uint32) (tags, bool) {
	order, ok := byteOrder(data)
	if !ok {
		return tags{}, false
	}
	entries, _, ok := directory(data, order, offset)
	return tags{data, order, entries}, ok
}

// entry returns the type and the bytes of a tag's values, or nothing if the tag is missing or points beyond
// the file.
func (t tags) entry(tag uint16) (kind uint16, values []byte) {
	const inline = 4
	for e := range slices.Chunk(t.entries, 12) {
		if t.order.Uint16(e) != tag {
			continue
		}
		kind = t.order.Uint16(e[2:])
		size := int64(t.order.Uint32(e[4:])) * typeSize(kind)
		if size <= inline {
			return kind, e[8 : 8+size]
		}
		from := int64(t.order.Uint32(e[8:]))
		if from+size > int64(len(t.data)) {
			return 0, nil
		}
		return kind, t.data[from : from+size]
	}
	return 0, nil
}

// typeSize returns the size of integer and byte types, 0 for others.
func typeSize(kind uint16) int64 {
	switch kind {
	case 1, 7: // BYTE, UNDEFINED
		return 1
	case 3: // SHORT
		return 2
	case 4: // LONG
		return 4
	}
	return 0
}

func (t tags) numbers(tag uint16) []int {
	kind, values := t.entry(tag)
	size := int(typeSize(kind))
	if size == 0 {
		return nil
	}
	out := make([]int, 0, len(values)/size)
	for v := range slices.Chunk(values, size) {
		switch size {
		case 1:
			out = append(out, int(v[0]))
		case 2:
			out = append(out, int(t.order.Uint16(v)))
		default:
			out = append(out, int(t.order.Uint32(v)))
		}
	}
	return out
}

func (t tags) integer(tag uint16, otherwise int) int {
	if v := t.numbers(tag); len(v) > 0 {
		return v[0]
	}
	return otherwise
}
