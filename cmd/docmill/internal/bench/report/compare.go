package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Comparison compares a report with an older one.
type Comparison struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Base    Side     `json:"base"`
	New     Side     `json:"new"`
	Rows    []Change `json:"rows"`
	// Differences are settings that differ and may explain a change.
	Differences []string `json:"differences"`
}

// Side is one of two reports.
type Side struct {
	Label     string `json:"label"`
	StartedAt string `json:"startedAt"`
	Program   string `json:"program"`
}

// Change is one figure of both.
type Change struct {
	Operation string  `json:"operation"`
	Figure    string  `json:"figure"`
	Base      float64 `json:"base"`
	New       float64 `json:"new"`
	Ratio     float64 `json:"ratio"` // new to base; 0 without a base
	// Spreads of the rounds: half of the difference between the highest and the lowest, relative to the
	// figure.
	BaseSpread float64 `json:"baseSpread"`
	NewSpread  float64 `json:"newSpread"`
	P          float64 `json:"p"` // of the rank test over the rounds; 1 if there are too few
	Verdict    Verdict `json:"verdict"`
}

// Verdict classifies a change.
type Verdict string

// The verdicts. Noise is a difference that also occurs between rounds of one run; Unknown means too few
// rounds.
const (
	Better  Verdict = "better"
	Worse   Verdict = "worse"
	Noise   Verdict = "within noise"
	Unknown Verdict = "unknown"
)

const (
	comparisonFormat = "docmill-bench-comparison"
	// significance is the maximum p-value of a counted difference.
	significance = 0.05
	// fewestRounds of a usable test: with four each, the clearest difference has p = 0.029, with three 0.1.
	fewestRounds = 4
)

// figure is a measured value of operations and rounds.
type figure struct {
	name   string
	higher bool  // is better
	fewest int64 // requests that it says something of
	value  func(perSecond float64, s Summary) float64
}

func figures() []figure {
	return []figure{
		{"throughput", true, 1, func(perSecond float64, _ Summary) float64 { return perSecond }},
		{"p50", false, 2, func(_ float64, s Summary) float64 { return s.P50 }},
		{"p95", false, 20, func(_ float64, s Summary) float64 { return s.P95 }},
		{"p99", false, 100, func(_ float64, s Summary) float64 { return s.P99 }},
	}
}

// Compare compares two reports for the operations that both have.
func Compare(base, changed *Report) *Comparison {
	c := &Comparison{
		Format: comparisonFormat, Version: Version, Base: side(base), New: side(changed),
		Differences: differences(&base.Settings, &changed.Settings), Rows: []Change{},
	}
	operations := base.Shown()
	for i := range operations {
		old := &operations[i]
		k := slices.IndexFunc(changed.Operations, func(o Operation) bool { return o.Name == old.Name })
		if k < 0 {
			continue
		}
		fewer := min(old.Latency.Count, changed.Operations[k].Latency.Count)
		for _, f := range figures() {
			if fewer < f.fewest {
				continue
			}
			c.Rows = append(c.Rows, change(f, old, &changed.Operations[k]))
		}
	}
	return c
}

func side(r *Report) Side {
	return Side{r.Label, r.StartedAt.Format("2006-01-02 15:04:05Z"), r.Program}
}

func change(f figure, base, changed *Operation) Change {
	c := Change{
		Operation: base.Name, Figure: f.name, Base: f.value(base.PerSecond, base.Latency),
		New: f.value(changed.PerSecond, changed.Latency), P: 1, Verdict: Unknown,
	}
	if c.Base > 0 {
		c.Ratio = c.New / c.Base
	}
	a, b := rounds(f, base), rounds(f, changed)
	c.BaseSpread, c.NewSpread = spread(a, c.Base), spread(b, c.New)
	if len(a) < fewestRounds || len(b) < fewestRounds {
		return c
	}
	c.P = rankTest(a, b)
	switch {
	case c.P > significance || c.New == c.Base:
		c.Verdict = Noise
	case c.New > c.Base == f.higher:
		c.Verdict = Better
	default:
		c.Verdict = Worse
	}
	return c
}

func rounds(f figure, o *Operation) (values []float64) {
	for _, r := range o.Rounds {
		if r.Count > 0 {
			values = append(values, f.value(r.PerSecond, r.Summary))
		}
	}
	return values
}

func spread(values []float64, whole float64) float64 {
	if len(values) == 0 || whole == 0 {
		return 0
	}
	return (slices.Max(values) - slices.Min(values)) / 2 / whole
}

func differences(a, b *Settings) []string {
	found := []string{}
	va, vb := reflect.ValueOf(*a), reflect.ValueOf(*b)
	for i := range va.NumField() {
		if x, y := va.Field(i).Interface(), vb.Field(i).Interface(); x != y {
			name, _, _ := strings.Cut(va.Type().Field(i).Tag.Get("json"), ",")
			found = append(found, fmt.Sprintf("%s: %v, then %v", name, x, y))
		}
	}
	return found
}

// Worse counts the figures that became worse beyond noise.
func (c *Comparison) Worse() (n int) {
	for _, r := range c.Rows {
		if r.Verdict == Worse {
			n++
		}
	}
	return n
}

// Notes are hints for the interpretation of the figures.
func (c *Comparison) Notes() (notes []string) {
	if len(c.Differences) > 0 {
		notes = append(notes, "Settings differ: "+strings.Join(c.Differences, "; ")+".")
	}
	if slices.ContainsFunc(c.Rows, func(r Change) bool { return r.Verdict == Unknown }) {
		notes = append(notes,
			fmt.Sprintf("A difference is told from noise with %d rounds or more on both sides.", fewestRounds))
	}
	return append(notes, fmt.Sprintf("± is half of the distance between the highest and the lowest round. "+
		"A difference counts where a rank test over the rounds gives p ≤ %g: of twenty figures that did not change, "+
		"one counts on average.", significance))
}

func (r *Change) value(v float64) string {
	if r.Figure == "throughput" {
		return fmt.Sprintf("%.2f/s", v)
	}
	return duration(v)
}

func (s Side) title() string {
	if s.Label == "" {
		return fmt.Sprintf("%s, %s", s.StartedAt, s.Program)
	}
	return fmt.Sprintf("%s (%s, %s)", s.Label, s.StartedAt, s.Program)
}

// WriteText writes the comparison for a terminal.
func (c *Comparison) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "base  %s\nnew   %s\n\n", c.Base.title(), c.New.title())
	t := newTable(&b)
	t.row("OPERATION", "FIGURE", "BASE", "±", "NEW", "±", "RATIO", "P", "")
	for i := range c.Rows {
		r := &c.Rows[i]
		t.row(r.Operation, r.Figure, r.value(r.Base), deviation(r.BaseSpread), r.value(r.New), deviation(r.NewSpread),
			fmt.Sprintf("%.2f", r.Ratio), fmt.Sprintf("%.3f", r.P), string(r.Verdict))
	}
	t.flush()
	for _, note := range c.Notes() {
		fmt.Fprintf(&b, "\n%s\n", wrap(note))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func deviation(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// WriteJSON writes the comparison as JSON.
func (c *Comparison) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(c)
}
