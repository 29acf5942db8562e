package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Pipeline is a transaction whose statements are sent in batches, each in one round trip to the
// database: the first with BEGIN, and the last with COMMIT if it is known to be the last. It is not
// safe for concurrent use.
type Pipeline struct {
	conn  *pgxpool.Conn
	begun bool
	ended bool
}

// InPipeline is InTx with a Pipeline. f need not send anything.
func InPipeline(ctx context.Context, pool *pgxpool.Pool, f func(*Pipeline) error) error {
	return retry(ctx, func() error { return OncePipeline(ctx, pool, f) })
}

// OncePipeline is InPipeline without retries.
func OncePipeline(ctx context.Context, pool *pgxpool.Pool, f func(*Pipeline) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	p := &Pipeline{conn: conn}
	if err := f(p); err != nil {
		return errors.Join(err, p.rollback(context.WithoutCancel(ctx)))
	}
	return p.Commit(ctx)
}

// Send sends statements and handles their answers. It must not be called after SendLast.
func (p *Pipeline) Send(ctx context.Context, statements *pgx.Batch) error {
	return p.send(ctx, statements, false)
}

// SendLast is Send with COMMIT, which happens if all statements succeed: errors of the handlers of
// their answers come too late to prevent it.
func (p *Pipeline) SendLast(ctx context.Context, statements *pgx.Batch) error {
	return p.send(ctx, statements, true)
}

func (p *Pipeline) send(ctx context.Context, statements *pgx.Batch, last bool) error {
	all := &pgx.Batch{}
	if !p.begun {
		all.Queue("begin")
	}
	all.QueuedQueries = append(all.QueuedQueries, statements.QueuedQueries...)
	if last {
		all.Queue("commit")
	}
	p.begun = true
	err := p.conn.SendBatch(ctx, all).Close()
	p.ended = last && err == nil
	return err
}

// Conn is for statements in the transaction whose answers decide about the next. Send must have been
// called before.
func (p *Pipeline) Conn() *pgxpool.Conn { return p.conn }

// Commit commits the transaction, unless SendLast did or nothing was sent.
func (p *Pipeline) Commit(ctx context.Context) error {
	if !p.begun || p.ended {
		return nil
	}
	p.ended = true
	tag, err := p.conn.Exec(ctx, "commit")
	if err == nil && tag.String() == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// rollback does nothing if the connection is lost or the server has no transaction.
func (p *Pipeline) rollback(ctx context.Context) error {
	const idle = 'I' // PostgreSQL's protocol, ReadyForQuery
	if c := p.conn.Conn(); c.IsClosed() || c.PgConn().TxStatus() == idle {
		return nil
	}
	if _, err := p.conn.Exec(ctx, "rollback"); err != nil && !p.conn.Conn().IsClosed() {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}
