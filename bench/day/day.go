// Package day simulates a day of an installation: documents that arrive by a daily curve, in bursts and in a flood
// from one account, extractors that an autoscaler starts and stops, and the dispatcher's scheduling of lanes and
// accounts. It shows how long documents wait at a thousand per second, which no benchmark on one machine can.
//
// Time passes in steps of a second. Documents of one stream are identical and leave in order of arrival. The capacity
// of a step is shared as in the dispatcher: half to each lane with work, and within a lane equally among accounts.
// Unused shares go to the others (max-min fairness: Bertsekas and Gallager, Data Networks, section 6.5.2).
package day

import (
	"errors"
	"math"
	"math/rand/v2"
)

// Seconds is the number of steps of a simulation.
const Seconds = 24 * 60 * 60

// Lane is the queue of a document.
type Lane int

// Lanes.
const (
	Single Lane = iota // individual uploads
	Batch
	lanes
)

// Stream is documents of one kind.
type Stream struct {
	Name     string
	Lane     Lane
	Accounts int     // senders, scheduled in turn
	Cost     float64 // core seconds per document
	// Rate returns the expected documents per second at a second of the day.
	Rate func(second int) float64
}

// Config is an installation and its load.
type Config struct {
	Streams []Stream
	Scaler  Scaler
	Cores   float64 // per extractor
	Seed    uint64  // of the arrivals
}

// Waits are percentiles of the seconds from acceptance to completion of a document, in whole steps.
type Waits struct {
	Documents          int
	P50, P95, P99, Max int
}

// Sample is the state of a minute.
type Sample struct {
	Arrived    float64 // documents per second
	Waiting    int     // documents at the end of the minute
	Extractors int     // ready ones
	Slowest    int     // longest duration of a single upload in the minute, in seconds
}

// Result is the result of the day.
type Result struct {
	Streams []Waits // in the order of Config
	Minutes []Sample
	Left    int // documents waiting at the end of the day
	// CoreHours are those of started extractors, BusyHours those spent on documents.
	CoreHours, BusyHours float64
}

var errConfig = errors.New("day: streams need a positive cost, accounts and a rate; extractors need cores and bounds")

// Run simulates a day. It is deterministic.
func Run(c Config) (Result, error) {
	if !c.valid() {
		return Result{}, errConfig
	}
	s := simulation{config: c, random: rand.New(rand.NewPCG(c.Seed, 1))} //nolint:gosec // nothing secret
	s.scaling = newScaling(c.Scaler)
	s.queues = make([]queue, len(c.Streams))
	for second := range Seconds {
		s.step(second)
	}
	return s.result(), nil
}

func (c Config) valid() bool {
	for _, s := range c.Streams {
		if s.Cost <= 0 || s.Accounts < 1 || s.Rate == nil || s.Lane < 0 || s.Lane >= lanes {
			return false
		}
	}
	return c.Cores > 0 && c.Scaler.Least >= 1 && c.Scaler.Most >= c.Scaler.Least
}

type simulation struct {
	config  Config
	random  *rand.Rand
	queues  []queue
	scaling *scaling
	samples []Sample
	minute  Sample
	cores   float64 // core seconds of started extractors
	busy    float64 // core seconds of documents
}

func (s *simulation) step(second int) {
	for i, stream := range s.config.Streams {
		n := poisson(s.random, stream.Rate(second))
		s.queues[i].add(second, n)
		s.minute.Arrived += float64(n) / secondsOfMinute
	}
	capacity := float64(s.scaling.ready) * s.config.Cores
	used := s.serve(second, capacity)
	s.busy += used
	s.cores += float64(s.scaling.started()) * s.config.Cores
	s.scaling.observe(second, used/capacity, s.waiting())
	if (second+1)%secondsOfMinute == 0 {
		s.minute.Waiting, s.minute.Extractors = s.waiting(), s.scaling.ready
		s.samples = append(s.samples, s.minute)
		s.minute = Sample{}
	}
}

const secondsOfMinute = 60

// serve spends the core seconds of a step and returns how many were used.
func (s *simulation) serve(second int, capacity float64) float64 {
	var wanted [lanes]float64
	demands := make([]demand, len(s.queues))
	for i := range s.queues {
		stream := s.config.Streams[i]
		demands[i] = demand{need: s.queues[i].work(stream.Cost), weight: float64(stream.Accounts)}
		wanted[stream.Lane] += demands[i].need
	}
	byLane := make([]demand, lanes)
	for lane := range byLane {
		byLane[lane] = demand{need: wanted[lane], weight: 1}
	}
	used := 0.0
	for lane, share := range fair(byLane, capacity) {
		of := make([]demand, len(demands))
		for i := range demands {
			if s.config.Streams[i].Lane == Lane(lane) {
				of[i] = demands[i]
			}
		}
		for i, given := range fair(of, share) {
			used += given
			slowest := s.queues[i].serve(second, given, s.config.Streams[i].Cost)
			if Lane(lane) == Single {
				s.minute.Slowest = max(s.minute.Slowest, slowest)
			}
		}
	}
	return used
}

func (s *simulation) waiting() int {
	n := 0
	for i := range s.queues {
		n += s.queues[i].length
	}
	return n
}

func (s *simulation) result() Result {
	const hour = 3600
	r := Result{Minutes: s.samples, Left: s.waiting(), CoreHours: s.cores / hour, BusyHours: s.busy / hour}
	for i := range s.queues {
		r.Streams = append(r.Streams, s.queues[i].waits())
	}
	return r
}

// poisson draws from a Poisson distribution. It approximates large means by the normal distribution.
func poisson(random *rand.Rand, expected float64) int {
	const large = 50
	if expected > large {
		return max(0, int(math.Round(expected+math.Sqrt(expected)*random.NormFloat64())))
	}
	n, p, least := 0, random.Float64(), math.Exp(-expected)
	for p > least {
		n++
		p *= random.Float64()
	}
	return n
}
