package delivery

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/store"
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

// eventOf parses a message of the stream: its subject has account and id, see contract.EventSubject. The
// body stays unchanged.
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
