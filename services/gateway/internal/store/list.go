package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

// Position is that of a document in its account's list.
type Position struct {
	AcceptedAt time.Time // to the microsecond
	DocumentID string    // "ext_<uuid>"
}

// PositionOf a document.
func PositionOf(d model.Document) Position {
	return Position{AcceptedAt: d.AcceptedAt, DocumentID: d.ID}
}

// Scan is List for exports, which read a whole selection.
func (s *Documents) Scan(
	ctx context.Context, accountID string, f model.Filter, after *Position, limit int, each func(model.Document) error,
) error {
	return list(ctx, s.heavy, accountID, f, after, limit, each)
}

// List calls each with the account's documents that the filter selects, newest first, starting
// after a position (nil: the newest), at most limit of them, without fields. It stops at the
// first error of each. each must not wait for a client because a connection is held.
func (s *Documents) List(
	ctx context.Context, accountID string, f model.Filter, after *Position, limit int, each func(model.Document) error,
) error {
	return list(ctx, s.poolFor(f), accountID, f, after, limit, each)
}

func list(
	ctx context.Context, pool *pgxpool.Pool, accountID string, f model.Filter, after *Position, limit int,
	each func(model.Document) error,
) error {
	sql, args, err := listQuery(accountID, f, after, limit)
	if err != nil || sql == "" {
		return err
	}
	rows, err := pool.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("list documents: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		d, err := pgx.RowToStructByPos[model.Document](rows)
		if err != nil {
			return fmt.Errorf("list documents: %w", err)
		}
		if err := each(d); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("list documents: %w", err)
	}
	return nil
}

// Neighbors returns the ids of the documents before and after one in its account's list, newest
// first; "" if there is none.
func (s *Documents) Neighbors(ctx context.Context, accountID, documentID string) (before, after string, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return "", "", nil
	}
	err = s.pool.QueryRow(ctx, `
		SELECT coalesce((SELECT 'ext_' || id::text FROM documents WHERE account = $2
			AND (accepted_at, id) > (here.accepted_at, here.id) ORDER BY accepted_at, id LIMIT 1), ''),
			coalesce((SELECT 'ext_' || id::text FROM documents WHERE account = $2
			AND (accepted_at, id) < (here.accepted_at, here.id) ORDER BY accepted_at DESC, id DESC LIMIT 1), '')
		FROM documents AS here WHERE id = $1 AND account = $2`, id, accountID).Scan(&before, &after)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("neighbours of %s: %w", documentID, err)
	}
	return before, after, nil
}

// Choose returns the first documents that the filter selects, in the order of List, at most limit
// of them.
func (s *Documents) Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error) {
	q, err := selected(accountID, f, nil)
	if err != nil || q == nil {
		return nil, err
	}
	rows, err := s.poolFor(f).Query(ctx, q.query(chosenColumns, limit), q.args...)
	if err != nil {
		return nil, fmt.Errorf("choose documents: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Chosen])
	if err != nil {
		return nil, fmt.Errorf("choose documents: %w", err)
	}
	return all, nil
}

// chosenColumns are the fields of model.Chosen, in their order.
const chosenColumns = `'ext_' || id::text, file_name, status, reviewed_at IS NOT NULL`

// Count counts the documents that the filter selects, up to most.
func (s *Documents) Count(ctx context.Context, accountID string, f model.Filter, most int) (n int, err error) {
	q, err := selected(accountID, f, nil)
	if err != nil || q == nil {
		return 0, err
	}
	sql := fmt.Sprintf(`SELECT count(*) FROM (SELECT FROM %s WHERE %s LIMIT %s) AS selected`,
		q.from, strings.Join(q.parts, " AND "), q.place(most))
	if err := s.poolFor(f).QueryRow(ctx, sql, q.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count documents: %w", err)
	}
	return n, nil
}

// poolFor separates queries that may read many documents.
func (s *Documents) poolFor(f model.Filter) *pgxpool.Pool {
	if f.Heavy() {
		return s.heavy
	}
	return s.pool
}

// listQuery is the statement of List. It is empty when nothing can be selected.
func listQuery(accountID string, f model.Filter, after *Position, limit int) (sql string, args []any, err error) {
	q, err := selected(accountID, f, after)
	if err != nil || q == nil {
		return "", nil, err
	}
	sql = q.query(briefColumns, limit)
	return sql, q.args, nil
}

// selected has only the filter's conditions, so that the planner can choose an index; nil if nothing can be selected.
func selected(accountID string, f model.Filter, after *Position) (*conditions, error) {
	q := &conditions{from: "documents"}
	if f.BatchID != "" {
		batch, err := contract.ParseID(contract.PrefixBatch, f.BatchID)
		if err != nil {
			return nil, nil // no batch has such an id
		}
		// A batch is small. OFFSET 0 keeps the planner from looking for it in
		// the account's whole list.
		q.from = fmt.Sprintf("(SELECT * FROM documents WHERE batch_id = %s OFFSET 0) AS documents", q.place(batch))
	}
	q.add("account = %s", accountID)
	if f.IDs != nil {
		q.add("id = ANY (%s::uuid[])", uuidsOf(f.IDs))
	}
	if !q.status(f) {
		return nil, nil
	}
	if f.DocumentType != "" {
		q.add("(CASE status WHEN 'completed' THEN document_type ELSE asked_type END) = %s", f.DocumentType)
	}
	if f.MinConfidence != nil {
		q.add("(CASE status WHEN 'completed' THEN confidence WHEN 'failed' THEN 0 END) >= %s", *f.MinConfidence)
	}
	if f.MaxConfidence != nil {
		q.add("(CASE status WHEN 'completed' THEN confidence WHEN 'failed' THEN 0 END) <= %s", *f.MaxConfidence)
	}
	q.review(f)
	q.times(f)
	if terms := search.Terms(f.Text); len(terms) > 0 {
		q.text(terms)
	}
	if after != nil {
		id, err := contract.ParseID(contract.PrefixDocument, after.DocumentID)
		if err != nil {
			return nil, err
		}
		q.add("(accepted_at, id) < (%s, %s)", after.AcceptedAt, id)
	}
	return q, nil
}

// uuidsOf leaves malformed ids out: no document has one.
func uuidsOf(ids []string) []string {
	all := make([]string, 0, len(ids))
	for _, id := range ids {
		if uuid, err := contract.ParseID(contract.PrefixDocument, id); err == nil {
			all = append(all, uuid)
		}
	}
	return all
}

// conditions collects what a WHERE clause demands.
type conditions struct {
	from  string
	parts []string
	args  []any
}

// add takes a condition in which each %s stands for the next argument.
func (q *conditions) add(format string, args ...any) {
	places := make([]any, len(args))
	for i, a := range args {
		places[i] = q.place(a)
	}
	q.parts = append(q.parts, fmt.Sprintf(format, places...))
}

// place keeps an argument and returns what stands for it.
func (q *conditions) place(arg any) string {
	q.args = append(q.args, arg)
	return fmt.Sprintf("$%d", len(q.args))
}

// status is false when no document can be in the state asked for.
func (q *conditions) status(f model.Filter) (possible bool) {
	switch f.Status {
	case "":
		if f.Ended {
			// Not as the index of ended documents says it: that is sorted by
			// status first, and open documents are few.
			q.add("status NOT IN ('queued', 'processing')")
		}
		return true
	case contract.StatusCompleted, contract.StatusFailed:
		q.add("status = %s", string(f.Status))
		// Said once more for the index, which holds the ended ones only.
		q.add("status IN ('completed', 'failed')")
		return true
	case contract.StatusQueued:
		q.add("status IN ('queued', 'processing') AND status = 'queued' AND started_at IS NULL")
		return !f.Ended
	case contract.StatusProcessing:
		q.add("status IN ('queued', 'processing') AND started_at IS NOT NULL")
		return !f.Ended
	default:
		return false
	}
}

// review selects by what people have to do, or did.
func (q *conditions) review(f model.Filter) {
	switch {
	case f.Reviewed == nil:
	case *f.Reviewed:
		q.add("reviewed_at IS NOT NULL")
	default:
		q.add(unreviewed)
	}
	switch f.Missing {
	case "":
	case model.MissingAny:
		q.add("missing <> '{}'")
	default:
		q.add("missing <> '{}' AND %s = ANY (missing)", f.Missing)
	}
}

// times compares with the time of acceptance as the record shows it, cut to milliseconds.
func (q *conditions) times(f model.Filter) {
	if f.CreatedAfter != nil {
		q.add("accepted_at >= %s", f.CreatedAfter.Truncate(time.Millisecond).Add(time.Millisecond))
	}
	if f.CreatedBefore != nil {
		before := f.CreatedBefore.Truncate(time.Millisecond)
		if before.Before(f.CreatedBefore.Time) {
			before = before.Add(time.Millisecond)
		}
		q.add("accepted_at < %s", before)
	}
}

func (q *conditions) query(columns string, limit int) string {
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %s ORDER BY accepted_at DESC, id DESC LIMIT %s`,
		columns, q.from, strings.Join(q.parts, " AND "), q.place(limit))
}

// Watch returns the account's open documents, those accepted after since, and the existing ones
// of ids, newest first, without fields, at most limit of them.
func (s *Documents) Watch(
	ctx context.Context, accountID string, since time.Time, ids []string, limit int,
) ([]model.Document, error) {
	known := make([]string, 0, len(ids))
	for _, id := range ids {
		if uuid, err := contract.ParseID(contract.PrefixDocument, id); err == nil {
			known = append(known, uuid)
		}
	}
	// Each part is a range of an index. With OR the planner may read the account's whole list.
	rows, err := s.pool.Query(ctx, `
		SELECT `+briefColumns+` FROM documents
		WHERE id IN (
			(SELECT id FROM documents WHERE account = $1 AND status IN ('queued', 'processing')
			 ORDER BY accepted_at DESC, id DESC LIMIT $4)
			UNION
			(SELECT id FROM documents WHERE account = $1 AND accepted_at > $2
			 ORDER BY accepted_at DESC, id DESC LIMIT $4)
			UNION
			(SELECT id FROM documents WHERE id = ANY($3::uuid[]) AND account = $1))
		ORDER BY accepted_at DESC, id DESC LIMIT $4`, accountID, since, known, limit)
	if err != nil {
		return nil, fmt.Errorf("watch documents: %w", err)
	}
	documents, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.Document])
	if err != nil {
		return nil, fmt.Errorf("watch documents: %w", err)
	}
	return documents, nil
}

// ListCorrections returns the corrections of a document of the account, last first, at most limit
// of them.
func (s *Corrections) ListCorrections(
	ctx context.Context, accountID, documentID string, limit int,
) ([]model.CorrectionEntry, error) {
	id, err := contract.ParseID(contract.PrefixDocument, documentID)
	if err != nil {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, `
		SELECT c.path, c.action, c.value, c.corrected_by, c.corrected_at
		FROM corrections c JOIN documents d ON d.id = c.document
		WHERE c.document = $1 AND d.account = $2 ORDER BY c.id DESC LIMIT $3`, id, accountID, limit)
	if err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", documentID, err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.CorrectionEntry])
	if err != nil {
		return nil, fmt.Errorf("corrections of %s: %w", documentID, err)
	}
	return all, nil
}
