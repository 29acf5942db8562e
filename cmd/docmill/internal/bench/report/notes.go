package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Notes are hints for the interpretation of the figures.
func (r *Report) Notes() (notes []string) {
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	all := &r.Operations[0]
	switch r.Ended {
	case Interrupted:
		note("The run was ended by a signal before its time.")
	case Exhausted:
		note("The run ended early: the plan's documents of the month are used up.")
	}
	if n := all.Refusals(); n > 0 {
		note("%d of %d requests (%s) were refused: %s. They have no part in latencies and throughput.",
			n, all.Ended(), percent(n, all.Ended()), list(all.Refused))
	}
	if warning := r.Settings.OverLimit(); warning != "" {
		notes = append(notes, warning)
	}
	if n := all.Errors(); n > 0 {
		note("%d of %d requests (%s) failed: %s. Latencies are those of the others.",
			n, all.Ended(), percent(n, all.Ended()), list(all.Failed))
	}
	if r.PausedMs > 0 {
		note("Workers waited %s in all for limits, as the service asked them to: throughput is that of the limits.",
			duration(r.PausedMs))
	}
	if r.Unsent > 0 {
		note("%d requests were due and never sent, as %d others were under way. The service did not keep up with "+
			"the rate, and latencies are higher than shown.", r.Unsent, r.Settings.MaxInFlight)
	}
	if r.Unfinished > 0 {
		note("Under way at the end: %s, the oldest for %s. They have no part in latencies.",
			count(r.Unfinished, "request"), duration(r.OldestMs))
	}
	if r.Settings.Loop == loopClosed && r.Late.Count > 0 {
		note("Closed loop: while a worker waits it sends nothing, so that a stall is seen by %s alone. "+
			"For latencies that users would see, give a rate (--rate).", count(r.Settings.Workers, "request"))
	}
	if r.Traced < r.Uploads {
		note("Traces of %d of %d uploads were found. Stages from traces are those of these.", r.Traced, r.Uploads)
	}
	if r.Late.P99 > lateMs && r.Late.P99 > all.Latency.P50/10 {
		note("Requests were sent late (p99 %s), which is part of their latencies: too many were under way, "+
			"or this machine was busy.", duration(r.Late.P99))
	}
	return notes
}

// OverLimit returns a warning if the rate exceeds the plans' limits, or "".
func (s *Settings) OverLimit() string {
	const minute = 60
	if s.Loop == loopClosed || s.RequestsPerMinute == 0 || s.Rate*minute <= float64(s.RequestsPerMinute) {
		return ""
	}
	return fmt.Sprintf("%g requests a second are more than the plans of the %s allow, %d a minute together: the service "+
		"refuses the rest. More load needs keys of more accounts (--keys).",
		s.Rate, count(s.Accounts, "key"), s.RequestsPerMinute)
}

const (
	loopClosed = "closed"
	// lateMs is the tolerated delay of a timer, in milliseconds.
	lateMs = 10
)

// list returns "RATE_LIMITED 12, SERVICE_UNAVAILABLE 3".
func list(counts map[string]int) string {
	var parts []string
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", code, counts[code]))
	}
	return strings.Join(parts, ", ")
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func percent(part, whole int) string { return fmt.Sprintf("%.3g %%", 100*float64(part)/float64(whole)) }

// duration formats milliseconds with three digits in a suitable unit.
func duration(milliseconds float64) string {
	const second, minute = 1000, 60_000
	switch {
	case milliseconds >= 10*minute:
		return fmt.Sprintf("%.0f min", milliseconds/minute)
	case milliseconds >= 10*second:
		return fmt.Sprintf("%.1f s", milliseconds/second)
	case milliseconds >= second:
		return fmt.Sprintf("%.2f s", milliseconds/second)
	case milliseconds >= 100:
		return fmt.Sprintf("%.0f ms", milliseconds)
	case milliseconds >= 10:
		return fmt.Sprintf("%.1f ms", milliseconds)
	}
	return fmt.Sprintf("%.2f ms", milliseconds)
}
