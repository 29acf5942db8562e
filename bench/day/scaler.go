package day

import "math"

// Scaler says when extractors are started and stopped: the rule of a Kubernetes
// HorizontalPodAutoscaler (kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale),
// by processor use or by waiting documents as KEDA has it.
type Scaler struct {
	Least, Most int
	// Utilization of the processors that is aimed at; 0 does not look at it.
	Utilization float64
	// Waiting is how many waiting documents an extractor is started for; 0 does not
	// look at them. Of both rules the one that wants more counts.
	Waiting float64
	// Period is how many seconds lie between two decisions, Start how long a new
	// extractor takes until it is ready, Calm for how long fewer must be wanted
	// before any is stopped.
	Period, Start, Calm int
}

// scaling is the state of a Scaler.
type scaling struct {
	Scaler
	ready   int
	coming  []int // seconds at which started extractors are ready, rising
	use     float64
	seen    int
	history []wish
}

type wish struct{ second, extractors int }

func newScaling(s Scaler) *scaling { return &scaling{Scaler: s, ready: s.Least} }

// started counts the extractors that are ready or about to be.
func (s *scaling) started() int { return s.ready + len(s.coming) }

// observe is told of each step: the share of the ready extractors' processors that
// was used, and how many documents wait.
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
		// At most twice as many, or four more, in one decision: the default policies.
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
	const tolerance = .1 // within which use is as it should be
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
