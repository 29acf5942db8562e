package report_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/report"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

var update = flag.Bool("update", false, "write the reports anew")

// made is a run of two minutes over two operations; slower makes uploads slower.
func made(t *testing.T, label string, slower float64) *report.Report {
	t.Helper()
	const rounds, length = 5, 120 * time.Second
	start := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	recorder := measure.NewRecorder(rounds)
	recorder.Start(start, func(o *measure.Outcome) int { return int(o.Due.Sub(start) * rounds / length) })
	random := rand.New(rand.NewPCG(3, 3))
	for n := range 1200 {
		due := start.Add(time.Duration(n) * 100 * time.Millisecond)
		o := measure.Outcome{Operation: "text", Due: due, Sent: due.Add(time.Millisecond), Measured: n, Documents: 1, Bytes: 2000,
			RequestID: "request", TraceID: "trace"}
		took := time.Duration((1 + random.ExpFloat64()) * slower * float64(40*time.Millisecond))
		switch {
		case n%100 == 99:
			o.Verdict, o.Code = measure.Refused, "RATE_LIMITED"
		case n == 700:
			o.Verdict, o.Code = measure.Failed, "TIMEOUT"
		case n%3 == 0:
			o.Operation, o.Documents, o.Bytes = "read", 0, 0
			took /= 10
		default:
			o.Stages = []measure.Stage{{Name: measure.StageLate, Took: time.Millisecond}, {Name: measure.StageAround, Took: took / 4},
				{Name: measure.StageQueue, Took: took / 4}, {Name: measure.StageExtract, Took: took / 2}}
		}
		o.Ended = due.Add(took)
		recorder.Add(o)
	}
	recorder.Add(measure.Outcome{Operation: "text", Due: start, Sent: start, Ended: start.Add(9 * time.Second), Verdict: measure.Unfinished})
	r := &report.Report{Label: label, Program: "docmill 1.2.3", Ended: report.Interrupted, Unsent: 4, Uploads: 2, Traced: 1,
		Settings: report.Settings{Server: "https://docmill.example", Loop: "open", Rate: 10, Arrivals: "poisson", MaxInFlight: 64,
			Mix: "text=2,read=1", WarmUpSeconds: 5, DurationSeconds: length.Seconds(), Rounds: rounds, Seed: 1, TimeoutSeconds: 120,
			Accounts: 2, RequestsPerMinute: 240}}
	require.NoError(t, r.Fill(recorder.Result(), start, start.Add(length)))
	traced := measure.NewTimes()
	traced.Add(20 * time.Millisecond)
	r.AddTraced("text", []string{"queue", "extract"}, map[string]*measure.Times{"extract": traced})
	return r
}

// golden compares with a file of testdata; `go test -update` writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(got, want),
		name, "is not what is written; write it with -update and look at the difference", string(got))
}

func TestReportAsTextAndPage(t *testing.T) {
	t.Parallel()
	r := made(t, "before", 1)
	var text, page bytes.Buffer
	require.NoError(t, r.WriteText(&text))
	require.NoError(t, r.WriteHTML(&page))
	golden(t, "report.txt", text.Bytes())
	golden(t, "report.html", page.Bytes())
	for _, outside := range []string{"<script", "http:", "url(", "@import", " src=", " href="} {
		assert.NotContains(t, page.String(), outside)
	}
}

// The JSON form of a report is read as the same report.
func TestReportAsJSON(t *testing.T) {
	t.Parallel()
	r := made(t, "before", 1)
	var first, second, text, again bytes.Buffer
	require.NoError(t, r.WriteJSON(&first))
	read, err := report.Read(bytes.NewReader(first.Bytes()))
	require.NoError(t, err)
	for _, err := range []error{read.WriteJSON(&second), read.WriteText(&again), r.WriteText(&text)} {
		require.NoError(t, err)
	}
	assert.True(t, first.String() == second.String() && text.String() == again.String(),
		"the report is another when it has been read")
	for content, want := range map[string]string{
		"{":  "is no report",
		"{}": "is no report of docmill bench",
		`{"format": "docmill-bench", "version": 2}`: "version 2",
		`{"format": "docmill-bench", "version": 1}`: "without operations",
	} {
		_, err := report.Read(strings.NewReader(content))
		assert.True(t, err != nil && strings.Contains(err.Error(), want), content, err)
	}
}

func TestComparison(t *testing.T) {
	t.Parallel()
	c := report.Compare(made(t, "before", 1), made(t, "after", 1.5))
	var text, page bytes.Buffer
	require.NoError(t, c.WriteText(&text))
	require.NoError(t, c.WriteHTML(&page))
	golden(t, "comparison.txt", text.Bytes())
	golden(t, "comparison.html", page.Bytes())
	verdicts := map[string]report.Verdict{}
	for _, row := range c.Rows {
		verdicts[row.Operation+" "+row.Figure] = row.Verdict
	}
	for row, want := range map[string]report.Verdict{
		"text p50": report.Worse, "read p50": report.Worse, "text throughput": report.Noise,
	} {
		assert.Equal(t, verdicts[row], want, row)
	}
	if c.Worse() < 2 {
		t.Errorf("%d figures are worse", c.Worse())
	}
	for _, row := range report.Compare(made(t, "before", 1), made(t, "again", 1)).Rows {
		assert.True(t, row.Verdict == report.Noise && row.Ratio == 1, "the same run is not the same", row)
	}
}
