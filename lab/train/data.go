// Package train makes the engine's models: the scorers of types, links, parties and receipts, and the trees and curves
// that convert scores to probabilities. The module's README.md describes data, method and results.
package train

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/result"
)

// Labeled is a document that was read, with its truth.
type Labeled struct {
	Document     *document.Document
	DocumentType result.DocumentType
	File         string // of a real document
	Truth        eval.Truth
	Any          map[string][]string // further acceptable values by field
	Collection   string
	// Origin must not be on both sides of a split: the vendor or family of templates of a real document, or the family
	// of layouts of a synthetic one.
	Origin string
	// Fold is the number of the origin's fold, from 1 to folds.Count.
	Fold int
	// Complete reports that a field without a truth is not on the page.
	Complete bool
}

// realWeight is the weight of a real document relative to a synthetic one, because there are far fewer.
const realWeight = 6

func (l *Labeled) weight() float64 {
	if l.Complete {
		return 1
	}
	return realWeight
}

// accepts reports whether a value is right for a field, and whether the truth is known.
func (l *Labeled) accepts(field, got string) (right, known bool) {
	if field == "date" && l.Truth.Scalars["date"] == "" {
		field = "issueDate" // the name of a receipt's date in manifests
	}
	want, ok := l.Truth.Scalars[field]
	if !ok || want == "" {
		return false, l.Complete
	}
	return eval.Equal(field, got, want) ||
		slices.ContainsFunc(l.Any[field], func(w string) bool { return eval.Equal(field, got, w) }), true
}

// Load reads the documents of a folder with a manifest (see package eval) that trains selects. Each must be in a fold.
// Those with reference boxes are read twice: from their pixels and from the boxes.
func Load(
	ctx context.Context, reader eval.Reader, folder string, in *eval.Folds, trains func(*eval.Case) bool,
) ([]Labeled, error) {
	cases, err := eval.Load(folder)
	if err != nil {
		return nil, err
	}
	places := map[string]eval.Folded{}
	for _, d := range in.Documents {
		places[d.SHA256] = d
	}
	var out []Labeled
	for i := range cases {
		c := &cases[i]
		if !trains(c) {
			continue
		}
		read, err := load(ctx, reader, folder, c, places)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		out = append(out, read...)
	}
	return out, nil
}

func load(
	ctx context.Context, reader eval.Reader, folder string, c *eval.Case, places map[string]eval.Folded,
) ([]Labeled, error) {
	data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(c.File)))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	place := places[hex.EncodeToString(sum[:])]
	if place.Fold < 1 || place.Aside {
		return nil, fmt.Errorf("fold %d, put aside: %t: not to be trained on", place.Fold, place.Aside)
	}
	doc, err := reader.Read(ctx, data)
	if err != nil {
		return nil, err
	}
	doc.Attachments, doc.Barcodes = nil, nil // pages only
	out := []Labeled{labeled(c, doc, place)}
	if c.OCRBoxes == "" {
		return out, nil
	}
	if doc, err = eval.LoadBoxes(filepath.Join(folder, filepath.FromSlash(c.OCRBoxes))); err != nil {
		return nil, err
	}
	given := labeled(c, doc, place)
	given.Collection += "/given"
	return append(out, given), nil
}

func labeled(c *eval.Case, doc *document.Document, place eval.Folded) Labeled {
	truth := eval.Truth{Scalars: map[string]string{}, LineItems: c.Truth.LineItems}
	if isLegible(doc) { // otherwise it may be on the page, but misread
		truth.LineItems = eval.Shown(doc, truth.LineItems)
	}
	for field, want := range c.Truth.Scalars {
		if c.Shown(field) {
			truth.Scalars[field] = want
		}
	}
	return Labeled{Document: doc, DocumentType: c.EngineType(), Truth: truth, Any: c.TruthAny, Collection: c.Collection,
		Origin: place.Origin, Fold: place.Fold, File: c.File}
}

// isLegible reports whether all words come from the file's text.
func isLegible(doc *document.Document) bool {
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			if slices.ContainsFunc(l.Words, func(w document.Word) bool { return w.Source != document.SourceText }) {
				return false
			}
		}
	}
	return true
}

// isReal reports whether the curves are fitted on a value. This includes documents with given words, which other
// features distinguish from recognized ones.
func isReal(v Verdict) bool { return !strings.HasPrefix(v.Collection, "made/") }

func sourceOf(channel string) document.Source {
	switch channel {
	case calibrate.ChannelOCR:
		return document.SourceOCR
	case calibrate.ChannelCode:
		return document.SourceCode
	}
	return document.SourceText
}

// realShare is the total weight of all real values, relative to 1 for the synthetic ones. With more, the trees would
// overfit the few real documents. The curves are fitted on real values only.
const realShare = 0.1

// balance weights real and synthetic values by their shares, although there are far more synthetic ones.
func balance(verdicts []Verdict) func(Verdict) float64 {
	n := map[bool]float64{}
	for _, v := range verdicts {
		n[isReal(v)]++
	}
	return func(v Verdict) float64 {
		if isReal(v) && n[true] > 0 && n[false] > 0 {
			return min(20, realShare*n[false]/n[true])
		}
		return 1
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
