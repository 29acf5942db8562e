package pdfium

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/read/pdf/pdfium/wasm"
)

// members is all that this package knows of PDFium beyond its public interface: the offsets of three
// members of a text object and three virtual functions of a font. The public interface provides them only
// through a text page (FPDFText_LoadPage), which takes longer than all other work on a page. The offsets
// hold for one pdfium.wasm only; without them pages are read through text pages, with the same words.
// docs/pdfium.md explains how to find the offsets of another build; TestLocateMembers finds them.
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

// CharSize is the size of a character code, a position and a kerning, in bytes.
const CharSize = 4

const (
	vectorSize    = 12 // std::vector of libc++: begin, end, end of the capacity
	maxCodePoints = 8  // of a character code
)

// Characters is the content of a text object in the instance's memory, valid until the next call: numbers of
// CharSize bytes.
type Characters struct {
	N                          int
	Codes, Positions, Kernings []byte
}

// CharactersOf reads the members of a text object; ok is false if they are inconsistent.
func (in *Instance) CharactersOf(object uint32) (c Characters, ok bool, err error) {
	m := in.members
	if c.Codes, err = in.vector(object + m.charCodes); err != nil {
		return c, false, err
	}
	if c.Positions, err = in.vector(object + m.charPositions); err != nil {
		return c, false, err
	}
	if c.Kernings, err = in.vector(object + m.charKernings); err != nil {
		return c, false, err
	}
	c.N = len(c.Codes) / CharSize
	return c, len(c.Codes) == len(c.Positions) && len(c.Codes) == len(c.Kernings), nil
}

// vector returns the content of a std::vector.
func (in *Instance) vector(p uint32) ([]byte, error) {
	b, err := in.View(p, vectorSize)
	if err != nil {
		return nil, err
	}
	begin, end := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	return in.View(begin, int(end)-int(begin))
}

// RunsVertically reports whether the lines of a font run downwards.
func (in *Instance) RunsVertically(ctx context.Context, font uint32) (bool, error) {
	v, err := in.callGlyphs(ctx, in.callVirtual, uint64(font), uint64(in.members.isVertWriting))
	return v&1 != 0, err
}

// WidthOf returns the width of a character in thousandths of the font size.
func (in *Instance) WidthOf(ctx context.Context, font, code uint32) (float64, error) {
	v, err := in.callGlyphs(ctx, in.callVirtualWith, uint64(font), uint64(in.members.charWidth), uint64(code))
	return float64(float32(int32(v))), err
}

// UnicodeOf returns up to maxCodePoints code points of a character code.
func (in *Instance) UnicodeOf(ctx context.Context, font, code uint32) ([]rune, error) {
	p, err := in.callGlyphs(ctx, in.callVirtualWith,
		uint64(font), uint64(in.members.unicodeFromCharCode), uint64(code))
	if err != nil || p == 0 {
		return nil, err
	}
	// A WideString points to a reference count, a length, a capacity and the characters
	// (core/fxcrt/string_data_template.h). The reference is kept: there is one for each letter of a font.
	const header = 12
	b, err := in.View(p, header)
	if err != nil {
		return nil, err
	}
	runes := make([]rune, min(binary.LittleEndian.Uint32(b[4:]), maxCodePoints))
	if b, err = in.View(p+header, len(runes)*CharSize); err != nil {
		return nil, err
	}
	for i := range runes {
		runes[i] = rune(binary.LittleEndian.Uint32(b[CharSize*i:]))
	}
	return runes, nil
}

// publicPrefixes are the prefixes of PDFium's public functions; the other exports of pdfium.wasm belong to
// Emscripten.
func publicPrefixes() []string { return []string{"FPDF", "FORM_", "FSDK_", "FFL"} }

// called lists the public functions that this package and package pdf call, in addition to those that glyphs.wasm
// imports. A test compares them with the source.
func called() []string {
	return []string{
		"FPDFAnnot_GetFlags", "FPDFAnnot_GetFontSize", "FPDFAnnot_GetFormFieldAlternateName",
		"FPDFAnnot_GetFormFieldFlags", "FPDFAnnot_GetFormFieldName",
		"FPDFAnnot_GetFormFieldType", "FPDFAnnot_GetFormFieldValue", "FPDFAnnot_GetOptionCount",
		"FPDFAnnot_GetOptionLabel", "FPDFAnnot_GetRect",
		"FPDFAnnot_GetStringValue", "FPDFAnnot_GetSubtype", "FPDFAnnot_HasKey", "FPDFAnnot_IsChecked",
		"FPDFAnnot_IsOptionSelected", "FPDFAnnot_SetFlags", "FPDFAttachment_GetFile", "FPDFAttachment_GetName",
		"FPDFBitmap_CreateEx", "FPDFBitmap_Destroy", "FPDFBitmap_FillRect", "FPDFBitmap_GetBuffer",
		"FPDFBitmap_GetStride", "FPDFDOC_InitFormFillEnvironment", "FPDFDoc_GetAttachment",
		"FPDFDoc_GetAttachmentCount", "FPDFFont_GetAscent", "FPDFFont_GetBaseFontName", "FPDFFont_GetDescent",
		"FPDFFont_GetFlags", "FPDFFont_GetGlyphWidth", "FPDFFont_GetWeight", "FPDFFormObj_CountObjects",
		"FPDFImageObj_GetBitmap", "FPDFImageObj_GetImageDataRaw", "FPDFImageObj_GetImageFilter",
		"FPDFImageObj_GetImageFilterCount",
		"FPDFImageObj_GetImageMetadata", "FPDFImageObj_GetImagePixelSize", "FPDFPageObjMark_GetParamStringValue",
		"FPDFPageObj_CountMarks", "FPDFPageObj_GetMark", "FPDFPageObj_GetMatrix",
		"FPDFPageObj_HasTransparency", "FPDFPageObj_SetIsActive", "FPDFPage_CloseAnnot", "FPDFPage_CountObjects",
		"FPDFPage_Flatten", "FPDFPage_GetAnnot", "FPDFPage_GetAnnotCount", "FPDFPage_GetRotation",
		"FPDFText_ClosePage", "FPDFText_CountChars", "FPDFText_LoadPage", "FPDF_ClosePage",
		"FPDF_GetFormType", "FPDF_GetLastError", "FPDF_GetMetaText", "FPDF_GetPageBoundingBox", "FPDF_GetPageCount",
		"FPDF_InitLibrary", "FPDF_LoadMemDocument64", "FPDF_LoadPage", "FPDF_RenderPageBitmap",
	}
}

// isCalled returns a function that reports whether an exported function of PDFium may be called by these
// packages, glyphs.wasm or Emscripten.
func isCalled() (func(name string) bool, error) {
	imported, err := wasm.ImportedFunctions(glyphsWasm)
	if err != nil {
		return nil, err
	}
	names := called()
	for _, f := range imported {
		names = append(names, f.Name)
	}
	return func(name string) bool {
		isPublic := slices.ContainsFunc(publicPrefixes(), func(p string) bool { return strings.HasPrefix(name, p) })
		return !isPublic || slices.Contains(names, name)
	}, nil
}

// metered returns PDFium with code that counts its work, and without unused functions.
func metered() ([]byte, error) {
	isCalled, err := isCalled()
	if err != nil {
		return nil, err
	}
	return wasm.Meter(pdfiumWasm, isCalled)
}
