// Package text reads plain text and CSV. Text keeps the positions of its words in the lines, tables keep
// their columns; see package grid.
package text

import (
	"fmt"
	"mime"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/charset"
)

const (
	// maxBytes bounds a text file; it is about a thousand printed pages.
	maxBytes = 20 << 20
	maxPages = 2000
	// maxBlank is how many blank lines in a row are kept.
	maxBlank = 3
	// proseWidth is the length from which a line without columns wraps.
	proseWidth = 100
)

// Read reads plain text in any usual encoding (see charset.Decode). contentType is the media type with
// which it was sent, or "". Form feeds end pages. Errors are *extractionerror.Error.
func Read(data []byte, contentType string) ([]document.Page, error) {
	if err := checkSize(data); err != nil {
		return nil, err
	}
	declared := ""
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		declared = params["charset"]
	}
	return pages(charset.Decode(data, declared))
}

// pages lays out decoded text on pages.
func pages(s string) ([]document.Page, error) {
	if err := checkWords(s); err != nil {
		return nil, err
	}
	var setter grid.Setter
	var out []document.Page
	for part := range strings.SplitSeq(s, "\f") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		if len(out) == maxPages {
			return nil, extractionerror.New(extractionerror.TooManyPages, nil, "The text has more than %d pages.", maxPages)
		}
		page, err := setter.Page(len(out)+1, lines(part))
		if err != nil {
			return nil, err
		}
		out = append(out, page)
	}
	return out, nil
}

func checkSize(data []byte) error {
	if len(data) > maxBytes {
		return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d bytes of text", len(data)),
			"The text has more than %d MB. Split it and send the parts.", maxBytes>>20)
	}
	return nil
}

// checkWords bounds the number of words before allocation.
func checkWords(s string) error {
	n := 0
	for range strings.FieldsSeq(s) {
		n++
	}
	if n > grid.MaxWords {
		return extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d words of text", n),
			"The text has more than %d words. Split it and send the parts.", grid.MaxWords)
	}
	return nil
}

// lines converts each line to a block, and shortens runs of blank lines.
func lines(s string) []grid.Block {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(plainRune, s)
	var blocks []grid.Block
	blank := maxBlank // none at the top
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimRight(line, " \t")
		if line == "" {
			if blank++; blank <= maxBlank {
				blocks = append(blocks, grid.Block{})
			}
			continue
		}
		blank = 0
		blocks = append(blocks, grid.Block{Paragraph: paragraph(line)})
	}
	return blocks
}

// plainRune normalizes line ends, and replaces box-drawing characters by spaces.
func plainRune(r rune) rune {
	switch {
	case r == '\r', r == '\v', r == 0x85, r == 0x2028, r == 0x2029:
		return '\n'
	case r >= 0x2500 && r < 0x25a0:
		return ' '
	}
	return r
}

// paragraph keeps a line as it is, and wraps it only if it is prose: long, and without gaps wider than a
// space.
func paragraph(line string) *grid.Paragraph {
	text := strings.TrimLeft(line, " ")
	if len(text) <= proseWidth || strings.Contains(text, "   ") || strings.Contains(text, "\t") {
		return &grid.Paragraph{Runs: []grid.Run{{Text: line}}, NoWrap: true}
	}
	return &grid.Paragraph{Runs: []grid.Run{{Text: text}}, Indent: grid.Pitch * float64(len(line)-len(text))}
}
