package bus

import (
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// trailTime is how long the newest acknowledgement waits for another one. It is much
// shorter than any pause after which a document's command may be published again: on
// the subject of one that is still there it would be refused.
const trailTime = 250 * time.Millisecond

// trail sends each acknowledgement of a consumer when the next one comes, or trailTime
// later. So a work queue whose messages are settled one by one does not become empty
// between two of them: with its last message the server gives up the file that this lay
// in and begins another (nats-server, filestore.go, removeMsgBlock), and files made and
// removed for each document cost more than all else that it does for one.
//
// What is lost of it with the process is delivered again, as after any crash between a
// message's end and its acknowledgement.
type trail struct {
	log *slog.Logger

	mu    sync.Mutex
	last  jetstream.Msg // nil for none
	timer *time.Timer
}

// ack returns the error of the acknowledgement before, if there was one to be sent.
func (t *trail) ack(msg jetstream.Msg) error {
	t.mu.Lock()
	before := t.last
	t.last = msg
	if t.timer == nil {
		t.timer = time.AfterFunc(trailTime, t.flush)
	} else {
		t.timer.Reset(trailTime)
	}
	t.mu.Unlock()
	if before == nil {
		return nil
	}
	return before.Ack()
}

// flush sends what is held.
func (t *trail) flush() {
	t.mu.Lock()
	last := t.last
	t.last = nil
	t.mu.Unlock()
	if last == nil {
		return
	}
	if err := last.Ack(); err != nil {
		t.log.Warn("message not acknowledged, it is delivered again", "subject", last.Subject(), "error", err)
	}
}
