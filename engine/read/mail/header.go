package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"strings"

	"github.com/docmill/docmill/engine/read/charset"
)

const maxFields = 5000

// header holds the first field of each name, by lower-case name.
type header map[string]string

// parseHeader splits a message or part into header and content. It skips lines that are not fields.
func parseHeader(data []byte) (header, []byte) {
	h := header{}
	name := ""
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		trimmed := bytes.TrimRight(line, "\r")
		if len(bytes.TrimSpace(trimmed)) == 0 {
			return h, rest
		}
		data = rest
		if trimmed[0] == ' ' || trimmed[0] == '\t' { // folded (RFC 5322, 2.2.3)
			if name != "" && len(h[name]) < 1<<16 {
				h[name] += " " + string(bytes.TrimSpace(trimmed))
			}
			continue
		}
		key, value, found := bytes.Cut(trimmed, []byte(":"))
		name = ""
		if field := strings.ToLower(strings.TrimSpace(string(key))); found && field != "" && len(h) < maxFields {
			if _, known := h[field]; !known {
				name, h[field] = field, string(bytes.TrimSpace(value))
			}
		}
	}
	return h, nil
}

func (h header) get(name string) string { return h[strings.ToLower(name)] }

// text returns a field with encoded words decoded (RFC 2047). It guesses the encoding of other text.
func (h header) text(name string) string { return decodeWords(h.get(name)) }

func decodeWords(s string) string {
	d := mime.WordDecoder{CharsetReader: func(name string, in io.Reader) (io.Reader, error) {
		data, err := io.ReadAll(in)
		return strings.NewReader(charset.Decode(data, name)), err
	}}
	s = charset.Decode([]byte(s), "")
	if decoded, err := d.DecodeHeader(s); err == nil {
		s = decoded
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
}

// contentType returns the media type and parameters. It returns plain text if the type is missing or
// malformed (RFC 2045, 5.2), unless a boundary is readable.
func (h header) contentType() (string, map[string]string) {
	value := h.get("Content-Type")
	if value == "" {
		return "text/plain", nil
	}
	kind, params, err := mime.ParseMediaType(value)
	if err == nil {
		return kind, params
	}
	kind, rest, _ := strings.Cut(value, ";")
	params = map[string]string{}
	for field := range strings.SplitSeq(rest, ";") {
		name, v, _ := strings.Cut(field, "=")
		params[strings.ToLower(strings.TrimSpace(name))] = strings.Trim(strings.TrimSpace(v), `"`)
	}
	if kind = strings.ToLower(strings.TrimSpace(kind)); !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	return kind, params
}

// disposition reports whether the part is attached or inline, and its file name (RFC 2183; often in the
// media type).
func (h header) disposition(typeParams map[string]string) (kind, name string) {
	kind, params, err := mime.ParseMediaType(h.get("Content-Disposition"))
	if err != nil {
		kind, _, _ = strings.Cut(h.get("Content-Disposition"), ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	name = params["filename"]
	if name == "" {
		name = typeParams["name"]
	}
	return kind, decodeWords(name)
}

// decode undoes a transfer encoding (RFC 2045, 6) as far as possible.
func decode(content []byte, encoding string) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return decodeBase64(content)
	case "quoted-printable":
		out, _ := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(content))) // what came before an error is kept
		return out
	}
	return content
}

// decodeBase64 skips characters outside the alphabet, and ends at the padding (RFC 2045, 6.8).
func decodeBase64(content []byte) []byte {
	clean := make([]byte, 0, len(content))
	for _, c := range content {
		if c == '=' {
			break
		}
		if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	n, _ := base64.RawStdEncoding.Decode(clean, clean) // the alphabet is checked above
	return clean[:n]
}
