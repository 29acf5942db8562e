// Package history records the calls of docmill's clients during faults: each call at its beginning (invoke)
// and its end (ok, fail, unknown), after the method of Jepsen (https://jepsen.io). A history is a file of
// JSON lines, one event each.
package history

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Type is the type of an event.
type Type string

// Types of events. A call ends in one of three ways: it took effect, it certainly did not, or the client
// does not know.
const (
	Invoke  Type = "invoke"
	OK      Type = "ok"
	Fail    Type = "fail"
	Unknown Type = "unknown"
	Info    Type = "info" // a fault, not a call
)

// Kind is the operation of a call.
type Kind string

// Kinds of calls.
const (
	Upload  Kind = "upload"
	Batch   Kind = "batch"
	Correct Kind = "correct"
	Erase   Kind = "erase"
	Read    Kind = "read"
)

// Event is one line.
type Event struct {
	Call    int           `json:"call"` // number of the call, the same at its begin and end
	Type    Type          `json:"type"`
	At      time.Duration `json:"at"` // since the history's begin
	Worker  int           `json:"worker"`
	Account int           `json:"account"`
	Kind    Kind          `json:"kind,omitempty"`

	Key      string   `json:"key,omitempty"`      // Idempotency-Key
	Files    []string `json:"files,omitempty"`    // names of the files sent, each used for one content only
	Document string   `json:"document,omitempty"` // that the call is about
	// Documents are the ids from the response to an upload or batch, in the order of Files; empty for a
	// rejected file.
	Documents []string `json:"documents,omitempty"`
	Batch     string   `json:"batch,omitempty"`
	Value     string   `json:"value,omitempty"`  // corrected to, or read; empty when it was never corrected
	Status    string   `json:"status,omitempty"` // of the document, as read
	HTTP      int      `json:"http,omitempty"`
	Note      string   `json:"note,omitempty"` // error code, or what went wrong
}

// Recorder writes a history. Its methods may be called by many goroutines.
type Recorder struct {
	begin time.Time

	mu     sync.Mutex
	out    *json.Encoder
	events []Event
	calls  int
	err    error
}

// NewRecorder begins a history that is written to w.
func NewRecorder(w io.Writer) *Recorder {
	return &Recorder{begin: time.Now(), out: json.NewEncoder(w)}
}

// Begin writes down that a call is made and returns it with its number, for End.
func (r *Recorder) Begin(e Event) Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	e.Call, e.Type = r.calls, Invoke
	r.add(e)
	return e
}

// End writes down how a call ended.
func (r *Recorder) End(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(e)
}

// Note records an incident besides the calls.
func (r *Recorder) Note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(Event{Type: Info, Note: text})
}

func (r *Recorder) add(e Event) {
	e.At = time.Since(r.begin)
	r.events = append(r.events, e)
	r.err = errors.Join(r.err, r.out.Encode(e))
}

// Events are all so far, and the first failure to write them.
func (r *Recorder) Events() ([]Event, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Event(nil), r.events...), r.err
}

// Parse reads a history. It returns an error at the first invalid line.
func Parse(in io.Reader) ([]Event, error) {
	var events []Event
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		var e Event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("line %d of the history: %w", n, err)
		}
		events = append(events, e)
	}
	return events, lines.Err()
}

// maxLine is more than an event of a hundred documents takes, in bytes.
const maxLine = 1 << 20

// Call is a call from its begin to its end.
type Call struct {
	Event   // the end, or the begin where it never ended
	Invoked time.Duration
	Ended   time.Duration // Forever where the outcome is unknown
}

// Forever is the end of a call with an unknown end: it may take effect at any later time.
const Forever = time.Duration(1<<63 - 1)

// Calls joins begins and ends, in the order of the begins.
func Calls(events []Event) []Call {
	var calls []Call
	place := map[int]int{}
	for _, e := range events {
		switch e.Type {
		case Info:
		case Invoke:
			place[e.Call] = len(calls)
			calls = append(calls, Call{Event: e, Invoked: e.At, Ended: Forever})
		default:
			n, begun := place[e.Call]
			if !begun {
				continue
			}
			calls[n].Event = e
			if e.Type != Unknown {
				calls[n].Ended = e.At
			}
		}
	}
	for n := range calls {
		if calls[n].Type == Invoke {
			calls[n].Type = Unknown // the client was ended itself
		}
	}
	return calls
}
