package completion

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

const (
	// maxGroup is the maximum number of documents that one transaction ends.
	maxGroup = 64
	// maxGroups bounds the transactions at a time. With two, a document that arrives while one runs does not wait.
	maxGroups = 2
)

// groups ends documents in shared transactions: one for four documents costs little more than one for one. It groups
// results that arrive during a write, and delays those of batches, since no client waits for a single one of them.
type groups struct {
	mu      sync.Mutex
	running int
	waiting []*member
	due     bool        // those who wait are to be ended as soon as a group may run
	timer   *time.Timer // makes held-back members due; nil without any
}

// Gathering is how long results are held back. The zero value holds none back.
type Gathering struct {
	Count int           // so many wait for no more
	Wait  time.Duration // how long the first one waits
}

// member is a document that waits for its group.
type member struct {
	ending    store.Ending
	turn      chan turn // holds two: to lead, and how its group went
	appointed bool      // is the next leader
}

// turn is a message to a member: the outcome of its group, or that it leads the next one.
type turn struct {
	lead  bool
	ended bool
	err   error // of the whole group
	alone bool  // in the group: the error is the member's own
}

// finish ends a document, in a group if others wait or may come soon. If a group fails, each member is ended alone.
func (g *groups) finish(ctx context.Context, s *store.Queue, e store.Ending, how Gathering) (ok bool, err error) {
	m := &member{ending: e, turn: make(chan turn, 2)}
	if !g.join(m, how) {
		t := <-m.turn
		if !t.lead {
			return finishDelivery(ctx, s, m, t)
		}
	}
	g.lead(ctx, s)
	return finishDelivery(ctx, s, m, <-m.turn)
}

func finishDelivery(ctx context.Context, s *store.Queue, m *member, t turn) (ok bool, err error) {
	if t.err == nil || t.alone {
		return t.ended, t.err
	}
	return s.Finish(ctx, m.ending.Ref, m.ending.End)
}

func (g *groups) join(m *member, how Gathering) (lead bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, m)
	switch {
	case len(g.waiting) >= how.Count:
		g.due = true
	case g.timer == nil:
		g.timer = time.AfterFunc(how.Wait, g.gathered)
	}
	if !g.due || g.running >= maxGroups {
		return false
	}
	g.running++
	return true
}

// gathered makes the first member that was held back the leader.
func (g *groups) gathered() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.timer, g.due = nil, len(g.waiting) > 0
	if g.due && g.running < maxGroups {
		g.running++
		g.appoint()
	}
}

// errUnended is the error of members whose leader panicked.
var errUnended = errors.New("the group was not finished")

// lead ends the waiting documents, including the caller's, and appoints the next leader.
func (g *groups) lead(ctx context.Context, s *store.Queue) {
	members := g.take()
	if len(members) == 0 { // another group took them meanwhile
		g.pass()
		return
	}
	endings := make([]store.Ending, len(members))
	for i, m := range members {
		endings[i] = m.ending
	}
	ended, err := make([]bool, len(members)), errUnended
	defer func() {
		g.pass()
		for i, m := range members {
			m.turn <- turn{ended: err == nil && ended[i], err: err, alone: len(members) == 1}
		}
	}()
	// The caller may have used most of its time; the others have not.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handleTimeout)
	defer cancel()
	ended, err = s.FinishAll(ctx, endings)
}

func (g *groups) take() (members []*member) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), maxGroup)
	members, g.waiting = g.waiting[:n:n], g.waiting[n:]
	if g.due = len(g.waiting) > 0; !g.due && g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
	return members
}

// pass appoints the next leader among the due members. Members that are leaders already take the others along.
func (g *groups) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.due {
		g.running--
		return
	}
	g.appoint()
}

// appoint makes the first unappointed member the leader, or frees the place. The caller holds the lock.
func (g *groups) appoint() {
	for _, m := range g.waiting {
		if !m.appointed {
			m.appointed = true
			m.turn <- turn{lead: true} // it leads before it gets its group's outcome
			return
		}
	}
	g.running--
}
