package contract

import (
	"errors"
	"fmt"
)

// Bounds of a page picture's width, in pixels.
const (
	MinPageWidth     = 16
	MaxPageWidth     = 2400
	DefaultPageWidth = 1000
)

// PageRequest (RPCPageRender) asks an extractor to draw one page of a document and to upload the picture to PutURL.
// The error is CodeNotFound if the document has no such page or its format has no pictures, and
// CodeServiceUnavailable if no worker is free in time.
type PageRequest struct {
	DocumentID string `json:"documentId"` // for the log
	// GetURL and PutURL are presigned for the document's file and for this picture.
	GetURL   string `json:"getUrl"`
	PutURL   string `json:"putUrl"`
	FileSize int64  `json:"fileSize"` // bytes
	Page     int    `json:"page"`     // from 1
	Width    int    `json:"width"`    // pixels
	// Small asks for a JPEG if it is smaller than a PNG. Extractors of earlier releases upload a PNG.
	Small bool `json:"small,omitempty"`
}

// Validate checks that the request is complete and within bounds.
func (r PageRequest) Validate() error {
	errs := []error{validID("documentId", PrefixDocument, r.DocumentID)}
	if r.GetURL == "" || r.PutURL == "" || r.FileSize <= 0 || r.Page < 1 {
		errs = append(errs, errors.New("incomplete page request"))
	}
	if r.Width < MinPageWidth || r.Width > MaxPageWidth {
		errs = append(errs, fmt.Errorf("width is %d, want %d to %d", r.Width, MinPageWidth, MaxPageWidth))
	}
	return errors.Join(errs...)
}

// PageReply describes the uploaded picture.
type PageReply struct {
	Width  int `json:"width"`  // pixels
	Height int `json:"height"` // pixels
}

// Validate checks the picture's size.
func (r PageReply) Validate() error {
	if r.Width < 1 || r.Height < 1 {
		return fmt.Errorf("picture of %d by %d", r.Width, r.Height)
	}
	return nil
}

// MaxPageWords bounds the words of one page. The densest real pages, of telephone books, have a tenth.
const MaxPageWords = 50_000

// PageWordsRequest (RPCPageWords) asks an extractor to read one page of a document and to upload its words, a
// PageWords as JSON, to PutURL. Errors are those of PageRequest; a page of more than MaxPageWords words is also
// CodeNotFound.
type PageWordsRequest struct {
	DocumentID string `json:"documentId"` // for the log
	// GetURL and PutURL are presigned for the document's file and for the words of this page.
	GetURL   string `json:"getUrl"`
	PutURL   string `json:"putUrl"`
	FileSize int64  `json:"fileSize"` // bytes
	Page     int    `json:"page"`     // from 1
}

// Validate checks that the request is complete.
func (r PageWordsRequest) Validate() error {
	errs := []error{validID("documentId", PrefixDocument, r.DocumentID)}
	if r.GetURL == "" || r.PutURL == "" || r.FileSize <= 0 || r.Page < 1 {
		errs = append(errs, errors.New("incomplete request for the words of a page"))
	}
	return errors.Join(errs...)
}

// PageWordsReply describes the uploaded words.
type PageWordsReply struct {
	Words int `json:"words"` // how many
}

// Validate checks their number.
func (r PageWordsReply) Validate() error {
	if r.Words < 0 || r.Words > MaxPageWords {
		return fmt.Errorf("%d words", r.Words)
	}
	return nil
}

// PageWords are the words of a page in reading order, as the API returns them.
type PageWords struct {
	Page  int        `json:"page"`  // from 1
	Words []PageWord `json:"words"` // never null
}

// PageWord is a word of a page.
type PageWord struct {
	Text string `json:"text"`
	// Box is [x0, y0, x1, y1] in fractions of the displayed page, origin top left.
	Box  [4]float64 `json:"box"`
	Line int        `json:"line"` // of the page, from 0; never falls from word to word
}

// Validate checks that boxes lie on the page and lines are in order.
func (p PageWords) Validate() error {
	if p.Page < 1 || p.Words == nil || len(p.Words) > MaxPageWords {
		return fmt.Errorf("page %d with %d words", p.Page, len(p.Words))
	}
	line := 0
	for i, w := range p.Words {
		b := w.Box
		if w.Text == "" || !(0 <= b[0] && b[0] <= b[2] && b[2] <= 1 && 0 <= b[1] && b[1] <= b[3] && b[3] <= 1) {
			return fmt.Errorf("word %d of page %d is no word at a place", i, p.Page)
		}
		if w.Line < line || w.Line > i {
			return fmt.Errorf("word %d of page %d is on line %d after line %d", i, p.Page, w.Line, line)
		}
		line = w.Line
	}
	return nil
}
