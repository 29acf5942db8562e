package font_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/lines/font"
	"github.com/docmill/docmill/libs/require"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// A font with old-style figures gives two faces that differ only in the figures.
func TestOldStyleFiguresFace(t *testing.T) {
	t.Parallel()
	for _, format := range []int{1, 2} {
		usual, old := twoFaces(t, withFeature(t, "onum", format))
		if usual == nil || old == nil {
			t.Fatalf("format %d: not both kinds of figures", format)
		}
		height := func(f *font.Face, text string) float64 {
			return f.Set(text, font.Style{Size: 100, Stretch: 1}).Baseline
		}
		if high, low := height(usual, "0"), height(old, "0"); low > 0.85*high {
			t.Errorf("format %d: a nought of %.0f pixels beside one of %.0f", format, low, high)
		}
		if height(usual, "H") != height(old, "H") {
			t.Errorf("format %d: letters have changed", format)
		}
	}
}

func TestNoOldStyleFigures(t *testing.T) {
	t.Parallel()
	damaged := withFeature(t, "onum", 2)
	gsub := bytes.LastIndex(damaged, []byte("onum")) - 12
	binary.BigEndian.PutUint16(damaged[gsub+8:], 0xfff0) // offset of its lookups
	for name, data := range map[string][]byte{
		"no feature": goregular.TTF, "another feature": withFeature(t, "smcp", 2), "damaged": damaged,
	} {
		if usual, old := twoFaces(t, data); usual == nil || old != nil {
			t.Errorf("%s: %v, %v", name, usual != nil, old != nil)
		}
	}
}

// twoFaces loads a font file and returns its usual face and the one with old-style figures.
func twoFaces(t *testing.T, data []byte) (usual, old *font.Face) {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "Example.ttf"), data, 0o600))
	set, err := font.Load(folder)
	require.NoError(t, err)
	for _, f := range set.Faces() {
		if strings.HasSuffix(f.Family, "old figures") {
			old = f
		} else {
			usual = f
		}
	}
	return usual, old
}

// withFeature returns Go Regular with a GSUB table whose feature replaces zero by o.
func withFeature(t *testing.T, feature string, format int) []byte {
	t.Helper()
	font, err := sfnt.Parse(goregular.TTF)
	require.NoError(t, err)
	glyph := func(c rune) uint16 {
		g, err := font.GlyphIndex(nil, c)
		require.NoError(t, err)
		return uint16(g)
	}
	var gsub []byte
	put := func(values ...uint16) {
		for _, v := range values {
			gsub = binary.BigEndian.AppendUint16(gsub, v)
		}
	}
	put(1, 0, 10, 10, 24) // version, scripts (unused), features, lookups
	put(1)
	gsub = append(gsub, feature...)
	put(8, 0, 1, 0)    // at 10+8: one lookup, the first
	put(1, 4, 1, 0, 1) // at 24: one lookup, of single substitutions, with one subtable
	put(8)
	if format == 1 { // the difference of the glyphs
		put(1, 6, glyph('o')-glyph('0'), 2, 1, glyph('0'), glyph('0'), 0)
	} else {
		put(2, 8, 1, glyph('o'), 1, 1, glyph('0'))
	}
	return withTable(goregular.TTF, "GSUB", gsub)
}

func withTable(data []byte, tag string, table []byte) []byte {
	const head, record = 12, 16
	count := int(binary.BigEndian.Uint16(data[4:]))
	out := append([]byte{}, data[:head]...)
	binary.BigEndian.PutUint16(out[4:], uint16(count+1)) //nolint:gosec // some twenty
	records := append([]byte{}, data[head:head+record*count]...)
	for i := range count { // later records move by one
		offset := records[record*i+8:]
		binary.BigEndian.PutUint32(offset, binary.BigEndian.Uint32(offset)+record)
	}
	own := append([]byte(tag), 0, 0, 0, 0)
	own = binary.BigEndian.AppendUint32(own, uint32(len(data)+record)) //nolint:gosec // of a small file
	own = binary.BigEndian.AppendUint32(own, uint32(len(table)))       //nolint:gosec // of a small file
	at := 0
	for at < count && string(records[record*at:record*at+4]) < tag { // sorted by name
		at++
	}
	out = append(out, records[:record*at]...)
	out = append(append(out, own...), records[record*at:]...)
	return append(append(out, data[head+record*count:]...), table...)
}
