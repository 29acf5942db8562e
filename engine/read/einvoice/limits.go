package einvoice

import (
	"bytes"

	"github.com/docmill/docmill/engine/extractionerror"
)

// Limits of one file. A real invoice has twelve levels, and forty elements per line.
const (
	MaxBytes    = 64 << 20 // of the file, attachments inside it included
	MaxDepth    = 64       // elements within elements
	MaxElements = 400_000
	MaxTag      = 16 << 10 // bytes of one tag with its attributes
)

// Limits of one value in bytes; longer ones are cut off. Real identifiers and names have up to a few
// hundred bytes, notes and descriptions a few thousand.
const (
	MaxValueBytes = 4 << 10
	MaxNoteBytes  = 64 << 10 // of notes and descriptions, several joined
)

func maxBytesOf(element string) int {
	switch element {
	case "Note", "Content", "Description":
		return MaxNoteBytes
	}
	return MaxValueBytes
}

// bounded checks the limits and rejects a document type definition before a parser allocates memory. It
// returns the text up to the end of the root element, without any padding.
//
// It checks lengths and nesting only; the parser checks well-formedness.
func bounded(text []byte) ([]byte, error) {
	depth, elements := 0, 0
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return text, nil
		}
		at += i
		if bytes.HasPrefix(text[at:], []byte("<!")) || bytes.HasPrefix(text[at:], []byte("<?")) {
			n, err := skipMarkup(text[at:])
			if err != nil {
				return nil, err
			}
			at += n
			continue
		}
		n := tagLength(text[at:])
		if n < 0 {
			return nil, tooComplex("A tag of the XML is longer than %d bytes.", MaxTag)
		}
		opened, closed := effect(text[at : at+n])
		at, elements, depth = at+n, elements+opened, depth+opened-closed
		switch {
		case depth <= 0:
			return text[:at], nil
		case depth > MaxDepth:
			return nil, tooComplex("The XML is nested deeper than %d levels.", MaxDepth)
		case elements > MaxElements:
			return nil, tooComplex("The XML has more than %d elements.", MaxElements)
		}
	}
}

// effect returns how many elements a tag opens and closes.
func effect(tag []byte) (opened, closed int) {
	switch {
	case bytes.HasPrefix(tag, []byte("</")):
		return 0, 1
	case bytes.HasSuffix(tag, []byte("/>")):
		return 1, 1
	}
	return 1, 0
}

func tooComplex(format string, limit int) error {
	return extractionerror.New(extractionerror.TooComplex, nil, format, limit)
}

// skipMarkup returns the length of a comment, CDATA section or processing instruction.
func skipMarkup(text []byte) (int, error) {
	end := ""
	switch {
	case bytes.HasPrefix(text, []byte("<!--")):
		end = "-->"
	case bytes.HasPrefix(text, []byte("<![CDATA[")):
		end = "]]>"
	case bytes.HasPrefix(text, []byte("<?")):
		end = "?>"
	default:
		return 0, extractionerror.New(extractionerror.UnsupportedFormat, nil,
			"The XML has a document type definition, which e-invoices must not have.")
	}
	i := bytes.Index(text, []byte(end))
	if i < 0 {
		return len(text), nil
	}
	return i + len(end), nil
}

// tagLength returns the length of the tag at the start of text, or -1 if it is longer than MaxTag.
func tagLength(text []byte) int {
	quote := byte(0)
	for i := 1; i < min(len(text), MaxTag); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	if len(text) <= MaxTag {
		return len(text)
	}
	return -1
}
