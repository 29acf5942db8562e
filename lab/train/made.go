package train

import (
	"hash/fnv"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/synth"
)

// Made gives n documents of the generator. Of four, two are as a PDF is read, and
// two as text recognition would give them, from slightly to badly wrong.
func Made(seed uint64, n int) []Labelled {
	out := make([]Labelled, n)
	for i := range out {
		at := seed + uint64(i) //nolint:gosec // i is not negative
		s := synth.New(at, synth.Options{})
		collection := "made/text"
		doc := (*document.Document)(nil)
		if i%4 < 2 {
			doc = s.Document()
		} else {
			collection = "made/recognised"
			doc = s.Recognised(at, float64(i/4%4)/4+0.1)
		}
		out[i] = Labelled{
			Document: doc, Kind: s.Kind, Truth: truthOf(s),
			Collection: collection, Origin: s.Layout, Fold: foldOf(s.Layout), Complete: true,
		}
	}
	return out
}

func truthOf(s *synth.Specimen) eval.Truth {
	return eval.Truth{Scalars: s.Truth.Scalars, LineItems: eval.Rows(s.Truth.LineItems)}
}

// foldOf keeps all made documents of a family of layouts together.
func foldOf(layout string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(layout))
	return 1 + int(h.Sum32()%folds.Count)
}
