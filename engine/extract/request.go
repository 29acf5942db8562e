package extract

import (
	"context"
	"time"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
)

// Request is one file to extract.
type Request struct {
	// Data is the whole file. Models.Extract ignores it.
	Data []byte
	// DocumentType as asked for; result.TypeAuto (or empty) classifies.
	DocumentType result.DocumentType
	// Schema lists the caller's custom fields, in addition to those of the type; nil for none.
	Schema *custom.Schema
	// IgnoreEmbeddedXML ignores the e-invoice inside a PDF or mail, so that the record
	// holds only values from the pages. It has no effect on a file that is XML itself.
	IgnoreEmbeddedXML bool
	// WantQuestions adds questions about missing fields to the result.
	WantQuestions bool
	// Answers to these questions; nil for none.
	Answers *llm.Answers
	// BeforePage is called before each page that needs text recognition; nil for none.
	BeforePage read.BeforePage
	// FindTemplates is called once, after reading. It returns the learned templates that
	// resemble the document, the most similar first; nil for none.
	FindTemplates func(ctx context.Context, f template.Fingerprint) []template.Template
	// Timings receives the time of each stage, also if extraction fails; nil for none.
	Timings *Timings
}

// Timings is the wall-clock time of each stage; zero for a stage that did not run.
type Timings struct {
	// Read is the time of reading the file, without Recognize.
	Read time.Duration `json:"read,omitempty"`
	// Recognize is the time of drawing pages and recognizing their text.
	Recognize time.Duration `json:"recognize,omitempty"`
	// Extract is the time of all later stages, from layout to calibration.
	Extract time.Duration `json:"extract,omitempty"`
	// RecognizedPages counts the pages of Recognize, including pages that were started
	// when reading failed.
	RecognizedPages int `json:"recognizedPages,omitempty"`
}
