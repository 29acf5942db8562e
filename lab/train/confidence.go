package train

import (
	"strings"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/boosting"
	"github.com/docmill/docmill/lab/folds"
)

// maxTrees limits the trees of confidence.
const maxTrees = 120

// fitCalibration trains the trees on all verdicts, and fits the curves on scores of trees trained without the
// document's fold. It also returns the reliability of the confidences, each fold's by trees and curves fitted on the
// others.
func fitCalibration(verdicts []Verdict) (*calibrate.Model, string, error) {
	weight := balance(verdicts)
	var samples []heldSample
	trees, fitted := 0, 0
	for fold := 1; fold <= folds.Count; fold++ {
		var unseen, seen []Verdict
		for _, v := range verdicts {
			if v.Fold == fold {
				unseen = append(unseen, v)
			} else {
				seen = append(seen, v)
			}
		}
		if len(unseen) == 0 {
			continue // the held-out fold
		}
		e, err := fitTrees(verdictExamples(seen, weight), verdictExamples(unseen, weight), maxTrees)
		if err != nil {
			return nil, "", err
		}
		trees, fitted = trees+len(e.Trees), fitted+1
		samples = append(samples, scoredBy(&calibrate.Model{Trees: e}, unseen)...)
	}
	e, err := fitTrees(verdictExamples(verdicts, weight), nil, max(1, trees/max(1, fitted)))
	if err != nil {
		return nil, "", err
	}
	model := eval.Fit(plain(samples))
	model.Trees = e
	var told strings.Builder
	reliability(&told, samples)
	return model, told.String(), nil
}

func fitTrees(examples, held []boosting.Example, most int) (*boost.Ensemble, error) {
	e, err := boosting.Train(calibrate.Features(), examples, held, treeOptions(most))
	if err != nil {
		return nil, err
	}
	e.Categories = calibrate.Categories()
	return e, nil
}

// scoredBy returns the real values with the scores for fitting curves.
func scoredBy(m *calibrate.Model, verdicts []Verdict) []heldSample {
	var out []heldSample
	for _, v := range verdicts {
		if isReal(v) {
			out = append(out, heldSample{verdict: v, Sample: eval.Sample{
				Collection: v.Collection, Type: v.Evidence.Document.Type, Field: v.Field, Source: sourceOf(v.Channel),
				Channel: v.Channel, Right: v.Right,
				Confidence: m.Score(v.Field, v.Channel, v.Evidence),
			}})
		}
	}
	return out
}

func plain(samples []heldSample) []eval.Sample {
	out := make([]eval.Sample, len(samples))
	for i, s := range samples {
		out[i] = s.Sample
	}
	return out
}
