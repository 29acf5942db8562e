// Package mail reads mail messages (RFC 5322, MIME: RFC 2045 to 2049): the displayed text and the
// attachments, including those of attached messages. Like mail programs, it skips malformed parts.
package mail

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/extractionerror"
)

const (
	// maxParts bounds the parts of a message and its nested messages.
	maxParts = 1000
	// maxDepth bounds nested parts, maxNested nested messages; a deeper message is a plain attachment.
	maxDepth, maxNested = 20, 3
	// maxDecoded bounds the decoded bytes of all parts.
	maxDecoded = 100 << 20
)

var errTooLarge = errors.New("too many, too deep or too large parts")

// Body is a displayed text of a message.
type Body struct {
	HTML bool
	// ContentType as the part gives it, with the charset.
	ContentType string
	Data        []byte
}

// Attachment is a file in a message.
type Attachment struct {
	Name string
	Data []byte
	// Inline marks pictures that the text shows.
	Inline bool
}

// Message is a message with those that it holds.
type Message struct {
	// Header holds the decoded fields From, To, Cc, Reply-To, Subject, Date and Message-Id.
	Header      map[string]string
	Bodies      []Body       // in the order in which they are shown
	Attachments []Attachment // in their order
}

// Read reads a message. Errors are *extractionerror.Error.
func Read(data []byte) (*Message, error) {
	r := &reader{message: &Message{Header: map[string]string{}}}
	if line, rest, found := bytes.Cut(data, []byte("\n")); found && bytes.HasPrefix(line, []byte("From ")) {
		data = rest // an mbox's separator
	}
	var err error
	if r.message.Bodies, err = r.read(data, 1); err != nil {
		return nil, err
	}
	return r.message, nil
}

type reader struct {
	message *Message
	parts   int
	decoded int
}

// read reads a message at a nesting depth; the outermost one sets the header.
func (r *reader) read(data []byte, nested int) ([]Body, error) {
	h, content := parseHeader(data)
	if nested == 1 {
		for _, name := range []string{"From", "To", "Cc", "Reply-To", "Subject", "Date", "Message-Id"} {
			if v := h.text(name); v != "" {
				r.message.Header[name] = v
			}
		}
	}
	return r.part(part{header: h, content: content, nested: nested})
}

// part is a part before decoding.
type part struct {
	header
	content []byte
	depth   int  // of parts
	nested  int  // of messages
	related bool // to a text, as pictures are
}

// part stores attachments in the message and returns displayed text.
func (r *reader) part(p part) ([]Body, error) {
	r.parts++
	if r.parts > maxParts || p.depth > maxDepth {
		return nil, tooLarge(fmt.Errorf("%w: %d parts, %d deep", errTooLarge, r.parts, p.depth))
	}
	kind, params := p.contentType()
	if strings.HasPrefix(kind, "multipart/") && params["boundary"] != "" {
		return r.multipart(p, kind, params["boundary"])
	}
	data := decode(p.content, p.get("Content-Transfer-Encoding"))
	if r.decoded += len(data); r.decoded > maxDecoded {
		return nil, tooLarge(errTooLarge)
	}
	disposition, name := p.disposition(params)
	switch {
	case (kind == "message/rfc822" || strings.HasSuffix(strings.ToLower(name), ".eml")) && p.nested <= maxNested:
		return r.read(data, p.nested+1)
	case (kind == "text/plain" || kind == "text/html") && disposition != "attachment" && name == "":
		return []Body{{HTML: kind == "text/html", ContentType: p.get("Content-Type"), Data: data}}, nil
	case len(data) > 0:
		inline := strings.HasPrefix(kind, "image/") && disposition != "attachment" &&
			(p.related || p.get("Content-Id") != "" || disposition == "inline")
		r.message.Attachments = append(r.message.Attachments, Attachment{Name: name, Data: data, Inline: inline})
	}
	return nil, nil
}

func tooLarge(cause error) error {
	return extractionerror.New(extractionerror.TooComplex, cause,
		"The mail has more than %d parts, or they are nested too deep or too large.", maxParts)
}

// multipart reads the parts of a part. Of alternatives it returns the richest (RFC 2046, 5.1.4), which is
// HTML for text.
func (r *reader) multipart(p part, kind, boundary string) ([]Body, error) {
	var all []Body
	for _, content := range split(p.content, boundary) {
		h, content := parseHeader(content)
		bodies, err := r.part(part{
			header: h, content: content, depth: p.depth + 1, nested: p.nested, related: p.related || kind == "multipart/related",
		})
		if err != nil {
			return nil, err
		}
		switch {
		case kind != "multipart/alternative":
			all = append(all, bodies...)
		case richness(bodies) > richness(all):
			all = bodies
		}
	}
	return all, nil
}

// richness ranks alternatives: missing or empty, plain text, HTML.
func richness(bodies []Body) int {
	most := 0
	for _, b := range bodies {
		switch {
		case len(bytes.TrimSpace(b.Data)) == 0:
		case b.HTML:
			return 2
		default:
			most = 1
		}
	}
	return most
}

// split cuts a multipart's content at its boundaries (RFC 2046, 5.1.1), without preamble and epilogue.
func split(content []byte, boundary string) [][]byte {
	mark := []byte("--" + boundary)
	var parts [][]byte
	start := -1
	for at := 0; at < len(content); {
		end := len(content)
		if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if line := content[at:end]; bytes.HasPrefix(line, mark) {
			rest := string(bytes.TrimRight(line[len(mark):], " \t\r\n"))
			if rest == "" || rest == "--" {
				if start >= 0 {
					parts = append(parts, trimEnd(content[start:at]))
				}
				start = end
				if rest == "--" {
					return parts
				}
			}
		}
		at = end
	}
	if start >= 0 && start < len(content) {
		parts = append(parts, content[start:]) // cut off
	}
	return parts
}

// trimEnd drops the line end that belongs to the boundary.
func trimEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}
