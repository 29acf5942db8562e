package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Claimed is a delivery that is to be attempted now, by the claimer alone for as
// long as the lease holds.
type Claimed struct {
	ID           uuid.UUID
	Token        uuid.UUID
	Subscription string
	URL          string
	Secret       []byte // sealed
	// PreviousSecret is sealed; nil when it is not valid any more.
	PreviousSecret []byte
	Event          contract.EventType
	Test           bool
	Body           []byte
	DueAt          time.Time
	ClaimedAt      time.Time
}

// claimSQL finds the subscriptions that have something pending by jumping from
// one to the next in the index, locks those that no other replica is looking at,
// and takes their due deliveries in turns: the first of each, the second of
// each … A subscription gets no more than its share, and one at a time while its
// breaker is open.
const claimSQL = `
	WITH RECURSIVE t AS MATERIALIZED (SELECT ` + clockSQL + ` AS now),
	waiting (id) AS (
		(SELECT subscription FROM deliveries WHERE state = 'pending' ORDER BY subscription, free_at LIMIT 1)
		UNION ALL
		SELECT (SELECT d.subscription FROM deliveries d WHERE d.state = 'pending' AND d.subscription > w.id
		        ORDER BY d.subscription, d.free_at LIMIT 1)
		FROM waiting w WHERE w.id IS NOT NULL
	),
	ready AS MATERIALIZED (
		SELECT s.id, CASE WHEN s.failures >= $4 THEN 1 ELSE $3 END AS share
		FROM waiting w JOIN subscriptions s USING (id)
		WHERE (s.paused_until IS NULL OR s.paused_until <= (SELECT now FROM t)) AND s.secret IS NOT NULL
		  AND EXISTS (SELECT FROM deliveries d WHERE d.subscription = s.id AND d.state = 'pending'
		              AND d.free_at <= (SELECT now FROM t))
		FOR NO KEY UPDATE OF s SKIP LOCKED
	),
	due AS (
		SELECT d.id, d.free_at, row_number() OVER (PARTITION BY r.id ORDER BY d.free_at) AS turn
		FROM ready r CROSS JOIN LATERAL (
			SELECT d.id, d.free_at FROM deliveries d
			WHERE d.subscription = r.id AND d.state = 'pending' AND d.free_at <= (SELECT now FROM t)
			ORDER BY d.free_at
			LIMIT greatest(0, r.share - (
				SELECT count(*) FROM deliveries b WHERE b.subscription = r.id AND b.token IS NOT NULL
				AND b.free_at > (SELECT now FROM t)))
		) d
	),
	chosen AS (SELECT id, free_at FROM due ORDER BY turn, free_at LIMIT $2)
	UPDATE deliveries d SET token = gen_random_uuid(), free_at = t.now + $5::interval
	FROM chosen, t, subscriptions s, payloads p
	WHERE d.id = chosen.id AND s.id = d.subscription AND p.event_id = d.event_id
	  AND d.state = 'pending' AND d.free_at = chosen.free_at -- nobody was faster
	RETURNING d.id, d.token, d.subscription, s.url, s.secret,
		CASE WHEN s.previous_until > t.now THEN s.previous_secret END,
		p.event, d.test, p.body, d.due_at, t.now`

// Claim takes at most limit due deliveries, at most share of them under way for
// one subscription.
func (s *Store) Claim(ctx context.Context, limit, share int) ([]Claimed, error) {
	claimed, err := collect(ctx, s.pool, pgx.RowToStructByPos[Claimed], claimSQL,
		s.now(), limit, share, webhook.BreakerTrips, webhook.Lease)
	return claimed, wrap(err, "claim deliveries")
}

// NextDue tells in how long the next delivery falls due that is not yet; ok is
// false when there is none.
func (s *Store) NextDue(ctx context.Context) (in time.Duration, ok bool, err error) {
	var wait *time.Duration
	err = s.pool.QueryRow(ctx, `
		WITH t AS MATERIALIZED (SELECT `+clockSQL+` AS now)
		SELECT (SELECT free_at FROM deliveries WHERE state = 'pending' AND free_at > t.now ORDER BY free_at LIMIT 1) - t.now
		FROM t`, s.now()).Scan(&wait)
	if err != nil || wait == nil {
		return 0, false, wrap(err, "look for the next delivery")
	}
	return *wait, true, nil
}
