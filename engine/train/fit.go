package train

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/fields"
)

// Models are what training makes.
type Models struct {
	Links  *boost.Ensemble
	Head   *fields.HeadScorers
	Trees  *boost.Ensemble
	Tables *calibrate.Model
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
// trees and curves learn from was given by a model that had not seen the
// document, nor another of the same origin. Progress and figures go to w.
func Fit(real, made []Labelled, w io.Writer) (*Models, error) {
	all := append(append([]Labelled{}, real...), made...)
	var verdicts []Verdict
	most := 0
	for fold := range folds {
		unseen, seen := split(all, fold)
		links, err := Links(seen, unseen)
		if err != nil {
			return nil, err
		}
		most += len(links.Trees)
		report(w, fmt.Sprintf("links, part %d of %d held out, %d trees", fold+1, folds, len(links.Trees)), links, unseen)
		head, err := Head(seen, unseen)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, Verdicts(unseen, fields.Extractor{Links: links, Head: head})...)
	}
	trees, samples, err := crossTrees(verdicts, w)
	if err != nil {
		return nil, err
	}
	links, err := boost.Train(fields.LinkFeatures(), linkExamples(all), nil, linkOptions(max(1, most/folds)))
	if err != nil {
		return nil, err
	}
	head, err := Head(all, nil)
	if err != nil {
		return nil, err
	}
	return &Models{Links: links, Head: head, Trees: trees, Tables: eval.Fit(samples)}, nil
}

// report prints the loss of links that were not trained on, with and without
// what the trees add, for real and made documents.
func report(w io.Writer, title string, links *boost.Ensemble, unseen []Labelled) {
	_, _ = fmt.Fprintln(w, title)
	by := map[string][]Labelled{}
	for _, l := range unseen {
		by[l.Collection] = append(by[l.Collection], l)
	}
	for _, name := range sorted(by) {
		examples := linkExamples(by[name])
		before, after := make([]float64, len(examples)), make([]float64, len(examples))
		for i, e := range examples {
			before[i], after[i] = e.Prior, e.Prior+links.Margin(e.X)
		}
		_, _ = fmt.Fprintf(w, "  %-18s %6d links, loss by hand %.3f, trained %.3f\n", name, len(examples),
			boost.Loss(examples, before), boost.Loss(examples, after))
	}
}

// crossTrees trains the trees on all verdicts, and gives the samples for the
// curves from trees that had not seen the document's origin.
func crossTrees(verdicts []Verdict, w io.Writer) (*boost.Ensemble, []eval.Sample, error) {
	weight := balance(verdicts)
	var samples []eval.Sample
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
		before, after := make([]float64, len(unseen)), make([]float64, len(unseen))
		examples := verdictExamples(unseen, weight)
		for i, v := range unseen {
			before[i], after[i] = examples[i].Prior, examples[i].Prior+trees.Margin(examples[i].X)
			if isReal(v) {
				samples = append(samples, eval.Sample{
					Collection: v.Collection, Field: v.Field, Source: sourceOf(v.Channel), Right: v.Right,
					Confidence: model.Probability(v.Field, v.Channel, v.Evidence),
				})
			}
		}
		_, _ = fmt.Fprintf(w, "values, part %d of %d held out, %d trees: %d values, loss by hand %.3f, trained %.3f\n",
			fold+1, folds, len(trees.Trees), len(unseen), boost.Loss(examples, before), boost.Loss(examples, after))
	}
	trees, err := boost.Train(calibrate.Features(), verdictExamples(verdicts, weight), nil, treeOptions(max(1, most/folds)))
	return trees, samples, err
}
