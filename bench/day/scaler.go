package day

import "math"

// Scaler decides when extractors are started and stopped, by the rule of a Kubernetes HorizontalPodAutoscaler
// (kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale): by processor utilization, or by waiting
// documents as KEDA does.
type Scaler struct {
	Least, Most int
	// Utilization is the target utilization of processors; 0 disables the rule.
	Utilization float64
	// Waiting is the target number of waiting documents per extractor; 0 disables the rule. If both rules are set, the
	// larger result applies.
	Waiting float64
	// Period is the time between decisions in seconds, Start the start-up time of an extractor, Calm the time for
	// which fewer must be wanted before any is stopped.
	Period, Start, Calm int
}

type scaling struct {
	Scaler
	ready   int
	coming  []int // seconds at which started extractors become ready, ascending
	use     float64
	seen    int
	history []wish
}

type wish struct{ second, extractors int }

func newScaling(s Scaler) *scaling { return &scaling{Scaler: s, ready: s.Least} }

func (s *scaling) started() int { return s.ready + len(s.coming) }

// observe processes a step: the utilization of the ready extractors' processors, and the number of waiting documents.
func (s *scaling) observe(second int, use float64, waiting int) {
	for len(s.coming) > 0 && s.coming[0] <= second {
		s.coming = s.coming[1:]
		s.ready++
	}
	s.use += use
	s.seen++
	if second%max(1, s.Period) == 0 {
		s.decide(second, s.use/float64(s.seen), waiting)
		s.use, s.seen = 0, 0
	}
}

func (s *scaling) decide(second int, use float64, waiting int) {
	wanted := min(max(s.wanted(use, waiting), s.Least), s.Most)
	s.history = append(s.history, wish{second, wanted})
	for s.history[0].second < second-s.Calm {
		s.history = s.history[1:]
	}
	if more := wanted - s.started(); more > 0 {
		// One decision adds at most as many as there are, or four: the default policies.
		const few = 4
		for range min(more, max(few, s.started())) {
			s.coming = append(s.coming, second+s.Start)
		}
		return
	}
	highest := wanted
	for _, w := range s.history {
		highest = max(highest, w.extractors)
	}
	if highest < s.ready {
		s.ready = highest
	}
}

func (s *scaling) wanted(use float64, waiting int) int {
	const tolerance = .1 // tolerated deviation of utilization
	wanted := s.Least
	if s.Utilization > 0 {
		ratio := use / s.Utilization
		if math.Abs(ratio-1) <= tolerance {
			ratio = 1
		}
		wanted = max(wanted, int(math.Ceil(float64(s.ready)*ratio)))
	}
	if s.Waiting > 0 {
		wanted = max(wanted, int(math.Ceil(float64(waiting)/s.Waiting)))
	}
	return wanted
}
