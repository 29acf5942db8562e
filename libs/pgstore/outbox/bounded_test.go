package outbox_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/require"
)

// bound makes statements fail that change more rows than fit into the statement timeout.
func bound(t *testing.T, p *pgxpool.Pool) {
	t.Helper()
	for _, sql := range []string{
		`CREATE FUNCTION bounded() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF (SELECT count(*) FROM changed) > 10000 THEN RAISE EXCEPTION 'too many rows at once'; END IF;
			RETURN NULL;
		END $$`,
		`CREATE TRIGGER bounded_update AFTER UPDATE ON outbox REFERENCING OLD TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION bounded()`,
		`CREATE TRIGGER bounded_delete AFTER DELETE ON outbox REFERENCING OLD TABLE AS changed
			FOR EACH STATEMENT EXECUTE FUNCTION bounded()`,
	} {
		_, err := p.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
}

// publishedRows writes n rows that were published so long ago.
func publishedRows(t *testing.T, p *pgxpool.Pool, n int, ago time.Duration) {
	t.Helper()
	_, err := p.Exec(t.Context(), `
		INSERT INTO outbox (ref, subject, msg_id, payload, published_at)
		SELECT 'r', 's', 'x:' || i, 'p', clock_timestamp() - $2::interval FROM generate_series(1, $1::int) AS i`,
		n, ago)
	require.NoError(t, err)
}

// awaitRows waits for exactly that many rows.
func awaitRows(t *testing.T, p *pgxpool.Pool, want int) {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; {
		var left int
		require.NoError(t, p.QueryRow(t.Context(), `SELECT count(*) FROM outbox`).Scan(&left))
		if left == want {
			return
		}
		require.True(t, left >= want && !time.Now().After(deadline), left, "rows are kept, want", want)
	}
}

// After a service was away for a day, a day's rows are past their time.
func TestPruneInBatches(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	publishedRows(t, p, 25_000, 2*time.Hour)
	bound(t, p)
	relay(t, p, s)
	awaitRows(t, p, 0)
}

// Rows that the stream would not take back are of no use, however young they are. Those
// that wait stay in any case.
func TestPruneToStreamLimit(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	s.refuse["x:1"] = true
	publishedRows(t, p, 25_000, time.Minute)
	_, err := p.Exec(t.Context(), `UPDATE outbox SET published_at = NULL WHERE msg_id = 'x:1'`)
	require.NoError(t, err)
	bound(t, p)
	relay(t, p, s)
	awaitRows(t, p, most+most/10+1)
	var last string
	err = p.QueryRow(t.Context(), `SELECT msg_id FROM outbox ORDER BY id DESC LIMIT 1`).Scan(&last)
	assert.True(t, err == nil && last == "x:25000", "the last row is", last, err)
}

// A recreated stream gets the messages that it would still have, regardless of the outbox's retention, and
// new messages come first.
func TestSeedInBatches(t *testing.T) {
	t.Parallel()
	p, s := pool(t), newStream()
	r, stop := relay(t, p, s)
	add(t, p, outbox.Message{Ref: "r", Subject: "s", MsgID: "first", Payload: []byte("p")})
	r.Wake()
	s.await(t, 1) // the relay has looked at the stream
	stop()
	// The relay may have stopped before it recorded what it had published.
	_, err := p.Exec(t.Context(), `UPDATE outbox SET published_at = clock_timestamp()`)
	require.NoError(t, err)
	const kept = 25_000
	publishedRows(t, p, kept, time.Minute)
	bound(t, p)
	s.lose()
	// The relay halts at the first row that it seeds, until there is something new.
	halting := &haltingStream{
		stream: s, at: fmt.Sprint("x:", kept-most+1), reached: make(chan struct{}), proceed: make(chan struct{}),
	}
	relay(t, p, halting)
	<-halting.reached
	add(t, p, outbox.Message{Ref: "r", Subject: "s", MsgID: "new", Payload: []byte("p")})
	close(halting.proceed)
	s.await(t, most+1)
	s.mu.Lock()
	defer s.mu.Unlock()
	assert.Equal(t, len(s.got), most+1, "the stream holds messages")
	for i := kept - most + 1; i <= kept; i++ {
		_, ok := s.got[fmt.Sprint("x:", i)]
		require.True(t, ok, "row", i, "of", kept, "is not seeded")
	}
	at := slices.Index(s.order, "new")
	assert.True(t, at >= 0 && at <= 1000, "the new message is number", at)
}
