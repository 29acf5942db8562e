package font

import (
	"encoding/binary"
	"errors"

	"golang.org/x/image/font/sfnt"
)

// oldFigures is the suffix of families with old-style figures.
const oldFigures = " old figures"

var errNoSubstitutes = errors.New("no substitutes")

// substitutes returns the glyph substitutions of a feature of an OpenType font, such as "onum" for old-style figures:
// single substitutions (OpenType 1.9, GSUB, lookup type 1) of all scripts and languages. It returns an error if the
// font has none or its table is damaged.
func substitutes(data []byte, feature string) (out map[sfnt.GlyphIndex]sfnt.GlyphIndex, err error) {
	defer func() {
		if recover() != nil { // an offset is out of range
			out, err = nil, errNoSubstitutes
		}
	}()
	gsub := table(data, "GSUB")
	if gsub == nil {
		return nil, errNoSubstitutes
	}
	features, lookups := gsub[u16(gsub, 6):], gsub[u16(gsub, 8):]
	out = map[sfnt.GlyphIndex]sfnt.GlyphIndex{}
	for i := range u16(features, 0) {
		record := features[2+6*i:]
		if string(record[:4]) != feature {
			continue
		}
		f := features[u16(record, 4):]
		for k := range u16(f, 2) {
			lookup := lookups[u16(lookups, 2+2*u16(f, 4+2*k)):]
			for s := range u16(lookup, 4) {
				substitute(out, u16(lookup, 0), lookup[u16(lookup, 6+2*s):])
			}
		}
	}
	if len(out) == 0 {
		return nil, errNoSubstitutes
	}
	return out, nil
}

// table returns a table of a font file, or nil if there is none, as in font collections.
func table(data []byte, tag string) []byte {
	for i := range u16(data, 4) {
		if record := data[12+16*i:]; string(record[:4]) == tag {
			at := binary.BigEndian.Uint32(record[8:])
			return data[at : at+binary.BigEndian.Uint32(record[12:])]
		}
	}
	return nil
}

func substitute(out map[sfnt.GlyphIndex]sfnt.GlyphIndex, kind int, subtable []byte) {
	const single, extension = 1, 7
	if kind == extension {
		kind, subtable = u16(subtable, 2), subtable[binary.BigEndian.Uint32(subtable[4:]):]
	}
	if kind != single {
		return
	}
	for i, glyph := range covered(subtable[u16(subtable, 2):]) {
		by := glyph + u16(subtable, 4) // the difference, modulo 65536
		if u16(subtable, 0) == 2 {
			by = u16(subtable, 6+2*i)
		}
		out[sfnt.GlyphIndex(glyph)] = sfnt.GlyphIndex(by) //nolint:gosec // modulo 65536 is meant
	}
}

func covered(coverage []byte) (glyphs []int) {
	for i := range u16(coverage, 2) {
		if u16(coverage, 0) == 1 {
			glyphs = append(glyphs, u16(coverage, 4+2*i))
			continue
		}
		for g := u16(coverage, 4+6*i); g <= u16(coverage, 6+6*i); g++ {
			glyphs = append(glyphs, g)
		}
	}
	return glyphs
}

func u16(data []byte, at int) int { return int(binary.BigEndian.Uint16(data[at:])) }
