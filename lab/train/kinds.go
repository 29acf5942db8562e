package train

import (
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

func fitDocumentTypes(seen []observation) (classify.Scorers, error) {
	types := synth.Types()
	scorers := classify.Scorers{Types: types, Trees: map[result.DocumentType]*boost.Ensemble{}}
	for _, kind := range types {
		e, err := boost.Train(classify.Features(types), documentTypeExamples(seen, kind), nil,
			boost.Options{Trees: 120, Depth: 4, Rate: 0.15, MinWeight: 3, L2: 3})
		if err != nil {
			return classify.Scorers{}, err
		}
		e.Categories = classify.Categories(types)
		scorers.Trees[kind] = e
	}
	return scorers, nil
}

const rarePrior = -1.5

func documentTypeExamples(seen []observation, kind result.DocumentType) []boost.Example {
	out := make([]boost.Example, len(seen))
	for i := range seen {
		o := &seen[i]
		out[i] = boost.Example{X: o.docType, Prior: rarePrior, Yes: o.of.DocumentType == kind, Weight: o.of.weight()}
	}
	return out
}
