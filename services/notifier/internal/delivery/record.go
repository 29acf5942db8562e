package delivery

import (
	"context"
	"time"

	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

const (
	// recordBatch is how many outcomes one transaction records at most.
	recordBatch = 256
	// gather is how long the first outcome of a transaction waits for others:
	// one for each would cost many times as much.
	gather = 10 * time.Millisecond
	// recordPause is the pause after a failure to record.
	recordPause = 500 * time.Millisecond
)

// record writes outcomes down, those that came meanwhile together, until the
// results are closed, and gives their slots back.
func (d *Dispatcher) record(ctx context.Context, slots chan struct{}) {
	for first := range d.results {
		batch := d.gather(first)
		d.recordBatch(ctx, batch)
		for range batch {
			<-slots
		}
		d.Wake()
	}
}

// gather gives an outcome and those that follow it shortly.
func (d *Dispatcher) gather(first store.Outcome) []store.Outcome {
	batch := append(make([]store.Outcome, 0, recordBatch), first)
	enough := time.After(gather)
	for len(batch) < recordBatch {
		select {
		case o, ok := <-d.results:
			if !ok {
				return batch
			}
			batch = append(batch, o)
		case <-enough:
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
