package raster_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/require"
)

// corner is a white image of 40 × 20 whose top left quarter is black.
func corner() *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 40, 20))
	for i := range img.Pix {
		if x, y := i%40, i/40; x >= 20 || y >= 10 {
			img.Pix[i] = 255
		}
	}
	return img
}

func decode(t *testing.T, kind sniff.Format, data []byte) []*image.Gray {
	t.Helper()
	var out []*image.Gray
	for img, err := range raster.Pages(kind, data) {
		require.NoError(t, err)
		out = append(out, img)
	}
	return out
}

func encode(t *testing.T, do func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, do(&b))
	return b.Bytes()
}

// dark returns the black quarter of the image: "top left" and so on.
func dark(t *testing.T, img *image.Gray) string {
	t.Helper()
	w, h := img.Rect.Dx(), img.Rect.Dy()
	found := ""
	for name, p := range map[string]image.Point{
		"top left": {w / 4, h / 4}, "top right": {w * 3 / 4, h / 4},
		"bottom left": {w / 4, h * 3 / 4}, "bottom right": {w * 3 / 4, h * 3 / 4},
	} {
		if img.GrayAt(p.X, p.Y).Y < 40 {
			found += name
		} else if img.GrayAt(p.X, p.Y).Y < 215 {
			t.Errorf("%s is gray", name)
		}
	}
	return found
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for kind, data := range map[sniff.Format][]byte{
		sniff.PNG:  encode(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) }),
		sniff.JPEG: encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), nil) }),
		sniff.GIF:  encode(t, func(b *bytes.Buffer) error { return gif.Encode(b, corner(), nil) }),
		sniff.BMP:  encode(t, func(b *bytes.Buffer) error { return bmp.Encode(b, corner()) }),
		sniff.TIFF: encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) }),
	} {
		if got, _ := sniff.Sniff(data); got != kind {
			t.Errorf("%s sniffs as %q", kind, got)
		}
		pages := decode(t, kind, data)
		if len(pages) != 1 || raster.Count(kind, data, 10) != 1 || pages[0].Rect != image.Rect(0, 0, 40, 20) ||
			dark(t, pages[0]) != "top left" {
			t.Errorf("%s: %d pages, dark %q", kind, len(pages), dark(t, pages[0]))
		}
		_, err := first(kind, data[:len(data)/2])
		if kind != sniff.GIF && extractionerror.CodeOf(err) != extractionerror.CorruptFile {
			t.Errorf("%s cut in half: %v", kind, err)
		}
	}
}

func first(kind sniff.Format, data []byte) (*image.Gray, error) {
	for img, err := range raster.Pages(kind, data) {
		return img, err
	}
	return nil, nil
}

func TestExifOrientation(t *testing.T) {
	t.Parallel()
	plain := encode(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), &jpeg.Options{Quality: 100}) })
	want := []string{1: "top left", 2: "top right", 3: "bottom right", 4: "bottom left",
		5: "top left", 6: "top right", 7: "bottom right", 8: "bottom left"}
	for o := 1; o <= 8; o++ {
		img, err := first(sniff.JPEG, withOrientation(plain, uint16(o)))
		require.NoError(t, err)
		if got := dark(t, img); got != want[o] {
			t.Errorf("orientation %d: dark %q, want %q", o, got, want[o])
		}
		if turned := img.Rect.Dx() == 20; turned != (o >= 5) {
			t.Errorf("orientation %d: %v", o, img.Rect)
		}
	}
}

// withOrientation puts an Exif segment behind a JPEG's first marker.
func withOrientation(plain []byte, o uint16) []byte {
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01")
	exif = binary.BigEndian.AppendUint16(exif, 274)
	exif = append(exif, 0, 3, 0, 0, 0, 1)
	exif = binary.BigEndian.AppendUint16(exif, o)
	exif = append(exif, 0, 0, 0, 0, 0, 0)
	out := append([]byte{}, plain[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	out = append(out, exif...)
	return append(out, plain[2:]...)
}

// multipage joins single page TIFF files that end with their directory, as the encoder of x/image writes
// them uncompressed.
func multipage(t *testing.T, pages ...[]byte) []byte {
	t.Helper()
	// The offsets in a page's file are relative to its beginning, so those of the second page are increased
	// by its position.
	out := bytes.Clone(pages[0])
	for _, p := range pages[1:] {
		base := uint32(len(out))
		moved := bytes.Clone(p)
		le := binary.LittleEndian
		ifd := le.Uint32(moved[4:])
		n := int(le.Uint16(moved[ifd:]))
		for i := range n {
			e := moved[int(ifd)+2+12*i:]
			size := map[uint16]uint32{3: 2, 4: 4, 5: 8}[le.Uint16(e[2:])] * le.Uint32(e[4:])
			if tag := le.Uint16(e); tag == 273 || size > 4 {
				le.PutUint32(e[8:], le.Uint32(e[8:])+base)
			}
		}
		last := lastLink(out)
		le.PutUint32(out[last:], ifd+base)
		out = append(out, moved...)
	}
	return out
}

// lastLink is the position of the zero that ends the chain of directories.
func lastLink(data []byte) int {
	le := binary.LittleEndian
	at := 4
	for next := le.Uint32(data[at:]); next != 0; next = le.Uint32(data[at:]) {
		at = int(next) + 2 + 12*int(le.Uint16(data[next:]))
	}
	return at
}

func TestMultipageTIFF(t *testing.T) {
	t.Parallel()
	a := encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) })
	white := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	b := encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, white, nil) })
	data := multipage(t, a, b)
	pages := decode(t, sniff.TIFF, data)
	if raster.Count(sniff.TIFF, data, 10) != 2 || len(pages) != 2 {
		t.Fatalf("%d pages", len(pages))
	}
	if page, err := raster.Page(sniff.TIFF, data, 1); err != nil || dark(t, page) != "" || page.Rect.Dx() != 8 {
		t.Errorf("the second page alone: %v", err)
	}
	if _, err := raster.Page(sniff.TIFF, data, 2); err == nil {
		t.Error("there is a third page")
	}
	if dark(t, pages[0]) != "top left" || dark(t, pages[1]) != "" || pages[1].Rect.Dx() != 8 {
		t.Error("pages are not the ones put in")
	}
}

func TestLoopingTIFF(t *testing.T) {
	t.Parallel()
	data := encode(t, func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) })
	binary.LittleEndian.PutUint32(data[lastLink(data):], binary.LittleEndian.Uint32(data[4:]))
	require.Equal(t, raster.Count(sniff.TIFF, data, 10), 1, "pages")
}

func TestTooManyPixels(t *testing.T) {
	t.Parallel()
	data := encode(t, func(b *bytes.Buffer) error { return png.Encode(b, corner()) })
	binary.BigEndian.PutUint32(data[16:], 1<<20)
	binary.BigEndian.PutUint32(data[20:], 1<<20)
	// The header's checksum covers its type and its 13 bytes.
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	if _, err := first(sniff.PNG, data); extractionerror.CodeOf(err) != extractionerror.TooComplex {
		t.Fatalf("Pages = %v, want TOO_COMPLEX", err)
	}
}

func FuzzPages(f *testing.F) {
	var b bytes.Buffer
	for _, enc := range []func() error{
		func() error { return png.Encode(&b, corner()) },
		func() error { return jpeg.Encode(&b, corner(), nil) },
		func() error { return gif.Encode(&b, corner(), nil) },
		func() error { return bmp.Encode(&b, corner()) },
		func() error { return tiff.Encode(&b, corner(), nil) },
	} {
		b.Reset()
		require.NoError(f, enc())
		f.Add(bytes.Clone(b.Bytes()))
	}
	f.Add(uniform(40, 20, 0, 0, 0, 127))
	f.Add(webp(40, 20, exifBlock(6)))
	f.Add(flatJPEG(40, 20, true, 0, 128, 128, 255))
	f.Add(tiffOf(map[uint16][]uint32{256: {40}, 257: {20}, 259: {2}, 262: {1}, 278: {20}}, 273, 279, fax(true)))
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, ok := sniff.Sniff(data)
		if !ok || !raster.CanDecode(kind) {
			return
		}
		if cfg, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && cfg.Width*cfg.Height > 1<<20 {
			return // slow, not wrong
		}
		for _, err := range raster.Pages(kind, data) {
			readtest.Check(t, nil, err)
		}
	})
}
