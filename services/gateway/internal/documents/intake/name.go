package intake

import (
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	// maxName is the longest file name kept, in bytes: what file systems allow.
	maxName = 255
	// maxExtension is the longest ending that survives when a name is cut.
	maxExtension = 16
	// unnamed replaces an empty name.
	unnamed = "file"
)

// CleanName makes the client's file name safe to store, show and log: its last path element in
// Unicode normal form C, without control and text-direction characters, at most 255 bytes long;
// "file" if nothing is left. It is data and never a path.
func CleanName(raw string) string {
	name := decodeName(raw)
	name = strings.Map(dropUnsafe, name)
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(norm.NFC.String(name))
	name = strings.TrimSpace(cutName(name))
	if strings.Trim(name, ".") == "" {
		return unnamed
	}
	return name
}

// decodeName returns UTF-8. It decodes encoded words (RFC 2047) and reads other bytes that are not UTF-8 as ISO 8859-1.
func decodeName(raw string) string {
	if strings.Contains(raw, "=?") {
		if decoded, err := new(mime.WordDecoder).DecodeHeader(raw); err == nil {
			raw = decoded
		}
	}
	if utf8.ValidString(raw) {
		return raw
	}
	return latin1(raw)
}

func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// dropUnsafe removes characters that deceive or break lines, but keeps U+200C and U+200D, which scripts and emoji need.
func dropUnsafe(r rune) rune {
	switch {
	case r == '\u200c' || r == '\u200d':
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co):
		return -1
	}
	return r
}

// cutName shortens the stem and keeps the extension.
func cutName(name string) string {
	if len(name) <= maxName {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > maxExtension {
		ext = ""
	}
	stem := name[:maxName-len(ext)]
	for !utf8.ValidString(stem) { // the cut may go through a character
		stem = stem[:len(stem)-1]
	}
	return strings.TrimSpace(stem) + ext
}

// extendedLatin1 is RFC 5987's other charset, which package mime leaves out.
var extendedLatin1 = regexp.MustCompile(`(?i);\s*filename\*\s*=\s*iso-8859-1'[^']*'([^;\s"]*)`)

// parseDisposition reads a part's Content-Disposition (RFC 7578, 4.2): the form field and the file name, or "".
func parseDisposition(header string) (field, file string, ok bool) {
	disposition, params, err := mime.ParseMediaType(header)
	if err != nil || disposition != "form-data" || params["name"] == "" {
		return "", "", false
	}
	if m := extendedLatin1.FindStringSubmatch(header); m != nil {
		if decoded, err := url.PathUnescape(m[1]); err == nil {
			return params["name"], latin1(decoded), true
		}
	}
	return params["name"], params["filename"], true
}
