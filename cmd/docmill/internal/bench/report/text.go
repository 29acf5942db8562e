package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer
	for _, line := range r.heading() {
		fmt.Fprintln(&b, line)
	}
	t := newTable(&b)
	t.row("OPERATION", "ANSWERED", "PER S", "P50", "P90", "P95", "P99", "P99.9", "MAX", "FAILED", "REFUSED")
	operations := r.Shown()
	for i := range operations {
		o := &operations[i]
		l := o.Latency
		t.row(o.Name, fmt.Sprint(l.Count), fmt.Sprintf("%.2f", o.PerSecond), formatPercentile(l, l.P50, 2),
			formatPercentile(l, l.P90, 10),
			formatPercentile(l, l.P95, 20), formatPercentile(l, l.P99, 100), formatPercentile(l, l.P999, 1000),
			formatPercentile(l, l.Max, 1),
			fmt.Sprint(o.Errors()), fmt.Sprint(o.Refusals()))
	}
	t.flush()
	for _, d := range r.Breakdowns() {
		fmt.Fprintf(&b, "\n%s by stage, from %s\n", d.Operation, d.Source)
		t := newTable(&b)
		t.row("STAGE", "MEAN", "SHARE", "P50", "P95", "P99")
		for _, s := range d.Stages {
			t.row(s.Name, duration(s.Mean), share(s.Mean, d.Total()), formatPercentile(s.Summary, s.P50, 2),
				formatPercentile(s.Summary, s.P95, 20), formatPercentile(s.Summary, s.P99, 100))
		}
		t.flush()
	}
	r.writeSlowest(&b)
	for _, note := range r.Notes() {
		fmt.Fprintf(&b, "\n%s\n", wrap(note))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (r *Report) writeSlowest(b *bytes.Buffer) {
	if len(r.Slowest) == 0 {
		return
	}
	fmt.Fprintln(b, "\nSlowest")
	t := newTable(b)
	t.row("OPERATION", "TOOK", "SENT", "REQUEST", "TRACE")
	for _, s := range r.Slowest[:min(len(r.Slowest), 5)] {
		t.row(s.Operation, duration(s.Ms), s.At.Format(time.RFC3339), s.RequestID, s.TraceID)
	}
	t.flush()
}

func (r *Report) heading() []string {
	s := &r.Settings
	loop := fmt.Sprintf("closed loop, %s", count(s.Workers, "worker"))
	if s.Loop != loopClosed {
		loop = fmt.Sprintf("open loop, %g requests a second (%s), latencies from when each was due", s.Rate, s.Arrivals)
	}
	name := s.Server
	if r.Label != "" {
		name = r.Label + ": " + name
	}
	return []string{
		name,
		fmt.Sprintf("%s; mix %s", loop, s.Mix),
		fmt.Sprintf("%s measured after %s of warm-up, %s, %s, seed %d, from %s, by %s",
			seconds(r.Seconds), seconds(s.WarmUpSeconds), count(s.Rounds, "round"), count(s.Accounts, "key"), s.Seed,
			r.StartedAt.Format(time.RFC3339), r.Program),
		"",
	}
}

func seconds(s float64) string { return duration(s * 1000) }

// formatPercentile omits a percentile with too few requests: of fifty, the 99th is just the slowest.
func formatPercentile(s Summary, value float64, fewest int64) string {
	if s.Count < fewest {
		return "–"
	}
	return duration(value)
}

func share(part, whole float64) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*part/whole)
}

// table aligns columns, the first to the left.
type table struct{ w *tabwriter.Writer }

func newTable(w io.Writer) table { return table{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)} }

func (t table) row(cells ...string) { fmt.Fprintln(t.w, strings.Join(cells, "\t")) }

func (t table) flush() { _ = t.w.Flush() } // into a buffer

// wrap breaks a text into lines of a terminal.
func wrap(text string) string {
	const width = 100
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
