package delivery

import (
	"context"
	"time"

	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

const (
	// recordBatch is how many outcomes one transaction records at most.
	recordBatch = 1024
	// recordPause is the pause after a failure to record.
	recordPause = 500 * time.Millisecond
)

// record writes outcomes down until the results are closed: all together that
// came while the ones before were written, as one transaction for each would cost
// many times as much.
func (d *Dispatcher) record(ctx context.Context) {
	for first := range d.results {
		d.recordBatch(ctx, d.gather(first))
		d.Wake() // their subscriptions have a free place again
	}
}

// gather returns an outcome and those that wait behind it.
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

// recordBatch tries for as long as the claims hold. What could not be recorded
// is attempted again when they have run out, under the same delivery id.
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
