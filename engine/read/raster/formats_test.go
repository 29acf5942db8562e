package raster_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	drawing "image/draw"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/require"
)

// packed makes bytes of binary digits, the first the highest bit.
func packed(digits string) []byte {
	out := make([]byte, (len(digits)+7)/8)
	for i, c := range digits {
		if c == '1' {
			out[i/8] |= 0x80 >> (i % 8)
		}
	}
	return out
}

// corner in ITU-T T.6 (Group 4): the first row in horizontal mode, white 0 and
// black 20; nine rows like it; one that passes over the black above; nine white
// ones; end of block.
func TestGroup4InTIFF(t *testing.T) {
	t.Parallel()
	const (
		vertical, pass = "1", "0001"
		first          = "001" + "00110101" + "00001101000" + vertical
		end            = "000000000001"
	)
	rows := first + strings.Repeat(vertical+vertical+vertical, 9) + pass + vertical + strings.Repeat(vertical,
		9) + end + end
	for photometric, black := range map[uint32]image.Point{0: {5, 5}, 1: {30, 15}} {
		data := tiffOf(map[uint16][]uint32{256: {40}, 257: {20}, 258: {1}, 259: {4}, 262: {photometric}, 277: {1}, 278: {20}},
			273, 279, packed(rows))
		img := decode(t, sniff.TIFF, data)[0]
		white := image.Pt(35, 20).Sub(black)
		if img.Rect != image.Rect(0, 0, 40, 20) || img.GrayAt(black.X, black.Y).Y != 0 ||
			img.GrayAt(white.X, white.Y).Y != 255 {
			t.Errorf("photometric interpretation %d: dark %q", photometric, dark(t, img))
		}
	}
}

// Inks in TIFF are refused, and not as damage.
func TestCMYKInTIFF(t *testing.T) {
	t.Parallel()
	data := tiffOf(map[uint16][]uint32{256: {4}, 257: {4}, 258: {8, 8, 8, 8}, 259: {1}, 262: {5}, 277: {4}, 278: {4}}, 273,
		279, make([]byte, 64))
	if _, err := first(sniff.TIFF, data); extractionerror.CodeOf(err) != extractionerror.UnsupportedFormat {
		t.Errorf("%v", err)
	}
}

// Four components that Adobe's segment declares as YCbCr and black. They are the complement of inks that
// Adobe writes inverted: the lower the Y, the less ink.
func TestYCCKJPEG(t *testing.T) {
	t.Parallel()
	for want, values := range map[byte][]int{255: {0, 128, 128, 255}, 0: {0, 128, 128, 0}, 179: {76, 128, 128, 255}} {
		data := flatJPEG(40, 20, true, values...)
		transform := bytes.Index(data, []byte("Adobe")) + 11
		data[transform] = 2
		img, err := first(sniff.JPEG, data)
		require.NoError(t, err)
		if got := img.GrayAt(20, 10).Y; apart(got, want) > 5 {
			t.Errorf("%v is %d, want %d", values, got, want)
		}
	}
}

func TestDeepPNG(t *testing.T) {
	t.Parallel()
	gray, colored := image.NewGray16(image.Rect(0, 0, 40, 20)), image.NewNRGBA64(image.Rect(0, 0, 40, 20))
	drawing.Draw(gray, gray.Rect, corner(), image.Point{}, drawing.Src)
	drawing.Draw(colored, colored.Rect, corner(), image.Point{}, drawing.Src)
	colored.SetNRGBA64(30, 15, color.NRGBA64{}) // transparent
	for name, img := range map[string]image.Image{"gray": gray, "color": colored} {
		got := decode(t, sniff.PNG, encode(t, func(b *bytes.Buffer) error { return png.Encode(b, img) }))[0]
		if dark(t, got) != "top left" || got.GrayAt(30, 15).Y != 255 {
			t.Errorf("%s of 16 bits: dark %q", name, dark(t, got))
		}
	}
}

// interlaced writes an image in the seven passes of Adam7 (PNG, third edition,
// 8.1).
func interlaced(t *testing.T, img *image.Gray) []byte {
	t.Helper()
	var rows bytes.Buffer
	z := zlib.NewWriter(&rows)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for _, p := range []struct{ x, y, dx, dy int }{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4},
		{1, 0, 2, 2}, {0, 1, 1, 2}} {
		for y := p.y; y < h; y += p.dy {
			row := []byte{0} // no filter
			for x := p.x; x < w; x += p.dx {
				row = append(row, img.GrayAt(x, y).Y)
			}
			if _, err := z.Write(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	require.NoError(t, z.Close())
	be := binary.BigEndian
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		out = be.AppendUint32(out, uint32(len(data)))
		body := append([]byte(kind), data...)
		out = be.AppendUint32(append(out, body...), crc(body))
	}
	const bits, grayscale, adam7 = 8, 0, 1
	header := be.AppendUint32(be.AppendUint32(nil, uint32(w)), uint32(h))
	chunk("IHDR", append(header, bits, grayscale, 0, 0, adam7))
	chunk("IDAT", rows.Bytes())
	chunk("IEND", nil)
	return out
}

func TestInterlacedPNG(t *testing.T) {
	t.Parallel()
	got := decode(t, sniff.PNG, interlaced(t, corner()))[0]
	if !bytes.Equal(got.Pix, corner().Pix) {
		t.Errorf("dark %q", dark(t, got))
	}
}

// The page is the first frame, also where later ones are of another size.
func TestAnimatedGIF(t *testing.T) {
	t.Parallel()
	shades := color.Palette{color.Black, color.White}
	frame := image.NewPaletted(image.Rect(0, 0, 40, 20), shades)
	drawing.Draw(frame, frame.Rect, corner(), image.Point{}, drawing.Src)
	later := image.NewPaletted(image.Rect(5, 5, 25, 15), shades)
	data := encode(t, func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{frame, later}, Delay: []int{10, 10}})
	})
	pages := decode(t, sniff.GIF, data)
	if len(pages) != 1 || raster.Count(sniff.GIF, data, 10) != 1 || dark(t, pages[0]) != "top left" {
		t.Errorf("%d pages, dark %q", len(pages), dark(t, pages[0]))
	}
}

// uniform is a lossless WebP file of one color: every prefix code has one
// symbol and thus takes no bits (RFC 9649, 3.7.2.1.1).
func uniform(w, h int, green, red, blue, alpha byte) []byte {
	digits := []byte{}
	put := func(value, bits int) {
		for i := range bits {
			digits = append(digits, byte(value>>i&1))
		}
	}
	put(0x2f, 8)
	put(w-1, 14)
	put(h-1, 14)
	put(1, 1+3) // alpha is used; version 0
	put(0, 1+1+1)
	for _, symbol := range []byte{green, red, blue, alpha, 0} {
		put(1, 1) // a simple code
		put(0, 1) // of one symbol
		put(1, 1) // of eight bits
		put(int(symbol), 8)
	}
	var out []byte
	for eight := range slices.Chunk(digits, 8) {
		v := byte(0)
		for i, d := range eight {
			v |= d << i
		}
		out = append(out, v)
	}
	return riff("RIFF", slices.Concat([]byte("WEBP"), riff("VP8L", out)))
}

func TestLosslessWebP(t *testing.T) {
	t.Parallel()
	for want, data := range map[byte][]byte{
		0:   uniform(40, 20, 0, 0, 0, 255),
		200: uniform(40, 20, 200, 200, 200, 255),
		255: uniform(40, 20, 0, 0, 0, 0),   // transparent over white
		128: uniform(40, 20, 0, 0, 0, 127), // half
	} {
		if kind, _ := sniff.Sniff(data); kind != sniff.WebP {
			t.Fatalf("sniffs as %q", kind)
		}
		img, err := first(sniff.WebP, data)
		require.NoError(t, err)
		if got := img.GrayAt(20, 10).Y; img.Rect != image.Rect(0, 0, 40, 20) || apart(got, want) > 1 {
			t.Errorf("brightness %d, want %d", got, want)
		}
	}
}
