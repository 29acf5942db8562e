package evaluate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/eval"
)

// ErrUnder is returned if a figure is lower than a threshold of --fail-under.
var ErrUnder = errors.New("lower than asked for")

// threshold is the minimum of a figure.
type threshold struct {
	group, measure string
	minConfidence  float64
}

type thresholds []threshold

// parseThresholds reads [GROUP:]MEASURE=VALUE.
func parseThresholds(args []string) (thresholds, error) {
	var out thresholds
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		least, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil || least < 0 || least > 1 || name == "" {
			return nil, fmt.Errorf("--fail-under %q: want NAME=F1 with a figure between 0 and 1, e.g. total=0.95 or "+
				"receipt:header=0.9", arg)
		}
		t := threshold{group: eval.ByAll, measure: name, minConfidence: least}
		if group, measure, ok := strings.Cut(name, ":"); ok {
			t.group, t.measure = group, measure
		}
		out = append(out, t)
	}
	return out, nil
}

// check returns an error that wraps ErrUnder for low figures, and an error for names without measurements.
func (ts thresholds) check(s *eval.Summary) error {
	var errs []error
	for _, t := range ts {
		got, ok := measured(s, t)
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("--fail-under: nothing was measured of %s:%s", t.group, t.measure))
		case got < t.minConfidence:
			errs = append(errs, fmt.Errorf("%s:%s is %.3f, %w (%.3f)", t.group, t.measure, got, ErrUnder, t.minConfidence))
		}
	}
	return errors.Join(errs...)
}

func measured(s *eval.Summary, t threshold) (float64, bool) {
	g := s.Group(t.group)
	if g == nil {
		return 0, false
	}
	figure := map[string]*float64{"header": g.HeaderF1, "amounts": g.AmountF1, "lines": g.LineF1,
		"type": g.TypeAccuracy}[t.measure]
	if figure != nil {
		return *figure, true
	}
	for _, f := range append(append([]eval.FieldScore{}, g.Fields...), g.Items...) {
		if f.Field == t.measure && f.Truths() > 0 {
			return f.F1, true
		}
	}
	return 0, false
}
