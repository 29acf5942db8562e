package measure_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// Percentiles are those of the sorted durations, within three digits, also after a way
// through a report.
func TestTimes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	times := measure.NewTimes()
	var all []time.Duration
	for range 20_000 {
		d := time.Duration(random.ExpFloat64() * float64(80*time.Millisecond)).Truncate(time.Microsecond)
		times.Add(d)
		all = append(all, d)
	}
	slices.Sort(all)
	text, err := times.Encode()
	require.NoError(t, err)
	again, err := measure.Decode(text)
	require.NoError(t, err)
	for _, percent := range []float64{1, 50, 90, 99, 99.9, 100} {
		want := all[max(0, int(percent/100*float64(len(all))+0.5)-1)]
		for _, got := range []time.Duration{times.At(percent), again.At(percent)} {
			assert.True(t, (got-want).Abs() <= want/500+time.Microsecond, "p", percent, "is", got, "want", want)
		}
	}
	_, err = measure.Decode("no histogram")
	assert.Error(t, err, "what is no histogram was read")
	times.Add(-time.Second)
	times.Add(2 * time.Hour)
	if times.Count() != 20_002 || times.At(100) < 59*time.Minute || measure.NewTimes().At(50) != 0 {
		t.Errorf("%d, %v", times.Count(), times.At(100))
	}
}

func TestRecorder(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	r := measure.NewRecorder(2)
	r.Start(start, func(o *measure.Outcome) int { return o.Measured / 10 })
	for n := range 20 {
		due := start.Add(time.Duration(n) * 100 * time.Millisecond)
		r.Add(measure.Outcome{Operation: "text", Due: due, Sent: due.Add(time.Millisecond), Measured: n,
			Ended: due.Add(time.Duration(n+1) * 10 * time.Millisecond), Documents: 1,
			Stages: []measure.Stage{{Name: "extract", Took: time.Millisecond}}})
	}
	r.Add(measure.Outcome{Operation: "text", Due: start, Sent: start, Ended: start.Add(time.Hour), Verdict: measure.Failed,
		Code: "TIMEOUT"})
	r.Add(measure.Outcome{Operation: "list", Due: start, Sent: start, Ended: start, Verdict: measure.Refused, Code: "RATE_LIMITED"})
	r.Add(measure.Outcome{Operation: "text", Due: start, Sent: start, Ended: start.Add(time.Minute), Verdict: measure.Unfinished})
	counts := r.Counts(start.Add(1500 * time.Millisecond))
	if counts.Answered != 20 || counts.Failed != 1 || counts.Refused != 1 || counts.LastSecond != 9 ||
		counts.P50.Round(time.Millisecond) != 100*time.Millisecond {
		t.Errorf("%+v", counts)
	}
	r.Pause(start.Add(time.Second), time.Minute) // most of it before the start
	r.Pause(start.Add(time.Minute), 2*time.Second)
	got := r.Result()
	assert.Equal(t, got.Paused, 3*time.Second, "paused")
	text := got.Operations["text"]
	if text.Times.Count() != 20 || text.Failed["TIMEOUT"] != 1 || text.Documents != 20 || text.Rounds[0].Count() != 10 ||
		text.Rounds[1].At(0) < 100*time.Millisecond || text.Stages["extract"].Count() != 20 {
		t.Errorf("%+v", text)
	}
	if got.Operations["list"].Refused["RATE_LIMITED"] != 1 || got.Unfinished != 1 || got.Oldest != time.Minute {
		t.Errorf("%+v", got)
	}
	assert.True(t, len(got.Slowest) == 5 && got.Slowest[0].Measured == 19 && got.Slowest[4].Measured == 15, got.Slowest)
	if first := got.Rounds[1]; !first.First.Equal(start.Add(time.Second)) || !first.Last.Equal(start.Add(2100*time.Millisecond)) {
		t.Errorf("%+v", got.Rounds)
	}
}
