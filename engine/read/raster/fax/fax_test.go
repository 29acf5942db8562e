package fax_test

import (
	"image"
	"math/rand"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/raster/fax"
	"github.com/docmill/docmill/libs/assert"
)

// pack converts digits 0 and 1 to bytes, and ignores other characters.
func pack(digits string, lsbFirst bool) []byte {
	var out []byte
	n := 0
	for _, c := range digits {
		if c != '0' && c != '1' {
			continue
		}
		if n%8 == 0 {
			out = append(out, 0)
		}
		if c == '1' {
			shift := 7 - n%8
			if lsbFirst {
				shift = n % 8
			}
			out[n/8] |= 1 << shift
		}
		n++
	}
	return out
}

// show draws an image with a character for each pixel.
func show(img *image.Gray, rows int) string {
	var sb strings.Builder
	for y := range rows {
		for x := range img.Rect.Dx() {
			if img.GrayAt(x, y).Y == 0 {
				sb.WriteByte('#')
			} else {
				sb.WriteByte('.')
			}
		}
		sb.WriteByte('|')
	}
	return sb.String()
}

const (
	eol = "000000000001 "
	// Rows of twelve pixels: white 4, black 3, white 5; black 12; white 12.
	bar   = "1011 10 1100 "
	black = "00110101 0000111 "
	white = "001000 "
)

const wantRows = "....###.....|############|............|"

func TestDecode(t *testing.T) {
	t.Parallel()
	pad := func(s string) string { // to whole bytes
		for n := strings.Count(s, "0") + strings.Count(s, "1"); n%8 != 0; n++ {
			s += "0"
		}
		return s
	}
	for name, c := range map[string]struct {
		digits string
		format fax.Format
	}{
		"with ends of line":   {eol + bar + eol + black + eol + white, fax.Format{}},
		"without":             {bar + black + white, fax.Format{}},
		"with fill bits":      {"0000" + eol + bar + "00000" + eol + black + "000" + eol + white + "0000", fax.Format{}},
		"with control at end": {eol + bar + eol + black + eol + white + strings.Repeat(eol, 6) + bar, fax.Format{}},
		"aligned":             {pad(bar) + pad(black) + pad(white), fax.Format{Aligned: true}},
		"lowest bit first":    {eol + bar + eol + black + eol + white, fax.Format{LSBFirst: true}},
		"two dimensions": {eol + "1" + bar + eol + "0" + "001 00110101 0000111" + eol + "1" + white,
			fax.Format{TwoDimensional: true}},
		"two dimensions, pass": {eol + "1" + bar + eol + "1" + black + eol + "0" + "0001", fax.Format{TwoDimensional: true}},
	} {
		img, rows, err := fax.Decode(pack(c.digits, c.format.LSBFirst), c.format, 12, 3)
		if err != nil || rows != 3 {
			t.Errorf("%s: %d rows, %v", name, rows, err)
			continue
		}
		assert.Equal(t, show(img, rows), wantRows, name)
	}
}

func TestVerticalModes(t *testing.T) {
	t.Parallel()
	// The bar of the row above moves: right 1 and left 1, left 2 and right 3.
	digits := eol + "1" + bar + eol + "0" + "011 010 1" + eol + "0" + "000010 0000011 1"
	img, rows, err := fax.Decode(pack(digits, false), fax.Format{TwoDimensional: true}, 12, 3)
	if err != nil || rows != 3 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if got := show(img, rows); got != "....###.....|.....#......|...######...|" {
		t.Error(got)
	}
}

func TestLongRuns(t *testing.T) {
	t.Parallel()
	// White 2560 + 64 + 1, black 1728 + 0.
	digits := "000000011111 11011 000111 0000001100101 0000110111"
	img, rows, err := fax.Decode(pack(digits, false), fax.Format{}, 2625+1728, 1)
	if err != nil || rows != 1 || img.Pix[2624] != 255 || img.Pix[2625] != 0 || img.Pix[4352] != 0 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

func TestDamagedRow(t *testing.T) {
	t.Parallel()
	digits := eol + bar + eol + "1011 00000000 1 111" + eol + black + eol + white + eol + white + eol + white
	img, rows, err := fax.Decode(pack(digits, false), fax.Format{}, 12, 6)
	if err != nil || rows != 6 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if got := show(img, 3); got != "....###.....|....###.....|############|" {
		t.Error(got)
	}
}

func TestNoise(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 4000)
	rand.New(rand.NewSource(1)).Read(noise)
	if _, _, err := fax.Decode(noise, fax.Format{}, 1728, 100); err == nil {
		t.Error("noise is an image")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(pack(eol+bar+eol+black+eol+white, false), byte(0))
	f.Add(pack(eol+"1"+bar+eol+"0"+"011 010 1"+eol+"0"+"0001", false), byte(4))
	f.Fuzz(func(t *testing.T, data []byte, flags byte) {
		format := fax.Format{LSBFirst: flags&1 != 0, Aligned: flags&2 != 0, TwoDimensional: flags&4 != 0}
		img, rows, err := fax.Decode(data, format, 100, 50)
		if err == nil && (rows < 0 || rows > 50 || img.Rect != image.Rect(0, 0, 100, 50)) {
			t.Fatalf("%d rows of %v", rows, img.Rect)
		}
	})
}
