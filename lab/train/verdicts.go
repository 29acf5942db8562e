package train

import (
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/boosting"
)

// Verdict is a found value with its evidence and correctness.
type Verdict struct {
	Collection     string
	Fold           int
	Field, Channel string
	Evidence       calibrate.Evidence
	Right          bool
}

// verdictsOn extracts documents and judges each value with a known truth. The engine determines the type. It also
// counts the right types per collection.
func verdictsOn(
	documents []*Labeled, m extract.Models, network func(fold int) *tagger.Network,
) (out []Verdict, types map[string]tally) {
	types = map[string]tally{}
	for _, l := range documents {
		var seen []Verdict
		m.Calibration = &calibrate.Model{Watch: func(field, channel string, e calibrate.Evidence) {
			seen = append(seen, Verdict{Collection: l.Collection, Fold: l.Fold, Field: field, Channel: channel, Evidence: e})
		}}
		m.Tagger = network(l.Fold)
		res := m.Document(l.Document, result.TypeAuto)
		types[l.Collection] = types[l.Collection].plus(res.DocumentType == l.DocumentType)
		slices.SortFunc(seen, func(a, b Verdict) int { return strings.Compare(a.Evidence.Path, b.Evidence.Path) })
		rows := itemsOf(l, res)
		for _, v := range seen {
			right, known := l.judge(v, res, rows)
			if known {
				v.Right = right
				out = append(out, v)
			}
		}
	}
	return out, types
}

type tally struct{ right, of int }

func (t tally) plus(right bool) tally {
	t.of++
	if right {
		t.right++
	}
	return t
}

func itemsOf(l *Labeled, res *result.Result) map[int]eval.Row {
	found, _ := res.Data["lineItems"].([]map[string]string)
	rows := map[int]eval.Row{}
	for want, got := range eval.Pair(eval.Rows(found), l.Truth.LineItems) {
		if got >= 0 {
			rows[got] = l.Truth.LineItems[want]
		}
	}
	return rows
}

func (l *Labeled) judge(v Verdict, res *result.Result, rows map[int]eval.Row) (right, known bool) {
	list, rest, isList := strings.Cut(v.Evidence.Path, ".")
	if !isList {
		got, _ := res.Data[v.Evidence.Path].(string)
		return l.accepts(v.Field, got)
	}
	if list != "lineItems" || len(l.Truth.LineItems) == 0 {
		return false, false
	}
	index, member, _ := strings.Cut(rest, ".")
	i, err := strconv.Atoi(index)
	found, _ := res.Data[list].([]map[string]string)
	if err != nil || i >= len(found) {
		return false, false
	}
	truth, paired := rows[i]
	if !paired { // surplus row: wrong if true rows have such a member
		return false, slices.ContainsFunc(l.Truth.LineItems, func(row eval.Row) bool { return row[member] != "" })
	}
	want, ok := truth[member]
	if !ok {
		return false, false
	}
	return eval.EqualMember(member, found[i][member], want), true
}

func treeOptions(trees int) boosting.Options {
	return boosting.Options{
		Trees: trees, Depth: 4, Rate: 0.1, MinWeight: 8, L2: 4, Patience: 15,
		Rising:  []string{"score", "lead", "legibility", "clarity", "passed", "checkDigits"},
		Falling: []string{"failed", "odd"},
	}
}

func verdictExamples(verdicts []Verdict, weight func(Verdict) float64) []boosting.Example {
	out := make([]boosting.Example, len(verdicts))
	for i, v := range verdicts {
		prior, x := v.Evidence.Prior(v.Field, v.Channel)
		out[i] = boosting.Example{X: x, Prior: prior, Yes: v.Right, Weight: weight(v)}
	}
	return out
}
