package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/require"
)

const (
	schema = "parcel"
	most   = 12_000 // messages in the stream
)

func pool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	p, err := pgstore.Open(t.Context(), pgstore.Config{URL: database(t), Schema: schema})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// database returns the URL of a database with an empty outbox.
func database(t *testing.T) string {
	t.Helper()
	return testkit.Database(t, func(ctx context.Context, url string) error {
		m, err := outbox.Migrations(schema)
		if err != nil {
			return err
		}
		return pgstore.Migrate(ctx, url, m)
	}, "outbox")
}

func add(t *testing.T, p *pgxpool.Pool, messages ...outbox.Message) {
	t.Helper()
	require.NoError(t, pgstore.InTx(t.Context(), p, func(tx pgx.Tx) error {
		for _, m := range messages {
			if err := outbox.Add(t.Context(), tx, m); err != nil {
				return err
			}
		}
		return nil
	}))
}

// stream records published messages by id, like JetStream.
type stream struct {
	mu      sync.Mutex
	created time.Time
	got     map[string]bus.Envelope
	order   []string
	refuse  map[string]bool
	news    chan struct{}
}

func newStream() *stream {
	return &stream{created: time.Now(), got: map[string]bus.Envelope{}, refuse: map[string]bool{},
		news: make(chan struct{}, 1000)}
}

func (s *stream) PublishEnvelope(_ context.Context, e bus.Envelope) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse[e.MsgID] {
		return errors.New("refused")
	}
	if _, dup := s.got[e.MsgID]; !dup {
		s.got[e.MsgID] = e
		s.order = append(s.order, e.MsgID)
		s.news <- struct{}{}
	}
	return nil
}

func (s *stream) StreamCreated(context.Context, string) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.created, nil
}

// lose empties the stream like a lost disk, and returns when the lost one was created.
func (s *stream) lose() (before time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.created
	s.created, s.got, s.order = time.Now(), map[string]bus.Envelope{}, nil
	return before
}

func (s *stream) await(t *testing.T, n int) {
	t.Helper()
	for range n {
		select {
		case <-s.news:
		case <-time.After(testkit.Patience):
			t.Fatalf("published %v", s.order)
		}
	}
}

func relay(t *testing.T, p *pgxpool.Pool, s outbox.Publisher) (r *outbox.Relay, stop func()) {
	t.Helper()
	r = outbox.NewRelay(p, s, slog.New(slog.DiscardHandler), "S", outbox.Retention{MaxAge: time.Hour, MaxMessages: most})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		assert.NoError(t, <-done)
	})
	t.Cleanup(stop)
	return r, stop
}

func TestPublishOnce(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	m := outbox.Message{Ref: "a", Subject: "docmill.event.x", MsgID: "x:a", Headers: map[string]string{"K": "v"},
		Payload: []byte("body")}
	add(t, p, m)
	add(t, p, m) // the same decision, taken again
	r, _ := relay(t, p, s)
	s.await(t, 1)
	add(t, p, outbox.Message{Ref: "b", Subject: "docmill.event.x", MsgID: "x:b", Payload: []byte("2")})
	r.Wake()
	s.await(t, 1)
	got := s.got["x:a"]
	require.True(t, string(got.Data) == "body" && got.Header["K"] == "v" && got.Subject == m.Subject, got)
	require.EqualSlices(t, s.order, []string{"x:a", "x:b"}, "order")
}

func TestFailingRow(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	s.refuse["x:0"] = true
	for i := range 5 {
		add(t, p, outbox.Message{Ref: "r", Subject: "s", MsgID: fmt.Sprintf("x:%d", i), Payload: []byte("p")})
	}
	relay(t, p, s)
	s.await(t, 4)
	s.mu.Lock()
	delete(s.refuse, "x:0")
	s.mu.Unlock()
	s.await(t, 1) // it comes back by itself
}

func TestClockSetBack(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	for i := range 2 {
		add(t, p, outbox.Message{Ref: "r", Subject: "s", MsgID: fmt.Sprintf("x:%d", i), Payload: []byte("p")})
	}
	// The second was tried while the clock was ahead.
	_, err := p.Exec(t.Context(), `
		UPDATE outbox SET due_at = due_at + interval '10 minutes', tries = CASE msg_id WHEN 'x:1' THEN 3 ELSE 0 END`,
	)
	require.NoError(t, err)
	relay(t, p, s)
	s.await(t, 2)
}

func TestSeveralRelays(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	const n = 300
	for i := range n {
		add(t, p, outbox.Message{Ref: "r", Subject: "s", MsgID: fmt.Sprintf("x:%d", i), Payload: []byte("p")})
	}
	for range 3 {
		relay(t, p, s)
	}
	s.await(t, n)
	require.Equal(t, len(s.got), n, "messages")
}

// A starting relay prunes: a relay that is often restarted would never prune otherwise.
func TestPruneAtStart(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	add(t, p, outbox.Message{Ref: "a", Subject: "s", MsgID: "x:a", Payload: []byte("p")},
		outbox.Message{Ref: "b", Subject: "s", MsgID: "x:b", Payload: []byte("p")})
	_, err := p.Exec(t.Context(), `UPDATE outbox SET published_at = clock_timestamp() - interval '2 hours'
		WHERE ref = 'a'`)
	require.NoError(t, err)
	relay(t, p, s)
	s.await(t, 1)
	awaitRows(t, p, 1)
	var left string
	err = p.QueryRow(t.Context(), `SELECT string_agg(ref, ' ') FROM outbox`).Scan(&left)
	assert.True(t, err == nil && left == "b", "left", left, err)
}

func TestSeedLostStream(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	add(t, p, outbox.Message{Ref: "a", Subject: "s", MsgID: "x:a", Payload: []byte("p")})
	add(t, p, outbox.Message{Ref: "b", Subject: "s", MsgID: "x:b", Payload: []byte("p")})
	r, stop := relay(t, p, s)
	s.await(t, 2)
	// Another message makes sure that the first two are marked.
	add(t, p, outbox.Message{Ref: "c", Subject: "s", MsgID: "x:c", Payload: []byte("p")})
	r.Wake()
	s.await(t, 1)
	stop()
	require.NoError(t, pgstore.InTx(t.Context(), p, func(tx pgx.Tx) error {
		subjects, err := outbox.Forget(t.Context(), tx, "b")
		if err == nil && !slices.Equal(subjects, []string{"s"}) {
			err = fmt.Errorf("subjects %v", subjects)
		}
		return err
	}))
	s.lose()
	relay(t, p, s)
	s.await(t, 2)
	_, ok := s.got["x:b"]
	require.False(t, ok, "what was forgotten came back")
}

// However many messages are kept, removing the old ones reads these alone.
func TestPruneUsesIndex(t *testing.T) {
	t.Parallel()
	p, collected := testkit.Explained(t, database(t), schema)
	for _, sql := range []string{`
		INSERT INTO outbox (ref, subject, msg_id, payload, published_at)
		SELECT 'r', 's', 'm' || n, 'p', now() - CASE WHEN n > 400 THEN '1 second' ELSE '2 hours' END::interval
		FROM generate_series(1, 4000) AS n`,
		`ANALYZE outbox`,
	} {
		_, err := p.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	relay(t, p, newStream())
	for deadline := time.Now().Add(testkit.Patience); ; {
		for _, plan := range collected.Take() {
			if !strings.Contains(plan.Query, "DELETE FROM outbox") {
				continue
			}
			assert.True(t, plan.Root.UsesIndex("outbox_published") && plan.Root.SeqScans() == nil, plan)
			return
		}
		require.False(t, time.Now().After(deadline), "nothing is pruned")
		time.Sleep(time.Millisecond)
	}
}
