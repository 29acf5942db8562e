package train

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// Kinds trains the scorers that tell types of documents apart; held-out
// documents tell when to stop.
func Kinds(documents, heldOut []Labelled) (classify.Scorers, error) {
	seen, unseen := observed(documents), observed(heldOut)
	scorers := classify.Scorers{}
	for _, kind := range classify.Kinds() {
		e, err := boost.Train(classify.Features(), kindExamples(documents, seen, kind), kindExamples(heldOut, unseen, kind),
			boost.Options{
				Trees: 120, Depth: 4, Rate: 0.15, MinWeight: 3, L2: 3, Patience: 15,
			})
		if err != nil {
			return nil, err
		}
		scorers[kind] = e
	}
	return scorers, nil
}

func observed(documents []Labelled) [][]float32 {
	out := make([][]float32, len(documents))
	for i := range documents {
		out[i] = classify.Observe(annotate.New(layout.Analyse(documents[i].Document)))
	}
	return out
}

// rarePrior is the log-odds of a type before anything is seen.
const rarePrior = -1.5

func kindExamples(documents []Labelled, x [][]float32, kind result.DocumentType) []boost.Example {
	out := make([]boost.Example, len(documents))
	for i := range documents {
		out[i] = boost.Example{X: x[i], Prior: rarePrior, Yes: documents[i].Kind == kind, Weight: documents[i].weight()}
	}
	return out
}

// kindOf gives the type that the scorers find.
func (m *Models) kindOf(l *Labelled) result.DocumentType {
	return m.Kinds.Classify(annotate.New(layout.Analyse(l.Document))).Type
}
