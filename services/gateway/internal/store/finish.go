package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/engine/result"
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
	// FieldsKey is the object with the fields if they are too large for the row.
	FieldsKey        string
	Failure          *contract.Failure
	ProcessingTimeMs int64
	Reason           string // for operators
	// EventHeaders travel with the event.
	EventHeaders map[string]string
	// Document, if not nil, is set to the document as it is read from then on. It is valid only
	// if the claim was.
	Document *model.Document
}

// Finish ends a document and queues its event, and that of its batch after the last document. ok
// is false if the claim is no longer valid. Internal errors are not charged.
func (s *Queue) Finish(ctx context.Context, ref contract.ClaimRef, end End) (ok bool, err error) {
	return s.finishOne(ctx, Ending{Ref: ref, End: end}, "")
}

// Abandon is Finish for an expired lease. It does nothing if the lease was extended meanwhile.
func (s *Queue) Abandon(ctx context.Context, ref contract.ClaimRef, end End) (ok bool, err error) {
	end.Reason = reasonLease
	return s.finishOne(ctx, Ending{Ref: ref, End: end}, ` AND lease_until < clock_timestamp()`)
}

func (s *Queue) finishOne(ctx context.Context, e Ending, condition string) (ok bool, err error) {
	ended, err := s.finish(ctx, []Ending{e}, condition)
	if err != nil {
		return false, fmt.Errorf("finish %s: %w", e.Ref.DocumentID, err)
	}
	return ended[0], nil
}

// Ending is the end of one claim's document.
type Ending struct {
	Ref contract.ClaimRef
	End End
}

// FinishAll is Finish for several documents in one transaction. ended reports for each whether
// its claim was valid. If it returns an error none of them has ended, even if only one is bad.
func (s *Queue) FinishAll(ctx context.Context, endings []Ending) (ended []bool, err error) {
	ended, err = s.finish(ctx, endings, "")
	if err != nil {
		return nil, fmt.Errorf("finish %d documents: %w", len(endings), err)
	}
	return ended, nil
}

// ended is a document after its end.
type ended struct {
	model.Document
	id      string // without prefix
	missing []string
	headers map[string]string
}

// endedRow has the values that only the row knows: endedColumns.
type endedRow struct {
	ID, Account                           string
	Plan                                  contract.Plan
	AskedType, FileName, MIMEType, SHA256 string
	FileSize                              int64
	Pages                                 *int
	BatchID                               *string
	AcceptedAt                            time.Time
	CompletedAt, ExpiresAt                *time.Time
	TypeVersion                           *int
	RerunOf, DuplicateOf                  *string // where the end is to tell the document
}

const endedColumns = `'ext_' || id::text, account, plan, asked_type, file_name, mime_type, sha256, file_size, pages,
	'batch_' || batch_id::text, accepted_at, completed_at, expires_at, type_version, `

func (r endedRow) document(end End) model.Document {
	d := model.Document{
		ID: r.ID, Account: r.Account, Plan: r.Plan, Status: contract.StatusFailed, Started: true, AskedType: r.AskedType,
		FileName: r.FileName, MIMEType: r.MIMEType, SHA256: r.SHA256, FileSize: r.FileSize, Pages: r.Pages,
		BatchID: r.BatchID, AcceptedAt: r.AcceptedAt, CompletedAt: r.CompletedAt, ExpiresAt: r.ExpiresAt,
		ProcessingTimeMs: &end.ProcessingTimeMs, RerunOf: r.RerunOf, DuplicateOf: r.DuplicateOf,
		TypeVersion: r.TypeVersion,
	}
	if x := end.Extraction; x != nil {
		d.Status, d.DocumentType, d.Confidence = contract.StatusCompleted, &x.DocumentType, &x.Confidence
		d.Data, d.Fields, d.Checks, d.Memory = x.Data, x.Fields, x.Checks, x.Memory
		d.Basis, _ = basisOf(x) // updateOf has read it
		return d
	}
	message := storable(end.Failure.Message)
	d.FailureCode, d.FailureMessage = &end.Failure.Code, &message
	return d
}

// finish locks documents, charges and batches in this order, each by id, so that overlapping groups do not deadlock.
func (s *Queue) finish(ctx context.Context, endings []Ending, condition string) ([]bool, error) {
	updates, err := updatesOf(endings, condition)
	if err != nil {
		return nil, err
	}
	valid := make([]bool, len(endings))
	err = pgstore.InPipeline(ctx, s.pool, func(p *pgstore.Pipeline) error {
		var documents []ended
		statements := &pgx.Batch{}
		for _, u := range updates {
			statements.Queue(u.sql, u.args...).Query(func(rows pgx.Rows) error {
				row, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[endedRow])
				if valid[u.index] = err == nil; errors.Is(err, pgx.ErrNoRows) {
					return nil
				}
				end := endings[u.index].End
				d := row.document(end)
				if end.Document != nil {
					*end.Document = d
				}
				documents = append(documents, ended{d, u.id, u.missing, end.EventHeaders})
				return err
			})
		}
		if err := p.Send(ctx, statements); err != nil {
			return err
		}
		return follow(ctx, p, documents)
	})
	return valid, err
}

// follow refunds charges, queues the events, and counts the documents out of their batches.
func follow(ctx context.Context, p *pgstore.Pipeline, documents []ended) error {
	if len(documents) == 0 {
		return nil
	}
	statements := &pgx.Batch{}
	queueRefunds(statements, documents)
	for _, d := range documents {
		event, err := record.Ended(d.Document, d.missing, d.headers)
		if err != nil {
			return err
		}
		if err := outbox.Queue(statements, event); err != nil {
			return err
		}
	}
	closed, err := queueCounts(statements, documents)
	if err != nil {
		return err
	}
	if closed == nil {
		return p.SendLast(ctx, statements)
	}
	if err := p.Send(ctx, statements); err != nil {
		return err
	}
	return closed(ctx, p.Conn())
}

// update is a statement that writes an end.
type update struct {
	index   int // of the ending
	id      string
	missing []string // key fields
	sql     string
	args    []any
}

// updatesOf returns the statements in the order of the documents' ids.
func updatesOf(endings []Ending, condition string) ([]update, error) {
	updates := make([]update, len(endings))
	for i, e := range endings {
		id, err := contract.ParseID(contract.PrefixDocument, e.Ref.DocumentID)
		if err != nil {
			return nil, err
		}
		if updates[i], err = updateOf(id, e.Ref.Token, condition, e.End); err != nil {
			return nil, err
		}
		updates[i].index = i
	}
	slices.SortStableFunc(updates, func(a, b update) int { return strings.Compare(a.id, b.id) })
	return updates, nil
}

// updateOf returns the statement that writes the end and returns what is not known of the document.
func updateOf(id, token, condition string, end End) (update, error) {
	set := `status = 'failed', failure_code = $3, failure_message = $4, processing_time_ms = $5, last_error = $6`
	args := []any{id, token}
	var missing []string
	if x := end.Extraction; x != nil {
		set = `status = 'completed', document_type = $3, confidence = $4, processing_time_ms = $5, last_error = $6,
			data = $7, fields = $8, fields_key = $9, checks = $10, mime_type = coalesce(nullif($11, ''), mime_type), pages = $12,
			search = $13, basis = $14, missing = $15, failed_checks = $16, content_key = $17,
			memory = $18`
		basis, err := basisOf(x)
		if err != nil {
			return update{}, err
		}
		sum, err := record.Sum(model.Document{DocumentType: &x.DocumentType, Data: x.Data, Checks: x.Checks, Basis: basis})
		if err != nil {
			return update{}, err
		}
		missing = sum.Missing
		if x.TypeVersion > 0 {
			set += `, type_version = $19, field_schema = (SELECT schema FROM document_types
				WHERE account = documents.account AND name = $3 AND version = $19)`
		}
		args = append(args, x.DocumentType, x.Confidence, end.ProcessingTimeMs, nullable(storable(end.Reason)),
			[]byte(x.Data), inlineFields(end), nullable(end.FieldsKey), []byte(x.Checks), x.MIMEType, x.Pages, search.Text(
				x.Data), []byte(x.Basis), sum.Missing, sum.Failed, sum.ContentKey,
			[]byte(x.Memory))
		if x.TypeVersion > 0 {
			args = append(args, x.TypeVersion)
		}
	} else {
		args = append(args, string(end.Failure.Code), storable(end.Failure.Message), end.ProcessingTimeMs,
			nullable(storable(end.Reason)))
	}
	earlier := `NULL::text, NULL::text`
	if end.Document != nil {
		earlier = earlierColumns
	}
	return update{id: id, missing: missing, args: args, sql: `
		UPDATE documents SET completed_at = clock_timestamp(), token = NULL, lease_until = NULL, ` + set + `
		WHERE id = $1 AND token = $2 AND status = 'processing'` + condition + `
		RETURNING ` + endedColumns + earlier}, nil
}

func basisOf(x *contract.Extraction) (basis *result.Basis, err error) {
	if x.Basis != nil {
		err = json.Unmarshal(x.Basis, &basis)
	}
	return basis, err
}

// queueRefunds refunds charges to the months that they were taken from.
func queueRefunds(statements *pgx.Batch, documents []ended) {
	var due []ended
	for _, d := range documents {
		if d.FailureCode != nil && *d.FailureCode == contract.CodeInternalError {
			due = append(due, d)
		}
	}
	slices.SortStableFunc(due, func(a, b ended) int { return strings.Compare(a.Account, b.Account) })
	for _, d := range due {
		statements.Queue(`SELECT quota.charge($1, $2, ARRAY[$3::uuid], -1)`, d.Account, string(d.Plan), d.id)
	}
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

// storable makes valid UTF-8 without NUL, as a text column requires.
func storable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
