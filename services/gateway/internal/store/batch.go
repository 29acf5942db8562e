package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
)

// AcceptBatch stores a batch with as many of its documents as the month has room for, in one
// transaction with their charge; refuse makes the refusal of the others. If none of its documents
// has room nothing is stored except the signal (Granted is false). headers travel with the event
// of a batch without documents, which ends at once.
func (s *Batches) AcceptBatch(
	ctx context.Context, a model.BatchAcceptance, t Terms, refuse func(Charge) model.Refusal, headers map[string]string,
) (b model.Batch, c Charge, err error) {
	id, err := contract.ParseID(contract.PrefixBatch, a.BatchID)
	if err != nil {
		return b, c, err
	}
	ids, err := documentIDs(a.Files)
	if err != nil {
		return b, c, err
	}
	var xid string
	err = s.committed(ctx, &xid, func(tx pgx.Tx) error {
		c = Charge{Granted: true}
		if len(ids) > 0 {
			if c, err = charge(ctx, tx, a.Principal, ids); err != nil || !c.Granted {
				return err
			}
		}
		if xid, err = insertBatch(ctx, tx, a, id, t, c, refuse(c)); err != nil {
			return err
		}
		if err := useKey(ctx, tx, a.Claim, a.BatchID); err != nil {
			return err
		}
		if c.Charged == 0 {
			if err := endBatch(ctx, tx, id, a.Principal.AccountID, headers); err != nil {
				return err
			}
		}
		b, err = readBatch(ctx, tx, id, a.Principal.AccountID)
		return err
	})
	if err != nil {
		return model.Batch{}, Charge{}, fmt.Errorf("accept %s: %w", a.BatchID, err)
	}
	return b, c, nil
}

// documentIDs returns the uuids of the accepted files in their order.
func documentIDs(files []model.BatchFile) ([]string, error) {
	var ids []string
	for _, f := range files {
		if f.Document == nil {
			continue
		}
		id, err := contract.ParseID(contract.PrefixDocument, f.Document.ID)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// insertBatch writes a batch, its entries and its documents in one round trip, and refuses uncharged ones with full.
func insertBatch(
	ctx context.Context, tx pgx.Tx, a model.BatchAcceptance, id string, t Terms, c Charge, full model.Refusal,
) (xid string, err error) {
	statements := &pgx.Batch{}
	statements.Queue(`
		INSERT INTO batches (id, account, total, open, expires_at) VALUES ($1, $2, $3, $4, now() + $5::interval)
		RETURNING pg_current_xact_id()::text`,
		id, a.Principal.AccountID, len(a.Files), c.Charged, t.keepFor()).
		QueryRow(func(row pgx.Row) error { return row.Scan(&xid) })
	room := c.Charged
	for i, f := range a.Files {
		switch {
		case f.Document == nil && f.Refusal == nil:
			return "", fmt.Errorf("file %d was neither accepted nor refused", i)
		case f.Document == nil:
			queueRefusal(statements, id, i, f.FileName, *f.Refusal)
		case room == 0:
			queueRefusal(statements, id, i, f.FileName, full)
		default:
			room--
			queueDocument(statements, a.Principal, *f.Document, t, id, i)
		}
	}
	if err := tx.SendBatch(ctx, statements).Close(); err != nil {
		return "", fmt.Errorf("insert: %w", err)
	}
	return xid, nil
}

func queueRefusal(statements *pgx.Batch, batch string, index int, fileName string, r model.Refusal) {
	statements.Queue(`
		INSERT INTO batch_entries (batch, index, file_name, refusal_code, refusal_message) VALUES ($1, $2, $3, $4, $5)`,
		batch, index, storable(fileName), string(r.Code), storable(r.Message))
}

func queueDocument(statements *pgx.Batch, p contract.Principal, d model.NewDocument, t Terms, batch string, index int) {
	id := d.ID[len(contract.PrefixDocument):] // checked by documentIDs
	statements.Queue(insertDocument, batchRow(p, d, id, t, &batch, &index)...)
	statements.Queue(`INSERT INTO batch_entries (batch, index, document) VALUES ($1, $2, $3)`, batch, index, id)
}

// Batch returns a batch of the account; ok is false if there is none.
func (s *Batches) Batch(ctx context.Context, accountID, batchID string) (b model.Batch, ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixBatch, batchID)
	if err != nil {
		return b, false, nil
	}
	b, err = readBatch(ctx, s.pool, id, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return b, false, nil
	}
	return b, err == nil, err
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// transaction is one in progress, in whatever form it is sent.
type transaction interface {
	querier
	outbox.Sender
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// batchColumns are those of a batch and of one of its entries.
const batchColumns = `
	'batch_' || b.id::text, b.account, b.total, b.created_at, b.completed_at, b.status,
	e.index, coalesce(d.file_name, e.file_name, ''), 'ext_' || e.document::text,
	d.status, d.started_at IS NOT NULL,
	coalesce(e.refusal_code, d.failure_code), coalesce(e.refusal_message, d.failure_message)`

// batchEntries is where they come from.
const batchEntries = `batches b JOIN batch_entries e ON e.batch = b.id LEFT JOIN documents d ON d.id = e.document`

// readBatch reads a batch and its documents' states in one snapshot.
func readBatch(ctx context.Context, q querier, id, account string) (model.Batch, error) {
	all, err := readBatches(ctx, q, `WHERE b.id = $1 AND b.account = $2 ORDER BY e.index`, id, account)
	if err == nil && len(all) == 0 {
		err = pgx.ErrNoRows
	}
	if err != nil {
		return model.Batch{}, fmt.Errorf("batch %s: %w", id, err)
	}
	return all[0], nil
}

// readBatches reads the batches selected by the end of a query; the entries of a batch must follow each other.
func readBatches(ctx context.Context, q querier, selection string, args ...any) (all []model.Batch, err error) {
	rows, err := q.Query(ctx, `SELECT `+batchColumns+` FROM `+batchEntries+` `+selection, args...)
	if err != nil {
		return nil, err
	}
	var b model.Batch
	var e model.Entry
	_, err = pgx.ForEachRow(rows, []any{
		&b.ID, &b.Account, &b.Total, &b.CreatedAt, &b.CompletedAt, &b.Status,
		&e.Index, &e.FileName, &e.ID, &e.Status, &e.Started, &e.Code, &e.Message,
	}, func() error {
		if len(all) == 0 || all[len(all)-1].ID != b.ID {
			all = append(all, b)
		}
		last := &all[len(all)-1]
		last.Entries = append(last.Entries, e)
		return nil
	})
	return all, err
}

// ListBatches returns the account's batches, newest first, starting after the batch before ("":
// the newest), at most limit of them.
func (s *Batches) ListBatches(ctx context.Context, accountID, before string, limit int) ([]model.Batch, error) {
	first := "ffffffff-ffff-ffff-ffff-ffffffffffff" // above every id
	if before != "" {
		var err error
		if first, err = contract.ParseID(contract.PrefixBatch, before); err != nil {
			return nil, nil // no batch has such an id
		}
	}
	all, err := readBatches(ctx, s.pool, `
		WHERE b.id IN (SELECT id FROM batches WHERE account = $1 AND id < $2 ORDER BY id DESC LIMIT $3)
		ORDER BY b.id DESC, e.index`, accountID, first, limit)
	if err != nil {
		return nil, fmt.Errorf("list batches: %w", err)
	}
	return all, nil
}

// queueCounts decrements the open documents of batches by id. closed ends those with none left; nil means no batch.
func queueCounts(
	statements *pgx.Batch, documents []ended,
) (closed func(context.Context, transaction) error, err error) {
	last, counts := map[string]ended{}, map[string]int{}
	for _, d := range documents {
		if d.BatchID == nil {
			continue
		}
		id, err := contract.ParseID(contract.PrefixBatch, *d.BatchID)
		if err != nil {
			return nil, err
		}
		last[id] = d
		counts[id]++
	}
	var done []string
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		statements.Queue(`UPDATE batches SET open = open - $2 WHERE id = $1 RETURNING open`, id, counts[id]).
			QueryRow(func(row pgx.Row) error {
				var open int
				if err := row.Scan(&open); err != nil {
					return fmt.Errorf("count batch %s down: %w", id, err)
				}
				if open == 0 {
					done = append(done, id)
				}
				return nil
			})
	}
	if len(counts) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, tx transaction) error {
		for _, id := range done {
			if err := endBatch(ctx, tx, id, last[id].Account, last[id].headers); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// closeOne decrements a batch's open documents and ends it after the last. Its lock makes exactly one the last.
func closeOne(ctx context.Context, tx pgx.Tx, batchID *string, headers map[string]string) error {
	if batchID == nil {
		return nil
	}
	id, err := contract.ParseID(contract.PrefixBatch, *batchID)
	if err != nil {
		return err
	}
	var open int
	var account string
	err = tx.QueryRow(ctx, `UPDATE batches SET open = open - 1 WHERE id = $1 RETURNING open, account`,
		id).Scan(&open, &account)
	if err != nil {
		return fmt.Errorf("count %s down: %w", *batchID, err)
	}
	if open > 0 {
		return nil
	}
	return endBatch(ctx, tx, id, account, headers)
}

// endBatch sets a batch's final status and queues its event.
func endBatch(ctx context.Context, tx transaction, id, account string, headers map[string]string) error {
	b, err := readBatch(ctx, tx, id, account)
	if err != nil {
		return err
	}
	outcome := record.Outcome(b)
	err = tx.QueryRow(ctx, `
		UPDATE batches SET completed_at = clock_timestamp(), status = $2 WHERE id = $1 RETURNING completed_at, status`,
		id, string(outcome)).Scan(&b.CompletedAt, &b.Status)
	if err != nil {
		return fmt.Errorf("end batch %s: %w", id, err)
	}
	event, err := record.BatchEnded(b, headers)
	if err != nil {
		return err
	}
	return outbox.Add(ctx, tx, event)
}
