// Package report formats a run's measurements as text, JSON and HTML, and compares two runs.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
)

// Format and Version identify the JSON form. Changed or removed members require a new version; added ones
// do not.
const (
	Format  = "docmill-bench"
	Version = 1
)

// Report holds the measurements of a run. Read reads its JSON form; times are in milliseconds.
type Report struct {
	Format     string      `json:"format"`
	Version    int         `json:"version"`
	Label      string      `json:"label"`
	Program    string      `json:"program"` // release that measured
	StartedAt  time.Time   `json:"startedAt"`
	Settings   Settings    `json:"settings"`
	Seconds    float64     `json:"seconds"` // measured, the warm-up left out
	Ended      string      `json:"ended"`   // completed, interrupted, exhausted
	Unsent     int         `json:"unsent"`
	Unfinished int         `json:"unfinished"`
	OldestMs   float64     `json:"oldestUnfinishedMs"`
	PausedMs   float64     `json:"pausedMs"` // of all workers together
	Late       Summary     `json:"late"`
	Operations []Operation `json:"operations"` // the first is all together
	Stages     []Stage     `json:"stages"`
	Timeline   Timeline    `json:"timeline"`
	Slowest    []Slow      `json:"slowest"`
	Uploads    int         `json:"uploads"` // whose traces were looked for
	Traced     int         `json:"traced"`  // and found
}

// Settings describe the run and its target.
type Settings struct {
	Server            string  `json:"server"`
	Loop              string  `json:"loop"` // closed or open
	Workers           int     `json:"workers,omitempty"`
	Rate              float64 `json:"rate,omitempty"`     // requests a second
	Arrivals          string  `json:"arrivals,omitempty"` // poisson or regular
	MaxInFlight       int     `json:"maxInFlight,omitempty"`
	Mix               string  `json:"mix"`
	BatchSize         int     `json:"batchSize,omitempty"`
	Files             int     `json:"files,omitempty"` // of the folder
	WarmUpSeconds     float64 `json:"warmUpSeconds"`
	DurationSeconds   float64 `json:"durationSeconds,omitempty"`
	Requests          int     `json:"requests,omitempty"`
	Rounds            int     `json:"rounds"`
	Seed              uint64  `json:"seed"`
	TimeoutSeconds    float64 `json:"timeoutSeconds"`
	Accounts          int     `json:"accounts"` // keys
	RequestsPerMinute int     `json:"requestsPerMinute"`
}

// Summary are the usual figures of a distribution.
type Summary struct {
	Count int64   `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	P999  float64 `json:"p999"`
	Max   float64 `json:"max"`
}

// Operation holds the measurements of one operation.
type Operation struct {
	Name      string         `json:"name"`
	PerSecond float64        `json:"perSecond"` // answered
	Documents int            `json:"documents"`
	Bytes     int64          `json:"bytes"`
	Latency   Summary        `json:"latency"`
	Refused   map[string]int `json:"refused"`
	Failed    map[string]int `json:"failed"`
	Rounds    []Round        `json:"rounds"`
	// Histogram has the latencies in microseconds (HdrHistogram V2, compressed, Base64).
	Histogram string `json:"histogram"`
}

// Round is a part of a run.
type Round struct {
	PerSecond float64 `json:"perSecond"`
	Summary
}

// Stage is a part of the time of an operation.
type Stage struct {
	Operation string `json:"operation"`
	Name      string `json:"name"`
	Source    string `json:"source"` // records or traces
	Summary
}

// Timeline counts by steps of time from the start.
type Timeline struct {
	StepSeconds int     `json:"stepSeconds"`
	Points      []Point `json:"points"`
}

// Point is a step of the timeline.
type Point struct {
	Answered int     `json:"answered"`
	Refused  int     `json:"refused"`
	Failed   int     `json:"failed"`
	P50      float64 `json:"p50"`
	P99      float64 `json:"p99"`
}

// Slow is one of the slowest requests, with its ids for logs and traces.
type Slow struct {
	Operation string    `json:"operation"`
	Ms        float64   `json:"ms"`
	At        time.Time `json:"at"`
	RequestID string    `json:"requestId"`
	TraceID   string    `json:"traceId"`
}

// All is the name of the sum of all operations.
const All = "all"

// Reasons for the end of a run.
const (
	Completed   = "completed"
	Interrupted = "interrupted"
	Exhausted   = "exhausted" // the plan's documents of the month
)

// Fill adds the data recorded between two times to the report, whose settings are set.
func (r *Report) Fill(got *measure.Result, start, end time.Time) error {
	r.Format, r.Version, r.StartedAt = Format, Version, start.UTC().Truncate(time.Millisecond)
	r.Seconds = end.Sub(start).Seconds()
	r.Unfinished, r.OldestMs, r.PausedMs = got.Unfinished, ms(got.Oldest), ms(got.Paused)
	r.Late = summarize(got.Late)
	all := &measure.Operation{Name: All, Times: measure.NewTimes(), Refused: map[string]int{}, Failed: map[string]int{}}
	for range got.Rounds {
		all.Rounds = append(all.Rounds, measure.NewTimes())
	}
	operations := []*measure.Operation{all}
	for _, name := range slices.Sorted(maps.Keys(got.Operations)) {
		op := got.Operations[name]
		operations = append(operations, op)
		add(all, op)
		r.addStages(op)
	}
	for _, op := range operations {
		shown, err := r.operation(op, got.Rounds)
		if err != nil {
			return err
		}
		r.Operations = append(r.Operations, shown)
	}
	r.Timeline = timeline(got.Timeline, int(r.Seconds+0.999))
	for _, o := range got.Slowest {
		sent := o.Sent.UTC().Truncate(time.Millisecond)
		r.Slowest = append(r.Slowest, Slow{o.Operation, ms(o.Took()), sent, o.RequestID, o.TraceID})
	}
	return nil
}

func add(all, op *measure.Operation) {
	all.Times.Merge(op.Times)
	for i, times := range op.Rounds {
		all.Rounds[i].Merge(times)
	}
	for code, n := range op.Refused {
		all.Refused[code] += n
	}
	for code, n := range op.Failed {
		all.Failed[code] += n
	}
	all.Documents += op.Documents
	all.Bytes += op.Bytes
}

func (r *Report) operation(op *measure.Operation, rounds []measure.Round) (Operation, error) {
	encoded, err := op.Times.Encode()
	if err != nil {
		return Operation{}, err
	}
	shown := Operation{
		Name: op.Name, PerSecond: rate(op.Times.Count(), r.Seconds), Documents: op.Documents, Bytes: op.Bytes,
		Latency: summarize(op.Times), Refused: op.Refused, Failed: op.Failed, Histogram: encoded,
	}
	for i, times := range op.Rounds {
		if rounds[i].First.IsZero() {
			continue // the run ended before
		}
		shown.Rounds = append(shown.Rounds, Round{rate(times.Count(), r.roundSeconds(i, rounds)), summarize(times)})
	}
	return shown, nil
}

// roundSeconds returns a round's length. Rounds cut by time are equally long, except for an interrupted one.
func (r *Report) roundSeconds(i int, rounds []measure.Round) float64 {
	if r.Settings.Requests > 0 || r.Settings.DurationSeconds == 0 {
		return rounds[i].Last.Sub(rounds[i].First).Seconds()
	}
	whole := r.Settings.DurationSeconds / float64(len(rounds))
	return min(whole, r.Seconds-float64(i)*whole)
}

func rate(count int64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(count) / seconds
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func summarize(t *measure.Times) Summary {
	if t.Count() == 0 {
		return Summary{}
	}
	return Summary{
		Count: t.Count(), Mean: ms(t.Mean()), P50: ms(t.At(50)), P90: ms(t.At(90)), P95: ms(t.At(95)), P99: ms(t.At(99)),
		P999: ms(t.At(99.9)), Max: ms(t.Max()),
	}
}

// Shown returns the operations to display, without the sum of a single one.
func (r *Report) Shown() []Operation {
	if len(r.Operations) == 2 {
		return r.Operations[1:]
	}
	return r.Operations
}

// Errors counts the requests that failed, refused ones left out.
func (o *Operation) Errors() int { return sum(o.Failed) }

// Refusals counts the requests that were refused.
func (o *Operation) Refusals() int { return sum(o.Refused) }

// Ended counts the requests that came to an end.
func (o *Operation) Ended() int { return int(o.Latency.Count) + o.Errors() + o.Refusals() }

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// WriteJSON writes the report as Read reads it.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// Read reads a report in its JSON form.
func Read(from io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(from).Decode(&r); err != nil {
		return nil, fmt.Errorf("is no report: %w", err)
	}
	if r.Format != Format {
		return nil, fmt.Errorf("is no report of docmill bench")
	}
	if r.Version != Version {
		return nil, fmt.Errorf("is a report of version %d; this program reads version %d", r.Version, Version)
	}
	if len(r.Operations) == 0 {
		return nil, fmt.Errorf("is a report without operations")
	}
	return &r, nil
}

// maxPoints is the approximate number of displayed steps.
const maxPoints = 120

// timeline joins the seconds of a run to steps of equal length.
func timeline(seconds []measure.Point, length int) Timeline {
	length = max(length, len(seconds))
	t := Timeline{StepSeconds: max(1, (length+maxPoints-1)/maxPoints), Points: []Point{}}
	for from := 0; from < length; from += t.StepSeconds {
		var p Point
		times := measure.NewTimes()
		for i := from; i < min(from+t.StepSeconds, len(seconds)); i++ {
			p.Answered += seconds[i].Answered
			p.Refused += seconds[i].Refused
			p.Failed += seconds[i].Failed
			if seconds[i].Times != nil {
				times.Merge(seconds[i].Times)
			}
		}
		p.P50, p.P99 = ms(times.At(50)), ms(times.At(99))
		t.Points = append(t.Points, p)
	}
	return t
}
