package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// LayoutSummary is a layout without its examples.
type LayoutSummary struct {
	ID        string // the uuid, without prefix
	Vendor    string // "" unknown
	Enabled   bool
	Examples  int
	Version   int64
	ChangedAt time.Time // taught, folded again or switched
	UsedAt    time.Time // last handed out or taught, to the hour
}

// LayoutRow is a layout as its account sees it.
type LayoutRow struct {
	LayoutSummary
	Body json.RawMessage // memory.Layout
}

// summaryColumns are the fields of LayoutSummary, in their order.
const summaryColumns = `id::text, vendor, enabled, lessons, version, changed_at, used_at`

// shown leaves out the layouts that still have the example of an erased document.
const shown = ` AND NOT stale`

// ListLayouts returns an account's layouts without their examples, newest first, from after on (the uuid
// of one; "" from the newest), at most limit of them.
func (s *Learning) ListLayouts(ctx context.Context, account, after string, limit int) ([]LayoutSummary, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT `+summaryColumns+` FROM layouts
		WHERE account = $1 AND ($2 = '' OR id < nullif($2, '')::uuid)`+shown+` ORDER BY id DESC LIMIT $3`,
		account, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list layouts: %w", err)
	}
	layouts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[LayoutSummary])
	if err != nil {
		return nil, fmt.Errorf("list layouts: %w", err)
	}
	return layouts, nil
}

// Layout returns a layout of the account by its uuid. ok is false if the account does not have it.
func (s *Learning) Layout(ctx context.Context, account, id string) (l LayoutRow, ok bool, err error) {
	rows, err := s.pool.Query(ctx,
		`SELECT `+summaryColumns+`, body FROM layouts WHERE id = $1 AND account = $2`+shown, id, account)
	if err == nil {
		l, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[LayoutRow])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return LayoutRow{}, false, nil
	}
	if err != nil {
		return LayoutRow{}, false, fmt.Errorf("layout %s: %w", id, err)
	}
	return l, true, nil
}

// EnableLayout enables or disables a layout and returns it. A disabled one still learns but is
// not used. by is the id of the user or key, for the audit. ok is false if the account has no
// such layout.
func (s *Learning) EnableLayout(
	ctx context.Context, account, id string, enabled bool, by string,
) (l LayoutRow, ok bool, err error) {
	action := contract.AuditLayoutDisabled
	if enabled {
		action = contract.AuditLayoutEnabled
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE layouts SET enabled = $3, changed_at = clock_timestamp()
			WHERE id = $1 AND account = $2 AND enabled <> $3`, id, account, enabled)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return addAuditEntry(ctx, tx, account, action, by, contract.PrefixLayout+id)
	})
	if err != nil {
		return LayoutRow{}, false, fmt.Errorf("switch layout %s: %w", id, err)
	}
	return s.Layout(ctx, account, id)
}

// ForgetLayout deletes a layout with its examples. Documents that wait to be learned from, or are
// corrected later, teach again. by is the id of the user or key, for the audit. ok is false if
// the account has no such layout.
func (s *Learning) ForgetLayout(ctx context.Context, account, id, by string) (ok bool, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lockLayouts(ctx, tx, account); err != nil {
			return err
		}
		// Examples before their layout, as erasures of documents take them.
		if _, err := tx.Exec(ctx, `DELETE FROM lessons WHERE layout = $1 AND account = $2`, id, account); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM layouts WHERE id = $1 AND account = $2`, id, account)
		if ok = err == nil && tag.RowsAffected() == 1; !ok {
			return err
		}
		return addAuditEntry(ctx, tx, account, contract.AuditLayoutForgotten, by, contract.PrefixLayout+id)
	})
	if err != nil {
		return false, fmt.Errorf("forget layout %s: %w", id, err)
	}
	return ok, nil
}

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
