package measure

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Verdict is how a request ended.
type Verdict int

// The verdicts.
const (
	// Answered as expected: only these have times.
	Answered Verdict = iota
	// Refused by a limit of the plan, or as the service had no room (429, 503).
	Refused
	// Failed in any other way.
	Failed
	// Unfinished requests were under way when the run was ended.
	Unfinished
)

// Outcome is the result of one request, or of an operation with several.
type Outcome struct {
	Operation string
	// Due is the scheduled time, Sent the actual time of sending, Ended the time of the response's last
	// byte.
	Due, Sent, Ended time.Time
	Measured         int // its number among those measured, from 0
	Verdict          Verdict
	Code             string // of a refusal or a failure
	Documents        int    // that were extracted
	Bytes            int64  // of files that were sent
	Stages           []Stage
	RequestID        string
	TraceID          string
}

// Stage is a part of an operation's time.
type Stage struct {
	Name string
	Took time.Duration
}

// Stages of every upload, from its record.
const (
	StageLate    = "wait to be sent"
	StageQueue   = "queue and transfer"
	StageExtract = "extraction"
	StageAround  = "upload, acceptance, answer"
	// Stages of batches: until the service has stored all files, and then until the last document has
	// ended.
	StageAccepted = "until accepted"
	StageAllEnded = "until all ended"
)

// Took is the operation's time from when it was due.
func (o *Outcome) Took() time.Duration { return o.Ended.Sub(o.Due) }

// Operation holds the measurements of one operation.
type Operation struct {
	Name      string
	Times     *Times
	Rounds    []*Times // by the time at which requests were due
	Refused   map[string]int
	Failed    map[string]int
	Documents int
	Bytes     int64
	Stages    map[string]*Times
}

// Point counts the outcomes within a time step.
type Point struct {
	Answered, Refused, Failed int
	Times                     *Times // of those answered; nil if none
}

// Recorder collects outcomes. It is safe for concurrent use.
type Recorder struct {
	mu     sync.Mutex
	start  time.Time
	round  func(*Outcome) int
	result Result
}

// Result holds the recorded data.
type Result struct {
	Operations map[string]*Operation
	Late       *Times  // how long after they were due requests were sent
	Timeline   []Point // by whole seconds since the start
	Rounds     []Round
	Slowest    []Outcome
	Unfinished int
	// Oldest is how long the oldest of the unfinished requests had taken.
	Oldest time.Duration
	// Paused is the time that workers waited because a limit was reached.
	Paused time.Duration
}

// Round is the time from the first due request to the last response.
type Round struct{ First, Last time.Time }

// slowest is the number of stored slowest outcomes per operation.
const slowest = 5

// maxTimelineSeconds bounds the stored points: a day of seconds.
const maxTimelineSeconds = 24 * 60 * 60

// NewRecorder returns a recorder with that many rounds. Call Start before any Add.
func NewRecorder(rounds int) *Recorder {
	return &Recorder{
		result: Result{Operations: map[string]*Operation{}, Late: NewTimes(), Rounds: make([]Round, rounds)}}
}

// Start sets the beginning of the measurement, and the function that assigns outcomes to rounds.
func (r *Recorder) Start(at time.Time, round func(*Outcome) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start, r.round = at, round
}

// Add records an outcome.
func (r *Recorder) Add(o Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result.Late.Add(o.Sent.Sub(o.Due))
	if o.Verdict == Unfinished {
		r.result.Unfinished++
		r.result.Oldest = max(r.result.Oldest, o.Took())
		return
	}
	op, point := r.operation(o.Operation), r.point(o.Ended)
	switch o.Verdict {
	case Refused:
		op.Refused[o.Code]++
		point.Refused++
	case Failed:
		op.Failed[o.Code]++
		point.Failed++
	default:
		r.answered(op, point, &o)
	}
}

func (r *Recorder) answered(op *Operation, point *Point, o *Outcome) {
	op.Times.Add(o.Took())
	n := min(max(r.round(o), 0), len(r.result.Rounds)-1)
	op.Rounds[n].Add(o.Took())
	r.result.Rounds[n].add(o)
	op.Documents += o.Documents
	op.Bytes += o.Bytes
	for _, s := range o.Stages {
		if op.Stages[s.Name] == nil {
			op.Stages[s.Name] = NewTimes()
		}
		op.Stages[s.Name].Add(s.Took)
	}
	point.Answered++
	if point.Times == nil {
		point.Times = NewTimes()
	}
	point.Times.Add(o.Took())
	r.keepSlow(o)
}

func (r *Round) add(o *Outcome) {
	if r.First.IsZero() || o.Due.Before(r.First) {
		r.First = o.Due
	}
	if o.Ended.After(r.Last) {
		r.Last = o.Ended
	}
}

// keepSlow stores the outcome if it is among the slowest of its operation.
func (r *Recorder) keepSlow(o *Outcome) {
	fastest, same := -1, 0
	for i := range r.result.Slowest {
		if s := &r.result.Slowest[i]; s.Operation == o.Operation {
			if same++; fastest < 0 || s.Took() < r.result.Slowest[fastest].Took() {
				fastest = i
			}
		}
	}
	switch {
	case same < slowest:
		r.result.Slowest = append(r.result.Slowest, *o)
	case r.result.Slowest[fastest].Took() < o.Took():
		r.result.Slowest[fastest] = *o
	}
}

func (r *Recorder) operation(name string) *Operation {
	op := r.result.Operations[name]
	if op == nil {
		op = &Operation{Name: name, Times: NewTimes(), Refused: map[string]int{}, Failed: map[string]int{},
			Stages: map[string]*Times{}}
		for range r.result.Rounds {
			op.Rounds = append(op.Rounds, NewTimes())
		}
		r.result.Operations[name] = op
	}
	return op
}

// point returns that of a time; times before the start or after a day count at the ends.
func (r *Recorder) point(at time.Time) *Point {
	n := min(max(int(at.Sub(r.start)/time.Second), 0), maxTimelineSeconds-1)
	for len(r.result.Timeline) <= n {
		r.result.Timeline = append(r.result.Timeline, Point{})
	}
	return &r.result.Timeline[n]
}

// Pause counts time until a moment in which a worker could not send, without time before the start.
func (r *Recorder) Pause(until time.Time, d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.start.IsZero() {
		r.result.Paused += max(min(d, until.Sub(r.start)), 0)
	}
}

// Counts is an intermediate state.
type Counts struct {
	Answered, Refused, Failed int
	P50, P99                  time.Duration
	LastSecond                int // answered in the last whole second
}

// Counts returns the present state over all operations.
func (r *Recorder) Counts(now time.Time) (c Counts) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := NewTimes()
	for _, op := range r.result.Operations {
		all.Merge(op.Times)
		c.Refused += sum(op.Refused)
		c.Failed += sum(op.Failed)
	}
	c.Answered, c.P50, c.P99 = int(all.Count()), all.At(50), all.At(99)
	if n := int(now.Sub(r.start)/time.Second) - 1; n >= 0 && n < len(r.result.Timeline) {
		c.LastSecond = r.result.Timeline[n].Answered
	}
	return c
}

// Result returns the recorded data after the last Add.
func (r *Recorder) Result() *Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.result.Slowest, func(a, b Outcome) int { return cmp.Compare(b.Took(), a.Took()) })
	return &r.result
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
