package completion

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/store"
)

const (
	// maxGroup bounds how many documents one transaction ends.
	maxGroup = 64
	// maxGroups is how many transactions run at a time: a document that comes while
	// one group is written is ended by itself.
	maxGroups = 2
)

// groups ends documents together that come while others are being ended. Those of
// batches, whose end nobody waits for by itself, gather for a while before: a
// transaction for four of them costs the database little more than one for one.
// All others wait for nobody, and take along who gathers.
type groups struct {
	mu      sync.Mutex
	running int
	waiting []*member
	due     bool        // those who wait are to be ended as soon as a group may run
	timer   *time.Timer // has those be due who gather; nil while nobody does
}

// Gathering says how results come together. The zero value has none wait.
type Gathering struct {
	Count int           // so many wait for no more
	Wait  time.Duration // how long the first one waits
}

// member is a document that waits for its group.
type member struct {
	ending    store.Ending
	turn      chan turn // holds two: to lead, and how its group went
	appointed bool      // was told to lead
}

// turn is what a member is told: how its group went, or to lead the next one.
type turn struct {
	lead  bool
	ended bool
	err   error // of the whole group
	alone bool  // in the group: the error is the member's own
}

// finish is store.Finish, in a group where others wait or may soon come. Where a
// group fails, each of its members is ended alone: the one that is to blame spoils it
// for no other.
func (g *groups) finish(ctx context.Context, s *store.Queue, e store.Ending, how Gathering) (ok bool, err error) {
	m := &member{ending: e, turn: make(chan turn, 2)}
	if !g.join(m, how) {
		t := <-m.turn
		if !t.lead {
			return settle(ctx, s, m, t)
		}
	}
	g.lead(ctx, s)
	return settle(ctx, s, m, <-m.turn)
}

func settle(ctx context.Context, s *store.Queue, m *member, t turn) (ok bool, err error) {
	if t.err == nil || t.alone {
		return t.ended, t.err
	}
	return s.Finish(ctx, m.ending.Ref, m.ending.End)
}

// join lines the member up and reports whether it is to lead a group at once.
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

// gathered has the first of those who gathered lead them.
func (g *groups) gathered() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.timer, g.due = nil, len(g.waiting) > 0
	if g.due && g.running < maxGroups {
		g.running++
		g.appoint()
	}
}

// errUnended is what members are told of a group that did not come to an end.
var errUnended = errors.New("the group was not ended")

// lead ends those who wait, the caller among them, and has the first of those who came
// meanwhile lead the next group.
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
	// The caller may have waited for most of its own time, the others have not.
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

// pass hands the leader's place on to one of those who are due and have none yet. Those
// who have one take the others along, so that nobody is left behind where there is no such.
func (g *groups) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.due {
		g.running--
		return
	}
	g.appoint()
}

// appoint tells the first who waits and has no leader's place that it has one, which is
// given up where there is no such. The caller holds the lock.
func (g *groups) appoint() {
	for _, m := range g.waiting {
		if !m.appointed {
			m.appointed = true
			m.turn <- turn{lead: true} // it leads before it is told how its own group went
			return
		}
	}
	g.running--
}
