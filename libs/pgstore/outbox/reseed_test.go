package outbox_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/require"
)

// haltingStream stores messages like stream, and halts at one between two messages of a batch.
type haltingStream struct {
	*stream
	at      string
	halt    sync.Once
	reached chan struct{}
	proceed chan struct{}
}

func (s *haltingStream) PublishEnvelope(ctx context.Context, e bus.Envelope) error {
	if e.MsgID == s.at {
		s.halt.Do(func() { // once: it may be this relay that seeds the message again
			s.reached <- struct{}{}
			<-s.proceed
		})
	}
	return s.stream.PublishEnvelope(ctx, e)
}

// A replica may have published part of a batch to the stream that is then lost,
// and not yet marked it, when another replica seeds the new stream.
func TestSeedDuringPublish(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	halting := &haltingStream{stream: s, at: "x:b", reached: make(chan struct{}), proceed: make(chan struct{})}
	slow, _ := relay(t, p, halting)
	add(t, p, outbox.Message{Ref: "a", Subject: "s", MsgID: "x:first", Payload: []byte("p")})
	slow.Wake()
	s.await(t, 1) // the relay has looked at the stream
	add(t, p,
		outbox.Message{Ref: "a", Subject: "s", MsgID: "x:a", Payload: []byte("p")},
		outbox.Message{Ref: "b", Subject: "s", MsgID: "x:b", Payload: []byte("p")})
	slow.Wake()
	s.await(t, 1)
	<-halting.reached

	before := s.lose()
	relay(t, p, s)
	awaitSeeding(t, p, before)
	close(halting.proceed)
	s.await(t, 3)
	require.Equal(t, len(s.got), 3, "the new stream holds", s.order)
}

// awaitSeeding returns when a relay has refilled the stream, or waits for a batch in progress.
func awaitSeeding(t *testing.T, p *pgxpool.Pool, before time.Time) {
	t.Helper()
	deadline := time.Now().Add(testkit.Patience)
	for seeding := false; !seeding; {
		require.False(t, time.Now().After(deadline), "no relay seeds the stream anew")
		err := p.QueryRow(t.Context(), `
			SELECT EXISTS (SELECT FROM outbox_stream WHERE created_at > $1) OR
			       EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`,
			before.Truncate(time.Millisecond)).Scan(&seeding)
		require.NoError(t, err)
	}
}
