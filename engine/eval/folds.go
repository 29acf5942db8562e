package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/docmill/docmill/engine/extract"
)

// FoldsFile is the name of the file that lists the folds.
const FoldsFile = "folds.json"

// Folds splits labeled documents so that similar ones share a fold. Each document can then be read with models trained
// without similar documents. Package folds of the lab makes them.
type Folds struct {
	Count     int      `json:"folds"`
	Documents []Folded `json:"documents"`
}

// Folded is a document with its fold.
type Folded struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"` // of the file, in hexadecimal digits
	// Origin is the vendor or the family of templates that documents of the fold share.
	Origin string `json:"origin"`
	// Fold counts from 1; 0 marks documents that no models are trained on.
	Fold int `json:"fold"`
	// Aside marks documents that are reserved: neither trained on nor inspected.
	Aside bool `json:"aside,omitempty"`
}

var errFolds = errors.New("not a file of folds")

// LoadFolds reads the folds from a folder that the trainer wrote.
func LoadFolds(folder string) (*Folds, error) {
	path := filepath.Join(folder, FoldsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &Folds{}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, d := range f.Documents {
		if d.Fold < 0 || d.Fold > f.Count || len(d.SHA256) != hex.EncodedLen(sha256.Size) {
			return nil, fmt.Errorf("%s: %s: fold %d of %d: %w", path, d.File, d.Fold, f.Count, errFolds)
		}
	}
	return f, nil
}

// FoldFolder returns the subfolder of the models trained without a fold.
func FoldFolder(fold int) string { return "without-" + strconv.Itoa(fold) }

// LeftOut reads documents with models that were trained without them.
type LeftOut struct {
	fold   map[string]Folded // by SHA-256
	models []extract.Models  // by fold, from 1
}

// LoadLeftOut reads the folds of a folder and the models of each.
func LoadLeftOut(folder string) (*LeftOut, error) {
	f, err := LoadFolds(folder)
	if err != nil {
		return nil, err
	}
	l := &LeftOut{fold: f.bySum(), models: make([]extract.Models, f.Count+1)}
	for fold := 1; fold <= f.Count; fold++ {
		path := filepath.Join(folder, FoldFolder(fold))
		if l.models[fold], err = extract.LoadModels(os.DirFS(path)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return l, nil
}

func (f *Folds) bySum() map[string]Folded {
	out := make(map[string]Folded, len(f.Documents))
	for _, d := range f.Documents {
		out[d.SHA256] = d
	}
	return out
}

// Models returns the models trained without the file's fold. It reports false for a file in no fold.
func (l *LeftOut) Models(sum [sha256.Size]byte) (extract.Models, bool) {
	d := l.fold[hex.EncodeToString(sum[:])]
	return l.models[d.Fold], d.Fold > 0
}

// isAside reports whether a document is reserved. A missing file is not.
func (l *LeftOut) isAside(c *Case) bool {
	data, err := os.ReadFile(c.Path())
	if err != nil {
		return false
	}
	sum := sha256.Sum256(data)
	return l.fold[hex.EncodeToString(sum[:])].Aside
}
