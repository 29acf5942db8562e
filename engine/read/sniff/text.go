package sniff

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText returns head as UTF-8 if it is text without control characters: UTF-8, UTF-16, or an 8-bit
// encoding.
func decodeText(head []byte) (string, bool) {
	switch {
	case len(head) == 0:
		return "", false
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return rejectControls(decodeUTF16(head[2:], binary.LittleEndian))
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return rejectControls(decodeUTF16(head[2:], binary.BigEndian))
	}
	if order := utf16Order(head); order != nil {
		return rejectControls(decodeUTF16(head, order))
	}
	whole := trimPartialRune(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if utf8.Valid(whole) {
		return rejectControls(string(whole))
	}
	return decodeLatin(head)
}

// trimPartialRune drops a rune cut at the end of head.
func trimPartialRune(b []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return b[:len(b)-n]
			}
			break
		}
	}
	return b
}

func decodeUTF16(b []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

// utf16Order detects UTF-16 without a byte order mark: in Western text every second byte is zero.
func utf16Order(head []byte) binary.ByteOrder {
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 2; {
	case half < 2:
	case zeros[1]*2 > half && zeros[0] == 0:
		return binary.LittleEndian
	case zeros[0]*2 > half && zeros[1] == 0:
		return binary.BigEndian
	}
	return nil
}

// decodeLatin reads ISO 8859-1 and similar encodings. Western text is mostly ASCII. A larger share of high
// bytes is Cyrillic or Greek, whose letters are the upper quarter of their encodings, or no text.
func decodeLatin(head []byte) (string, bool) {
	high, letters := 0, 0
	runes := make([]rune, len(head))
	for i, c := range head {
		if c >= utf8.RuneSelf {
			high++
		}
		if c >= 0xc0 {
			letters++
		}
		if c >= 0x80 && c < 0xa0 {
			c = '?' // a letter or mark of Windows-1252; which one plays no part here
		}
		runes[i] = rune(c)
	}
	if high*10 > len(head)*3 && (letters*100 < high*95 || len(head) < 64) {
		return "", false
	}
	return rejectControls(string(runes))
}

// rejectControls returns false for text with control characters other than layout ones.
func rejectControls(s string) (string, bool) {
	for _, r := range s {
		switch {
		case r == '\t', r == '\n', r == '\v', r == '\f', r == '\r':
		case r < 0x20, r >= 0x7f && r < 0xa0:
			return "", false
		}
	}
	return s, true
}

// sniffText detects text formats without a signature.
func sniffText(text string) Format {
	switch {
	case isMail(text):
		return EML
	case isCSV(text):
		return CSV
	}
	return Text
}

// isMail detects a header block (RFC 5322, 2.2) with a sender and a field that only mail has, because
// "From:" and "Date:" also open letters. If the block is longer than head, the sender may be beyond it.
func isMail(text string) bool {
	sender, machine, cut := false, false, len(text) > HeadSize/2
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line, "\r\n")
		if trimmed == "" {
			cut = false
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue // a folded field
		}
		name, _, found := strings.Cut(trimmed, ":")
		if !found && len(trimmed) == len(line) {
			break // cut off
		}
		if !found || strings.ContainsAny(name, " \t") {
			return false
		}
		switch strings.ToLower(name) {
		case "from", "sender":
			sender = true
		case "received", "message-id", "mime-version", "return-path", "delivered-to", "dkim-signature", "arc-seal",
			"x-mailer":
			machine = true
		}
	}
	return machine && (sender || cut)
}

// isCSV reports whether the first two or more complete lines split into the same number of cells, at least
// two, by a usual delimiter; or most of them into three or more by a delimiter unusual in prose. Exports
// begin with lines of metadata.
func isCSV(text string) bool {
	const maxLines = 40
	var lines []string
	for line := range strings.Lines(text) {
		trimmed := strings.TrimRight(line, "\r\n")
		complete := len(trimmed) < len(line) || len(text) < HeadSize/2
		if trimmed != "" && complete {
			lines = append(lines, trimmed)
		}
		if len(lines) == maxLines {
			break
		}
	}
	if len(lines) < 2 {
		return false
	}
	if strings.HasPrefix(strings.ToLower(strings.TrimLeft(lines[0], "\"")), "sep=") {
		return true
	}
	for _, delimiter := range []byte{';', '\t', ',', '|'} {
		if hasEqualRows(lines, delimiter) || delimiter != ',' && delimiter != '|' && hasMostlyEqualRows(lines, delimiter) {
			return true
		}
	}
	return false
}

// hasMostlyEqualRows reports whether more than half of the lines, of at least four, have the same number of
// cells, at least three.
func hasMostlyEqualRows(lines []string, delimiter byte) bool {
	sizes := map[int]int{}
	for _, line := range lines {
		if n := countCells(line, delimiter); n >= 3 {
			sizes[n]++
			if m := sizes[n]; m >= 4 && m*2 > len(lines) {
				return true
			}
		}
	}
	return false
}

func hasEqualRows(lines []string, delimiter byte) bool {
	first := -1
	for _, line := range lines {
		n := countCells(line, delimiter)
		if first < 0 {
			first = n
		}
		if n < 2 || n != first {
			return false
		}
	}
	return true
}

// countCells counts the cells of a line, quoted as in RFC 4180. It returns 0 if a comma is followed by a
// space, as in prose.
func countCells(line string, delimiter byte) int {
	cells, quoted := 1, false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case quoted || line[i] != delimiter:
		case delimiter == ',' && i+1 < len(line) && line[i+1] == ' ':
			return 0
		default:
			cells++
		}
	}
	return cells
}
