package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
)

// End is how a document ends: with an extraction or with a failure.
type End struct {
	Extraction *contract.Extraction
	// FieldsKey is where the extraction's fields are, when they are too large
	// for the row.
	FieldsKey        string
	Failure          *contract.Failure
	ProcessingTimeMs int64
	Reason           string // for operators
	// EventHeaders travel with the event.
	EventHeaders map[string]string
}

// Finish ends a document for good, with its event and that of its batch if it
// was the last one, if the claim is still valid; ok is false if not. What failed
// on our side is not charged.
func (s *Store) Finish(ctx context.Context, ref contract.ClaimRef, end End) (ok bool, err error) {
	return s.finish(ctx, ref, "", end)
}

// Abandon is Finish for a worker that is not heard of any more: it does nothing
// if the lease was extended meanwhile.
func (s *Store) Abandon(ctx context.Context, ref contract.ClaimRef, end End) (ok bool, err error) {
	end.Reason = reasonLease
	return s.finish(ctx, ref, ` AND lease_until < clock_timestamp()`, end)
}

func (s *Store) finish(ctx context.Context, ref contract.ClaimRef, condition string, end End) (ok bool, err error) {
	id, err := contract.ParseID(contract.PrefixDocument, ref.DocumentID)
	if err != nil {
		return false, err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		d, err := update(ctx, tx, id, ref.Token, condition, end)
		if ok = !errors.Is(err, pgx.ErrNoRows); !ok {
			return nil
		}
		if err != nil {
			return err
		}
		return follow(ctx, tx, d, id, end.EventHeaders)
	})
	if err != nil {
		return false, fmt.Errorf("finish %s: %w", ref.DocumentID, err)
	}
	return ok, nil
}

// follow does what follows an end: it gives the charge back where that is due,
// sends the event, and counts the document out of its batch.
func follow(ctx context.Context, tx pgx.Tx, d model.Document, id string, headers map[string]string) error {
	if d.FailureCode != nil && *d.FailureCode == contract.CodeInternalError {
		if err := refund(ctx, tx, d, id); err != nil {
			return err
		}
	}
	event, err := record.Ended(d, headers)
	if err != nil {
		return err
	}
	if err := outbox.Add(ctx, tx, event); err != nil {
		return err
	}
	return closeOne(ctx, tx, d.BatchID, headers)
}

// update writes the end and returns the row as it then is.
func update(ctx context.Context, tx pgx.Tx, id, token, condition string, end End) (model.Document, error) {
	set := `status = 'failed', failure_code = $3, failure_message = $4, processing_time_ms = $5, last_error = $6`
	args := []any{id, token}
	if x := end.Extraction; x != nil {
		set = `status = 'completed', document_type = $3, confidence = $4, processing_time_ms = $5, last_error = $6,
			data = $7, fields = $8, fields_key = $9, checks = $10, mime_type = coalesce(nullif($11, ''), mime_type), pages = $12,
			search = $13, basis = $14, missing = $15, failed_checks = $16, content_key = $17,
			memory = $18`
		sum, err := record.Sum(model.Document{DocumentType: &x.DocumentType, Data: x.Data, Checks: x.Checks})
		if err != nil {
			return model.Document{}, err
		}
		args = append(args, x.DocumentType, x.Confidence, end.ProcessingTimeMs, nullable(storable(end.Reason)),
			[]byte(x.Data), inlineFields(end), nullable(end.FieldsKey), []byte(x.Checks), x.MIMEType, x.Pages, search.Text(
				x.Data), []byte(x.Basis), sum.Missing, sum.Failed, sum.ContentKey,
			[]byte(x.Memory))
	} else {
		args = append(args, string(end.Failure.Code), storable(end.Failure.Message), end.ProcessingTimeMs,
			nullable(storable(end.Reason)))
	}
	rows, err := tx.Query(ctx, `
		UPDATE documents SET completed_at = clock_timestamp(), token = NULL, lease_until = NULL, `+set+`
		WHERE id = $1 AND token = $2 AND status = 'processing'`+condition+`
		RETURNING `+briefColumns, args...)
	if err != nil {
		return model.Document{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[model.Document])
}

// refund gives the charge back to the month that it was taken from.
func refund(ctx context.Context, tx pgx.Tx, d model.Document, id string) error {
	_, err := tx.Exec(ctx, `SELECT quota.charge($1, $2, ARRAY[$3::uuid], -1)`, d.Account, string(d.Plan), id)
	if err != nil {
		return fmt.Errorf("give the charge back: %w", err)
	}
	return nil
}

func inlineFields(end End) []byte {
	if end.FieldsKey != "" {
		return nil
	}
	return end.Extraction.Fields
}

func nullable(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// storable makes text from outside fit a text column, which takes valid UTF-8
// without NUL.
func storable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
