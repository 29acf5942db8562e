package einvoice

import (
	"strings"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/sniff"
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

// bounded checks the limits before a parser allocates memory. It returns the text up to the end of the root element,
// without any padding.
//
// It checks lengths and nesting only; the parser checks well-formedness.
func bounded(text string) (string, error) {
	depth, elements := 0, 0
	for rest := text; ; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			return text, nil
		}
		rest = rest[i:]
		if after := sniff.SkipMarkup(rest); len(after) < len(rest) {
			rest = after
			continue
		}
		n := tagLength(rest)
		if n < 0 {
			return "", tooComplex("A tag of the XML is longer than %d bytes.", MaxTag)
		}
		opened, closed := effect(rest[:n])
		rest, elements, depth = rest[n:], elements+opened, depth+opened-closed
		switch {
		case depth <= 0:
			return text[:len(text)-len(rest)], nil
		case depth > MaxDepth:
			return "", tooComplex("The XML is nested deeper than %d levels.", MaxDepth)
		case elements > MaxElements:
			return "", tooComplex("The XML has more than %d elements.", MaxElements)
		}
	}
}

// effect returns how many elements a tag opens and closes.
func effect(tag string) (opened, closed int) {
	switch {
	case strings.HasPrefix(tag, "</"):
		return 0, 1
	case strings.HasSuffix(tag, "/>"):
		return 1, 1
	}
	return 1, 0
}

func tooComplex(format string, limit int) error {
	return extractionerror.New(extractionerror.TooComplex, nil, format, limit)
}

// tagLength returns the length of the tag at the start of text, or -1 if it is longer than MaxTag.
func tagLength(text string) int {
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
