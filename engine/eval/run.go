package eval

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/result"
)

// Selection says which documents of a folder are measured, and how.
type Selection struct {
	Collections []string // all if empty
	Boxes       bool     // reference boxes instead of OCR
	XML         bool     // embedded e-invoices count; without, the pages alone are measured
	// Model is used where the engine is passed over (Boxes); give the engine's.
	Model *calibrate.Model
}

// Run extracts the documents of a folder one after the other and scores them.
// A document that cannot be extracted counts as one in which nothing was found.
func Run(ctx context.Context, e *engine.Engine, folder string, sel Selection) (*Report, error) {
	cases, err := Load(folder)
	if err != nil {
		return nil, err
	}
	report := NewReport()
	for i := range cases {
		c := &cases[i]
		if len(sel.Collections) > 0 && !slices.Contains(sel.Collections, c.Collection) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		res, err := extract(ctx, e, folder, c, sel)
		if err != nil {
			report.Failures = append(report.Failures, fmt.Errorf("%s: %w", c.File, err))
			res = &result.Result{Data: map[string]any{}}
		}
		report.Add(c.group(), c, res)
	}
	return report, nil
}

func extract(ctx context.Context, e *engine.Engine, folder string, c *Case, sel Selection) (*result.Result, error) {
	if sel.Boxes && c.OCRBoxes != "" {
		doc, err := LoadBoxes(filepath.Join(folder, c.OCRBoxes))
		if err != nil {
			return nil, err
		}
		return engine.UnderstandWith(doc, result.TypeAuto, sel.Model), nil
	}
	data, err := os.ReadFile(filepath.Join(folder, c.File))
	if err != nil {
		return nil, err
	}
	return e.Extract(ctx, engine.Request{Data: data, DocumentType: result.TypeAuto, IgnoreEmbeddedXML: !sel.XML})
}

// group is the heading under which a document is counted.
func (c *Case) group() string {
	if c.Layout != "" {
		return c.Collection + "/" + c.Layout
	}
	return c.Collection
}
