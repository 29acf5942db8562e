package pdf

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// members is all that this package knows of PDFium beyond its public interface: the offsets of three
// members of a text object and three virtual functions of a font. The public interface provides them only
// through a text page (FPDFText_LoadPage), which takes longer than all other work on a page. The offsets
// hold for one pdfium.wasm only; without them pages are read through text pages, with the same words.
// docs/pdfium.md explains how to find the offsets of another build; TestMembersAreFound finds them.
type members struct {
	// Offsets in CPDF_TextObject (core/fpdfapi/page/cpdf_textobject.h) of a std::vector<uint32_t> and two
	// std::vector<float>, all of one length.
	charCodes     uint32
	charKernings  uint32 // what TJ shifts behind each character, in thousandths of the font size
	charPositions uint32 // along the line, before the matrix applies; kernings are in them
	// Offsets in the table of virtual functions of CPDF_Font
	// (core/fpdfapi/font/cpdf_font.h).
	isVertWriting       uint32 // bool IsVertWriting() const
	unicodeFromCharCode uint32 // WideString UnicodeFromCharCode(uint32_t) const
	charWidth           uint32 // int GetCharWidthF(uint32_t)
}

// membersOf returns the offsets for the pdfium.wasm with that SHA-256, or nil.
func membersOf(digest [sha256.Size]byte) *members {
	switch hex.EncodeToString(digest[:]) {
	case "5ffef044d55b547f48388c85bd7d0cf3c1856af23f42d2ffe1ab3ad12caf939d": // go-pdfium v1.19.2
		return &members{
			charCodes: 104, charKernings: 116, charPositions: 128,
			isVertWriting: 60, unicodeFromCharCode: 84, charWidth: 96,
		}
	}
	return nil
}

const (
	vectorSize  = 12 // std::vector of libc++: begin, end, end of the capacity
	charSize    = 4  // of a character code, a position and a kerning
	longestText = 8  // code points that a character code stands for
)

// characters is the content of a text object in the instance's memory, valid until the next call.
type characters struct {
	n                          int
	codes, positions, kernings []byte
}

// charactersOf reads the members of a text object; ok is false if they are inconsistent.
func (in *instance) charactersOf(object uint32) (c characters, ok bool, err error) {
	m := in.members
	if c.codes, err = in.vector(object + m.charCodes); err != nil {
		return c, false, err
	}
	if c.positions, err = in.vector(object + m.charPositions); err != nil {
		return c, false, err
	}
	if c.kernings, err = in.vector(object + m.charKernings); err != nil {
		return c, false, err
	}
	c.n = len(c.codes) / charSize
	return c, len(c.codes) == len(c.positions) && len(c.codes) == len(c.kernings), nil
}

// vector returns the content of a std::vector.
func (in *instance) vector(p uint32) ([]byte, error) {
	b, err := in.view(p, vectorSize)
	if err != nil {
		return nil, err
	}
	begin, end := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	return in.view(begin, int(end)-int(begin))
}

// runsVertically reports whether the lines of a font run downwards.
func (in *instance) runsVertically(ctx context.Context, font uint32) (bool, error) {
	v, err := in.callGlyphs(ctx, in.callVirtual, uint64(font), uint64(in.members.isVertWriting))
	return v&1 != 0, err
}

// widthOf returns the width of a character in thousandths of the font size.
func (in *instance) widthOf(ctx context.Context, font, code uint32) (float64, error) {
	v, err := in.callGlyphs(ctx, in.callVirtualWith, uint64(font), uint64(in.members.charWidth), uint64(code))
	return float64(float32(int32(v))), err
}

// unicodeOf returns up to longestText code points of a character code.
func (in *instance) unicodeOf(ctx context.Context, font, code uint32) ([]rune, error) {
	p, err := in.callGlyphs(ctx, in.callVirtualWith,
		uint64(font), uint64(in.members.unicodeFromCharCode), uint64(code))
	if err != nil || p == 0 {
		return nil, err
	}
	// A WideString points to a reference count, a length, a capacity and the characters
	// (core/fxcrt/string_data_template.h). The reference is kept: there is one for each letter of a font.
	const header = 12
	b, err := in.view(p, header)
	if err != nil {
		return nil, err
	}
	runes := make([]rune, min(binary.LittleEndian.Uint32(b[4:]), longestText))
	if b, err = in.view(p+header, len(runes)*charSize); err != nil {
		return nil, err
	}
	for i := range runes {
		runes[i] = rune(binary.LittleEndian.Uint32(b[charSize*i:]))
	}
	return runes, nil
}
