package delivery

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/store"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// intakeWorkers is the number of concurrent workers.
const intakeWorkers = 4

// Intake makes deliveries of the events in the stream.
type Intake struct {
	Store *store.Store
	Log   *slog.Logger
	// Made is called after deliveries were made.
	Made func()
}

// Run reads events from puller until ctx ends, and finishes those in progress. It acknowledges an event
// once its deliveries are stored; a repeated event is harmless.
func (in *Intake) Run(ctx context.Context, puller *bus.Puller) error {
	defer puller.Flush()
	var wg sync.WaitGroup
	defer wg.Wait()
	for range intakeWorkers {
		wg.Go(func() {
			for {
				message, err := puller.Next(ctx)
				if err != nil {
					return
				}
				working := context.WithoutCancel(ctx)
				err = in.take(message.Context(working), message.Subject(), message.Data())
				if err := message.Finish(working, err); err != nil {
					in.Log.Warn("event not settled", "subject", message.Subject(), "error", err)
				}
			}
		})
	}
	<-ctx.Done()
	return nil
}

func (in *Intake) take(ctx context.Context, subject string, data []byte) error {
	event, err := eventOf(subject, data)
	if err != nil {
		return fmt.Errorf("%w: %w", bus.ErrMalformed, err)
	}
	made, err := in.Store.Ingest(ctx, event)
	if err != nil {
		in.Log.Warn("event not taken in", "subject", subject, "error", err)
		return err
	}
	if made > 0 {
		in.Made()
	}
	return nil
}

// eventOf parses a message. Its subject has account and id (contract.EventSubject); its body stays unchanged.
func eventOf(subject string, data []byte) (store.Event, error) {
	event, err := bus.Decode[contract.Event](data)
	if err != nil {
		return store.Event{}, err
	}
	parts := strings.Split(subject, ".")
	if len(parts) != 6 || subject != contract.EventSubject(event.Event, parts[4], parts[5]) {
		return store.Event{}, fmt.Errorf("an event %s on %.200q", event.Event, subject)
	}
	return store.Event{
		ID: subject, Account: parts[4], Ref: parts[5], Type: event.Event, At: event.Timestamp.Time, Body: data,
	}, nil
}

const (
	// recordBatch is the maximum of outcomes per transaction.
	recordBatch = 1024
	// recordPause is the pause after a failure to record.
	recordPause = 500 * time.Millisecond
)

// record stores outcomes in groups until the channel closes: single transactions would cost many times as much.
func (d *Dispatcher) record(ctx context.Context) {
	for first := range d.results {
		d.recordBatch(ctx, d.gather(first))
		d.Wake() // their subscriptions have a free place again
	}
}

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

// recordBatch retries while claims are valid. Later, unrecorded attempts are repeated with the same delivery id.
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
