package raster_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	drawing "image/draw"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"golang.org/x/image/bmp"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/require"
)

// tiffOf writes a big-endian TIFF file of one page: blocks of data and the directory's numbers, by tag. It
// adds the positions of the blocks.
func tiffOf(numbers map[uint16][]uint32, offsets, sizes uint16, blocks ...[]byte) []byte {
	be := binary.BigEndian
	out := []byte("MM\x00*\x00\x00\x00\x00")
	numbers[offsets], numbers[sizes] = nil, nil
	for _, b := range blocks {
		numbers[offsets] = append(numbers[offsets], uint32(len(out)))
		numbers[sizes] = append(numbers[sizes], uint32(len(b)))
		out = append(out, b...)
	}
	var tags []uint16
	for tag := range numbers {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	var entries []byte
	for _, tag := range tags {
		const long, undefined, tables = 4, 7, 347
		kind, count, values := uint16(long), len(numbers[tag]), []byte(nil)
		for _, v := range numbers[tag] {
			if tag == tables {
				kind, values = undefined, append(values, byte(v))
			} else {
				values = be.AppendUint32(values, v)
			}
		}
		if len(values) > 4 {
			at := be.AppendUint32(nil, uint32(len(out)))
			out, values = append(out, values...), at
		}
		entries = be.AppendUint16(entries, tag)
		entries = be.AppendUint16(entries, kind)
		entries = be.AppendUint32(entries, uint32(count))
		entries = append(entries, values...)
	}
	be.PutUint32(out[4:], uint32(len(out)))
	out = be.AppendUint16(out, uint16(len(tags)))
	out = append(out, entries...)
	return append(out, 0, 0, 0, 0)
}

// abbreviate parts a JPEG stream into its tables and the rest.
func abbreviate(t *testing.T, stream []byte) (tables []uint32, rest []byte) {
	t.Helper()
	const tablesOf, scan = "\xdb\xc4", 0xda // quantization, Huffman
	head, body := []byte("\xff\xd8"), []byte("\xff\xd8")
	for at := 2; ; {
		size := int(binary.BigEndian.Uint16(stream[at+2:]))
		if stream[at+1] == scan {
			body = append(body, stream[at:]...)
			break
		}
		segment := stream[at : at+2+size]
		if bytes.IndexByte([]byte(tablesOf), stream[at+1]) >= 0 {
			head = append(head, segment...)
		} else {
			body = append(body, segment...)
		}
		at += 2 + size
	}
	for _, b := range append(head, 0xff, 0xd9) {
		tables = append(tables, uint32(b))
	}
	return tables, body
}

// colored is corner in color: the top left quarter dark red.
func colored() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 40, 20))
	drawing.Draw(img, img.Rect, image.White, image.Point{}, drawing.Src)
	drawing.Draw(img, image.Rect(0, 0, 20, 10), image.NewUniform(color.RGBA{60, 0, 0, 255}), image.Point{}, drawing.Src)
	return img
}

func encodeJPEG(t *testing.T, img image.Image) []byte {
	t.Helper()
	return encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, &jpeg.Options{Quality: 100}) })
}

func TestJPEGInTIFF(t *testing.T) {
	t.Parallel()
	header := func(photometric, samples uint32, more map[uint16][]uint32) map[uint16][]uint32 {
		numbers := map[uint16][]uint32{256: {40}, 257: {20}, 259: {7}, 262: {photometric}, 277: {samples}}
		for tag, v := range more {
			numbers[tag] = v
		}
		return numbers
	}
	tables, whole := abbreviate(t, encodeJPEG(t, corner()))
	_, upper := abbreviate(t, encodeJPEG(t, corner().SubImage(image.Rect(0, 0, 40, 16))))
	_, lower := abbreviate(t, encodeJPEG(t, corner().SubImage(image.Rect(0, 16, 40, 20))))
	colourTables, color := abbreviate(t, encodeJPEG(t, colored()))
	left, right := image.NewGray(image.Rect(0, 0, 32, 32)), image.NewGray(image.Rect(0, 0, 32, 32))
	drawing.Draw(left, left.Rect, corner(), image.Point{}, drawing.Src)
	drawing.Draw(right, right.Rect, corner(), image.Pt(32, 0), drawing.Src)
	_, tile1 := abbreviate(t, encodeJPEG(t, left))
	_, tile2 := abbreviate(t, encodeJPEG(t, right))
	for name, data := range map[string][]byte{
		"gray":          tiffOf(header(1, 1, map[uint16][]uint32{347: tables}), 273, 279, whole),
		"two strips":    tiffOf(header(1, 1, map[uint16][]uint32{347: tables, 278: {16}}), 273, 279, upper, lower),
		"tables inside": tiffOf(header(1, 1, nil), 273, 279, encodeJPEG(t, corner())),
		"colour, YCbCr": tiffOf(header(6, 3, map[uint16][]uint32{347: colourTables}), 273, 279, color),
		"tiles": tiffOf(header(1, 1, map[uint16][]uint32{347: tables, 322: {32}, 323: {32}}), 324, 325,
			tile1, tile2),
		"colour, no tag": tiffOf(map[uint16][]uint32{256: {40}, 257: {20}, 259: {7}, 277: {3}, 347: colourTables}, 273,
			279, color),
	} {
		pages := decode(t, sniff.TIFF, data)
		if len(pages) != 1 || pages[0].Rect != image.Rect(0, 0, 40, 20) || dark(t, pages[0]) != "top left" {
			t.Errorf("%s: %d pages, dark %q", name, len(pages), dark(t, pages[0]))
		}
	}
	inverted := decode(t, sniff.TIFF, tiffOf(header(0, 1, map[uint16][]uint32{347: tables}), 273, 279, whole))
	if inverted[0].GrayAt(5, 5).Y < 200 || inverted[0].GrayAt(35, 15).Y > 50 {
		t.Error("white is zero, but is shown black")
	}
	// Components that are red, green and blue look the same as stored.
	rgb := decode(t, sniff.TIFF, tiffOf(header(2, 3, nil), 273, 279, flatJPEG(40, 20, false, 250, 250, 250)))
	if got := rgb[0].GrayAt(20, 10).Y; got < 245 {
		t.Errorf("white in RGB is %d", got)
	}
}

func TestDamagedJPEGInTIFF(t *testing.T) {
	t.Parallel()
	tables, whole := abbreviate(t, encodeJPEG(t, corner()))
	base := func(more map[uint16][]uint32) map[uint16][]uint32 {
		numbers := map[uint16][]uint32{256: {40}, 257: {20}, 259: {7}, 262: {1}, 277: {1}, 347: tables}
		for tag, v := range more {
			numbers[tag] = v
		}
		return numbers
	}
	far := tiffOf(base(nil), 273, 279, whole)
	for name, c := range map[string]struct {
		data []byte
		want extractionerror.Code
	}{
		"no stream":        {tiffOf(base(nil), 273, 279, []byte("hello")), extractionerror.CorruptFile},
		"no strips":        {tiffOf(base(nil), 273, 279), extractionerror.CorruptFile},
		"cut in half":      {far[:len(far)/2], extractionerror.CorruptFile},
		"larger than said": {tiffOf(base(map[uint16][]uint32{257: {8}}), 273, 279, whole), extractionerror.CorruptFile},
		"a million strips": {tiffOf(base(map[uint16][]uint32{257: {1_000_000}, 278: {1}}), 273, 279, whole),
			extractionerror.CorruptFile},
		"tiles of one pixel": {tiffOf(base(map[uint16][]uint32{322: {1}, 323: {1}}), 324, 325, whole),
			extractionerror.CorruptFile},
		"too many pixels": {tiffOf(base(map[uint16][]uint32{256: {100_000}, 257: {100_000}}), 273, 279, whole),
			extractionerror.TooComplex},
		"no extent": {tiffOf(base(map[uint16][]uint32{256: {0}}), 273, 279, whole), extractionerror.CorruptFile},
		"four inks": {tiffOf(base(map[uint16][]uint32{262: {5}}), 273, 279, whole), extractionerror.UnsupportedFormat},
	} {
		if _, err := first(sniff.TIFF, c.data); extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// corner in Modified Huffman: ten rows of black 20 and white 20, ten of white 40.
func fax(aligned bool) []byte {
	const black, white = "00110101" + "00001101000" + "0001000", "00101001"
	digits := ""
	for y := range 20 {
		if !aligned {
			digits += "000000000001"
		}
		if y < 10 {
			digits += black
		} else {
			digits += white
		}
		for aligned && len(digits)%8 != 0 {
			digits += "0"
		}
	}
	out := make([]byte, (len(digits)+7)/8)
	for i, c := range digits {
		if c == '1' {
			out[i/8] |= 0x80 >> (i % 8)
		}
	}
	return out
}

func TestFaxInTIFF(t *testing.T) {
	t.Parallel()
	page := func(compression, photometric, rows uint32, strips ...[]byte) []byte {
		numbers := map[uint16][]uint32{256: {40}, 257: {20}, 259: {compression}, 262: {photometric}, 278: {rows}}
		return tiffOf(numbers, 273, 279, strips...)
	}
	for name, data := range map[string][]byte{
		"T.4":              page(3, 0, 20, fax(false)),
		"Modified Huffman": page(2, 0, 20, fax(true)),
	} {
		if got := decode(t, sniff.TIFF, data); dark(t, got[0]) != "top left" {
			t.Errorf("%s: dark %q", name, dark(t, got[0]))
		}
	}
	negative := decode(t, sniff.TIFF, page(3, 1, 20, fax(false)))
	if negative[0].GrayAt(5, 5).Y != 255 || negative[0].GrayAt(30, 5).Y != 0 {
		t.Error("black is zero, but is shown white")
	}
	// Missing rows of a truncated strip are white.
	half := decode(t, sniff.TIFF, page(3, 0, 20, fax(false)[:30]))
	if half[0].GrayAt(5, 0).Y != 0 || half[0].GrayAt(5, 9).Y != 255 {
		t.Error("a cut off strip is not white below")
	}
	// An empty strip creates no page of 40 million pixels.
	bomb := tiffOf(map[uint16][]uint32{256: {60_000}, 257: {60_000}, 259: {3}}, 273, 279, fax(false))
	if _, err := first(sniff.TIFF, bomb); extractionerror.CodeOf(err) != extractionerror.TooComplex {
		t.Errorf("bomb: %v", err)
	}
}

// exifBlock is an Exif block with an orientation.
func exifBlock(o uint16) []byte {
	block := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	block = binary.BigEndian.AppendUint16(block, o)
	return append(block, 0, 0, 0, 0, 0, 0)
}

func TestExifOrientationOfPNG(t *testing.T) {
	t.Parallel()
	plain := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
	const afterHeader = 8 + 25
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(exifBlock(6))))
	chunk = append(append(chunk, "eXIf"...), exifBlock(6)...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc(chunk[4:]))
	data := slices.Concat(plain[:afterHeader], chunk, plain[afterHeader:])
	img, err := first(sniff.PNG, data)
	if err != nil || img.Rect.Dx() != 20 || dark(t, img) != "top right" {
		t.Errorf("%v, dark %q", err, dark(t, img))
	}
}

func TestExifOrientationOfWebP(t *testing.T) {
	t.Parallel()
	for _, mark := range []string{"", "Exif\x00\x00"} {
		data := webp(40, 20, append([]byte(mark), exifBlock(6)...))
		if kind, _ := sniff.Sniff(data); kind != sniff.WebP {
			t.Fatalf("sniffs as %q", kind)
		}
		img, err := first(sniff.WebP, data)
		if err != nil || img.Rect != image.Rect(0, 0, 20, 40) {
			t.Errorf("with mark %q: %v", mark, err)
		}
	}
}

func riff(id string, data []byte) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(id), uint32(len(data)))
	out = append(out, data...)
	return append(out, make([]byte, len(data)%2)...)
}

// webp is an image of one color, in which every prefix code has one symbol and
// thus takes no bits (RFC 9649, 3.7.2.1.1).
func webp(w, h int, exif []byte) []byte {
	canvas := []byte{0x08, 0, 0, 0, byte(w - 1), 0, 0, byte(h - 1), 0, 0}
	body := slices.Concat([]byte("WEBP"), riff("VP8X", canvas), riff("VP8L", vp8l(w, h)), riff("EXIF", exif))
	return riff("RIFF", body)
}

func vp8l(w, h int) []byte {
	var out []byte
	n := 0
	put := func(value, bits int) {
		for i := range bits {
			if n%8 == 0 {
				out = append(out, 0)
			}
			out[n/8] |= byte(value>>i&1) << (n % 8)
			n++
		}
	}
	put(0x2f, 8)
	put(w-1, 14)
	put(h-1, 14)
	put(0, 1+3) // no alpha, version 0
	put(0, 1+1+1)
	for range 5 { // green, red, blue, alpha, distance: each simple, of one symbol of one bit
		put(1, 1)
		put(0, 1)
		put(0, 1)
		put(0, 1)
	}
	return out
}

// A small declared canvas does not permit a large picture.
func TestWebPBomb(t *testing.T) {
	t.Parallel()
	canvas := []byte{0, 0, 0, 0, 39, 0, 0, 19, 0, 0}
	data := riff("RIFF", slices.Concat([]byte("WEBP"), riff("VP8X", canvas), riff("VP8L", vp8l(16000, 16000))))
	large := riff("RIFF", slices.Concat([]byte("WEBP"), riff("VP8L", vp8l(16000, 16000))))
	for _, bomb := range [][]byte{data, large} {
		if _, err := first(sniff.WebP, bomb); !errors.As(err, new(*extractionerror.Error)) {
			t.Errorf("%v", err)
		}
	}
}

// flatJPEG is an image of one color, of three or four components.
func flatJPEG(w, h int, adobe bool, values ...int) []byte {
	out := []byte("\xff\xd8")
	segment := func(marker byte, data ...byte) {
		out = append(out, 0xff, marker, 0, byte(len(data)+2))
		out = append(out, data...)
	}
	if adobe {
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{8}, 64)...)...)
	frame := []byte{8, 0, byte(h), 0, byte(w), byte(len(values))}
	scan := []byte{byte(len(values))}
	for i := range values {
		frame = append(frame, byte(i+1), 0x11, 0)
		scan = append(scan, byte(i+1), 0)
	}
	segment(0xc0, frame...)
	// Twelve categories in codes of four bits; a block ends with a code of one.
	segment(0xc4, append([]byte{0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
		10, 11)...)
	segment(0xc4, append([]byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0)...)
	segment(0xda, append(scan, 0, 63, 0)...)
	var digits []byte
	put := func(value, bits int) {
		for i := bits - 1; i >= 0; i-- {
			digits = append(digits, byte(value>>i&1))
		}
	}
	for block := range (w + 7) / 8 * ((h + 7) / 8) {
		for _, v := range values {
			difference, category := 0, 0
			if block == 0 { // 8 × (v − 128), divided by the table's 8
				difference = v - 128
			}
			for 1<<category <= max(difference, -difference) {
				category++
			}
			put(category, 4)
			if difference < 0 {
				difference += 1<<category - 1
			}
			put(difference, category)
			put(0, 1)
		}
	}
	for len(digits)%8 != 0 {
		digits = append(digits, 1)
	}
	for b := range slices.Chunk(digits, 8) {
		v := byte(0)
		for _, d := range b {
			v = v<<1 | d
		}
		if out = append(out, v); v == 0xff {
			out = append(out, 0)
		}
	}
	return append(out, 0xff, 0xd9)
}

// Adobe writes inks inverted: 255 means no ink.
func TestCMYKJPEG(t *testing.T) {
	t.Parallel()
	for want, inks := range map[byte][]int{255: {255, 255, 255, 255}, 0: {255, 255, 255, 0}} {
		img, err := first(sniff.JPEG, flatJPEG(40, 20, true, inks...))
		require.NoError(t, err)
		if got := int(img.GrayAt(20, 10).Y); got < int(want)-5 || got > int(want)+5 {
			t.Errorf("inks %v are %d, want %d", inks, got, want)
		}
	}
}

func crc(data []byte) uint32 { return crc32.ChecksumIEEE(data) }

// Bitmaps in 16 bits or run-length coded are refused, and not as damaged.
func TestUnusualBitmaps(t *testing.T) {
	t.Parallel()
	plain := encode(t, func(b *bytes.Buffer) error { return bmp.Encode(b, corner()) })
	const bitsAt, compressionAt = 28, 30
	for name, change := range map[string]func([]byte){
		"16 bits": func(b []byte) { b[bitsAt] = 16 }, "run lengths": func(b []byte) { b[compressionAt] = 1 },
	} {
		data := bytes.Clone(plain)
		change(data)
		if _, err := first(sniff.BMP, data); extractionerror.CodeOf(err) != extractionerror.UnsupportedFormat {
			t.Errorf("%s: %v", name, err)
		}
	}
}
