package quota

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/quota/internal/store"
)

// signals converts reached thresholds to events in the outbox. Replicas share the work.
type signals struct {
	store   *store.Store
	metrics *metrics
	added   func() // called when events were put into the outbox
	log     *slog.Logger
	wake    chan struct{}
}

// signalsPoll bounds the delay after a lost wake-up.
const signalsPoll = 2 * time.Second

func newSignals(db *store.Store, m *metrics, added func(), log *slog.Logger) *signals {
	return &signals{store: db, metrics: m, added: added, log: log, wake: make(chan struct{}, 1)}
}

// wakeUp signals that a threshold was committed; it never blocks.
func (s *signals) wakeUp() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run works until ctx ends. The next run continues unfinished work.
func (s *signals) run(ctx context.Context) {
	poll := time.NewTicker(signalsPoll)
	defer poll.Stop()
	for {
		n, err := s.relay(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("thresholds not relayed", "error", err)
		}
		if n > 0 {
			s.added()
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-poll.C:
		}
	}
}

// relay puts threshold events into the outbox and returns their number, counted after the commit.
func (s *signals) relay(ctx context.Context) (int, error) {
	var reached []store.Threshold
	n, err := s.store.RelayThresholds(ctx, func(t store.Threshold) (outbox.Message, error) {
		reached = append(reached, t)
		return eventMessage(t)
	})
	if err != nil {
		return 0, err
	}
	for _, t := range reached {
		s.metrics.reached(ctx, t.Plan, eventOf(t.Type))
	}
	return n, nil
}

func eventMessage(t store.Threshold) (outbox.Message, error) {
	data, err := json.Marshal(contract.QuotaEvent{
		AccountID: t.Account, Plan: t.Plan, Used: t.Used, Limit: t.Limit, Period: period(t.Month),
	})
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event of %s: %w", t.Account, err)
	}
	event := contract.Event{Event: eventOf(t.Type), Timestamp: contract.TimeOf(t.ReachedAt), Data: data}
	if err := event.Validate(); err != nil {
		return outbox.Message{}, fmt.Errorf("event of %s: %w", t.Account, err)
	}
	body, err := json.Marshal(event)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("event of %s: %w", t.Account, err)
	}
	month := t.Month.Format("2006-01")
	return outbox.Message{
		Ref:     t.Account,
		Subject: contract.EventSubject(event.Event, t.Account, month),
		MsgID:   fmt.Sprintf("%s:%s:%s", event.Event, t.Account, month),
		Headers: map[string]string{contract.HeaderAccount: t.Account},
		Payload: body,
	}, nil
}
