// Package charset decodes text of any of the usual encodings to UTF-8: by its
// byte order mark, by what declares it, or else by what it looks like.
package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns data as UTF-8 without a byte order mark. declared is the name
// that the file or its envelope gives for the encoding (WHATWG Encoding, 4.2),
// "" for none. What cannot be decoded becomes U+FFFD.
//
// The byte order mark wins over the declaration, and so does UTF-8 that is
// valid: no text of another encoding is valid UTF-8 beyond ASCII by chance.
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

// sevenBit tells the encodings that look like ASCII and are not.
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

// guessUTF16 knows UTF-16 without a byte order mark by its zero bytes: most
// characters of Western text have one, always at the same end.
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
