package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Teaching is a document to learn from, with its corrections.
type Teaching struct {
	Ref     contract.ClaimRef
	Account string
	Attempt int // from 1
	// Said is false if people took back everything: the document teaches nothing any more.
	Said         bool
	File         model.File
	DocumentType string
	Schema       json.RawMessage // of custom fields; nil for none
	Data         json.RawMessage
	Touched      []string // paths that were corrected or confirmed, ascending
	Reviewed     bool
	Correction   int64     // id of the newest entry of the log
	At           time.Time // of that entry
}

// toTeach marks a document for learning, again if it is in progress. It runs in the transaction of the correction.
func toTeach(ctx context.Context, tx pgx.Tx, id, account string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO teachings (document, account) VALUES ($1, $2)
		ON CONFLICT (document) DO UPDATE SET due_at = clock_timestamp(), attempt = 0, token = NULL, last_error = NULL`,
		id, account)
	if err != nil {
		return fmt.Errorf("mark for learning: %w", err)
	}
	return nil
}

// takeTurn picks the next due account, round-robin: one that corrects a thousand documents does not block others.
const takeTurn = `
	WITH turn AS (
		SELECT last_account FROM teaching_turn
	), next AS (
		SELECT account FROM (
			(SELECT 0 AS lap, account FROM teachings
			 WHERE account > (SELECT last_account FROM turn) AND due_at <= statement_timestamp()
			 ORDER BY account LIMIT 1)
			UNION ALL
			(SELECT 1, account FROM teachings WHERE due_at <= statement_timestamp() ORDER BY account LIMIT 1)
		) AS circle ORDER BY lap LIMIT 1
	)
	UPDATE teaching_turn SET last_account = next.account FROM next RETURNING last_account`

// NextTeaching claims the longest waiting document of the account whose turn it is, under a new
// token, and counts the attempt. Unless it is settled it is due again after the lease. ok is
// false if none is due.
func (s *Learning) NextTeaching(ctx context.Context, token string, lease time.Duration) (t Teaching, ok bool,
	err error) {
	if due, err := s.teachingDue(ctx); err != nil || !due {
		return t, false, err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// The later of two replicas waits here, so that it sees what the earlier one claimed.
		if _, err := tx.Exec(ctx, `SELECT FROM teaching_turn FOR UPDATE`); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, takeTurn).Scan(&t.Account); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			UPDATE teachings SET token = $1, attempt = attempt + 1, due_at = clock_timestamp() + $2::interval
			WHERE document = (
				SELECT document FROM teachings WHERE account = $3 AND due_at <= statement_timestamp()
				ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
			RETURNING 'ext_' || document::text, attempt`, token, lease, t.Account).Scan(&t.Ref.DocumentID, &t.Attempt)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return t, false, nil
	}
	if err == nil {
		t.Ref.Token = token
		ok, err = s.readTeaching(ctx, &t)
	}
	if err != nil {
		return t, false, fmt.Errorf("next document to learn from: %w", err)
	}
	return t, ok, nil
}

// teachingDue finds out without a transaction that nothing is due, as is nearly always the case.
func (s *Learning) teachingDue(ctx context.Context) (due bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM teachings WHERE due_at <= statement_timestamp())`).Scan(&due)
	if err != nil {
		return false, fmt.Errorf("find documents to learn from: %w", err)
	}
	return due, nil
}

// readTeaching reads the corrected document. A correction meanwhile invalidates the token.
func (s *Learning) readTeaching(ctx context.Context, t *Teaching) (ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, t.Ref.DocumentID)
	if err != nil {
		return false, err
	}
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			d, err := documentWithRecord(ctx, tx, id, t.Account)
			if err != nil {
				return err
			}
			t.File, ok, err = rowOf[model.File](ctx, tx, fileColumns, id, t.Account)
			if err != nil || !ok {
				return err
			}
			t.say(d)
			return tx.QueryRow(ctx, `
				SELECT field_schema, corrections.id, corrected_at
				FROM documents JOIN corrections ON document = documents.id
				WHERE documents.id = $1 ORDER BY corrections.id DESC LIMIT 1`, id).Scan(&t.Schema, &t.Correction, &t.At)
		})
	if errors.Is(err, pgx.ErrNoRows) { // erased meanwhile
		return false, nil
	}
	return ok, err
}

func (t *Teaching) say(d model.Document) {
	state := correct.StateOf(d.Said)
	touched := map[string]bool{}
	for path := range state.Values {
		touched[path] = true
	}
	for path := range state.Lists {
		touched[path] = true
	}
	for path := range state.Confirmed {
		touched[path] = true
	}
	t.Touched, t.Reviewed, t.Data = slices.Sorted(maps.Keys(touched)), d.ReviewedAt != nil, d.Data
	t.Said = t.Reviewed || len(touched) > 0
	if d.DocumentType != nil {
		t.DocumentType = *d.DocumentType
	}
}

// PutExample stores what a document taught, replacing its earlier example, and rebuilds its
// layout: the most similar one of the account, or a new one. An empty example only removes the
// earlier one. ok is false, and nothing is stored, if the document was erased or corrected
// meanwhile.
func (s *Learning) PutExample(ctx context.Context, ref contract.ClaimRef, example template.Example) (ok bool,
	err error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return false, err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		// Lock order: documents, teachings, an account's layouts, as in corrections and erasures.
		var account string
		err := tx.QueryRow(ctx, `SELECT account FROM documents WHERE id = $1 FOR KEY SHARE`, id).Scan(&account)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM teachings WHERE document = $1 AND token = $2`, id, ref.Token)
		if ok = err == nil && tag.RowsAffected() == 1; !ok {
			return err
		}
		example.Document = ref.DocumentID
		return teach(ctx, tx, id, account, example)
	})
	if err != nil {
		return false, fmt.Errorf("keep the lesson of %s: %w", ref.DocumentID, err)
	}
	return ok, nil
}

// RetryTeaching makes a document due again after the pause; the attempt counts only if counted is
// true. ok is false if the attempt is no longer the current one.
func (s *Learning) RetryTeaching(
	ctx context.Context, ref contract.ClaimRef, reason string, pause time.Duration, counted bool,
) (ok bool, err error) {
	return s.settleTeaching(ctx, ref, `
		UPDATE teachings SET token = NULL, due_at = clock_timestamp() + $3::interval, last_error = $4,
			attempt = attempt - CASE WHEN $5::boolean THEN 0 ELSE 1 END
		WHERE document = $1 AND token = $2`, pause, storable(reason), counted)
}

// GiveUpTeaching unmarks a document; its earlier example stays. ok is false if the attempt is no
// longer the current one.
func (s *Learning) GiveUpTeaching(ctx context.Context, ref contract.ClaimRef) (ok bool, err error) {
	return s.settleTeaching(ctx, ref, `DELETE FROM teachings WHERE document = $1 AND token = $2`)
}

func (s *Learning) settleTeaching(ctx context.Context, ref contract.ClaimRef, sql string, args ...any) (bool, error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return false, err
	}
	tag, err := s.pool.Exec(ctx, sql, append([]any{id, ref.Token}, args...)...)
	if err != nil {
		return false, fmt.Errorf("settle the teaching of %s: %w", ref.DocumentID, err)
	}
	return tag.RowsAffected() == 1, nil
}
