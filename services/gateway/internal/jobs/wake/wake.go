// Package wake lets requests wait for the end of a document, on any replica.
package wake

import (
	"context"
	"sync"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// everyReplica is the subject that all replicas subscribe to: a document's waiters may be on any of them.
const everyReplica = "all"

// Waiters are the requests of this process that wait, by document.
type Waiters struct {
	mu      sync.Mutex
	waiting map[string]map[*waiter]struct{} // by document id
}

type waiter struct{ ended chan *contract.Record }

// NewWaiters returns an empty set.
func NewWaiters() *Waiters {
	return &Waiters{waiting: map[string]map[*waiter]struct{}{}}
}

// Await waits for a document. ended is closed once the document has ended. Before that it gets
// the record, if this process has it. cancel must be called.
func (w *Waiters) Await(documentID string) (ended <-chan *contract.Record, cancel func()) {
	me := &waiter{ended: make(chan *contract.Record, 1)}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting[documentID] == nil {
		w.waiting[documentID] = map[*waiter]struct{}{}
	}
	w.waiting[documentID][me] = struct{}{}
	return me.ended, func() { w.forget(documentID, me) }
}

func (w *Waiters) forget(documentID string, me *waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.waiting[documentID], me)
	if len(w.waiting[documentID]) == 0 {
		delete(w.waiting, documentID)
	}
}

// Awaited reports whether requests of this process wait for the document.
func (w *Waiters) Awaited(documentID string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.waiting[documentID]) > 0
}

// Tell wakes the requests of this process that wait for the document and passes them the record, which must
// not be changed.
func (w *Waiters) Tell(rec *contract.Record) { w.wake(rec.ID, rec) }

// Wake wakes the requests of this process that wait for the document.
func (w *Waiters) Wake(documentID string) { w.wake(documentID, nil) }

func (w *Waiters) wake(documentID string, rec *contract.Record) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for me := range w.waiting[documentID] {
		if rec != nil {
			me.ended <- rec // has room for it
		}
		close(me.ended)
	}
	delete(w.waiting, documentID)
}

// Broadcast wakes the waiters of this process and of every other replica. A lost message does no
// harm: waiters also poll.
func (w *Waiters) Broadcast(ctx context.Context, conn *bus.Conn, documentID string) error {
	w.Wake(documentID)
	return conn.Publish(ctx, contract.WakeSubject(everyReplica), contract.Wake{DocumentID: documentID})
}

// Listen receives the messages of other replicas until stop is called.
func (w *Waiters) Listen(conn *bus.Conn) (stop func(), err error) {
	return bus.Subscribe(conn, contract.WakeSubject(everyReplica), func(_ context.Context, m contract.Wake) {
		w.Wake(m.DocumentID)
	})
}
