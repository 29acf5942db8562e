package extract

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/engine/template"
)

// Models are the trained parts of understanding. The zero Models leaves all to
// rules set by hand, and passes raw scores through as confidences.
type Models struct {
	// Kinds tell types of documents apart.
	Kinds classify.Scorers
	// Tagger tells what the words of a page are for; nil leaves them without tags.
	Tagger *tagger.Network
	// Fields choose the values of fields.
	Fields fields.Extractor
	// Calibration turns scores into probabilities; nil passes them through.
	Calibration *calibrate.Model
}

// EmbeddedModels returns the models that are part of the program.
func EmbeddedModels() Models {
	return Models{
		Tagger: tagger.Embedded(), Kinds: classify.Trained(), Fields: fields.Trained(), Calibration: calibrate.Fitted(),
	}
}

// LoadModels reads models that were trained elsewhere: the files of
// Models.Files, by the same paths. Each must be there and fit this version of the
// program; the error names the one that does not.
func LoadModels(fsys fs.FS) (Models, error) {
	m := Models{Calibration: &calibrate.Model{}}
	for _, f := range m.files() {
		data, err := fs.ReadFile(fsys, f.path)
		if err != nil {
			return Models{}, fmt.Errorf("models: %w", err)
		}
		if err := f.parse(data); err != nil {
			return Models{}, fmt.Errorf("models: %s: %w", f.path, err)
		}
	}
	return m, nil
}

// Files returns what LoadModels reads, by path; the paths are those of the files
// that the packages of the engine embed.
func (m Models) Files() (map[string][]byte, error) {
	if m.Calibration == nil {
		m.Calibration = &calibrate.Model{}
	}
	out := map[string][]byte{}
	for _, f := range m.files() {
		data, err := f.encode()
		if err != nil {
			return nil, fmt.Errorf("models: %s: %w", f.path, err)
		}
		out[f.path] = data
	}
	return out, nil
}

// modelFile is one file of a set of models.
type modelFile struct {
	path   string
	parse  func(data []byte) error
	encode func() ([]byte, error)
}

// files lists the files of a set of models, with where each is read into. The
// calibration must not be nil.
func (m *Models) files() []modelFile {
	return []modelFile{
		{"tagger/network.bin", into(&m.Tagger, tagger.Parse), m.Tagger.Bytes},
		{"classify/kinds.bin", into(&m.Kinds, classify.ParseScorers), written(func() []byte { return m.Kinds.Bytes() })},
		{"fields/link/links.bin", into(&m.Fields.Links, link.ParseScorer), written(func() []byte {
			return link.ScorerBytes(m.Fields.Links)
		})},
		{"fields/receipt/header.bin", into(&m.Fields.Head, receipt.ParseScorers), written(func() []byte {
			return m.Fields.Head.Bytes()
		})},
		{"calibrate/trees.bin", into(&m.Calibration.Trees, calibrate.ParseTrees), written(func() []byte {
			return calibrate.TreeBytes(m.Calibration.Trees)
		})},
		{"calibrate/tables.json", m.Calibration.ParseCurves, m.Calibration.Text},
	}
}

// into parses a file into its place among the models.
func into[T any](place *T, parse func([]byte) (T, error)) func([]byte) error {
	return func(data []byte) error {
		v, err := parse(data)
		if err == nil {
			*place = v
		}
		return err
	}
}

// written is an encoder that cannot fail.
func written(encode func() []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return encode(), nil }
}

// Understand is the function of that name with these models.
func (m Models) Document(doc *document.Document, asked result.DocumentType) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked})
}

// UnderstandBy is Understand of a document by the layouts that are known.
func (m Models) DocumentByTemplates(doc *document.Document, asked result.DocumentType, known []template.Layout) *result.Result {
	return m.Extract(context.Background(), doc, Request{DocumentType: asked,
		Recall: func(context.Context, template.Fingerprint) []template.Layout { return known }})
}
