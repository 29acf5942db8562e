package extract_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/trade"
)

func TestChecksOfStoredValues(t *testing.T) {
	t.Parallel()
	const documents = 160
	made := 0
	for seed := range uint64(documents) {
		s := synth.New(seed, synth.Options{Items: pickForm(seed)})
		doc := s.Document()
		if seed%2 == 1 {
			doc = s.Recognized(seed, 0.4)
		}
		made += sameChecks(t, doc, s.DocumentType)
	}
	if made < documents {
		t.Errorf("%d checks of %d documents", made, documents)
	}
}

// pickForm requests a certain form of item table for two of three seeds.
func pickForm(seed uint64) string {
	forms := trade.ItemForms()
	if seed%3 != 0 {
		return ""
	}
	return forms[int(seed/3)%len(forms)]
}

func sameChecks(t *testing.T, doc *document.Document, kind result.DocumentType) (made int) {
	t.Helper()
	r := models().Document(doc, kind)
	data, err := json.Marshal(r.Data)
	if err != nil {
		t.Fatal(err)
	}
	basis, err := json.Marshal(r.Basis)
	if err != nil {
		t.Fatal(err)
	}
	var stored result.Basis
	if err := json.Unmarshal(basis, &stored); err != nil {
		t.Fatal(err)
	}
	values, err := validate.Parse(data, &stored)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []result.Check
	for _, o := range validate.Run(values) {
		got = append(got, o.Check)
		for _, path := range o.Paths {
			if !slices.Contains(r.Fields[path].Checks, o.Name) {
				t.Errorf("%s takes part in %s and does not say so", path, o.Name)
			}
		}
	}
	for _, c := range r.Checks {
		if validate.IsRepeatable(c.Name) {
			want = append(want, c)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the values give %+v, the engine gave %+v", got, want)
	}
	return len(got)
}
