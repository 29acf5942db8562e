package bus

import (
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// maxAckDelay is far below any pause before a command is repeated, which is refused while the first is in the stream.
const maxAckDelay = 250 * time.Millisecond

// ackDelay sends each acknowledgement of a consumer when the next one arrives, or after maxAckDelay.
// So a work queue whose messages are acknowledged one by one does not become empty between two of
// them: with its last message the server removes the file of that message and creates another
// (nats-server, filestore.go, removeMsgBlock), which costs more than the rest of its work for a
// document.
//
// If the process ends before an acknowledgement is sent, the message is delivered again, as after any
// crash between the handler and the acknowledgement.
type ackDelay struct {
	log *slog.Logger

	mu    sync.Mutex
	last  jetstream.Msg // nil for none
	timer *time.Timer
}

// add returns the error of the previous acknowledgement, which it sends.
func (a *ackDelay) add(msg jetstream.Msg) error {
	a.mu.Lock()
	before := a.last
	a.last = msg
	if a.timer == nil {
		a.timer = time.AfterFunc(maxAckDelay, a.flush)
	} else {
		a.timer.Reset(maxAckDelay)
	}
	a.mu.Unlock()
	if before == nil {
		return nil
	}
	return before.Ack()
}

// flush sends the acknowledgement that waits.
func (a *ackDelay) flush() {
	a.mu.Lock()
	last := a.last
	a.last = nil
	a.mu.Unlock()
	if last == nil {
		return
	}
	if err := last.Ack(); err != nil {
		a.log.Warn("message not acknowledged, it is delivered again", "subject", last.Subject(), "error", err)
	}
}
