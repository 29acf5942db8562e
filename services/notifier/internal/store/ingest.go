package store

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Event is an event for subscribers.
type Event struct {
	ID      string // unique: the subject that it was published on
	Account string
	Ref     string // the document, batch or month that it is about
	Type    contract.EventType
	At      time.Time
	Body    []byte
}

// Ingest creates a delivery, due at once, for each subscription to the event that is older than it, and
// returns the number of new ones. It is idempotent.
func (s *Store) Ingest(ctx context.Context, e Event) (made int, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// The event's time has milliseconds.
		subs, err := collect(ctx, tx, pgx.RowTo[string], `
			SELECT id FROM subscriptions
			WHERE account = $1 AND $2 = ANY (events) AND state <> 'disabled' AND in_plan AND secret IS NOT NULL
			  AND date_trunc('milliseconds', created_at) <= $3
			ORDER BY id FOR KEY SHARE`, e.Account, e.Type, e.At)
		if err != nil || len(subs) == 0 {
			made = 0
			return err
		}
		ids := make([]uuid.UUID, len(subs))
		for i, sub := range subs {
			ids[i] = DeliveryID(sub, e.ID)
		}
		made, err = s.insert(ctx, tx, e, subs, ids, false)
		return err
	})
	return made, wrap(err, "take in event "+e.ID)
}

func (s *Store) insert(
	ctx context.Context, tx pgx.Tx, e Event, subs []string, ids []uuid.UUID, test bool,
) (int, error) {
	_, err := tx.Exec(ctx, `
		INSERT INTO payloads (event_id, account, ref, event, body, created_at) VALUES ($2, $3, $4, $5, $6, `+clockSQL+`)
		ON CONFLICT DO NOTHING`, s.now(), e.ID, e.Account, e.Ref, e.Type, e.Body)
	if err != nil {
		return 0, err
	}
	tag, err := tx.Exec(ctx, `
		INSERT INTO deliveries (id, subscription, event_id, test, due_at, created_at)
		SELECT n.id, n.subscription, $4, $5, t.now, t.now
		FROM (SELECT `+clockSQL+` AS now) t, unnest($2::uuid[], $3::text[]) AS n (id, subscription)
		ON CONFLICT DO NOTHING`, s.now(), ids, subs, e.ID, test)
	return int(tag.RowsAffected()), err
}

// DeliveryID is the stable id of the delivery of an event to a subscription, by which a receiver recognizes
// duplicates (uuid of version 8, RFC 9562).
func DeliveryID(subscription, eventID string) uuid.UUID {
	sum := sha256.Sum256([]byte(subscription + "\n" + eventID))
	id := uuid.UUID(sum[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

// InsertTest creates one delivery of an example event. It returns CodeNotFound without the subscription,
// CodePlanRequired if the account's plan has no webhooks, and CodeInvalidState if the subscription is
// disabled.
func (s *Store) InsertTest(ctx context.Context, subscription string, id uuid.UUID, e Event) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := enabled(ctx, tx, e.Account, subscription); err != nil {
			return err
		}
		_, err := s.insert(ctx, tx, e, []string{subscription}, []uuid.UUID{id}, true)
		return err
	})
	return wrap(err, "make test delivery")
}

// enabled locks a subscription that may get deliveries.
func enabled(ctx context.Context, tx pgx.Tx, account, id string) error {
	var state contract.SubscriptionState
	var inPlan bool
	err := tx.QueryRow(ctx, `
		SELECT state, in_plan FROM subscriptions WHERE account = $1 AND id = $2 AND secret IS NOT NULL
			FOR SHARE`, account, id).Scan(&state, &inPlan)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return NotFound()
	case err != nil:
		return err
	case !inPlan:
		return planFault()
	case state == contract.SubscriptionDisabled:
		return disabledFault()
	}
	return nil
}

// Forget erases the events about the documents, batches or months.
func (s *Store) Forget(ctx context.Context, account string, refs []string) error {
	err := pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM payloads WHERE account = $1 AND ref = ANY ($2)`, account, refs)
		return err
	})
	return wrap(err, "forget events")
}

// Outcome is the result of one attempt.
type Outcome struct {
	Claimed
	Success  bool
	Started  time.Time // by the clock that ClaimedAt is of
	Duration time.Duration
	Headers  map[string]string // of the request
	Status   *int              // nil without an answer
	Error    *string           // why there was none
	Answer   string
}

// Record stores the outcomes of attempts in one transaction: their log, the next due time of failed
// deliveries, and the subscriptions' health. It ignores an attempt whose claim has expired, because another
// worker has the delivery. changed reports whether a subscription's state has changed.
func (s *Store) Record(ctx context.Context, outcomes []Outcome) (changed bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		subs, err := lockHealth(ctx, tx, outcomes)
		if err != nil {
			return err
		}
		settled, err := s.finish(ctx, tx, outcomes)
		if err != nil {
			return err
		}
		changed, err = s.updateHealth(ctx, tx, subs, outcomes, settled)
		return err
	})
	return changed, wrap(err, "record attempts")
}

// settled is a delivery after an attempt.
type settled struct {
	ID       uuid.UUID
	Attempts int
	State    contract.DeliveryState
	At       time.Time
}

// finishSQL releases claims, ends or schedules the deliveries of valid ones, and logs the attempts.
const finishSQL = `
	WITH t AS MATERIALIZED (SELECT ` + clockSQL + ` AS now),
	o AS (
		SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::bool[], $5::timestamptz[], $6::bigint[], $7::text[], $8::int[],
			$9::text[], $10::text[]) AS o (id, token, success, started, took, headers, status, error, answer)
	),
	held AS (DELETE FROM claims c USING o WHERE c.delivery = o.id AND c.token = o.token RETURNING o.*),
	settled AS (
		UPDATE deliveries d SET attempts = d.attempts + 1, round = d.round + 1, (state, due_at, ended_at) = (
			SELECT r.state,
				CASE WHEN r.state = 'pending' THEN t.now + ($11::interval[])[d.round + 1] END,
				CASE WHEN r.state <> 'pending' THEN t.now END
			FROM (SELECT CASE
				WHEN h.success THEN 'delivered'
				WHEN d.test OR d.round >= cardinality($11::interval[]) THEN 'failed'
				ELSE 'pending' END AS state) r)
		FROM held h, t WHERE d.id = h.id AND d.state = 'pending'
		RETURNING d.attempts, d.state, t.now, h.*
	),
	logged AS (
		INSERT INTO attempts (delivery, number, started_at, duration_ms, headers, status, error, answer)
		SELECT id, attempts, started, took, headers::jsonb, status, error, answer FROM settled
	)
	SELECT id, attempts, state, now FROM settled`

func (s *Store) finish(ctx context.Context, tx pgx.Tx, outcomes []Outcome) (map[uuid.UUID]settled, error) {
	c := columns{}
	for _, o := range outcomes {
		if err := c.add(o); err != nil {
			return nil, err
		}
	}
	rows, err := collect(ctx, tx, pgx.RowToStructByPos[settled], finishSQL, s.now(), c.ids, c.tokens, c.successes,
		c.started, c.took, c.headers, c.status, c.errors, c.answers, webhook.Schedule())
	byID := make(map[uuid.UUID]settled, len(rows))
	for _, row := range rows {
		byID[row.ID] = row
	}
	return byID, err
}

// columns are outcomes in the form of statement parameters.
type columns struct {
	ids, tokens []uuid.UUID
	successes   []bool
	started     []time.Time
	took        []int64
	headers     []string // JSON
	status      []*int
	errors      []*string
	answers     []string
}

func (c *columns) add(o Outcome) error {
	headers, err := json.Marshal(o.Headers)
	c.ids, c.tokens, c.successes = append(c.ids, o.ID), append(c.tokens, o.Token), append(c.successes, o.Success)
	c.started, c.took = append(c.started, o.Started), append(c.took, o.Duration.Milliseconds())
	c.headers, c.status = append(c.headers, string(headers)), append(c.status, o.Status)
	c.errors, c.answers = append(c.errors, o.Error), append(c.answers, o.Answer)
	return err
}
