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

// PageRequest (RPCPageRender) asks an extractor to draw one page of a document
// and to put the picture, a PNG, where PutURL says. CodeNotFound when the
// document has no such page or its format no pictures at all;
// CodeServiceUnavailable when no worker is free in time.
type PageRequest struct {
	DocumentID string `json:"documentId"` // for the log
	// GetURL and PutURL are presigned for this document's file and this one
	// picture.
	GetURL   string `json:"getUrl"`
	PutURL   string `json:"putUrl"`
	FileSize int64  `json:"fileSize"` // bytes
	Page     int    `json:"page"`     // from 1
	Width    int    `json:"width"`    // pixels
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

// PageReply describes the picture that was put.
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
