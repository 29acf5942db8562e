package engine

import (
	"context"
	"errors"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read"
)

// WordsRequest is a page to read.
type WordsRequest struct {
	Data []byte // the whole file
	Page int    // from 1
	// BeforePage is called if the page needs OCR; nil for none. See read.BeforePage.
	BeforePage read.BeforePage
}

// PageWord is a visible word on a page.
type PageWord struct {
	Text string
	// Box is [x0, y0, x1, y1] in fractions of the displayed page, origin top left, like the box of a result's field.
	Box  [4]float64
	Line int // of the page, from 0
}

// Words reads a displayed page and returns its words in reading order, without hidden words and words without a
// place. Every error is an *extractionerror.Error; see read.Reader.ReadPage.
func (e *Engine) Words(ctx context.Context, req WordsRequest) ([]PageWord, error) {
	page, err := e.reader.ReadPage(ctx, req.Data, req.Page, req.BeforePage)
	if err != nil {
		var f *extractionerror.Error
		if errors.As(err, &f) {
			return nil, f
		}
		return nil, extractionerror.New(extractionerror.InternalError, err,
			"The page could not be read because of an error on our side.")
	}
	return wordsOf(page), nil
}

// wordsOf numbers only the lines with visible words.
func wordsOf(page *document.Page) []PageWord {
	words, line := []PageWord{}, 0
	for _, l := range page.Lines {
		before := len(words)
		for i := range l.Words {
			w := &l.Words[i]
			box, ok := onPage(page.Displayed(w.Box))
			if w.Hidden || w.Text == "" || !ok {
				continue
			}
			words = append(words, PageWord{Text: w.Text, Box: box.Corners(), Line: line})
		}
		if len(words) > before {
			line++
		}
	}
	return words
}

// onPage clips a box to the page; ok is false if nothing remains.
func onPage(b document.Box) (on document.Box, ok bool) {
	on = document.Box{X0: max(b.X0, 0), Y0: max(b.Y0, 0), X1: min(b.X1, 1), Y1: min(b.Y1, 1)}
	return on, on.X1 > on.X0 && on.Y1 > on.Y0 // false for NaN
}
