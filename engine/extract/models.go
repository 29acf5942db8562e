package extract

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/tagger"
)

// Models are the trained parts of the extraction. With the zero Models, rules set by hand decide, and raw scores are
// the confidences.
type Models struct {
	// Kinds score document types.
	Kinds classify.Scorers
	// Tagger predicts the field of each word; with nil words have no tags.
	Tagger *tagger.Network
	// Fields choose the values of fields.
	Fields fields.Extractor
	// Calibration turns scores into probabilities; nil passes them through.
	Calibration *calibrate.Model
}

// EmbeddedModels returns the models that are embedded in the program. It returns an error if one does not match the
// document types and fields of this program.
func EmbeddedModels() (Models, error) {
	var m Models
	var errs [4]error
	m.Tagger, errs[0] = tagger.Embedded()
	m.Kinds, errs[1] = classify.Trained()
	m.Fields, errs[2] = fields.Trained()
	m.Calibration, errs[3] = calibrate.Fitted()
	if err := errors.Join(errs[:]...); err != nil {
		return Models{}, fmt.Errorf("embedded models: %w", err)
	}
	return m, nil
}

// LoadModels reads the files that Models.Files returns, by the same paths. It returns an error that names the file if
// one is missing or does not fit this version of the program.
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

// Files returns the files that LoadModels reads, by path. The paths are those of the files that the packages of the
// engine embed.
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

type modelFile struct {
	path   string
	parse  func(data []byte) error
	encode func() ([]byte, error)
}

// files lists the model files with their parsers and encoders. The calibration must not be nil.
func (m *Models) files() []modelFile {
	return []modelFile{
		{"tagger/network.bin", into(&m.Tagger, tagger.Parse), m.Tagger.Bytes},
		{"classify/kinds.bin", into(&m.Kinds, classify.ParseScorers), written(m.Kinds.Bytes)},
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

func into[T any](place *T, parse func([]byte) (T, error)) func([]byte) error {
	return func(data []byte) error {
		v, err := parse(data)
		if err == nil {
			*place = v
		}
		return err
	}
}

func written(encode func() []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return encode(), nil }
}
