package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
)

// hourKeyMemory is how long an hour key of the API reference stays after it ends. Nothing refers to it, and
// people create one whenever they try the API.
const hourKeyMemory = 24 * time.Hour

// ended is when a key was or will be revoked or expired, or NULL. least ignores NULL.
const ended = `least(k.revoked_at, k.expires_at)`

// endedHourKeys is the statement that removes hour keys of users. A key that has created another one stays
// as long as that, to show its origin.
func endedHourKeys() statement {
	return statement{`
		DELETE FROM api_keys WHERE ctid = ANY (ARRAY(
			SELECT k.ctid FROM api_keys k
			WHERE k.created_by IS NULL AND k.expires_at - k.created_at <= interval '1 hour'
				AND k.expires_at <= statement_timestamp() - $1::interval
				AND NOT EXISTS (SELECT FROM api_keys made WHERE made.created_by = k.id)
			LIMIT $2 FOR UPDATE SKIP LOCKED))`, []any{hourKeyMemory}}
}

// endedKeys is the statement that removes keys that ended long ago. Keys created by a removed key, as in
// rotation, are then attributed to its creator, so that revoking that one with its descendants still ends
// them. A key whose creator is removed as well waits for the next round, because one statement changes a
// row once.
func endedKeys() statement {
	return statement{`
		WITH old AS (
			SELECT k.ctid AS at, k.id, k.created_by FROM api_keys k
			WHERE ` + ended + ` <= statement_timestamp() - $1::interval AND NOT EXISTS (
				SELECT FROM api_keys maker WHERE maker.id = k.created_by
					AND least(maker.revoked_at, maker.expires_at) <= statement_timestamp() - $1::interval)
			LIMIT $2 FOR UPDATE OF k SKIP LOCKED
		), heirs AS (
			UPDATE api_keys made SET created_by = old.created_by FROM old WHERE made.created_by = old.id
		)
		DELETE FROM api_keys WHERE ctid = ANY (ARRAY(SELECT at FROM old))`, []any{contract.EndedKeyLife}}
}

// Keys lists the keys of an account, newest first: all live ones, at most MaxLiveKeys, and the most
// recently ended, at most contract.MaxEndedKeys, so that the list fits into a message.
func (s *Store) Keys(ctx context.Context, accountID string) ([]contract.Key, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return nil, err
	}
	// The statement time is the same for all rows, so no key ends during the statement.
	rows, err := s.pool.Query(ctx, `
		WITH gone AS (
			SELECT k.id FROM api_keys k WHERE k.account_id = $1 AND `+ended+` <= statement_timestamp()
			ORDER BY `+ended+` DESC, k.id DESC LIMIT $2)
		SELECT `+keyColumns+` FROM api_keys k
		WHERE k.account_id = $1
			AND (k.id IN (SELECT id FROM gone) OR (`+ended+` <= statement_timestamp()) IS NOT TRUE)
		ORDER BY k.created_at DESC, k.id DESC`, account, contract.MaxEndedKeys)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	keys, err := pgx.CollectRows(rows, scanKey)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return keys, nil
}
