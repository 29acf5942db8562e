package delivery

import (
	"context"
	"time"

	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

const (
	// recordBatch is the maximum of outcomes per transaction.
	recordBatch = 1024
	// recordPause is the pause after a failure to record.
	recordPause = 500 * time.Millisecond
)

// record stores outcomes until the channel is closed. Each transaction stores all outcomes that arrived
// during the one before, because single transactions would cost many times as much.
func (d *Dispatcher) record(ctx context.Context) {
	for first := range d.results {
		d.recordBatch(ctx, d.gather(first))
		d.Wake() // their subscriptions have a free place again
	}
}

// gather returns an outcome and the waiting ones.
func (d *Dispatcher) gather(first store.Outcome) []store.Outcome {
	batch := append(make([]store.Outcome, 0, recordBatch), first)
	for len(batch) < recordBatch {
		select {
		case o, ok := <-d.results:
			if !ok {
				return batch
			}
			batch = append(batch, o)
		default:
			return batch
		}
	}
	return batch
}

// recordBatch retries while the claims are valid. An unrecorded attempt is repeated after its claim
// expires, with the same delivery id.
func (d *Dispatcher) recordBatch(ctx context.Context, batch []store.Outcome) {
	deadline := time.Now().Add(webhook.Lease - webhook.AttemptTimeout)
	for {
		changed, err := d.store.Record(ctx, batch)
		if err == nil {
			if changed {
				d.changed()
			}
			return
		}
		d.log.Warn("attempts not recorded", "attempts", len(batch), "error", err)
		if time.Now().After(deadline) {
			return
		}
		time.Sleep(recordPause)
	}
}
