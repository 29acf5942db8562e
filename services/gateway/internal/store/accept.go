package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Charge is the result of the quota service's function.
type Charge struct {
	Granted   bool // false: the month is full and nothing was kept
	Charged   int  // how many of the documents the month has room for, from the first
	Limit     int  // documents in a month
	Signalled bool // a signal waits to be relayed
	At        time.Time
	// Released is set if the document was released as it was accepted, see Terms: its command has
	// to be published.
	Released bool
}

// Terms are the parameters of an acceptance besides its files.
type Terms struct {
	Traceparent string        // of the request that brought them
	KeepFor     time.Duration // 0 keeps documents forever
	// Release, if positive, releases a single document as it is accepted if nothing waits in its
	// lane. Its command is published again after this time. 0 leaves all documents to
	// Queue.Release.
	Release time.Duration
}

// Accept charges a document and stores it if the month has room, in one transaction. Without room
// the transaction is still committed, because the charge may have left a signal. If the
// idempotency claim was lost it returns ErrClaimLost and stores nothing.
func (s *Documents) Accept(ctx context.Context, a model.Acceptance, t Terms) (Charge, error) {
	id, err := contract.ParseID(contract.PrefixDocument, a.Document.ID)
	if err != nil {
		return Charge{}, err
	}
	var c Charge
	var xid string
	err = pgstore.OncePipeline(ctx, s.pool, func(p *pgstore.Pipeline) error {
		if c, xid, err = acceptAlone(ctx, p, a, id, t); err != nil {
			return err
		}
		return s.resolveCommit(ctx, p.Commit(ctx), xid)
	})
	if err != nil {
		return Charge{}, fmt.Errorf("accept %s: %w", a.Document.ID, err)
	}
	return c, nil
}

// acceptAlone charges and stores a single document and completes its idempotency key.
func acceptAlone(
	ctx context.Context, p *pgstore.Pipeline, a model.Acceptance, id string, t Terms,
) (c Charge, xid string, err error) {
	sql, args := insertAlone(a.Claim != nil), append(batchRow(a.Principal, a.Document, id, t, nil, nil), t.release())
	if a.Claim != nil {
		args = append(args, a.Claim.AccountID, a.Claim.Key, a.Claim.Token, a.Claim.Fingerprint[:], a.Document.ID)
	}
	statements := &pgx.Batch{}
	var used bool
	statements.Queue(sql, args...).QueryRow(func(row pgx.Row) error {
		return row.Scan(&c.Charged, &c.Limit, &c.Signalled, &c.At, &xid, &c.Released, &used)
	})
	err = p.Send(ctx, statements)
	c.Granted = c.Charged > 0
	switch {
	case sqlState(err) == foreignKeyViolation:
		return c, "", ErrNoDocument // the one whose bytes these are was erased meanwhile
	case err != nil:
		return c, "", fmt.Errorf("charge and insert: %w", err)
	case !c.Granted:
		return c, "", nil // there may be a signal to commit, whose outcome does not matter
	case a.Claim != nil && !used:
		return c, "", ErrClaimLost
	}
	return c, xid, nil
}

func charge(ctx context.Context, tx pgx.Tx, p contract.Principal, ids []string) (c Charge, err error) {
	err = tx.QueryRow(ctx, `
		SELECT charged, month_limit, signalled, now() FROM quota.charge($1, $2, $3::uuid[], 1)`,
		p.AccountID, string(p.Plan), ids).Scan(&c.Charged, &c.Limit, &c.Signalled, &c.At)
	if err != nil {
		return c, fmt.Errorf("charge: %w", err)
	}
	c.Granted = c.Charged > 0
	return c, nil
}

// insertDocument returns the transaction's id, by which its outcome can be looked up for a while.
const (
	insertDocument = `
	INSERT INTO documents (` + newColumns + `)
	VALUES (` + newValues + `)
	RETURNING pg_current_xact_id()::text`

	newColumns = `id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type,
		lane, traceparent, field_schema, expires_at, batch_id, batch_index, rerun_of, submitted_by, type_version`
	newValues = `$1::uuid, $2, $3, $4, $5, $6, $7, $8, $9,
		$10, $11, $12::json, now() + $13::interval, $14::uuid, $15::int, $16::uuid, $17, $18::int`
)

// insertAlone charges and inserts a document that came alone; withKey it also stores the answer of an idempotency key.
// If nothing waits in its lane, it releases the document ($19) without a dispatcher round, even several at one instant.
func insertAlone(withKey bool) string {
	used, key := "false", ""
	if withKey {
		used, key = "EXISTS (SELECT FROM key)", `, key AS (
			UPDATE idempotency_keys SET fingerprint = $23, answer = $24, accepted_at = clock_timestamp()
			FROM charge
			WHERE charged > 0 AND account = $20 AND key = $21 AND token = $22 AND accepted_at IS NULL
			RETURNING 1)`
	}
	return `
		WITH charge AS MATERIALIZED (
			SELECT charged, month_limit, signalled, now() AS at FROM quota.charge($2, $3, ARRAY[$1::uuid], 1)
		), document AS (
			INSERT INTO documents (` + newColumns + `, redispatch_at)
			SELECT ` + newValues + `,
			       CASE WHEN NOT EXISTS (SELECT FROM documents WHERE lane = $10 AND status = 'queued')
			       THEN clock_timestamp() + $19::interval END
			FROM charge WHERE charged > 0
			RETURNING redispatch_at IS NOT NULL AS released)` + key + `
		SELECT charged, month_limit, signalled, at, pg_current_xact_id()::text,
		       coalesce((SELECT released FROM document), false), ` + used + `
		FROM charge`
}

func batchRow(p contract.Principal, d model.NewDocument, id string, t Terms, batch *string, index *int) []any {
	return []any{
		id, p.AccountID, string(p.Plan), d.FileName, d.FileSize, d.MIMEType, d.SHA256,
		d.ObjectKey, d.DocumentType, string(d.Lane), t.Traceparent, []byte(d.Schema), t.keepFor(), batch, index,
		rerunOf(d), p.KeyID, d.TypeVersion,
	}
}

// rerunOf is the uuid of the document whose bytes are read again, nil for none.
func rerunOf(d model.NewDocument) *string {
	id, err := contract.ParseID(contract.PrefixDocument, d.RerunOf)
	if err != nil {
		return nil
	}
	return &id
}

func (t Terms) keepFor() *time.Duration { return orNull(t.KeepFor) }

func (t Terms) release() *time.Duration { return orNull(t.Release) }

func orNull(d time.Duration) *time.Duration {
	if d == 0 {
		return nil
	}
	return &d
}
