package pgstore_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

// shelf is a pool of one connection, so that leftovers on it are visible.
func shelf(t *testing.T) *pgxpool.Pool {
	t.Helper()
	url := blank(t)
	m := pgstore.Migrations{Schema: "shelf", Files: files("CREATE TABLE book (id int PRIMARY KEY);")}
	require.NoError(t, pgstore.Migrate(t.Context(), url, m))
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: "shelf", MaxConns: 1})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

func books(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM book`).Scan(&n))
	return n
}

func adding(ids ...int) *pgx.Batch {
	b := &pgx.Batch{}
	for _, id := range ids {
		b.Queue(`INSERT INTO book VALUES ($1)`, id)
	}
	return b
}

func TestPipeline(t *testing.T) {
	t.Parallel()
	pool := shelf(t)
	changedMind := errors.New("changed its mind")
	for _, tt := range []struct {
		name string
		do   func(*pgstore.Pipeline) error
		ok   bool
		want int // books afterwards
	}{
		{"nothing", func(*pgstore.Pipeline) error { return nil }, true, 0},
		{"refused", func(*pgstore.Pipeline) error { return changedMind }, false, 0},
		{"one batch", func(p *pgstore.Pipeline) error { return p.Send(t.Context(), adding(1, 2)) }, true, 2},
		{"the only batch", func(p *pgstore.Pipeline) error { return p.SendLast(t.Context(), adding(3)) }, true, 3},
		{"two batches", func(p *pgstore.Pipeline) error {
			return errors.Join(p.Send(t.Context(), adding(4)), p.SendLast(t.Context(), adding(5)))
		}, true, 5},
		{"refused afterwards", func(p *pgstore.Pipeline) error {
			return errors.Join(p.Send(t.Context(), adding(6)), changedMind)
		}, false, 5},
		{"second fails", func(p *pgstore.Pipeline) error {
			if err := p.Send(t.Context(), adding(6)); err != nil {
				return err
			}
			return p.Send(t.Context(), adding(7, 1))
		}, false, 5},
		{"last fails", func(p *pgstore.Pipeline) error { return p.SendLast(t.Context(), adding(6, 1, 7)) }, false, 5},
		{"a failure is overlooked", func(p *pgstore.Pipeline) error {
			_ = p.Send(t.Context(), adding(6, 1))
			return nil
		}, false, 5},
		{"amid", func(p *pgstore.Pipeline) error {
			if err := p.Send(t.Context(), adding(6)); err != nil {
				return err
			}
			return p.Conn().SendBatch(t.Context(), adding(7)).Close()
		}, true, 7},
	} {
		err := pgstore.InPipeline(t.Context(), pool, tt.do)
		n := books(t, pool)
		assert.True(t, (err == nil) == tt.ok && n == tt.want, tt.name, n, "books, want", tt.want, err)
	}
}

// An error of a handler rolls back its statement.
func TestPipelineHandlerError(t *testing.T) {
	t.Parallel()
	pool := shelf(t)
	refused := errors.New("refused")
	err := pgstore.InPipeline(t.Context(), pool, func(p *pgstore.Pipeline) error {
		b := &pgx.Batch{}
		b.Queue(`INSERT INTO book VALUES (1) RETURNING id`).QueryRow(func(pgx.Row) error { return refused })
		return p.Send(t.Context(), b)
	})
	if !errors.Is(err, refused) || books(t, pool) != 0 {
		t.Errorf("%d books, %v", books(t, pool), err)
	}
}
