package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/pgstore"
)

// staleBatch bounds how many layouts FoldStale looks up at a time.
const staleBatch = 100

// FoldStale rebuilds layouts whose examples an earlier release erased together with their
// documents. One that fails does not block others.
func (s *Learning) FoldStale(ctx context.Context) error {
	var failed Failures
	after := uuid.Nil.String()
	for {
		stale, err := s.staleLayouts(ctx, after)
		if err != nil || len(stale) == 0 {
			return errors.Join(failed.Err("layouts could not be folded"), err)
		}
		for _, l := range stale {
			after = l.ID
			if err := s.foldAgain(ctx, l); err != nil {
				failed.Add(fmt.Errorf("fold layout %s: %w", l.ID, err))
			}
		}
	}
}

type staleLayout struct{ ID, Account string }

func (s *Learning) staleLayouts(ctx context.Context, after string) ([]staleLayout, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT id::text, account FROM layouts WHERE stale AND id > $1 ORDER BY id LIMIT $2`, after, staleBatch)
	if err != nil {
		return nil, fmt.Errorf("find stale layouts: %w", err)
	}
	stale, err := pgx.CollectRows(rows, pgx.RowToStructByPos[staleLayout])
	if err != nil {
		return nil, fmt.Errorf("find stale layouts: %w", err)
	}
	return stale, nil
}

func (s *Learning) foldAgain(ctx context.Context, l staleLayout) error {
	return pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lockLayouts(ctx, tx, l.Account); err != nil {
			return err
		}
		return fold(ctx, tx, l.ID)
	})
}
