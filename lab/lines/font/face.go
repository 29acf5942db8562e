package font

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Face is one font of a family. It is safe for concurrent use.
type Face struct {
	Name   string // of the file, without its extension
	Family string
	// Capitals reports that small letters look like capitals.
	Capitals bool
	// CapHeight is the height of the letter H as a fraction of the em.
	CapHeight float64

	font  *sfnt.Font
	units fixed.Int26_6
	shape uint64 // hash of some letters' outlines
	// instead maps glyphs to their substitutes.
	instead map[sfnt.GlyphIndex]sfnt.GlyphIndex

	mu     sync.Mutex
	buffer sfnt.Buffer
	glyphs map[rune]*glyph
}

// glyph is a letter's outline in fractions of the em, with y downward from the baseline.
type glyph struct {
	segments []segment
	advance  float32
	bottom   float32
	top      float32
}

type segment struct {
	op   sfnt.SegmentOp
	args [3]point
}

type point struct{ x, y float32 }

// errNoLetters is returned for a font without ASCII letters or digits.
var errNoLetters = errors.New("no letters")

// parse reads a font, which must have ASCII letters and digits.
func parse(name string, data []byte) (*Face, error) {
	fnt, err := sfnt.Parse(data)
	if err != nil {
		return nil, err
	}
	f := &Face{Name: name, Family: familyOf(name), font: fnt}
	if err := f.measure(); err != nil {
		return nil, err
	}
	return f, nil
}

// withOldFigures returns the face with the font's old-style figures, which hotels, lawyers and printers use. It
// returns an error if the font has none.
func (f *Face) withOldFigures(data []byte) (*Face, error) {
	instead, err := substitutes(data, "onum")
	if err != nil {
		return nil, err
	}
	old := &Face{Name: f.Name, Family: f.Family + oldFigures, font: f.font, instead: instead}
	if err := old.measure(); err != nil {
		return nil, err
	}
	if zero := old.glyph('0'); float64(-zero.top) > 0.85*old.CapHeight {
		return nil, errNoSubstitutes
	}
	return old, nil
}

func (f *Face) measure() error {
	f.units, f.glyphs = fixed.I(int(f.font.UnitsPerEm())), map[rune]*glyph{}
	hash := fnv.New64a()
	for _, c := range "AaRgHx058" {
		g := f.glyph(c)
		if g == nil || len(g.segments) == 0 || g.advance <= 0 {
			return errNoLetters
		}
		for _, s := range g.segments {
			for _, p := range s.args {
				at := math.Float32bits(p.x)*31 + math.Float32bits(p.y)
				_, _ = hash.Write(binary.LittleEndian.AppendUint32(nil, at))
			}
		}
	}
	f.shape = hash.Sum64()
	f.CapHeight = float64(-f.glyph('H').top)
	if f.CapHeight < 0.2 || f.CapHeight > 1.5 {
		return errNoLetters
	}
	f.Capitals = f.hasCapitalsOnly()
	return nil
}

// glyph returns a letter's outline, or nil if the font has none.
func (f *Face) glyph(c rune) *glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	if g, known := f.glyphs[c]; known {
		return g
	}
	g := f.load(c)
	f.glyphs[c] = g
	return g
}

func (f *Face) load(c rune) *glyph {
	index, err := f.font.GlyphIndex(&f.buffer, c)
	if err != nil || index == 0 {
		return nil
	}
	if other, ok := f.instead[index]; ok {
		index = other
	}
	advance, err := f.font.GlyphAdvance(&f.buffer, index, f.units, font.HintingNone)
	if err != nil {
		return nil
	}
	segments, err := f.font.LoadGlyph(&f.buffer, index, f.units, nil)
	if err != nil || len(segments) == 0 && c != ' ' {
		return nil
	}
	em := float32(f.units)
	g := &glyph{advance: float32(advance) / em, segments: make([]segment, len(segments))}
	for i, s := range segments {
		g.segments[i].op = s.Op
		for k := range arguments(s.Op) {
			p := point{float32(s.Args[k].X) / em, float32(s.Args[k].Y) / em}
			g.segments[i].args[k] = p
			g.top, g.bottom = min(g.top, p.y), max(g.bottom, p.y)
		}
	}
	return g
}

func arguments(op sfnt.SegmentOp) int {
	switch op {
	case sfnt.SegmentOpQuadTo:
		return 2
	case sfnt.SegmentOpCubeTo:
		return 3
	}
	return 1
}

// Covers reports whether the face has a separate shape for every letter of a text. Some fonts show e for é.
func (f *Face) Covers(text string) bool {
	for _, c := range text {
		if c > unicode.MaxASCII && !f.hasOwn(c) || f.glyph(c) == nil {
			return false
		}
		if f.Capitals && unicode.IsLower(c) {
			return false
		}
	}
	return true
}

func (f *Face) hasOwn(c rune) bool {
	g := f.glyph(c)
	if g == nil {
		return false
	}
	parts := []rune(norm.NFD.String(string(c)))
	if len(parts) < 2 {
		return true
	}
	base := f.glyph(parts[0])
	return base == nil || !slices.Equal(base.segments, g.segments)
}

// hasCapitalsOnly reports whether most small letters are (possibly smaller) capitals.
func (f *Face) hasCapitalsOnly() bool {
	alike := 0
	for _, pair := range []string{"aA", "bB", "dD", "eE", "gG", "hH", "nN", "qQ", "rR"} {
		letters := []rune(pair)
		small, capital := f.glyph(letters[0]), f.glyph(letters[1])
		if small == nil || capital == nil || resembles(small, capital) {
			alike++
		}
	}
	return alike >= 5
}

func resembles(a, b *glyph) bool {
	return overlap(a.cells(), b.cells()) > 0.74
}

// overlap returns the fraction of filled cells that two pictures share.
func overlap(a, b []byte) float64 {
	both, either := 0, 0
	for i := range a {
		if a[i] > 127 && b[i] > 127 {
			both++
		}
		if a[i] > 127 || b[i] > 127 {
			either++
		}
	}
	return float64(both) / float64(max(either, 1))
}

// isLeftOut reports whether a font file holds symbols, another script, or letters that do not occur in documents.
func isLeftOut(path string) bool {
	low := strings.ToLower(path)
	for _, part := range []string{
		"symbol", "emoji", "math", "dingbat", "icon", "awesome", "music", "braille", "/lyx/", "/uralic/", "/dseg/",
		"/dustin/", "cmex", "cmsy", "cmmi", "esint", "wasy", "msam", "msbm", "stixint", "stixsiz", "stixvar", "stixnonuni",
		"d050000l", "z003", "initials", "keyboard", "rsfs", "eufm", "dummy", "lastresort", "blocks", "radisnoir",
		"/stick/", "smallcap", "-sc-", "caps10", "caps1", "funnel", "oldania", "atarismall", "biolinum_k",
		"ocrbe", "cupola", "ubuntu-title", "unifur",
	} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return false
}

// familyOf returns the part of a file's name that the faces of a design share.
func familyOf(path string) string {
	name := filepath.Base(path)
	name, _, _ = strings.Cut(name, "-")
	if strings.HasPrefix(name, "Px") || strings.HasPrefix(name, "Mx") || strings.HasPrefix(name, "Bm") {
		return name // fonts of computers' ROMs: each is a separate design
	}
	name = strings.TrimRightFunc(name, func(r rune) bool { return unicode.IsDigit(r) || r == '_' || r == '.' })
	for _, end := range []string{"Regular", "Bold", "Italic", "Oblique", "Medium", "Light", "BoldItalic", "-"} {
		if cut, ok := strings.CutSuffix(name, end); ok && cut != "" {
			name = cut
		}
	}
	return name
}

// commonness returns the relative frequency of a family. Families that documents use, or similar ones, have higher
// values.
func commonness(family string) float64 {
	if strings.HasSuffix(family, oldFigures) {
		return 1 // together a tenth of all, more than in documents
	}
	for _, start := range []string{
		"Liberation", "DejaVu", "Nimbus", "Carlito", "Roboto", "OpenSans", "NotoSans", "NotoMono", "FreeSans", "FreeMono",
		"FreeSerif", "Arimo", "Cousine", "Tinos", "Caladea", "texgyreheros", "texgyrecursor", "texgyretermes", "OCR",
		"Courier", "Lato", "Inter", "Inconsolata", "Terminus", "PTM", "PTS", "Go", "IBM", "gnutypewriter", "CMUTypewriter",
		"lmmono", "Hack", "Ubuntu", "Open", "B612", "Anonymous", "unifont",
	} {
		if strings.HasPrefix(family, start) {
			return 5
		}
	}
	return 1
}
