package pdfgen

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// Advance widths of the printable ASCII characters in thousandths of the font
// size, from Adobe's metrics of the core fonts.
const (
	firstWidth   = ' '
	defaultWidth = 556
)

func regularWidths() []uint16 {
	return []uint16{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
		556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
}

func boldWidths() []uint16 {
	return []uint16{
		278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
		975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
		333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
		611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
	}
}

// TextWidth returns the advance of s in Helvetica in points. Characters outside ASCII count as wide as a digit.
func TextWidth(s string, size float64) float64 { return advance(regularWidths(), s, size) }

// BoldWidth returns the advance of s in Helvetica-Bold in points.
func BoldWidth(s string, size float64) float64 { return advance(boldWidths(), s, size) }

func advance(widths []uint16, s string, size float64) float64 {
	var sum float64
	for _, r := range s {
		if i := int(r) - firstWidth; i >= 0 && i < len(widths) {
			sum += float64(widths[i])
			continue
		}
		sum += defaultWidth
	}
	return sum * size / 1000
}

// literal returns s as a PDF string in WinAnsiEncoding. Other characters become question marks.
func literal(s string) string {
	var sb strings.Builder
	sb.WriteByte('(')
	for _, r := range s {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			b = '?'
		}
		switch b {
		case '(', ')', '\\':
			sb.WriteByte('\\')
		case '\n', '\r':
			b = ' '
		}
		sb.WriteByte(b)
	}
	sb.WriteByte(')')
	return sb.String()
}

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
