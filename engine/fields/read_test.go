package fields_test

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// extract reads a document without tags.
func extract(doc *document.Document, kind result.DocumentType) *value.Set {
	return read(annotate.New(layout.Analyze(doc)), kind)
}

// read finds the fields with the embedded scorers.
func read(doc *annotate.Document, kind result.DocumentType) *value.Set {
	x, err := fields.Trained()
	if err != nil {
		panic(err)
	}
	return x.Extract(doc, kind, "en")
}
