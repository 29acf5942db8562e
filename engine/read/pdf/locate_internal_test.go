package pdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// MemberSheet is the content of a page by which members are found. F1, F4 and F5
// of its file are Helvetica, a composite font in which code 3 is "ff", and the same
// with lines that run downwards.
const MemberSheet = "BT /F1 12 Tf 50 700 Td [(Some) -250 (Text)] TJ ET " +
	"BT /F4 12 Tf 50 600 Td <0003> Tj ET BT /F5 12 Tf 50 500 Td <0003> Tj ET"

// What the first text object of MemberSheet holds; the positions are those of the
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

// LocateMembers finds the members of a library's PDFium: it opens a file of
// MemberSheet again and again, looks through the memory of a text object for what
// it must hold, and calls the virtual functions of its fonts one after another.
func LocateMembers(ctx context.Context, l *Library, file []byte) (members, error) {
	s := search{library: l, file: file, found: map[string][]uint32{}}
	const (
		objectSize = 256 // bytes that are looked through, at most
		tableSize  = 160
		entry      = 4
	)
	if err := s.fresh(ctx, func(in *instance, objects []uint32) error {
		for offset := uint32(0); offset < objectSize; offset += entry {
			s.vectorAt(in, objects[0], offset)
		}
		return nil
	}); err != nil {
		return members{}, err
	}
	for offset := uint32(0); offset < tableSize; offset += entry {
		// A function that is none of the three may leave anything behind.
		if err := s.fresh(ctx, func(in *instance, objects []uint32) error {
			return s.functionAt(ctx, in, objects, offset)
		}); err != nil {
			return members{}, err
		}
	}
	return s.members()
}

type search struct {
	library *Library
	file    []byte
	found   map[string][]uint32 // offsets by name
}

// fresh calls look with a new instance and the text objects of the page.
func (s *search) fresh(ctx context.Context, look func(*instance, []uint32) error) error {
	f, err := s.library.Open(ctx, s.file)
	if err != nil {
		return err
	}
	page, err := f.in.call32(ctx, "FPDF_LoadPage", uint64(f.doc), 0)
	if err != nil {
		return err
	}
	objects := make([]uint32, 3)
	for i := range objects {
		if objects[i], err = f.in.call32(ctx, "FPDFPage_GetObject", uint64(page), uint64(i)); err != nil {
			return err
		}
	}
	if err := look(f.in, objects); err != nil {
		return err
	}
	return f.in.close(ctx)
}

// vectorAt notes what vector of a text object lies at an offset, if any.
func (s *search) vectorAt(in *instance, object, offset uint32) {
	b, err := in.vector(object + offset)
	if err != nil {
		return // no vector
	}
	codes, kernings, positions := memberValues()
	if len(b) != charSize*len(codes) {
		return
	}
	isOf := func(want []float64) bool {
		for i, w := range want {
			if math.Abs(float64(f32(b[charSize*i:]))-w) > 0.01 {
				return false
			}
		}
		return true
	}
	same := true
	for i, code := range codes {
		same = same && binary.LittleEndian.Uint32(b[charSize*i:]) == code
	}
	s.note("charCodes", offset, same)
	s.note("charKernings", offset, isOf(kernings))
	s.note("charPositions", offset, isOf(positions))
}

// functionAt notes what function of a font has its entry at an offset, if any. What
// has another signature traps.
func (s *search) functionAt(ctx context.Context, in *instance, objects []uint32, offset uint32) error {
	in.members = &members{isVertWriting: offset, unicodeFromCharCode: offset, charWidth: offset}
	var fonts [3]uint32
	for i, object := range objects {
		var err error
		if fonts[i], err = in.call32(ctx, "FPDFTextObj_GetFont", uint64(object)); err != nil {
			return err
		}
	}
	simple, composite, downwards := fonts[0], fonts[1], fonts[2]
	runs := func(font uint32, want bool) bool {
		vertical, err := in.runsVertically(ctx, font)
		return err == nil && vertical == want
	}
	s.note("isVertWriting", offset, runs(downwards, true) && runs(composite, false) && runs(simple, false))
	text, err := in.unicodeOf(ctx, composite, 3)
	s.note("unicodeFromCharCode", offset, err == nil && slices.Equal(text, []rune("ff")))
	is := func(code uint32, want float64) bool {
		width, err := in.widthOf(ctx, simple, code)
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
