// Package ledger records a client's results while the service is killed, and compares them with the
// service's state afterwards: every accepted document ended once, was charged once and is reported once.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// Target is an audited docmill.
type Target interface {
	natsclient.Target
	DatabaseURL() string
}

// Ledger collects the clients' results.
type Ledger struct {
	mu       sync.Mutex
	accepted map[string]bool // ids of 200 and 202 answers
	unknown  int             // requests that ended without an answer
	refused  map[int]int     // other answers, by status
}

// New is an empty ledger.
func New() *Ledger { return &Ledger{accepted: map[string]bool{}, refused: map[int]int{}} }

// Note writes down the end of one upload.
func (l *Ledger) Note(a instance.Answer, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var record struct{ ID string }
	switch {
	case errors.Is(err, syscall.ECONNREFUSED): // the request was not accepted
	case err != nil:
		l.unknown++
	case a.Status == http.StatusOK || a.Status == http.StatusAccepted:
		if json.Unmarshal(a.Body, &record) == nil {
			l.accepted[record.ID] = true
		}
	default:
		l.refused[a.Status]++
	}
}

// Accepted is how many documents were accepted.
func (l *Ledger) Accepted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.accepted)
}

// Unknown is how many requests ended without an answer.
func (l *Ledger) Unknown() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.unknown
}

// settleWithin bounds the time from the last fault to the end of all accepted documents.
const settleWithin = testkit.Patience

// Audit waits until all work has ended and then checks the promises.
func (l *Ledger) Audit(t *testing.T, inst Target) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), settleWithin)
	defer cancel()
	conn := instance.Database(t, inst.DatabaseURL())
	for open := 1; open > 0; {
		err := conn.QueryRow(ctx, `
			SELECT (SELECT count(*) FROM gateway.documents WHERE status IN ('queued', 'processing')) +
			       (SELECT count(*) FROM gateway.outbox WHERE published_at IS NULL)`).Scan(&open)
		require.NoError(t, err, "waiting for the end of what was accepted")
		if open > 0 {
			time.Sleep(100 * time.Millisecond) // polling another process
		}
	}
	l.auditDocuments(ctx, t, conn)
	l.auditCharges(ctx, t, conn)
	l.auditEvents(ctx, t, conn, inst)
}

// auditDocuments: promised documents exist, and others only because of lost responses.
func (l *Ledger) auditDocuments(ctx context.Context, t *testing.T, conn *pgx.Conn) {
	t.Helper()
	rows, err := conn.Query(ctx, `SELECT 'ext_' || id::text FROM gateway.documents`)
	require.NoError(t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for id := range l.accepted {
		assert.True(t, slices.Contains(ids, id), id, "was accepted and is lost")
	}
	most := len(l.accepted) + l.unknown
	assert.True(t, len(ids) <= most, len(ids), "documents, but clients can have made", most, "at most")
}

func (l *Ledger) auditCharges(ctx context.Context, t *testing.T, conn *pgx.Conn) {
	t.Helper()
	var documents, charges, distinct int
	err := conn.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM gateway.documents WHERE failure_code IS DISTINCT FROM 'INTERNAL_ERROR'),
		       count(*), count(DISTINCT document)
		       	FROM quota.charges WHERE given_back_at IS NULL`).Scan(&documents, &charges, &distinct)
	require.NoError(t, err)
	assert.True(t, documents == charges && charges == distinct,
		documents, "documents", charges, "charges of", distinct, "documents")
	var used int
	require.NoError(t, conn.QueryRow(ctx, `SELECT coalesce(sum(used), 0) FROM quota.months`).Scan(&used))
	assert.Equal(t, used, charges, "used", "charges")
}

// auditEvents: one event per document, of the type for its state, once the events of all have arrived.
func (l *Ledger) auditEvents(ctx context.Context, t *testing.T, conn *pgx.Conn, inst Target) {
	t.Helper()
	want := map[string]string{}
	rows, err := conn.Query(ctx, `SELECT 'ext_' || id::text, 'extraction.' || status::text FROM gateway.documents`)
	require.NoError(t, err)
	var id, event string
	_, err = pgx.ForEachRow(rows, []any{&id, &event}, func() error { want[id] = event; return nil })
	require.NoError(t, err)
	// The services recreate and refill a lost stream at their own pace.
	got := Events(ctx, t, inst)
	for len(got) < len(want) && ctx.Err() == nil {
		if again := Events(ctx, t, inst); ctx.Err() == nil {
			got = again
		}
	}
	for id, events := range got {
		assert.True(t, len(events) == 1 && events[0] == want[id], id, "is", want[id], "and has events", events)
	}
	for id, event := range want {
		assert.True(t, len(got[id]) > 0, id, "is", event, "without an event")
	}
}

// Events reads the whole event stream as the subscriber: the types of the extraction events by document. It
// returns nothing if ctx has ended.
func Events(ctx context.Context, t *testing.T, inst Target) map[string][]string {
	t.Helper()
	events := map[string][]string{}
	for _, m := range Messages(ctx, t, inst, "docmill.event.extraction.>") {
		events[m.About] = append(events[m.About], m.Type)
	}
	return events
}

// Message is one of the stream of events.
type Message struct {
	ID    string // Nats-Msg-Id
	Type  string
	About string // document, batch or month
}

// Messages reads the messages of the event stream on a subject, as the subscriber. It returns nothing if
// ctx has ended, or if the stream was lost and is not recreated yet.
func Messages(ctx context.Context, t *testing.T, inst Target, subject string) []Message {
	t.Helper()
	nc := natsclient.As(t, inst, contract.UserSubscriber).Conn()
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	const most = 1 << 16 // more than any scenario has
	consumer, err := js.OrderedConsumer(ctx, contract.StreamEvents, jetstream.OrderedConsumerConfig{
		FilterSubjects:    []string{subject},
		InactiveThreshold: 5 * time.Second, // or those of many readings would pass the subscribers' limit
	})
	if ctx.Err() != nil || errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil // the caller says what it waited for
	}
	require.NoError(t, err)
	// One fetch, because each creates a consumer, as Next does for every message.
	batch, err := consumer.Fetch(most, jetstream.FetchMaxWait(time.Second))
	if err != nil {
		return nil // not now: the caller knows what it waits for
	}
	var messages []Message
	for msg := range batch.Messages() {
		var e contract.Event
		require.NoError(t, json.Unmarshal(msg.Data(), &e))
		messages = append(messages, Message{
			ID: msg.Headers().Get(jetstream.MsgIDHeader), Type: string(e.Event), About: natsclient.LastToken(msg.Subject()),
		})
	}
	return messages
}

// String sums up.
func (l *Ledger) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Sprintf("%d accepted, %d without an answer, refused %v", len(l.accepted), l.unknown, l.refused)
}
