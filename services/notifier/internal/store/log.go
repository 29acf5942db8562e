package store

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

func noDelivery() error {
	return apierror.New(contract.CodeNotFound, "No delivery has this id.")
}

func disabledFault() error {
	return apierror.New(contract.CodeInvalidState, "The webhook is disabled. Enable it first.")
}

// deliverySQL reads deliveries d with their events p and last attempts a.
const deliverySQL = `
	SELECT d.id, d.subscription, p.event, d.state, d.test, d.attempts, d.created_at, d.due_at, d.ended_at, a.status,
		a.error
	FROM deliveries d JOIN payloads p USING (event_id)
	LEFT JOIN attempts a ON a.delivery = d.id AND a.number = d.attempts`

// delivery is a delivery with its cursor position, to the microsecond.
type delivery struct {
	contract.Delivery
	key     uuid.UUID
	created time.Time
}

func scanDelivery(row pgx.CollectableRow) (delivery, error) {
	var d delivery
	var due, ended *time.Time
	err := row.Scan(&d.key, &d.SubscriptionID, &d.Event, &d.State, &d.Test, &d.Attempts, &d.created, &due, &ended,
		&d.LastStatus, &d.LastError)
	d.ID, d.CreatedAt = contract.PrefixDelivery+d.key.String(), contract.TimeOf(d.created)
	d.NextAttemptAt, d.EndedAt = contract.TimePtr(due), contract.TimePtr(ended)
	return d, err
}

// Deliveries returns a page of a subscription's deliveries, newest first, and the cursor of the next page,
// or "" on the last one. It returns CodeNotFound without the subscription, and CodeInvalidRequest for an
// invalid cursor.
func (s *Store) Deliveries(
	ctx context.Context, r contract.ListDeliveriesRequest,
) (page []contract.Delivery, next string, err error) {
	before, id, err := readCursor(r.Cursor)
	if err != nil {
		return nil, "", apierror.Wrap(err, contract.CodeInvalidRequest,
			"The query parameter \"cursor\" is not one that was given out.")
	}
	if _, err := s.Subscription(ctx, r.AccountID, r.SubscriptionID); err != nil {
		return nil, "", err
	}
	rows, err := collect(ctx, s.pool, scanDelivery, deliverySQL+`
		WHERE d.subscription = $1 AND ($2 = '' OR d.state = $2)
		  AND ($3::timestamptz IS NULL OR (d.created_at, d.id) < ($3, $4::uuid))
		ORDER BY d.created_at DESC, d.id DESC LIMIT $5`, r.SubscriptionID, r.State, before, id, r.Limit+1)
	if len(rows) > r.Limit {
		rows = rows[:r.Limit]
		next = rows[r.Limit-1].cursor()
	}
	page = make([]contract.Delivery, len(rows))
	for i, row := range rows {
		page[i] = row.Delivery
	}
	return page, next, wrap(err, "list deliveries")
}

// cursor returns the position after the delivery.
func (d delivery) cursor() string {
	return base64.RawURLEncoding.EncodeToString([]byte(d.created.UTC().Format(time.RFC3339Nano) + " " + d.key.String()))
}

func readCursor(cursor string) (before *time.Time, id *uuid.UUID, err error) {
	if cursor == "" {
		return nil, nil, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return nil, nil, err
	}
	when, text, _ := strings.Cut(string(b), " ")
	at, errAt := time.Parse(time.RFC3339Nano, when)
	delivery, errID := uuid.Parse(text)
	return &at, &delivery, errors.Join(errAt, errID)
}

// Delivery returns one delivery with its log. It returns CodeNotFound if the account's subscription does
// not have it.
func (s *Store) Delivery(ctx context.Context, account, subscription, id string) (d contract.DeliveryDetail, err error) {
	key, err := deliveryKey(id)
	if err != nil {
		return d, err
	}
	found, err := one(collect(ctx, s.pool, scanDelivery, deliverySQL+`
		JOIN subscriptions s ON s.id = d.subscription
		WHERE s.account = $1 AND s.id = $2 AND d.id = $3`, account, subscription, key))
	if apierror.Is(err, contract.CodeNotFound) {
		return d, noDelivery()
	}
	if err != nil {
		return d, wrap(err, "read delivery")
	}
	d.Delivery = found.Delivery
	var body []byte
	err = s.pool.QueryRow(ctx, `
		SELECT s.url, p.body FROM deliveries d JOIN payloads p USING (event_id) JOIN subscriptions s ON s.id = d.subscription
		WHERE d.id = $1`, key).Scan(&d.URL, &body)
	d.Body = string(body)
	if errors.Is(err, pgx.ErrNoRows) { // erased meanwhile
		return d, noDelivery()
	}
	if err != nil {
		return d, wrap(err, "read delivery")
	}
	d.Log, err = collect(ctx, s.pool, scanAttempt, `
		SELECT number, started_at, duration_ms, headers, status, error, answer FROM attempts WHERE delivery = $1
			ORDER BY number`, key)
	return d, wrap(err, "read delivery")
}

func scanAttempt(row pgx.CollectableRow) (contract.DeliveryAttempt, error) {
	var a contract.DeliveryAttempt
	var started time.Time
	err := row.Scan(&a.Number, &started, &a.DurationMs, &a.Headers, &a.Status, &a.Error, &a.Answer)
	a.StartedAt = contract.TimeOf(started)
	return a, err
}

func deliveryKey(id string) (uuid.UUID, error) {
	text, err := contract.ParseID(contract.PrefixDelivery, id)
	if err != nil {
		return uuid.UUID{}, noDelivery()
	}
	key, err := uuid.Parse(text)
	if err != nil {
		return uuid.UUID{}, noDelivery()
	}
	return key, nil
}

// againSQL makes ended deliveries due, with the whole schedule ahead.
const againSQL = `
	UPDATE deliveries SET state = 'pending', round = 0, due_at = ` + clockSQL + `, ended_at = NULL`

// Replay makes one delivery due again. It returns CodeNotFound, or CodeInvalidState if it has not ended or
// its subscription is disabled.
func (s *Store) Replay(ctx context.Context, r contract.DeliveryRequest) error {
	key, err := deliveryKey(r.ID)
	if err != nil {
		return err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := enabled(ctx, tx, r.AccountID, r.SubscriptionID); err != nil {
			return err
		}
		var state contract.DeliveryState
		err := tx.QueryRow(ctx, `SELECT state FROM deliveries WHERE subscription = $1 AND id = $2 FOR UPDATE`,
			r.SubscriptionID, key).Scan(&state)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return noDelivery()
		case err != nil:
			return err
		case state == contract.DeliveryPending:
			return apierror.New(contract.CodeInvalidState, "The delivery has not finished; it is retried automatically.")
		}
		_, err = tx.Exec(ctx, againSQL+` WHERE id = $2`, s.now(), key)
		return err
	})
	return wrap(err, fmt.Sprintf("replay %.60q", r.ID))
}

// ReplayFailed makes the failed deliveries of a subscription since a time due again, except tests, and
// returns their number.
func (s *Store) ReplayFailed(ctx context.Context, r contract.ReplayRequest) (replayed int, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := enabled(ctx, tx, r.AccountID, r.ID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, againSQL+` WHERE subscription = $2 AND state = 'failed' AND NOT test AND created_at >= $3`,
			s.now(), r.ID, r.Since.Time)
		replayed = int(tag.RowsAffected())
		return err
	})
	return replayed, wrap(err, "replay failed deliveries")
}

// pruneAtOnce bounds the events of one statement of Prune.
const pruneAtOnce = 1000

// Prune erases events, deliveries and their log that are older than keep and have ended.
func (s *Store) Prune(ctx context.Context, keep time.Duration) error {
	_, err := pgstore.ExecBatched(ctx, s.pool, pruneAtOnce, `
		DELETE FROM payloads WHERE event_id IN (
			SELECT event_id FROM payloads p WHERE created_at < `+clockSQL+` - $2::interval
			  AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = p.event_id AND d.state = 'pending')
			ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)`, s.now(), keep)
	return wrap(err, "prune deliveries")
}
