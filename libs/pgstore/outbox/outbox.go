// Package outbox carries messages that were decided in a database transaction
// to a stream: written with the transaction, published after it, kept for as
// long as the stream keeps them.
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

// Migrations makes the outbox tables in a service's schema.
func Migrations(schema string) (pgstore.Migrations, error) {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		return pgstore.Migrations{}, fmt.Errorf("outbox migrations: %w", err)
	}
	return pgstore.Migrations{Schema: schema, Files: sub, Table: "outbox_migrations"}, nil
}

// Message waits in the outbox.
type Message struct {
	// Ref is what the message is about (a document's id); Forget takes it.
	Ref     string
	Subject string
	// MsgID is stable: the stream drops a second message of the same id.
	MsgID   string
	Headers map[string]string
	Payload []byte
}

// Sender is a transaction that statements can be sent in.
type Sender interface {
	SendBatch(ctx context.Context, statements *pgx.Batch) pgx.BatchResults
}

// Add writes m with the transaction. A message of the same MsgID is written
// once.
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

// Queue is Add as one of the statements that a transaction sends together.
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

// Forget erases what the outbox holds about ref and returns the subjects, whose
// messages are to be purged from the stream.
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
