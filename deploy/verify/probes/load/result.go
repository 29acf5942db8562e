package main

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Result summarizes the uploads.
type Result struct {
	Requests int            `json:"requests"`
	Codes    map[string]int `json:"codes"`            // answers by their HTTP status
	Refused  map[string]int `json:"refused"`          // answers other than accepted and 429, by their content
	Broken   map[string]int `json:"broken"`           // requests without an answer, by their error
	Errors   int            `json:"errors"`           // refused and broken together
	Accepted int            `json:"accepted"`         //
	Ended    map[string]int `json:"ended"`            // accepted documents by their last status
	Missing  int            `json:"missing"`          // accepted documents that have not ended
	Files    int            `json:"files"`            // of accepted documents, where they were read
	Lost     int            `json:"files_lost"`       // of these, not there or not whole
	Rate     float64        `json:"accepted_per_sec"` //
	MedianMS int64          `json:"median_ms"`        // of accepted uploads
	P99MS    int64          `json:"p99_ms"`
	SlowMS   int64          `json:"slowest_ms"` // of all answered uploads
}

type document struct{ id, key string }

type tally struct {
	mu       sync.Mutex
	result   Result
	accepted []document
	times    []time.Duration
	slowest  time.Duration
}

func newTally() *tally {
	return &tally{result: Result{
		Codes: map[string]int{}, Refused: map[string]int{}, Broken: map[string]int{}, Ended: map[string]int{},
	}}
}

func (t *tally) add(key string, a answer, err error, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result.Requests++
	if err != nil {
		t.result.Broken[reason(err)]++
		t.result.Errors++
		return
	}
	t.result.Codes[strconv.Itoa(a.code)]++
	t.slowest = max(t.slowest, took)
	switch {
	case a.accepted():
		t.accepted = append(t.accepted, document{id: a.id, key: key})
		t.times = append(t.times, took)
	case !a.limited():
		t.result.Refused[a.reason]++
		t.result.Errors++
	}
}

// reason removes addresses, so that equal errors are counted together.
func reason(err error) string {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	return err.Error()
}

func (t *tally) end(status string, err error) {
	if err != nil {
		status = reason(err)
	}
	t.result.Ended[status]++
	if !ended(status) {
		t.result.Missing++
	}
}

func (t *tally) file(there bool) {
	t.result.Files++
	if !there {
		t.result.Lost++
	}
}

func (t *tally) summary(duration time.Duration) Result {
	r := t.result
	r.Accepted = len(t.accepted)
	r.Rate = float64(int(10*float64(r.Accepted)/duration.Seconds())) / 10
	slices.Sort(t.times)
	r.MedianMS = percentile(t.times, 50).Milliseconds()
	r.P99MS = percentile(t.times, 99).Milliseconds()
	r.SlowMS = t.slowest.Milliseconds()
	return r
}

// percentile returns the nearest-rank percentile of sorted times.
func percentile(times []time.Duration, percent int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	rank := (percent*len(times) + 99) / 100
	return times[max(rank, 1)-1]
}
