package engine

import (
	"context"

	"github.com/docmill/docmill/engine/memory"
)

// TeachRequest is a document that a person has seen, with what they left of its
// record.
type TeachRequest struct {
	// Request reads the document again. Its type must be that of the record, and
	// its schema the one that the record was made with.
	Request
	// Data is the record's data as the person left it; the file is Request.Data.
	Data map[string]any
	// Touched names the fields that were corrected or confirmed; with Reviewed
	// all of the record are right, those that are absent included.
	Touched  []string
	Reviewed bool
	// Document and Correction are ids: of the document, and of the newest
	// correction of it, 0 for none.
	Document   string
	Correction int64
}

// Teach makes a lesson of a document that a person has seen. A lesson from
// which nothing can be learned is empty. Every error is a *failure.Error.
func (e *Engine) Teach(_ context.Context, req TeachRequest) (memory.Lesson, error) {
	return memory.Lesson{Version: memory.Version, Document: req.Document, Correction: req.Correction}, nil
}
