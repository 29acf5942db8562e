// Package charset decodes text to UTF-8. The byte order mark decides the encoding, then the declaration,
// then statistics of the text.
package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns data as UTF-8 without a byte order mark. declared is the encoding's name in the file or
// its envelope (WHATWG Encoding, 4.2), or "". Bytes that cannot be decoded become U+FFFD.
//
// The byte order mark has priority over the declaration, and so has valid UTF-8: text in another encoding
// is never valid UTF-8 beyond ASCII by chance.
func Decode(data []byte, declared string) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return strings.ToValidUTF8(string(data[3:]), "\ufffd")
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), data[2:])
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), data[2:])
	}
	named, err := htmlindex.Get(strings.TrimSpace(declared))
	if err == nil && sevenBit(named) {
		return decode(named, data)
	}
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return string(data)
	}
	if wide := guessUTF16(data); wide != nil {
		return decode(wide, data)
	}
	if err == nil && named != unicode.UTF8 {
		return decode(named, data)
	}
	return decode(guessSingleByte(data), data)
}

// sevenBit reports whether the encoding looks like ASCII but is not.
func sevenBit(e encoding.Encoding) bool {
	name, _ := htmlindex.Name(e)
	return name == "iso-2022-jp"
}

func decode(e encoding.Encoding, data []byte) string {
	out, err := e.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(out)
}

// guessUTF16 detects UTF-16 without a byte order mark: most Western characters have one zero byte, always
// on the same side.
func guessUTF16(data []byte) encoding.Encoding {
	const sample = 4096
	head := data[:min(len(data), sample)&^1]
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 2; {
	case half == 0:
		return nil
	case zeros[1]*2 > half && zeros[0]*20 < half:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case zeros[0]*2 > half && zeros[1]*20 < half:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}
