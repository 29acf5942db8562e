package train

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/fields"
)

// Models are what training makes.
type Models struct {
	Kinds     classify.Scorers
	Extractor fields.Extractor
	Trees     *boost.Ensemble
	Tables    *calibrate.Model
}

// folds is into how many parts documents are split by origin.
const folds = 5

// foldOf keeps all documents of an origin together.
func foldOf(origin string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(origin))
	return int(h.Sum32() % folds)
}

// split parts documents into those of a fold and all others.
func split(documents []Labelled, fold int) (in, out []Labelled) {
	for _, l := range documents {
		if foldOf(l.Origin) == fold {
			in = append(in, l)
		} else {
			out = append(out, l)
		}
	}
	return in, out
}

// Fit makes the models of real and of made documents. Every score that the
// trees and curves learn from was given by models that had not seen the
// document, nor another of the same origin. Figures go to w.
func Fit(documents []Labelled, w io.Writer) (*Models, error) {
	var verdicts []Verdict
	for fold := range folds {
		unseen, seen := split(documents, fold)
		m, err := scorers(seen, unseen)
		if err != nil {
			return nil, err
		}
		_, _ = fmt.Fprintf(w, "part %d of %d held out: %d documents, trained on %d\n", fold+1, folds, len(unseen), len(seen))
		report(w, m, unseen)
		verdicts = append(verdicts, Verdicts(unseen, m.Extractor)...)
	}
	trees, samples, err := crossTrees(verdicts, w)
	if err != nil {
		return nil, err
	}
	held, _ := split(documents, 0) // only says when to stop; it is trained on as well
	m, err := scorers(documents, held)
	if err != nil {
		return nil, err
	}
	m.Trees, m.Tables = trees, eval.Fit(samples)
	return m, nil
}

// scorers trains what chooses values.
func scorers(documents, heldOut []Labelled) (*Models, error) {
	m := &Models{}
	var err error
	if m.Kinds, err = Kinds(documents, heldOut); err != nil {
		return nil, err
	}
	if m.Extractor.Head, err = Head(documents, heldOut); err != nil {
		return nil, err
	}
	if m.Extractor.Parties, err = Parties(documents, heldOut); err != nil {
		return nil, err
	}
	m.Extractor.Links, err = Links(documents, heldOut)
	return m, err
}

// report prints the loss of links that were not trained on, with and without
// what the trees add, by collection.
func report(w io.Writer, m *Models, unseen []Labelled) {
	by := map[string][]Labelled{}
	for _, l := range unseen {
		by[l.Collection] = append(by[l.Collection], l)
	}
	for _, name := range sorted(by) {
		right := 0
		for i := range by[name] {
			if m.kindOf(&by[name][i]) == by[name][i].Kind {
				right++
			}
		}
		examples := linkExamples(by[name])
		before, after := make([]float64, len(examples)), make([]float64, len(examples))
		for i, e := range examples {
			before[i], after[i] = e.Prior, e.Prior+m.Extractor.Links.Margin(e.X)
		}
		_, _ = fmt.Fprintf(w, "  %-16s types right %d of %d; %d links, loss by hand %.3f, trained %.3f\n",
			name, right, len(by[name]), len(examples), boost.Loss(examples, before), boost.Loss(examples, after))
	}
}

// crossTrees trains the trees on all verdicts, and gives the samples for the
// curves from trees that had not seen the document's origin.
func crossTrees(verdicts []Verdict, w io.Writer) (*boost.Ensemble, []eval.Sample, error) {
	weight := balance(verdicts)
	var samples []heldSample
	most := 0
	for fold := range folds {
		var unseen, seen []Verdict
		for _, v := range verdicts {
			if foldOf(v.Origin) == fold {
				unseen = append(unseen, v)
			} else {
				seen = append(seen, v)
			}
		}
		trees, err := Trees(seen, unseen, weight)
		if err != nil {
			return nil, nil, err
		}
		most += len(trees.Trees)
		model := &calibrate.Model{Trees: trees}
		examples := verdictExamples(unseen, weight)
		before, after := make([]float64, len(unseen)), make([]float64, len(unseen))
		for i, v := range unseen {
			before[i], after[i] = examples[i].Prior, examples[i].Prior+trees.Margin(examples[i].X)
			if isReal(v) {
				samples = append(samples, heldSample{verdict: v, part: fold, Sample: eval.Sample{
					Collection: v.Collection, Field: v.Field, Source: sourceOf(v.Channel), Channel: v.Channel, Right: v.Right,
					Confidence: model.Score(v.Field, v.Channel, v.Evidence),
				}})
			}
		}
		_, _ = fmt.Fprintf(w, "values, part %d of %d held out, %d trees: %d values, loss by hand %.3f, trained %.3f\n",
			fold+1, folds, len(trees.Trees), len(unseen), boost.Loss(examples, before), boost.Loss(examples, after))
	}
	trees, err := boost.Train(calibrate.Features(), verdictExamples(verdicts, weight), nil,
		treeOptions(max(1, most/folds)))
	reliability(w, samples)
	return trees, plain(samples), err
}

func plain(samples []heldSample) []eval.Sample {
	out := make([]eval.Sample, len(samples))
	for i, s := range samples {
		out[i] = s.Sample
	}
	return out
}
