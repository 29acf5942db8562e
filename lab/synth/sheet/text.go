package sheet

import (
	"strings"

	"github.com/docmill/docmill/lab/pdfgen"
)

// TextWidth returns the width of a text in points.
func TextWidth(text string, size float64, bold bool) float64 {
	if bold {
		return pdfgen.BoldWidth(text, size)
	}
	return pdfgen.TextWidth(text, size)
}

// Wrap splits a text at spaces into parts that fit into the width. It cuts a single word that is too wide.
func Wrap(text string, size float64, bold bool, room float64) []string {
	var out []string
	line := ""
	for w := range strings.FieldsSeq(text) {
		for TextWidth(w, size, bold) > room {
			k := len([]rune(w)) - 1
			for k > 1 && TextWidth(string([]rune(w)[:k]), size, bold) > room {
				k--
			}
			if line != "" {
				out = append(out, line)
				line = ""
			}
			out = append(out, string([]rune(w)[:k]))
			w = string([]rune(w)[k:])
		}
		switch {
		case line == "":
			line = w
		case TextWidth(line+" "+w, size, bold) <= room:
			line += " " + w
		default:
			out = append(out, line)
			line = w
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// Truncate removes letters from the end of a text until it fits into room.
func Truncate(text string, size float64, room float64) string {
	letters := []rune(text)
	for len(letters) > 1 && TextWidth(string(letters), size, false) > room {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters))
}

// FitSize returns the size at which a text fits into room.
func FitSize(text string, size float64, bold bool, room float64) float64 {
	if w := TextWidth(text, size, bold); w > room && w > 0 {
		return size * room / w
	}
	return size
}
