// Package text reads plain text and CSV: lines of words without places on a
// page.
package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/failure"
)

// maxBytes bounds a text file; it is some thousand printed pages.
const maxBytes = 20 << 20

// Read decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252 (of
// which ISO 8859-1 is a part), and splits the text into lines and the lines at
// white space. Empty lines are left out. Errors are *failure.Error.
func Read(data []byte) ([]document.Line, error) {
	decoded, err := decode(data)
	if err != nil {
		return nil, err
	}
	return split(decoded), nil
}

func decode(data []byte) (string, error) {
	if len(data) > maxBytes {
		return "", failure.New(failure.TooComplex, fmt.Errorf("%d bytes of text", len(data)),
			"The text has more than %d MB. Split it and send the parts.", maxBytes>>20)
	}
	decoded, err := charset(data).NewDecoder().Bytes(data)
	if err != nil {
		return "", failure.New(failure.CorruptFile, err, "The text is not in a known character encoding.")
	}
	return string(decoded), nil
}

func split(s string) []document.Line {
	var lines []document.Line
	for row := range strings.FieldsFuncSeq(s, isLineEnd) {
		if line := words(row); len(line.Words) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

func charset(data []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case utf8.Valid(data):
		return unicode.UTF8BOM
	}
	return charmap.Windows1252
}

func isLineEnd(r rune) bool {
	switch r {
	case '\n', '\r', '\f', '\v', 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

func words(s string) document.Line {
	var line document.Line
	for w := range strings.FieldsSeq(s) {
		line.Words = append(line.Words, document.Word{Text: w, Confidence: 1, Source: document.SourceText})
	}
	return line
}
