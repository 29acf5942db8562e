package font

import (
	"path/filepath"
	"strings"
	"unicode"
)

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
