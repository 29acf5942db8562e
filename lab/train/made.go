package train

import (
	"hash/fnv"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/lab/synth"
)

// Made returns n synthetic documents. Half are as read from a PDF, half as text recognition returns them, with few to
// many errors.
func Made(seed uint64, n int) []Labeled {
	out := make([]Labeled, n)
	for i := range out {
		at := seed + uint64(i) //nolint:gosec // i is not negative
		s := synth.New(at, synth.Options{})
		collection := "made/text"
		doc := (*document.Document)(nil)
		if i%4 < 2 {
			doc = s.Document()
		} else {
			collection = "made/recognised"
			doc = s.Recognized(at, float64(i/4%4)/4+0.1)
		}
		out[i] = Labeled{
			Document: doc, DocumentType: s.DocumentType, Truth: truthOf(s),
			Collection: collection, Origin: s.Layout, Fold: foldOf(s.Layout), Complete: true,
		}
	}
	return out
}

func truthOf(s *synth.Sample) eval.Truth {
	return eval.Truth{Scalars: s.Truth.Scalars, LineItems: eval.Rows(s.Truth.LineItems)}
}

// foldOf keeps a family of layouts in one fold.
func foldOf(layout string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(layout))
	return 1 + int(h.Sum32()%folds.Count)
}
