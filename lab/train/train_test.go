package train_test

import (
	"bytes"
	"github.com/docmill/docmill/engine/formrole"
	"sync"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/train"
	"github.com/docmill/docmill/libs/require"
)

// few documents make a training of a second or two.
const few = 40

// labeled returns synthetic documents, some of them marked as real, because curves are fitted on real ones.
func labelled() []train.Labeled {
	documents := train.Made(1, few)
	for i := range documents {
		if i%2 == 0 {
			documents[i].Collection, documents[i].Complete = "real", false
		}
	}
	return documents
}

func networks() []*tagger.Network {
	embedded, err := tagger.Embedded()
	if err != nil {
		return nil
	}
	data, err := embedded.Bytes()
	if err != nil {
		return nil
	}
	out := make([]*tagger.Network, folds.Count+1)
	for fold := range out {
		if out[fold], err = tagger.Parse(data); err != nil {
			return nil
		}
	}
	return out
}

// fitted trains models with and without each fold once for several tests. It also returns their taggers.
var fitted = sync.OnceValues(func() (*train.Trained, []*tagger.Network) {
	n := networks()
	m, err := train.Fit(labelled(), train.Options{Folds: true, Networks: n})
	if err != nil {
		return nil, nil
	}
	return m, n
})

// Training is deterministic, with or without models of folds.
func TestFit(t *testing.T) {
	t.Parallel()
	a, err := train.Fit(labelled(), train.Options{Networks: networks()})
	require.NoError(t, err)
	b, _ := fitted()
	if b == nil || a.Without != nil || len(b.Without) != folds.Count+1 {
		t.Fatalf("%+v and %+v", a.Without, b)
	}
	same(t, a.All, b.All)
}

func files(t *testing.T, m extract.Models) map[string][]byte {
	t.Helper()
	out, err := m.Files()
	require.NoError(t, err)
	return out
}

func same(t *testing.T, a, b extract.Models) {
	t.Helper()
	x, y := files(t, a), files(t, b)
	for path := range x {
		if !bytes.Equal(x[path], y[path]) {
			t.Errorf("%s differ between two trainings", path)
		}
	}
}

// The documents of a fold do not affect the models trained without it.
func TestFoldIsolation(t *testing.T) {
	t.Parallel()
	const fold = 2
	documents := labelled()
	for i := range documents {
		if l := &documents[i]; l.Fold == fold { // all input of the training
			l.DocumentType = result.TypeGeneric
			l.Truth = eval.Truth{Scalars: map[string]string{"vendorName": "Nobody"}}
		}
	}
	after, err := train.Fit(documents, train.Options{Folds: true, Networks: networks()})
	require.NoError(t, err)
	before, _ := fitted()
	same(t, before.Without[fold], after.Without[fold])
	if bytes.Equal(files(t, before.All)["classify/kinds.bin"], files(t, after.All)["classify/kinds.bin"]) {
		t.Error("the released models do not learn from the fold either")
	}
}

// Each set of models has the tagger trained without its fold.
func TestTaggerPerFold(t *testing.T) {
	t.Parallel()
	m, n := fitted()
	if m == nil || m.All.Tagger != n[0] {
		t.Fatal("the released models have another tagger")
	}
	for fold := 1; fold <= folds.Count; fold++ {
		if m.Without[fold].Tagger != n[fold] {
			t.Errorf("fold %d has another's tagger", fold)
		}
	}
}

// score counts the right names, numbers, dates and totals.
func score(documents []train.Labeled, x fields.Extractor) int {
	right := 0
	for _, l := range documents {
		set := x.Extract(formrole.New(annotate.New(layout.Analyze(l.Document))), l.DocumentType, "")
		for field, want := range l.Truth.Scalars {
			if eval.Equal(field, set.Text(field), want) {
				right++
			}
		}
	}
	return right
}

// The embedded models are valid and have the expected features.
func TestEmbeddedModels(t *testing.T) {
	t.Parallel()
	models, err := extract.EmbeddedModels()
	require.NoError(t, err)
	x := models.Fields
	made := train.Made(2_000_000, 100)
	const percent = 100
	// Rules alone read synthetic documents about as well, depending on the seed. Scorers trained with other features
	// read far fewer values.
	if rules, trained := score(made, fields.Extractor{}), score(made, x); percent*trained < (percent-1)*rules {
		t.Errorf("%d values right by rules, %d with the trained scorers", rules, trained)
	}
	wrong := 0
	for _, l := range made {
		if models.Document(l.Document, result.TypeAuto).DocumentType != l.DocumentType {
			wrong++
		}
	}
	if wrong > len(made)/10 {
		t.Errorf("%d of %d types are wrong", wrong, len(made))
	}
}
