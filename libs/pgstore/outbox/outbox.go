// Package outbox publishes messages of database transactions to a stream. A message is written in the transaction,
// published after it, and kept for as long as the stream keeps it.
package outbox

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
)

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the migrations of the outbox tables in a service's schema.
func Migrations(schema string) (pgstore.Migrations, error) {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		return pgstore.Migrations{}, fmt.Errorf("outbox migrations: %w", err)
	}
	return pgstore.Migrations{Schema: schema, Files: sub, Table: "outbox_migrations"}, nil
}

// Message is a message in the outbox.
type Message struct {
	// Ref is the id of the document or batch, for Forget.
	Ref     string
	Subject string
	// MsgID deduplicates: the stream drops a second message with the same id.
	MsgID   string
	Headers map[string]string
	Payload []byte
}

// Sender is a transaction.
type Sender interface {
	SendBatch(ctx context.Context, statements *pgx.Batch) pgx.BatchResults
}

// Add writes m in the transaction, unless there is a message with the same MsgID.
func Add(ctx context.Context, tx Sender, m Message) error {
	statements := &pgx.Batch{}
	if err := Queue(statements, m); err != nil {
		return err
	}
	if err := tx.SendBatch(ctx, statements).Close(); err != nil {
		return fmt.Errorf("outbox %s: %w", m.MsgID, err)
	}
	return nil
}

// Queue is Add as a statement of a batch.
func Queue(statements *pgx.Batch, m Message) error {
	headers := []byte("{}")
	if m.Headers != nil {
		var err error
		if headers, err = json.Marshal(m.Headers); err != nil {
			return fmt.Errorf("outbox %s: %w", m.MsgID, err)
		}
	}
	statements.Queue(`
		INSERT INTO outbox (ref, subject, msg_id, headers, payload) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (msg_id) DO NOTHING`,
		m.Ref, m.Subject, m.MsgID, headers, m.Payload)
	return nil
}

// Forget deletes the messages about ref and returns their subjects, which must be purged from the stream.
func Forget(ctx context.Context, tx pgx.Tx, ref string) ([]string, error) {
	rows, err := tx.Query(ctx, `DELETE FROM outbox WHERE ref = $1 RETURNING subject`, ref)
	if err != nil {
		return nil, fmt.Errorf("forget %s: %w", ref, err)
	}
	subjects, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("forget %s: %w", ref, err)
	}
	return subjects, nil
}
