package pdfium

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// MemberSheet is a PDF file by which members are found. Its fonts F1, F4 and F5 are Helvetica, a composite font
// in which code 3 is "ff", and the same with vertical lines.
const MemberSheet = "%PDF-1.7\n" +
	"1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n" +
	"2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj\n" +
	"3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R" +
	" /Resources << /Font << /F1 5 0 R /F4 8 0 R /F5 9 0 R >> >> >> endobj\n" +
	"4 0 obj << >> stream\n" + memberText + "\nendstream endobj\n" +
	"5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> endobj\n" +
	"8 0 obj << /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H" +
	" /DescendantFonts [10 0 R] /ToUnicode 11 0 R >> endobj\n" +
	"9 0 obj << /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-V" +
	" /DescendantFonts [10 0 R] /ToUnicode 11 0 R >> endobj\n" +
	"10 0 obj << /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial" +
	" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 >> endobj\n" +
	"11 0 obj << >> stream\n/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
	"1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfchar <0003> <00660066> endbfchar\n" +
	"endcmap CMapName currentdict /CMap defineresource pop end end\nendstream endobj\n" +
	"trailer << /Root 1 0 R /Size 12 >>\n%%EOF\n"

const memberText = "BT /F1 12 Tf 50 700 Td [(Some) -250 (Text)] TJ ET " +
	"BT /F4 12 Tf 50 600 Td <0003> Tj ET BT /F5 12 Tf 50 500 Td <0003> Tj ET"

// memberValues returns the content of the first text object of MemberSheet. The positions follow from the
// widths of Helvetica.
func memberValues() (codes []uint32, kernings, positions []float64) {
	for _, r := range "SomeText" {
		codes = append(codes, uint32(r))
	}
	kernings = []float64{0, 0, 0, -250, 0, 0, 0, 0}
	at := 0.0
	for i, width := range []float64{667, 556, 833, 556, 611, 556, 500, 278} {
		positions = append(positions, at*12/1000)
		at += width - kernings[i]
	}
	return codes, kernings, positions
}

// LocateMembers finds the offsets of a library's PDFium: it searches the memory of a text object of MemberSheet
// for its content, and calls the virtual functions of the fonts one after another.
func LocateMembers(ctx context.Context, l *Library) (members, error) {
	s := search{library: l, found: map[string][]uint32{}}
	const (
		objectSize = 256 // bytes that are looked through, at most
		tableSize  = 160
		entry      = 4
	)
	if err := s.fresh(ctx, func(in *Instance, objects []uint32) error {
		for offset := uint32(0); offset < objectSize; offset += entry {
			s.vectorAt(in, objects[0], offset)
		}
		return nil
	}); err != nil {
		return members{}, err
	}
	for offset := uint32(0); offset < tableSize; offset += entry {
		// A function that is none of the three may leave anything behind.
		if err := s.fresh(ctx, func(in *Instance, objects []uint32) error {
			return s.functionAt(ctx, in, objects, offset)
		}); err != nil {
			return members{}, err
		}
	}
	return s.members()
}

type search struct {
	library *Library
	found   map[string][]uint32 // offsets by name
}

// fresh calls look with a new instance and the text objects of the page.
func (s *search) fresh(ctx context.Context, look func(*Instance, []uint32) error) error {
	in, err := s.library.Start(ctx, memoryLimit)
	if err != nil {
		return err
	}
	p, err := in.WriteBytes(ctx, []byte(MemberSheet))
	if err != nil {
		return err
	}
	doc, err := in.Call32(ctx, "FPDF_LoadMemDocument64", uint64(p), uint64(len(MemberSheet)), 0)
	if err != nil {
		return err
	}
	page, err := in.Call32(ctx, "FPDF_LoadPage", uint64(doc), 0)
	if err != nil {
		return err
	}
	objects := make([]uint32, 3)
	for i := range objects {
		if objects[i], err = in.Call32(ctx, "FPDFPage_GetObject", uint64(page), uint64(i)); err != nil {
			return err
		}
	}
	if err := look(in, objects); err != nil {
		return err
	}
	return in.Close(ctx)
}

// vectorAt notes what vector of a text object lies at an offset, if any.
func (s *search) vectorAt(in *Instance, object, offset uint32) {
	b, err := in.vector(object + offset)
	if err != nil {
		return // no vector
	}
	codes, kernings, positions := memberValues()
	if len(b) != CharSize*len(codes) {
		return
	}
	isOf := func(want []float64) bool {
		for i, w := range want {
			if math.Abs(float64(Float32(b[CharSize*i:]))-w) > 0.01 {
				return false
			}
		}
		return true
	}
	same := true
	for i, code := range codes {
		same = same && binary.LittleEndian.Uint32(b[CharSize*i:]) == code
	}
	s.note("charCodes", offset, same)
	s.note("charKernings", offset, isOf(kernings))
	s.note("charPositions", offset, isOf(positions))
}

// functionAt notes what function of a font has its entry at an offset, if any. What
// has another signature traps.
func (s *search) functionAt(ctx context.Context, in *Instance, objects []uint32, offset uint32) error {
	in.members = &members{isVertWriting: offset, unicodeFromCharCode: offset, charWidth: offset}
	var fonts [3]uint32
	for i, object := range objects {
		var err error
		if fonts[i], err = in.Call32(ctx, "FPDFTextObj_GetFont", uint64(object)); err != nil {
			return err
		}
	}
	simple, composite, downwards := fonts[0], fonts[1], fonts[2]
	runs := func(font uint32, want bool) bool {
		vertical, err := in.RunsVertically(ctx, font)
		return err == nil && vertical == want
	}
	s.note("isVertWriting", offset, runs(downwards, true) && runs(composite, false) && runs(simple, false))
	text, err := in.UnicodeOf(ctx, composite, 3)
	s.note("unicodeFromCharCode", offset, err == nil && slices.Equal(text, []rune("ff")))
	is := func(code uint32, want float64) bool {
		width, err := in.WidthOf(ctx, simple, code)
		return err == nil && width == want
	}
	s.note("charWidth", offset, is('S', 667) && is('o', 556))
	return nil
}

func (s *search) note(name string, offset uint32, is bool) {
	if is {
		s.found[name] = append(s.found[name], offset)
	}
}

func (s *search) members() (m members, err error) {
	for name, to := range map[string]*uint32{
		"charCodes": &m.charCodes, "charKernings": &m.charKernings, "charPositions": &m.charPositions,
		"isVertWriting": &m.isVertWriting, "unicodeFromCharCode": &m.unicodeFromCharCode, "charWidth": &m.charWidth,
	} {
		if len(s.found[name]) != 1 {
			return m, fmt.Errorf("%s may lie at %v: one place is wanted", name, s.found[name])
		}
		*to = s.found[name][0]
	}
	return m, nil
}
