package train

import (
	"fmt"
	"io"
	"math"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/folds"
)

// heldSample is a value scored by trees trained without its fold.
type heldSample struct {
	eval.Sample
	verdict Verdict
}

type told struct {
	values, confident, confidentRight int
	n, right                          [10]int
	sum                               [10]float64
}

func (t *told) add(confidence float64, right bool) {
	b := min(len(t.n)-1, int(confidence*float64(len(t.n))))
	t.values++
	t.n[b]++
	t.sum[b] += confidence
	if right {
		t.right[b]++
	}
	if confidence >= 0.9 {
		t.confident++
		if right {
			t.confidentRight++
		}
	}
}

func (t *told) ece() float64 {
	e := 0.0
	for b := range t.n {
		e += math.Abs(t.sum[b] - float64(t.right[b]))
	}
	return e / float64(max(1, t.values))
}

// reliability prints the reliability of real documents' confidences, each fold's by trees and curves fitted on the
// others.
func reliability(w io.Writer, samples []heldSample) {
	by := map[string]*told{}
	for fold := 1; fold <= folds.Count; fold++ {
		var seen []eval.Sample
		for _, s := range samples {
			if s.verdict.Fold != fold {
				seen = append(seen, s.Sample)
			}
		}
		model := eval.Fit(seen)
		for _, s := range samples {
			if s.verdict.Fold != fold {
				continue
			}
			p := model.Curve(s.Field, s.verdict.Channel, s.Confidence)
			for _, name := range []string{"all", s.Collection} {
				if by[name] == nil {
					by[name] = &told{}
				}
				by[name].add(p, s.Right)
			}
		}
	}
	for _, name := range sorted(by) {
		t := by[name]
		_, _ = fmt.Fprintf(w, "confidence, %s, held out: %d values, calibration error %.3f; of 0.9 and more %d, right %.3f\n",
			name, t.values, t.ece(), t.confident, float64(t.confidentRight)/float64(max(1, t.confident)))
	}
}
