package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
)

// Sources of stages.
const (
	FromRecords = "records"
	FromTraces  = "traces"
)

func stageOrder() []string {
	return []string{
		measure.StageLate, measure.StageAccepted, measure.StageAllEnded,
		measure.StageAround, measure.StageQueue, measure.StageExtract,
	}
}

func (r *Report) addStages(op *measure.Operation) {
	rank := func(name string) int { return slices.Index(stageOrder(), name) }
	names := slices.SortedFunc(maps.Keys(op.Stages), func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	for _, name := range names {
		r.Stages = append(r.Stages, Stage{op.Name, name, FromRecords, summarize(op.Stages[name])})
	}
}

// AddTraced adds an operation's stages from traces, in order.
func (r *Report) AddTraced(operation string, names []string, times map[string]*measure.Times) {
	for _, name := range names {
		if t := times[name]; t != nil {
			r.Stages = append(r.Stages, Stage{operation, name, FromTraces, summarize(t)})
		}
	}
}

// Breakdown is the stages of an operation from one source.
type Breakdown struct {
	Operation, Source string
	Stages            []Stage
}

// Total is the mean of all stages together.
func (b Breakdown) Total() (total float64) {
	for _, s := range b.Stages {
		total += s.Mean
	}
	return total
}

// Percent is a stage's share of the mean, for a bar.
func (b Breakdown) Percent(s Stage) string {
	return fmt.Sprintf("%.1f", 100*s.Mean/max(b.Total(), 1e-9))
}

// Breakdowns groups the stages.
func (r *Report) Breakdowns() (all []Breakdown) {
	for _, s := range r.Stages {
		last := len(all) - 1
		i := slices.IndexFunc(all, func(b Breakdown) bool { return b.Operation == s.Operation && b.Source == s.Source })
		if i < 0 {
			all = append(all, Breakdown{Operation: s.Operation, Source: s.Source})
			i = last + 1
		}
		all[i].Stages = append(all[i].Stages, s)
	}
	return all
}
