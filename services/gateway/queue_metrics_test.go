package gateway_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway"
)

// For any number of scrapes, the database counts at most once in ten seconds, and at most a twentieth of
// the time.
func TestGaugeIsCached(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	counted, takes := 0, time.Duration(0)
	read := gateway.Reading(func(context.Context) ([]gateway.Queued, error) {
		counted++
		now = now.Add(takes)
		return nil, nil
	}, func() time.Time { return now })
	for _, c := range []struct{ later, takes time.Duration }{
		{0, 0}, {time.Second, 0}, {8 * time.Second, 0}, // the first alone counts
		{time.Second, 4 * time.Second}, {79 * time.Second, 0}, // so does the next, for longer
		{2 * time.Second, 0},
	} {
		now, takes = now.Add(c.later), c.takes
		if _, err := read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if counted != 3 {
		t.Errorf("counted %d times", counted)
	}
}

func TestGaugeErrorIsCached(t *testing.T) {
	t.Parallel()
	counted := 0
	read := gateway.Reading(func(context.Context) ([]gateway.Queued, error) {
		counted++
		return nil, context.DeadlineExceeded
	}, func() time.Time { return time.Unix(0, 0) })
	for range 5 {
		if _, err := read(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
	if counted != 1 {
		t.Errorf("counted %d times", counted)
	}
}

// There are values for all lanes and plans, and no others, for any rows.
func TestQueueGauges(t *testing.T) {
	t.Parallel()
	values, oldest := gateway.WaitingOf([]gateway.Queued{
		{Lane: "batch", Plan: "Pro", Documents: 7, Oldest: time.Minute},
		{Lane: "batch", Plan: "Gone", Documents: 2, Oldest: time.Hour},
		{Lane: "batch", Plan: "Free", Documents: 1},
		{Lane: "unheard", Plan: "Pro", Documents: 9, Oldest: time.Hour},
	})
	if want := len(contract.Lanes()) * len(contract.Plans()); len(values) != want {
		t.Errorf("%d values, want %d", len(values), want)
	}
	if values["batch Pro"] != 7 || values["batch Free"] != 3 || values["slow Pro"] != 0 {
		t.Errorf("%v", values)
	}
	if len(oldest) != len(contract.Lanes()) || oldest[contract.LaneBatch] != time.Hour || oldest[contract.LaneSlow] != 0 {
		t.Errorf("%v", oldest)
	}
}
