package einvoice

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/extractionerror"
	"golang.org/x/text/encoding/charmap"
)

// decode returns the file as UTF-8 without byte order mark and XML declaration. The mark decides the
// encoding, then the declaration. Unknown encodings are read as UTF-8 if they are valid UTF-8 (XML 1.0,
// appendix F).
func decode(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		data = fromUTF16(data, binary.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		data = fromUTF16(data, binary.BigEndian)
	default:
		data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
		var err error
		if data, err = fromDeclared(data); err != nil {
			return nil, err
		}
	}
	text := bytes.TrimLeft(data, " \t\r\n")
	if isDeclaration(text) {
		_, text, _ = bytes.Cut(text, []byte("?>"))
	}
	return text, nil
}

func isDeclaration(text []byte) bool {
	return bytes.HasPrefix(text, []byte("<?xml")) && len(text) > 5 && bytes.IndexByte([]byte(" \t\r\n"), text[5]) >= 0
}

// fromDeclared decodes a single-byte encoding or UTF-8.
func fromDeclared(data []byte) ([]byte, error) {
	name := declaredEncoding(data)
	table := singleByte(name)
	if table == nil {
		if utf8.Valid(data) || wasCut(data) {
			return data, nil
		}
		if name != "" && name != "utf-8" {
			return nil, extractionerror.New(extractionerror.UnsupportedFormat, errors.New("encoding of the XML"),
				"The XML is in an encoding that cannot be read. Save it as UTF-8.")
		}
		// Some software declares UTF-8 but writes the system's code page.
		table = charmap.Windows1252
	}
	text, err := table.NewDecoder().Bytes(data)
	if err != nil {
		return nil, extractionerror.New(extractionerror.CorruptFile, err, "The XML is not in the encoding that it declares.")
	}
	return text, nil
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

// declaredEncoding returns the declared encoding in lower case.
func declaredEncoding(data []byte) string {
	text := bytes.TrimLeft(data, " \t\r\n")
	if !isDeclaration(text) {
		return ""
	}
	declaration, _, _ := strings.Cut(string(text[:min(len(text), 200)]), "?>")
	_, value, found := strings.Cut(declaration, "encoding")
	value = strings.TrimLeft(value, " \t\r\n=")
	if !found || value == "" {
		return ""
	}
	name, _, _ := strings.Cut(value[1:], value[:1])
	return strings.ToLower(name)
}

// singleByte returns the table for an IANA name or alias. As in HTML, ISO 8859-1 is read as its superset
// Windows-1252.
func singleByte(name string) *charmap.Charmap {
	switch name {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "ansi":
		return charmap.Windows1252
	case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin-9", "latin9":
		return charmap.ISO8859_15
	}
	return nil
}

func fromUTF16(data []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return []byte(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"))
}
