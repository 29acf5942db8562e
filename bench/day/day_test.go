package day_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"reflect"
	"testing"

	"github.com/docmill/docmill/bench/day"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func scaler() day.Scaler {
	return day.Scaler{Least: 2, Most: 20, Utilization: .7, Waiting: 100, Period: 15, Start: 20, Calm: 300}
}

func steady(rate float64) func(int) float64 { return func(int) float64 { return rate } }

func simulated(t *testing.T, c day.Config) day.Result {
	t.Helper()
	r, err := day.Run(c)
	require.NoError(t, err)
	return r
}

// Every document is done or waiting, and uses its core seconds.
func TestNoLostDocuments(t *testing.T) {
	t.Parallel()
	l := day.Load{
		Peak: 20, Accounts: 100, Scans: .1, Text: .025, Scan: .18, Batches: 5000, FloodAt: 36000, Flood: 50000, BatchAccount: 10,
	}
	c := day.Config{Streams: l.Streams(), Scaler: scaler(), Cores: 2, Seed: 3}
	r := simulated(t, c)
	arrived, busy := 0.0, 0.0
	for _, m := range r.Minutes {
		arrived += m.Arrived * 60
		require.True(t, m.Extractors >= c.Scaler.Least && m.Extractors <= c.Scaler.Most, m.Extractors, "extractors")
	}
	done := r.Left
	for i, w := range r.Streams {
		done += w.Documents
		busy += float64(w.Documents) * c.Streams[i].Cost / 3600
		if w.P50 > w.P95 || w.P95 > w.P99 || w.P99 > w.Max || w.P50 < 1 {
			t.Errorf("%s: %+v", c.Streams[i].Name, w)
		}
	}
	if math.Round(arrived) != float64(done) || math.Abs(busy-r.BusyHours) > 1 || r.CoreHours < r.BusyHours {
		t.Errorf("%v arrived, %d done or left; %v core hours, %v of %v", arrived, done, busy, r.BusyHours, r.CoreHours)
	}
	assert.True(t, reflect.DeepEqual(r, simulated(t, c)), "another day by the same configuration")
}

// A queue has no wait if its capacity exceeds its load, and grows otherwise.
func TestLoadAndCapacity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rate float64
		left bool
	}{{30, false}, {50, true}} {
		fixed := day.Scaler{Least: 1, Most: 1, Period: 15, Start: 20, Calm: 300}
		r := simulated(t, day.Config{
			Streams: []day.Stream{{Name: "all", Accounts: 1, Cost: .05, Rate: steady(c.rate)}}, Scaler: fixed, Cores: 2, Seed: 1,
		})
		w := r.Streams[0]
		assert.True(t, c.left == (r.Left > 100_000) && c.left != (w.P99 <= 2), c.rate, "a second on 40", w, r.Left, "left")
	}
}

// An account that floods its lane delays neither the other lane nor other accounts of its lane.
func TestFloodFairness(t *testing.T) {
	t.Parallel()
	fixed := day.Scaler{Least: 5, Most: 5, Period: 15, Start: 20, Calm: 300}
	r := simulated(t, day.Config{Scaler: fixed, Cores: 2, Seed: 1, Streams: []day.Stream{
		{Name: "single", Lane: day.Single, Accounts: 100, Cost: .05, Rate: steady(80)},
		{Name: "batches", Lane: day.Batch, Accounts: 9, Cost: .05, Rate: steady(60)},
		{Name: "flood", Lane: day.Batch, Accounts: 1, Cost: .05, Rate: steady(200)},
	}})
	assert.True(t, r.Streams[0].Max <= 2 && r.Streams[1].P99 <= 2 && r.Left >= 1_000_000, r.Streams, r.Left, "left")
}

// More load starts extractors. Less load stops them, with a delay.
func TestScaler(t *testing.T) {
	t.Parallel()
	const from, until = 36000, 39600
	r := simulated(t, day.Config{Scaler: scaler(), Cores: 2, Seed: 1, Streams: []day.Stream{
		{Name: "all", Accounts: 10, Cost: .05, Rate: func(second int) float64 {
			if second >= from && second < until {
				return 250
			}
			return 5
		}},
	}})
	at := func(second int) int { return r.Minutes[second/60].Extractors }
	if at(from-60) != 2 || at(until-60) < 8 || at(until+120) != at(until-60) || at(until+1200) > 4 {
		t.Errorf("%d before, %d at the end, %d and %d after it", at(from-60), at(until-60), at(until+120), at(until+1200))
	}
}

func TestConfigs(t *testing.T) {
	t.Parallel()
	good := day.Stream{Accounts: 1, Cost: 1, Rate: steady(0)}
	for name, c := range map[string]day.Config{
		"no cost":       {Streams: []day.Stream{{Accounts: 1, Rate: steady(1)}}, Scaler: scaler(), Cores: 1},
		"no accounts":   {Streams: []day.Stream{{Cost: 1, Rate: steady(1)}}, Scaler: scaler(), Cores: 1},
		"no rate":       {Streams: []day.Stream{{Accounts: 1, Cost: 1}}, Scaler: scaler(), Cores: 1},
		"no cores":      {Streams: []day.Stream{good}, Scaler: scaler()},
		"no extractors": {Streams: []day.Stream{good}, Cores: 1},
	} {
		_, err := day.Run(c)
		assert.Error(t, err, name, "taken")
	}
}

func TestPlot(t *testing.T) {
	t.Parallel()
	r := simulated(t, day.Config{
		Streams: []day.Stream{{Accounts: 1, Cost: .05, Rate: steady(10)}}, Scaler: scaler(), Cores: 2, Seed: 1,
	})
	var b bytes.Buffer
	require.NoError(t, r.Plot(&b))
	d := xml.NewDecoder(&b)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
