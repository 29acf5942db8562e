package lastused_test

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/auth/internal/lastused"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// started is a running Recorder: saved data is sent to saves, and result has the answer.
func started(
	t *testing.T,
) (r *lastused.Recorder, tick chan time.Time, saves chan map[string]time.Time, result chan error, stop func()) {
	t.Helper()
	saves, result = make(chan map[string]time.Time), make(chan error)
	r = lastused.New(func(_ context.Context, used map[string]time.Time) error {
		saves <- used
		return <-result
	}, telemetry.Discard().Log)
	tick = make(chan time.Time)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); r.Run(ctx, tick) }()
	return r, tick, saves, result, func() { cancel(); <-ended }
}

func TestRecorderSave(t *testing.T) {
	t.Parallel()
	r, tick, saves, result, stop := started(t)
	for i := range 1000 {
		r.Mark([]string{"a", "b"}[i%2], noon.Add(time.Duration(i)*time.Second))
	}
	r.Mark("a", noon) // answers of the database may overtake each other
	tick <- noon
	want := map[string]time.Time{"a": noon.Add(998 * time.Second), "b": noon.Add(999 * time.Second)}
	got := <-saves
	assert.True(t, maps.Equal(got, want), "saved", got, "want", want)
	result <- nil
	tick <- noon // nothing new: no save
	tick <- noon
	go stop()
	select {
	case got := <-saves:
		t.Errorf("saved %v though nothing was used", got)
	case <-time.After(10 * time.Millisecond):
	}
}

func TestRecorderSaveError(t *testing.T) {
	t.Parallel()
	r, tick, saves, result, stop := started(t)
	r.Mark("a", noon)
	r.Mark("b", noon)
	tick <- noon
	<-saves
	r.Mark("a", noon.Add(time.Minute))
	result <- errors.New("database away")
	tick <- noon
	got := <-saves
	assert.True(t, got["a"].Equal(noon.Add(time.Minute)) && got["b"].Equal(noon), "saved", got)
	result <- nil
	r.Mark("c", noon)
	go func() { <-saves; result <- nil }()
	stop() // saves once more, and ends
}
