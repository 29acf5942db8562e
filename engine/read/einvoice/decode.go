package einvoice

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/read/charset"
)

// decode returns the file as UTF-8 without byte order mark and XML declaration. UTF-16 and UTF-8 are detected, other
// encodings are declared or guessed (XML 1.0, appendix F). Bytes behind a zero byte are padding.
func decode(data []byte) string {
	text := ""
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		text = fromUTF16(data, binary.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		text = fromUTF16(data, binary.BigEndian)
	default:
		data, _, _ = bytes.Cut(data, []byte{0})
		if data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")); utf8.Valid(data) || wasCut(data) {
			text = string(data)
		} else {
			text = charset.Decode(data, declaredEncoding(data))
		}
	}
	text = strings.TrimLeft(text, " \t\r\n")
	if isDeclaration(text) {
		_, text, _ = strings.Cut(text, "?>")
	}
	return text
}

func isDeclaration(text string) bool {
	return strings.HasPrefix(text, "<?xml") && len(text) > 5 && strings.IndexByte(" \t\r\n", text[5]) >= 0
}

// wasCut reports whether data is valid UTF-8 except for a character cut at its end.
func wasCut(data []byte) bool {
	for n := 1; n < utf8.UTFMax && n < len(data); n++ {
		if tail := data[len(data)-n:]; utf8.RuneStart(tail[0]) {
			return !utf8.FullRune(tail) && utf8.Valid(data[:len(data)-n])
		}
	}
	return false
}

// declaredEncoding returns the declared encoding of one or more bytes for each character, or "".
func declaredEncoding(data []byte) string {
	data = bytes.TrimLeft(data, " \t\r\n")
	text := string(data[:min(len(data), 200)])
	declaration, _, _ := strings.Cut(text, "?>")
	_, value, found := strings.Cut(declaration, "encoding")
	value = strings.TrimLeft(value, " \t\r\n=")
	if !isDeclaration(text) || !found || value == "" {
		return ""
	}
	name, _, _ := strings.Cut(value[1:], value[:1])
	switch name = strings.ToLower(name); {
	case strings.HasPrefix(name, "utf"), strings.HasPrefix(name, "ucs"), strings.Contains(name, "10646"):
		return "" // the bytes are not in it
	case name == "ansi", name == "latin-1":
		return "windows-1252"
	case name == "latin-9", name == "latin9":
		return "iso-8859-15"
	}
	return name
}

func fromUTF16(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}
