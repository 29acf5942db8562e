package train

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/folds"
)

// Options of a training.
type Options struct {
	// Folds also makes models for each fold, trained without it.
	Folds bool
	// Networks are taggers trained without each fold, by fold number; the first is trained on all documents. A
	// document is always tagged by the one trained without its fold, in training as well, because models that learn
	// from tags must learn their quality on unseen documents. If it is nil, documents have no tags.
	Networks []*tagger.Network
	// Log receives figures; it may be nil.
	Log io.Writer
}

// network returns the tagger trained without a fold, or for 0 that trained on all documents.
func (o Options) network(fold int) *tagger.Network {
	if fold >= len(o.Networks) {
		return nil
	}
	return o.Networks[fold]
}

// Trained are the models of a training.
type Trained struct {
	// All are the released models, trained on all documents.
	All extract.Models
	// Without holds, by fold from 1, models independent of the fold: no scorer, tree, curve or threshold was fitted on
	// its documents. It is nil if not requested.
	Without []extract.Models
}

// Fit makes models from real and synthetic documents. Confidences are fitted on scores of models trained without the
// document's fold: for the released models those trained without that fold, for models without a fold those trained
// without both.
func Fit(documents []Labeled, opt Options) (*Trained, error) {
	if opt.Log == nil {
		opt.Log = io.Discard
	}
	f := &fitter{opt: opt, seen: make([]observation, len(documents))}
	if err := parallel(len(documents), func(i int) error {
		f.seen[i] = observe(&documents[i], opt.network(documents[i].Fold))
		return nil
	}); err != nil {
		return nil, err
	}
	sets := leftOut(opt.Folds)
	all := make([]scored, len(sets))
	if err := parallel(len(sets), func(i int) error {
		var err error
		all[i], err = f.score(sets[i])
		return err
	}); err != nil {
		return nil, err
	}
	for i := range all {
		all[i].report(opt.Log)
	}
	return f.calibrate(all)
}

// leftOut lists the sets of held-out folds: none, each one, and optionally each pair.
func leftOut(pairs bool) [][]int {
	sets := [][]int{nil}
	for i := 1; i <= folds.Count; i++ {
		sets = append(sets, []int{i})
	}
	for i := 1; pairs && i <= folds.Count; i++ {
		for k := i + 1; k <= folds.Count; k++ {
			sets = append(sets, []int{i, k})
		}
	}
	return sets
}

type fitter struct {
	opt  Options
	seen []observation
}

// scored are the models trained without a set of folds, and the verdicts of the values found in these folds.
type scored struct {
	without  []int
	models   extract.Models
	trained  int              // number of training documents
	verdicts []Verdict        // of documents of the held-out folds
	types    map[string]tally // of these documents, by collection
}

// score trains the models that choose values without the documents of some folds, and extracts these.
func (f *fitter) score(without []int) (scored, error) {
	s := scored{without: without}
	var seen []observation
	var unseen []*Labeled
	for _, o := range f.seen {
		if slices.Contains(without, o.of.Fold) {
			unseen = append(unseen, o.of)
		} else {
			seen = append(seen, o)
		}
	}
	s.trained = len(seen)
	if err := fitScorers(&s.models, seen); err != nil {
		return s, err
	}
	s.verdicts, s.types = verdictsOn(unseen, s.models, f.opt.network)
	return s, nil
}

func fitScorers(m *extract.Models, seen []observation) error {
	var err [3]error
	m.Kinds, err[0] = fitDocumentTypes(seen)
	m.Fields.Head, err[1] = fitHead(seen)
	m.Fields.Links, err[2] = fitLinks(seen)
	return cmp.Or(err[:]...)
}

// calibrate fits the confidences of the requested models.
func (f *fitter) calibrate(all []scored) (*Trained, error) {
	out := &Trained{}
	if f.opt.Folds {
		out.Without = make([]extract.Models, folds.Count+1)
	}
	err := parallel(folds.Count+1, func(fold int) error {
		if fold > 0 && !f.opt.Folds {
			return nil
		}
		var verdicts []Verdict
		var models extract.Models
		for _, s := range all {
			if len(s.without) == 0 && fold == 0 || len(s.without) == 1 && s.without[0] == fold {
				models = s.models
			}
			verdicts = append(verdicts, s.forFold(fold)...)
		}
		model, told, err := fitCalibration(verdicts)
		if err != nil {
			return fmt.Errorf("calibration without fold %d: %w", fold, err)
		}
		models.Calibration, models.Tagger = model, f.opt.network(fold)
		if fold == 0 {
			out.All = models
			_, _ = fmt.Fprint(f.opt.Log, told)
		} else {
			out.Without[fold] = models
		}
		return nil
	})
	return out, err
}

// forFold returns the verdicts for calibrating the models without a fold, or the released ones if it is 0. Their
// scores come from models trained without that fold and without the document's.
func (s *scored) forFold(fold int) []Verdict {
	switch {
	case fold == 0 && len(s.without) == 1:
		return s.verdicts
	case fold > 0 && len(s.without) == 2 && slices.Contains(s.without, fold):
		var out []Verdict
		for _, v := range s.verdicts {
			if v.Fold != fold {
				out = append(out, v)
			}
		}
		return out
	}
	return nil
}

func (s *scored) report(w io.Writer) {
	if len(s.without) != 1 {
		return
	}
	_, _ = fmt.Fprintf(w, "without fold %d, trained on %d documents:\n", s.without[0], s.trained)
	for _, name := range sorted(s.types) {
		_, _ = fmt.Fprintf(w, "  %-16s types right %d of %d\n", name, s.types[name].right, s.types[name].of)
	}
}

// parallel calls do for the numbers below n, with as many workers as processors, and joins the errors in the order of
// the numbers.
func parallel(n int, do func(i int) error) error {
	errs := make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}
