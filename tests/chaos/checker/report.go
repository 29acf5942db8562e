package checker

import (
	"fmt"
	"slices"
	"time"

	"github.com/docmill/docmill/tests/chaos/history"
)

// Rule is a promise that can be broken.
type Rule string

// Rules.
const (
	Lost          Rule = "lost"
	NotEnded      Rule = "not ended"
	EndedTwice    Rule = "ended twice"
	AcceptedTwice Rule = "accepted twice"
	Charged       Rule = "charged ≠ accepted"
	OverLimit     Rule = "over the limit"
	EventMissing  Rule = "events missing"
	EventTwice    Rule = "events twice"
	QuotaMissing  Rule = "quota events missing"
	QuotaTwice    Rule = "quota events twice"
	HookMissing   Rule = "webhooks missing"
	HookTwice     Rule = "webhooks twice"
	CameBack      Rule = "erased came back"
	Stale         Rule = "stale reads"
	Foreign       Rule = "of another account"
	Damaged       Rule = "content damaged"
)

// Rules lists all, in the order of tables.
func Rules() []Rule {
	return []Rule{Lost, NotEnded, EndedTwice, AcceptedTwice, Charged, OverLimit, EventMissing, EventTwice, QuotaMissing,
		QuotaTwice, HookMissing, HookTwice, CameBack, Stale, Foreign, Damaged}
}

// Violation is one break of a promise.
type Violation struct {
	Rule  Rule
	About string // document, file, account
	Text  string
}

// String returns the violation in one line.
func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Rule, v.About, v.Text) }

// Report is the result of a check.
type Report struct {
	Calls    map[history.Type]int // by outcome
	Accepted int                  // documents of 2xx answers
	Erased   int                  // of these
	Failed   int                  // of these, that ended failed
	Internal int                  // of these, that no attempt could read: outages and kills took them all
	Limited  int                  // calls that the month's limit refused
	Repeated int                  // messages of events beyond one of each id
	// Slowest is the last end of a document after the faults stopped; 0 if all had ended before.
	Slowest time.Duration
	// Left is how many documents ended after the faults stopped. Beyond is how much longer the last one
	// took than expected from the rate at which most of them ended: it shows documents that wait for
	// something, but not a long queue.
	Left       int
	Beyond     time.Duration
	Violations []Violation
}

// Count is how often a promise was broken.
func (r Report) Count(rule Rule) (n int) {
	for _, v := range r.Violations {
		if v.Rule == rule {
			n++
		}
	}
	return n
}

// Check compares a history with the final state. faultsEnded is the end of the last fault, since the
// history's beginning.
func Check(events []history.Event, faultsEnded time.Duration, s State) Report {
	c := newCheck(events, s)
	c.documents()
	c.accepted()
	c.reads()
	c.corrections()
	c.erasures()
	c.charges()
	if s.Inside != nil {
		c.events()
		c.thresholds()
		c.webhooks()
		c.batches()
		c.content()
	}
	c.sum(faultsEnded)
	return c.report
}

type check struct {
	calls  []history.Call
	state  State
	facts  map[string]*facts // by document that an answer named
	sorted []string          // their ids
	report Report
}

// facts are a history's facts about a document.
type facts struct {
	id       string
	account  int
	file     string
	accepted time.Duration // end of the first answer that named it
	reads    []history.Call
	writes   []history.Call // corrections
	erasures []history.Call
}

func newCheck(events []history.Event, s State) *check {
	c := &check{calls: history.Calls(events), state: s, facts: map[string]*facts{}}
	c.report.Calls = map[history.Type]int{}
	for _, call := range c.calls {
		c.report.Calls[call.Type]++
		for n, id := range call.Documents {
			if id != "" && c.facts[id] == nil {
				c.facts[id] = &facts{id: id, account: call.Account, file: call.Files[n], accepted: call.Ended}
				c.sorted = append(c.sorted, id)
			}
		}
	}
	slices.Sort(c.sorted)
	for _, call := range c.calls {
		f := c.facts[call.Document]
		if f == nil {
			continue
		}
		switch call.Kind {
		case history.Read:
			f.reads = append(f.reads, call)
		case history.Correct:
			f.writes = append(f.writes, call)
		case history.Erase:
			f.erasures = append(f.erasures, call)
		}
	}
	return c
}

func (c *check) broken(rule Rule, about, format string, args ...any) {
	c.report.Violations = append(c.report.Violations, Violation{rule, about, fmt.Sprintf(format, args...)})
}

func (c *check) sum(faultsEnded time.Duration) {
	c.report.Accepted = len(c.facts)
	for id, f := range c.facts {
		if c.erased(f) {
			c.report.Erased++
		} else if d := c.state.Documents[id]; d.Status == "failed" {
			c.report.Failed++
			if d.Failure == internalError {
				c.report.Internal++
			}
		}
	}
	for _, call := range c.calls {
		if call.Note == quotaExceeded {
			c.report.Limited++
		}
	}
	if c.state.Inside == nil {
		return
	}
	var ends []time.Duration
	for _, row := range c.state.Inside.Rows {
		if row.Ended > faultsEnded {
			ends = append(ends, row.Ended-faultsEnded)
		}
	}
	c.report.Left, c.report.Slowest, c.report.Beyond = len(ends), slowest(ends), beyond(ends)
}

func slowest(ends []time.Duration) time.Duration {
	if len(ends) == 0 {
		return 0
	}
	return slices.Max(ends)
}

// beyond is how much later the last document ended than if all had ended at the rate of the middle 80 %.
func beyond(ends []time.Duration) time.Duration {
	const enough = 50 // documents that tell a rate
	last := slowest(ends)
	if len(ends) < enough {
		return last
	}
	slices.Sort(ends)
	from, to := len(ends)/10, len(ends)*9/10
	each := (ends[to] - ends[from]) / time.Duration(to-from)
	return max(0, last-each*time.Duration(len(ends)))
}

// acknowledged is when an erasure succeeded, or a client did not find the document after a request for it.
func (f *facts) acknowledged() (at time.Duration, gone bool) {
	at = history.Forever
	for _, e := range f.erasures {
		if e.Type == history.OK {
			at = min(at, e.Ended)
		}
	}
	for _, r := range f.reads {
		if r.Status == StatusGone && f.mayBeErasedBy(r.Ended) {
			at = min(at, r.Ended)
		}
	}
	return at, at != history.Forever
}

// StatusGone is the status of a document that a read did not find.
const StatusGone = "gone"

func (f *facts) mayBeErasedBy(at time.Duration) bool {
	return slices.ContainsFunc(f.erasures, func(e history.Call) bool {
		return e.Type != history.Fail && e.Invoked <= at
	})
}

// erased reports whether a document must be gone: its erasure is acknowledged, or uncertain and the API finds none.
func (c *check) erased(f *facts) bool {
	if _, gone := f.acknowledged(); gone {
		return true
	}
	_, listed := c.state.Documents[f.id]
	return !listed && f.mayBeErasedBy(history.Forever)
}
