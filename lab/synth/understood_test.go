package synth_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/libs/require"
)

const understoodSeeds = 2

// A document that shows a total or a balance never gives a result without an amount. If it is classified as generic,
// its key-value pairs have the labeled amount.
func TestFixedLayoutAmounts(t *testing.T) {
	t.Parallel()
	for _, kind := range synth.Types() {
		for _, language := range synth.Languages() {
			t.Run(string(kind)+"/"+language, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(understoodSeeds) {
					s := synth.New(seed+5000, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignFixed})
					for name, doc := range map[string]*document.Document{
						"printed": s.Document(), "recognized": s.Recognized(seed, 0.2),
					} {
						if !holdsAmount(s, embedded(t).Document(doc, result.TypeAuto)) {
							t.Errorf("seed %d, %s, %s: nothing is found", seed, s.Layout, name)
						}
					}
				}
			})
		}
	}
}

// With random layouts and labels, some outside the lexicon, hardly any document gives such a result.
func TestRandomLayoutAmounts(t *testing.T) {
	t.Parallel()
	const maxEmptyShare = 0.03
	empty, of := 0, 0
	for seed := range uint64(100) {
		s := synth.New(seed+5000, synth.Options{DocumentType: result.TypeInvoice, Design: synth.DesignRandom})
		if of++; !holdsAmount(s, embedded(t).Document(s.Document(), result.TypeAuto)) {
			empty++
		}
	}
	if float64(empty) > maxEmptyShare*float64(of) {
		t.Errorf("nothing is found in %d of %d", empty, of)
	}
}

// holdsAmount reports whether a result has an amount if the sample has one.
func holdsAmount(s *synth.Sample, res *result.Result) bool {
	if s.Truth.Scalars["total"] == "" && s.Truth.Scalars["closingBalance"] == "" {
		return true
	}
	if res.DocumentType == result.TypeGeneric {
		return res.Data["keyValues"] != nil
	}
	for _, name := range []string{"total", "amountDue", "subtotal", "closingBalance", "lineItems", "transactions"} {
		if res.Data[name] != nil {
			return true
		}
	}
	return false
}

func embedded(t *testing.T) extract.Models {
	t.Helper()
	models, err := extract.EmbeddedModels()
	require.NoError(t, err)
	return models
}
