// Package train makes the models that the engine carries: the scorer of links
// between labels and values, and the trees and curves that turn scores into
// probabilities. The module's README.md says on what, how, and how well.
package train

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/recognize"
	"github.com/docmill/docmill/engine/result"
)

// Labelled is a document that was read, with its truth.
type Labelled struct {
	Document   *document.Document
	Kind       result.DocumentType
	File       string // of a real document
	Truth      eval.Truth
	Any        map[string][]string // further acceptable values by field
	Collection string
	// Origin is what must not stand on both sides of a split: the vendor of a
	// real document, the family of layouts of a made one.
	Origin string
	// Complete says that a field without a truth is not on the page.
	Complete bool
}

// realWeight is how much more a real document counts than a made one: there are
// far fewer.
const realWeight = 6

func (l *Labelled) weight() float64 {
	if l.Complete {
		return 1
	}
	return realWeight
}

// accepts reports whether a value is the truth of a field, and whether a truth
// is known.
func (l *Labelled) accepts(field, got string) (right, known bool) {
	if field == "date" && l.Truth.Scalars["date"] == "" {
		field = "issueDate" // as manifests call a receipt's
	}
	want, ok := l.Truth.Scalars[field]
	if !ok || want == "" {
		return false, l.Complete
	}
	return eval.Equal(field, got, want) ||
		slices.ContainsFunc(l.Any[field], func(w string) bool { return eval.Equal(field, got, w) }), true
}

// Load reads the documents of a folder with a manifest (see package eval) that
// belong to the collections named, those with reference boxes both from their
// pixels and from the boxes. What was read is kept in the cache folder.
func Load(ctx context.Context, reader *read.Reader, folder, cache string, collections []string) ([]Labelled, error) {
	cases, err := eval.Load(folder)
	if err != nil {
		return nil, err
	}
	var out []Labelled
	for i := range cases {
		c := &cases[i]
		if !slices.Contains(collections, c.Collection) {
			continue
		}
		doc, err := cached(ctx, reader, filepath.Join(folder, c.File), cache)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		doc.Attachments, doc.Codes = nil, nil // the pages alone
		out = append(out, labelled(c, doc))
		if c.OCRBoxes == "" {
			continue
		}
		if doc, err = eval.LoadBoxes(filepath.Join(folder, c.OCRBoxes)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		given := labelled(c, doc)
		given.Collection += "/given"
		out = append(out, given)
	}
	return out, nil
}

func labelled(c *eval.Case, doc *document.Document) Labelled {
	truth := eval.Truth{Scalars: map[string]string{}, LineItems: c.Truth.LineItems}
	if isLegible(doc) { // else it may be there, misread
		truth.LineItems = eval.Shown(doc, truth.LineItems)
	}
	for field, want := range c.Truth.Scalars {
		if c.Shown(field) {
			truth.Scalars[field] = want
		}
	}
	origin := recognize.Compact(truth.Scalars["vendorName"])
	if origin == "" {
		origin = c.File
	}
	return Labelled{Document: doc, Kind: c.Kind(), Truth: truth, Any: c.TruthAny, Collection: c.Collection, Origin: origin, File: c.File}
}

// isLegible reports whether all words are a file's own.
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

// cached reads a file once: text recognition takes seconds.
func cached(ctx context.Context, reader *read.Reader, path, cache string) (*document.Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	kept := filepath.Join(cache, hex.EncodeToString(sum[:12])+".gob")
	if f, err := os.Open(kept); err == nil {
		defer func() { _ = f.Close() }()
		doc := &document.Document{}
		if err := gob.NewDecoder(f).Decode(doc); err != nil {
			return nil, fmt.Errorf("%s: %w", kept, err)
		}
		return doc, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	doc, err := reader.Read(ctx, data)
	if err != nil {
		return nil, err
	}
	f, err := os.Create(kept)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(f).Encode(doc); err != nil {
		_ = f.Close()
		return nil, err
	}
	return doc, f.Close()
}
