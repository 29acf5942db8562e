package train_test

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/train"
)

// few documents make a training that takes a second or two.
const few = 40

// Training on the same documents gives the same models.
func TestFit(t *testing.T) {
	t.Parallel()
	fit := func() *train.Models {
		m, err := train.Fit(train.Made(1, few), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a, b := fit(), fit()
	for name, pair := range map[string][2]any{
		"kinds": {a.Kinds, b.Kinds}, "links": {a.Extractor.Links, b.Extractor.Links},
		"head":    {a.Extractor.Head, b.Extractor.Head},
		"parties": {a.Extractor.Parties, b.Extractor.Parties}, "trees": {a.Trees, b.Trees}, "tables": {a.Tables, b.Tables},
	} {
		x, err1 := json.Marshal(pair[0])
		y, err2 := json.Marshal(pair[1])
		if err1 != nil || err2 != nil || string(x) != string(y) {
			t.Errorf("%s differ between two trainings (%v, %v)", name, err1, err2)
		}
	}
}

// score counts the right names, numbers, dates and totals.
func score(documents []train.Labelled, x fields.Extractor) int {
	right := 0
	for _, l := range documents {
		set := x.Extract(annotate.New(layout.Analyse(l.Document)), l.Kind, "")
		for field, want := range l.Truth.Scalars {
			if eval.Equal(field, set.Text(field), want) {
				right++
			}
		}
	}
	return right
}

// The models that are part of the program can be read, and know more of documents
// that were not trained on than the rules alone do.
func TestEmbeddedModels(t *testing.T) {
	t.Parallel()
	x := fields.Trained()
	if x.Links == nil || len(x.Links.Trees) == 0 || x.Head == nil || x.Parties == nil {
		t.Fatal("a scorer is missing")
	}
	made := train.Made(2_000_000, 100)
	if rules, trained := score(made, fields.Extractor{}), score(made, x); trained <= rules {
		t.Errorf("%d values right by rules, %d with the trained scorers", rules, trained)
	}
	wrong := 0
	for _, l := range made {
		if engine.Understand(l.Document, result.TypeAuto).DocumentType != l.Kind {
			wrong++
		}
	}
	if wrong > len(made)/10 {
		t.Errorf("%d of %d types are wrong", wrong, len(made))
	}
}
