package day

import "math"

type queue struct {
	arrivals []arrival
	length   int     // documents waiting or in progress
	done     float64 // core seconds spent on the first one
	// took counts the completed documents by duration in seconds. The last entry includes all longer ones.
	took []int
}

type arrival struct{ second, documents int }

func (q *queue) add(second, documents int) {
	if documents > 0 {
		q.arrivals = append(q.arrivals, arrival{second, documents})
		q.length += documents
	}
}

// work returns the core seconds that the waiting documents need.
func (q *queue) work(cost float64) float64 { return max(0, float64(q.length)*cost-q.done) }

// serve spends core seconds on the first documents and returns the longest duration of a completed one in seconds.
func (q *queue) serve(second int, work, cost float64) (slowest int) {
	const tolerance = 1e-9 // for sums of decimals
	q.done += work
	finished := int(math.Floor(q.done/cost + tolerance))
	q.done = max(0, q.done-float64(finished)*cost)
	for finished > 0 && len(q.arrivals) > 0 {
		first := &q.arrivals[0]
		n := min(finished, first.documents)
		first.documents -= n
		finished -= n
		q.length -= n
		waited := second - first.second + 1
		q.count(waited, n)
		slowest = max(slowest, waited)
		if first.documents == 0 {
			q.arrivals = q.arrivals[1:]
		}
	}
	return slowest
}

func (q *queue) count(seconds, documents int) {
	if seconds >= len(q.took) {
		q.took = append(q.took, make([]int, seconds-len(q.took)+1)...)
	}
	q.took[seconds] += documents
}

func (q *queue) waits() Waits {
	w := Waits{}
	for _, n := range q.took {
		w.Documents += n
	}
	at := func(share float64) int {
		seen := 0
		for seconds, n := range q.took {
			if seen += n; n > 0 && float64(seen) >= share*float64(w.Documents) {
				return seconds
			}
		}
		return 0
	}
	const median, high, highest = .5, .95, .99
	w.P50, w.P95, w.P99, w.Max = at(median), at(high), at(highest), at(1)
	return w
}

// demand is the needed work of one participant, and its weight.
type demand struct{ need, weight float64 }

// fair divides work by weight without exceeding needs: max-min fairness.
func fair(demands []demand, work float64) []float64 {
	const nothing = 1e-12
	given := make([]float64, len(demands))
	for work > nothing {
		weight := 0.0
		for i, d := range demands {
			if d.need-given[i] > nothing {
				weight += d.weight
			}
		}
		if weight == 0 {
			break
		}
		left := work
		for i, d := range demands {
			if open := d.need - given[i]; open > nothing {
				more := min(open, work*d.weight/weight)
				given[i] += more
				left -= more
			}
		}
		work = left
	}
	return given
}
