package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/notifier/internal/webhook"
)

// Outcome is what became of one attempt.
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

// Record writes what became of attempts, in one transaction: their log, when the
// deliveries that failed are due again, and how their subscriptions fare. An
// attempt whose claim has run out is not counted: somebody else has the
// delivery. changed tells that a subscription has another state.
func (s *Store) Record(ctx context.Context, outcomes []Outcome) (changed bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		subs, err := lockHealth(ctx, tx, outcomes)
		if err != nil {
			return err
		}
		settled, err := s.settle(ctx, tx, outcomes)
		if err != nil {
			return err
		}
		if err := logAttempts(ctx, tx, outcomes, settled); err != nil {
			return err
		}
		changed, err = s.updateHealth(ctx, tx, subs, outcomes, settled)
		return err
	})
	return changed, wrap(err, "record attempts")
}

// settled is a delivery after an attempt of it.
type settled struct {
	ID       uuid.UUID
	Attempts int
	State    contract.DeliveryState
	At       time.Time
}

// settle ends deliveries or makes them due again, by the schedule.
func (s *Store) settle(ctx context.Context, tx pgx.Tx, outcomes []Outcome) (map[uuid.UUID]settled, error) {
	ids, tokens, successes := make([]uuid.UUID, len(outcomes)), make([]uuid.UUID, len(outcomes)), make([]bool, len(outcomes))
	for i, o := range outcomes {
		ids[i], tokens[i], successes[i] = o.ID, o.Token, o.Success
	}
	rows, err := collect(ctx, tx, pgx.RowToStructByPos[settled], `
		WITH t AS MATERIALIZED (SELECT `+clockSQL+` AS now),
		r AS (
			SELECT d.id, CASE
				WHEN o.success THEN 'delivered'
				WHEN d.test OR d.round >= cardinality($5::interval[]) THEN 'failed'
				ELSE 'pending' END AS state,
				t.now + ($5::interval[])[d.round + 1] AS again
			FROM unnest($2::uuid[], $3::uuid[], $4::bool[]) AS o (id, token, success)
			JOIN deliveries d ON d.id = o.id AND d.token = o.token AND d.state = 'pending', t
		)
		UPDATE deliveries d SET attempts = d.attempts + 1, round = d.round + 1, token = NULL, state = r.state,
			due_at = CASE WHEN r.state = 'pending' THEN r.again END,
			free_at = CASE WHEN r.state = 'pending' THEN r.again END,
			ended_at = CASE WHEN r.state <> 'pending' THEN t.now END
		FROM r, t WHERE d.id = r.id
		RETURNING d.id, d.attempts, d.state, t.now`, s.now(), ids, tokens, successes, webhook.Schedule())
	byID := make(map[uuid.UUID]settled, len(rows))
	for _, row := range rows {
		byID[row.ID] = row
	}
	return byID, err
}

// logAttempts keeps the attempts that were counted.
func logAttempts(ctx context.Context, tx pgx.Tx, outcomes []Outcome, settled map[uuid.UUID]settled) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"attempts"},
		[]string{"delivery", "number", "started_at", "duration_ms", "headers", "status", "error", "answer"},
		pgx.CopyFromSlice(len(settled), copyRows(outcomes, settled)))
	return err
}

func copyRows(outcomes []Outcome, settled map[uuid.UUID]settled) func(int) ([]any, error) {
	rows := make([][]any, 0, len(settled))
	for _, o := range outcomes {
		if d, ok := settled[o.ID]; ok {
			rows = append(rows, []any{o.ID, d.Attempts, o.Started, o.Duration.Milliseconds(), o.Headers, o.Status, o.Error, o.Answer})
		}
	}
	return func(i int) ([]any, error) { return rows[i], nil }
}
