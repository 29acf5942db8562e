package sniff

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeText gives head as UTF-8 when it is text: UTF-8, UTF-16 with a byte
// order mark, or an 8-bit Western encoding; free of control characters.
func decodeText(head []byte) (string, bool) {
	switch {
	case len(head) == 0:
		return "", false
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return checked(decodeUTF16(head[2:], binary.LittleEndian))
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return checked(decodeUTF16(head[2:], binary.BigEndian))
	}
	whole := trimPartialRune(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if utf8.Valid(whole) {
		return checked(string(whole))
	}
	return decodeLatin(head)
}

// trimPartialRune drops a last rune that the end of the head cut in two.
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

// decodeLatin reads ISO 8859-1 and its relatives. Western text is mostly ASCII;
// a larger share of high bytes is another encoding or no text at all.
func decodeLatin(head []byte) (string, bool) {
	high := 0
	runes := make([]rune, len(head))
	for i, c := range head {
		if c >= utf8.RuneSelf {
			high++
		}
		if c >= 0x80 && c < 0xa0 {
			c = '?' // a letter or mark of Windows-1252; which one plays no part here
		}
		runes[i] = rune(c)
	}
	if high*10 > len(head)*3 {
		return "", false
	}
	return checked(string(runes))
}

// checked answers false for text that holds control characters other than the
// ones that lay text out.
func checked(s string) (string, bool) {
	for _, r := range s {
		switch {
		case r == '\t', r == '\n', r == '\v', r == '\f', r == '\r':
		case r < 0x20, r >= 0x7f && r < 0xa0:
			return "", false
		}
	}
	return s, true
}

// sniffMarkup knows HTML and XML by how they begin.
func sniffMarkup(text string) (Kind, bool) {
	body := strings.ToLower(strings.TrimLeft(text, " \t\r\n\v\f\ufeff"))
	if !strings.HasPrefix(body, "<") {
		return "", false
	}
	isXML := strings.HasPrefix(body, "<?xml")
	body = skipProlog(body)
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body"} {
		if strings.HasPrefix(body, tag) {
			return HTML, true
		}
	}
	if isXML || (startsElement(body) && strings.Contains(body, "xmlns")) {
		return XML, true
	}
	for _, tag := range []string{"<title", "<meta", "<table", "<div", "<p>", "<style", "<script"} {
		if strings.HasPrefix(body, tag) {
			return HTML, true
		}
	}
	return "", false
}

// skipProlog drops the processing instructions and comments before the first
// element.
func skipProlog(s string) string {
	for {
		end := ""
		switch {
		case strings.HasPrefix(s, "<?"):
			end = "?>"
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		default:
			return s
		}
		_, after, found := strings.Cut(s, end)
		if !found {
			return s
		}
		s = strings.TrimLeft(after, " \t\r\n")
	}
}

func startsElement(s string) bool {
	return len(s) > 1 && s[0] == '<' && s[1] >= 'a' && s[1] <= 'z'
}

// sniffText tells the kinds of text that carry no mark of their own.
func sniffText(text string) Kind {
	switch {
	case isMail(text):
		return EML
	case isCSV(text):
		return CSV
	}
	return Text
}

// isMail looks for a header block (RFC 5322, 2.2) with a sender and with one of
// the fields that only mail has: "From:" and "Date:" alone also open letters.
func isMail(text string) bool {
	sender, machine := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue // a folded field
		}
		name, _, found := strings.Cut(line, ":")
		if !found || strings.ContainsAny(name, " \t") {
			return false
		}
		switch strings.ToLower(name) {
		case "from", "sender":
			sender = true
		case "received", "message-id", "mime-version", "return-path", "delivered-to", "dkim-signature":
			machine = true
		}
	}
	return sender && machine
}

// isCSV answers true when the first complete lines, at least two, split into
// the same number of cells, at least two, by one of the usual delimiters.
func isCSV(text string) bool {
	const maxLines = 10
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
	for _, delimiter := range []byte{';', '\t', ',', '|'} {
		if sameCells(lines, delimiter) {
			return true
		}
	}
	return false
}

func sameCells(lines []string, delimiter byte) bool {
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

// countCells counts the cells of a line as RFC 4180 quotes them. It answers 0
// where a comma is followed by a space: that is prose, not a table.
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
