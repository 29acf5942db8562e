package raster

import (
	"bytes"
	"encoding/binary"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read/sniff"
)

// upright is the TIFF and Exif orientation of images stored upright. The number identifies the stored edges
// that are the displayed top and left; all values except 2 to 8 count as upright.
const upright = 1

// orientation reads the Exif orientation of a JPEG, PNG or WebP file; other formats are upright.
func orientation(kind sniff.Format, data []byte) int {
	var exif []byte
	switch kind {
	case sniff.JPEG:
		exif = jpegExif(data)
	case sniff.PNG:
		exif = pngExif(data)
	case sniff.WebP:
		exif = webpExif(data)
	default:
		return upright
	}
	exif = bytes.TrimPrefix(exif, []byte(exifMark))
	if offsets := directories(exif, 1); len(offsets) == 1 {
		return tiffOrientation(exif, offsets[0])
	}
	return upright
}

// exifMark begins the segment of a JPEG file and, contrary to the specification, the chunk of many WebP
// files.
const exifMark = "Exif\x00\x00"

func jpegExif(data []byte) []byte {
	for rest := data[min(2, len(data)):]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == jpegStartOfScan || size < 2 || 2+size > len(rest) {
			break
		}
		const app1 = 0xe1
		if marker == app1 && bytes.HasPrefix(rest[4:2+size], []byte(exifMark)) {
			return rest[4 : 2+size]
		}
		rest = rest[2+size:]
	}
	return nil
}

// pngExif finds the chunk eXIf (PNG, third edition, 11.3.3.6).
func pngExif(data []byte) []byte {
	const signature, frame = 8, 12 // length, type and checksum around a chunk
	for rest := data[min(signature, len(data)):]; len(rest) >= frame; {
		size := int(binary.BigEndian.Uint32(rest))
		if size > len(rest)-frame {
			break
		}
		if string(rest[4:8]) == "eXIf" {
			return rest[8 : 8+size]
		}
		rest = rest[frame+size:]
	}
	return nil
}

// webpExif finds the chunk EXIF of a RIFF file.
func webpExif(data []byte) []byte {
	const header, frame = 12, 8
	for rest := data[min(header, len(data)):]; len(rest) >= frame; {
		size := int(binary.LittleEndian.Uint32(rest[4:]))
		if size > len(rest)-frame {
			break
		}
		if string(rest[:4]) == "EXIF" {
			return rest[frame : frame+size]
		}
		rest = rest[min(frame+size+size%2, len(rest)):]
	}
	return nil
}

func sideways(orientation int) bool { return orientation >= 5 && orientation <= 8 }

func turnOf(orientation int) pixels.Turn {
	switch orientation {
	case 2:
		return pixels.Turn{FlipX: true}
	case 3:
		return pixels.Turn{FlipX: true, FlipY: true}
	case 4:
		return pixels.Turn{FlipY: true}
	case 5:
		return pixels.Turn{Transpose: true}
	case 6:
		return pixels.Turn{Transpose: true, FlipX: true}
	case 7:
		return pixels.Turn{Transpose: true, FlipX: true, FlipY: true}
	case 8:
		return pixels.Turn{Transpose: true, FlipY: true}
	}
	return pixels.Turn{}
}
