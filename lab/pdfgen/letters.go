package pdfgen

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// letters assigns codes of a document-specific font to characters.
type letters struct {
	known []rune // by code, from firstLetter on
}

const (
	firstLetter = '!' // codes from here to the last one have shapes
	lastLetter  = '~'
)

// codes returns a byte per character. Characters beyond the font's capacity share one code.
func (l *letters) codes(s string) []byte {
	var out []byte
	for _, r := range s {
		code := -1
		for i, k := range l.known {
			if k == r {
				code = firstLetter + i
			}
		}
		if code < 0 && len(l.known) <= lastLetter-firstLetter {
			l.known = append(l.known, r)
			code = firstLetter + len(l.known) - 1
		}
		out = append(out, byte(max(code, 0)))
	}
	return out
}

// write appends the font: Helvetica's shapes, widths of 600, and the map from codes to characters (ISO 32000-1,
// 9.10.3).
func (l *letters) write(f *file) {
	var entries, widths strings.Builder
	for i, r := range l.known {
		fmt.Fprintf(&entries, "<%02x> <", firstLetter+i)
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&entries, "%04x", unit)
		}
		entries.WriteString(">\n")
		widths.WriteString(" 600")
	}
	cmap := f.stream("", fmt.Appendf(nil, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"+
		"1 begincodespacerange <00> <ff> endcodespacerange\n%d beginbfchar\n%sendbfchar\n"+
		"endcmap CMapName currentdict /CMap defineresource pop end end", len(l.known), entries.String()))
	f.put(lettersFont, fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar %d /LastChar %d "+
		"/Widths [%s ] /ToUnicode %d 0 R >>",
		firstLetter, firstLetter+max(len(l.known)-1, 0), widths.String(), cmap))
}
