package stages

import (
	"strings"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// The stages of an upload, each from the end of the one before it.
const (
	authorize = "key and rate"
	receive   = "receive and store file"
	accept    = "accept"
	queue     = "queue"
	claim     = "claim"
	fetch     = "fetch file"
	extract   = "extract"
	store     = "store result"
	answer    = "answer"
	network   = "network and client"
)

// Names lists the stages in the order in which an upload passes them.
func Names() []string {
	return []string{authorize, receive, accept, queue, claim, fetch, extract, store, answer, network}
}

// part is the role of a span.
type part int

const (
	partRequest part = iota // the HTTP request
	partKey
	partRate
	partPut
	partCommand
	partExtract // of the extractor, over all that it does
	partClaim
	partGet
	partEngine
	partResult
	parts
)

// partOf identifies a span by its name in the services; ok is false for others.
func partOf(s *span) (p part, ok bool) {
	switch {
	case s.http:
		return partRequest, true
	case s.name == "request" && s.destination == contract.RPCAuthVerify:
		return partKey, true
	case s.name == "request" && s.destination == contract.RPCQuotaAdmit:
		return partRate, true
	case s.name == "request" && s.destination == contract.RPCWorkClaim:
		return partClaim, true
	case s.name == "publish" && strings.HasPrefix(s.destination, below(contract.SubjectCommands)):
		return partCommand, true
	case s.name == "process" && strings.HasPrefix(s.destination, below(contract.SubjectResults)):
		return partResult, true
	case s.name == "s3 put":
		return partPut, true
	case s.name == "s3 get":
		return partGet, true
	case s.name == "extract":
		return partExtract, true
	case s.name == "engine":
		return partEngine, true
	}
	return 0, false
}

type moment struct{ start, end time.Time }

// trace has the last span of each role: the last of several attempts counts.
type trace [parts]*moment

func (t *trace) add(p part, s *span) {
	m := &moment{s.start, s.end}
	old := t[p]
	switch {
	case old == nil:
	case p == partRequest: // several, where the record was asked for again: from first to last
		if old.start.Before(m.start) {
			m.start = old.start
		}
		if old.end.After(m.end) {
			m.end = old.end
		}
	case p == partPut || p == partCommand: // the first, as a released command is one again
		if old.start.Before(m.start) {
			return
		}
	case old.start.After(m.start):
		return
	}
	t[p] = m
}

// isComplete reports whether the trace suffices to compute stages.
func (t *trace) isComplete() bool { return t[partRequest] != nil && t[partEngine] != nil }

// stages splits the client's time of an upload. A stage without a span for its end is part of the next.
func (t *trace) stages(took time.Duration) map[string]time.Duration {
	request := t[partRequest]
	out := map[string]time.Duration{}
	at := request.start
	until := func(name string, end time.Time) {
		if end.After(request.end) {
			end = request.end // work that the answer did not wait for
		}
		if end.Before(at) {
			end = at
		}
		out[name] = end.Sub(at)
		at = end
	}
	ends := func(name string, which ...part) {
		var last time.Time
		for _, p := range which {
			if m := t[p]; m != nil && m.end.After(last) {
				last = m.end
			}
		}
		if !last.IsZero() {
			until(name, last)
		}
	}
	ends(authorize, partKey, partRate)
	ends(receive, partPut)
	if m := t[partCommand]; m != nil {
		until(accept, m.start)
	}
	if m := t[partExtract]; m != nil {
		until(queue, m.start)
	}
	ends(claim, partClaim)
	ends(fetch, partGet)
	ends(extract, partEngine)
	ends(store, partResult)
	until(answer, request.end)
	out[network] = max(took-request.end.Sub(request.start), 0)
	return out
}

// maxTraces bounds the stored traces, because other operations are traced as well.
const maxTraces = 500_000

// Set collects spans by trace. It is safe for concurrent use.
type Set struct {
	mu  sync.Mutex
	all map[string]*trace
}

// NewSet makes an empty set.
func NewSet() *Set { return &Set{all: map[string]*trace{}} }

func (s *Set) add(one span) {
	p, ok := partOf(&one)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.all[one.trace]
	if t == nil {
		if len(s.all) >= maxTraces {
			return
		}
		t = &trace{}
		s.all[one.trace] = t
	}
	t.add(p, &one)
}

// Has reports whether the trace suffices.
func (s *Set) Has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.all[id]
	return t != nil && t.isComplete()
}

// Stages splits the time of the upload with the trace id. ok is false if its trace does not suffice.
func (s *Set) Stages(id string, took time.Duration) (out map[string]time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.all[id]
	if t == nil || !t.isComplete() {
		return nil, false
	}
	return t.stages(took), true
}

// below returns the common prefix of a pattern's subjects.
func below(pattern string) string { return strings.TrimRight(pattern, ">*") }
