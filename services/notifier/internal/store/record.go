package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

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

// finishSQL releases claims and, for valid ones, ends the deliveries or schedules them, and logs the
// attempts.
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
