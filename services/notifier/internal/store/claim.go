package store

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Claimed is a delivery to attempt now, exclusive to the claimer during the lease.
type Claimed struct {
	ID           uuid.UUID
	Token        uuid.UUID
	Subscription string
	URL          string
	Secret       []byte // sealed
	// PreviousSecret is sealed, or nil if it is no longer valid.
	PreviousSecret []byte
	EventID        string
	Test           bool
	DueAt          time.Time
	ClaimedAt      time.Time

	Event contract.EventType `db:"-"`
	// Body is shared with the other deliveries of the event.
	Body []byte `db:"-"`
}

// holdSQL finds subscriptions with due deliveries by an index skip scan, and locks those that are not locked.
const holdSQL = `
	WITH RECURSIVE t AS MATERIALIZED (SELECT ` + clockSQL + ` AS now),
	waiting (id) AS (
		(SELECT subscription FROM deliveries WHERE state = 'pending' ORDER BY subscription, due_at LIMIT 1)
		UNION ALL
		SELECT (SELECT d.subscription FROM deliveries d WHERE d.state = 'pending' AND d.subscription > w.id
		        ORDER BY d.subscription, d.due_at LIMIT 1)
		FROM waiting w WHERE w.id IS NOT NULL
	)
	SELECT s.id FROM waiting w JOIN subscriptions s USING (id)
	WHERE (s.paused_until IS NULL OR s.paused_until <= (SELECT now FROM t)) AND s.secret IS NOT NULL AND s.in_plan
	  AND s.state <> 'disabled'
	  AND EXISTS (SELECT FROM deliveries d WHERE d.subscription = s.id AND d.state = 'pending'
	              AND d.due_at <= (SELECT now FROM t))
	FOR NO KEY UPDATE OF s SKIP LOCKED`

// claimSQL claims due deliveries of locked subscriptions round-robin: up to a share each, or one if a breaker is open.
const claimSQL = `
	WITH t AS MATERIALIZED (SELECT ` + clockSQL + ` AS now),
	busy AS MATERIALIZED (SELECT delivery, subscription FROM claims, t WHERE until > now),
	ready AS (
		SELECT s.id, CASE WHEN s.failures >= $4 THEN 1 ELSE $3 END
			- (SELECT count(*) FROM busy b WHERE b.subscription = s.id) AS free
		FROM subscriptions s WHERE s.id = ANY ($6)
	),
	due AS (
		SELECT d.*, row_number() OVER (PARTITION BY d.subscription ORDER BY d.due_at) AS turn
		FROM ready r CROSS JOIN LATERAL (
			SELECT d.id, d.subscription, d.event_id, d.test, d.due_at FROM deliveries d
			WHERE d.subscription = r.id AND d.state = 'pending' AND d.due_at <= (SELECT now FROM t)
			  AND d.id NOT IN (SELECT delivery FROM busy)
			ORDER BY d.due_at LIMIT greatest(0, r.free)
		) d
	),
	chosen AS MATERIALIZED (SELECT * FROM due ORDER BY turn, due_at LIMIT $2),
	claimed AS (
		INSERT INTO claims (delivery, subscription, token, until)
		SELECT c.id, c.subscription, $7, t.now + $5::interval FROM chosen c, t
		ON CONFLICT (delivery) DO UPDATE SET token = excluded.token, until = excluded.until
	)
	SELECT c.id, $7::uuid, c.subscription, s.url, s.secret, CASE WHEN s.previous_until > t.now THEN s.previous_secret END,
		c.event_id, c.test, c.due_at, t.now
	FROM chosen c JOIN subscriptions s ON s.id = c.subscription, t`

// Claim returns at most limit due deliveries, at most share of them in progress per subscription. It locks
// the subscriptions first, so that it sees earlier claims and records.
func (s *Store) Claim(ctx context.Context, limit, share int) (claimed []Claimed, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		claimed = nil
		// Claims may be lost, see the table, so there is no need to wait for the disk.
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		held, err := collect(ctx, tx, pgx.RowTo[string], holdSQL, s.now())
		if err != nil || len(held) == 0 {
			return err
		}
		claimed, err = collect(ctx, tx, pgx.RowToStructByPos[Claimed], claimSQL,
			s.now(), limit, share, webhook.BreakerTrips, webhook.Lease, held, uuid.New())
		if err != nil || len(claimed) == 0 {
			return err
		}
		claimed, err = withBodies(ctx, tx, claimed)
		return err
	})
	return claimed, wrap(err, "claim deliveries")
}

// withBodies reads the body of each event once, and drops deliveries of erased events.
func withBodies(ctx context.Context, tx pgx.Tx, claimed []Claimed) ([]Claimed, error) {
	ids := make([]string, len(claimed))
	for i, c := range claimed {
		ids[i] = c.EventID
	}
	type payload struct {
		ID   string
		Type contract.EventType
		Body []byte
	}
	rows, err := collect(ctx, tx, pgx.RowToStructByPos[payload],
		`SELECT event_id, event, body FROM payloads WHERE event_id = ANY ($1)`,
		slices.Compact(slices.Sorted(slices.Values(ids))))
	if err != nil {
		return nil, err
	}
	byID := make(map[string]payload, len(rows))
	for _, row := range rows {
		byID[row.ID] = row
	}
	whole := make([]Claimed, 0, len(claimed))
	for _, c := range claimed {
		if p, ok := byID[c.EventID]; ok {
			c.Event, c.Body = p.Type, p.Body
			whole = append(whole, c)
		}
	}
	return whole, nil
}

// PruneClaims removes unreleased claims of erased deliveries.
func (s *Store) PruneClaims(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `
		DELETE FROM claims c
			WHERE until < `+clockSQL+`
				AND NOT EXISTS (SELECT FROM deliveries d WHERE d.id = c.delivery AND d.state = 'pending')`, s.now())
	return wrap(err, "prune claims")
}

// NextDue returns the time until the next delivery is due; ok is false if there is none.
func (s *Store) NextDue(ctx context.Context) (in time.Duration, ok bool, err error) {
	var wait *time.Duration
	err = s.pool.QueryRow(ctx, `
		WITH t AS MATERIALIZED (SELECT `+clockSQL+` AS now)
		SELECT (SELECT due_at FROM deliveries WHERE state = 'pending' AND due_at > t.now ORDER BY due_at LIMIT 1) - t.now
		FROM t`, s.now()).Scan(&wait)
	if err != nil || wait == nil {
		return 0, false, wrap(err, "look for the next delivery")
	}
	return *wait, true, nil
}
