package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// MaxLiveKeys bounds the keys of an account that are neither revoked nor expired. It is far above the need
// of rotation; without it a stolen key could create any number of keys.
const MaxLiveKeys = 1000

// NewKey is a key to store. Its prefix is always contract.KeyPrefixLive.
type NewKey struct {
	MAC           []byte
	Name          string
	LastFour      string
	ExpiresInDays int // 0: never
	// ExpiresInMinutes, if not 0, ends the key earlier than ExpiresInDays.
	ExpiresInMinutes int
	CreatedBy        *string // public id of the key that asks
	// ByUser is the creating user of the dashboard; at most one of CreatedBy and ByUser is set.
	ByUser *contract.User
}

func (n NewKey) actor() string {
	switch {
	case n.CreatedBy != nil:
		return *n.CreatedBy
	case n.ByUser != nil:
		return n.ByUser.Email
	}
	return Operator
}

// live is the condition of a valid key, by the database's clock.
const live = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`

// Principal returns the principal of a key and the database's time, or nil if the key is unknown, revoked
// or expired, or its account suspended.
func (s *Store) Principal(ctx context.Context, mac []byte) (found *contract.Principal, at time.Time, err error) {
	var p contract.Principal
	err = s.pool.QueryRow(ctx, `
		SELECT clock_timestamp(), a.id, a.plan, a.retention_days, k.id, k.expires_at
		FROM api_keys k JOIN accounts a ON a.id = k.account_id
		WHERE k.key_mac = $1 AND a.suspended_at IS NULL AND `+live, mac).
		Scan(&at, &p.AccountID, &p.Plan, &p.RetentionDays, &p.KeyID, &p.ExpiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, at, nil
	}
	if err != nil {
		return nil, at, fmt.Errorf("verify key: %w", err)
	}
	p.AccountID, p.KeyID = contract.PrefixAccount+p.AccountID, contract.PrefixKey+p.KeyID
	return &p, at, nil
}

// MoveKey stores a key under another MAC.
func (s *Store) MoveKey(ctx context.Context, from, to []byte) error {
	if _, err := s.pool.Exec(ctx, `UPDATE api_keys SET key_mac = $2 WHERE key_mac = $1`, from, to); err != nil {
		return fmt.Errorf("move key: %w", err)
	}
	return nil
}

const keyColumns = `k.id, k.account_id, k.name, k.prefix, k.last_four, k.created_at, k.expires_at, k.revoked_at,
		k.created_by,
	(SELECT email FROM users WHERE id = k.created_by_user), k.last_used_at`

func scanKey(row pgx.CollectableRow) (contract.Key, error) {
	var k contract.Key
	var created time.Time
	var expires, revoked, used *time.Time
	err := row.Scan(&k.ID, &k.AccountID, &k.Name, &k.Prefix, &k.LastFour, &created, &expires, &revoked, &k.CreatedBy,
		&k.CreatedByUser, &used)
	k.ID, k.AccountID = contract.PrefixKey+k.ID, contract.PrefixAccount+k.AccountID
	k.CreatedAt, k.ExpiresAt, k.RevokedAt = contract.TimeOf(created), contract.TimePtr(expires), contract.TimePtr(revoked)
	k.LastUsedAt = contract.TimePtr(used)
	if k.CreatedBy != nil {
		maker := contract.PrefixKey + *k.CreatedBy
		k.CreatedBy = &maker
	}
	return k, err
}

// CreateKey stores a key of an account. A key created by another key expires with it at the latest;
// revoking the creator ends only the creator, so that keys can be rotated. It returns CodeNotFound without
// the account, CodeAuthInvalid if the creator is not a valid key of this account, and CodeLimitReached at
// MaxLiveKeys.
func (s *Store) CreateKey(ctx context.Context, accountID string, n NewKey) (contract.Key, error) {
	account, err := parseID(contract.PrefixAccount, accountID)
	if err != nil {
		return contract.Key{}, err
	}
	var key contract.Key
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lockAccount(ctx, tx, account); err != nil {
			return err
		}
		maker, latest, err := lockMaker(ctx, tx, account, n.CreatedBy)
		if err != nil {
			return err
		}
		key, err = insertKey(ctx, tx, account, n, maker, latest)
		return err
	})
	return key, keyExistsFault(err)
}

// keyExistsFault converts the error for an existing key to a readable one.
func keyExistsFault(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.ConstraintName == "api_keys_key_mac_key" {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "This API key exists already.")
	}
	return err
}

// lockAccount serializes key creations of one account, and checks the number of its keys.
func lockAccount(ctx context.Context, tx pgx.Tx, account string) error {
	err := tx.QueryRow(ctx, `SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, account).Scan(&account)
	if errors.Is(err, pgx.ErrNoRows) {
		return noAccount()
	}
	if err != nil {
		return fmt.Errorf("lock account: %w", err)
	}
	var n int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM api_keys k WHERE k.account_id = $1 AND `+live,
		account).Scan(&n); err != nil {
		return fmt.Errorf("count keys: %w", err)
	}
	if n >= MaxLiveKeys {
		return apierror.New(contract.CodeLimitReached, "The account already has %d API keys. Revoke some first.", n)
	}
	return nil
}

// lockMaker checks the creating key and locks its revocation until the commit. It returns its uuid and expiry, or nil.
func lockMaker(
	ctx context.Context, tx pgx.Tx, account string, createdBy *string,
) (maker *string, expires *time.Time, err error) {
	if createdBy == nil {
		return nil, nil, nil
	}
	id, err := parseID(contract.PrefixKey, *createdBy)
	if err != nil {
		return nil, nil, err
	}
	err = tx.QueryRow(ctx, `
		SELECT k.expires_at FROM api_keys k JOIN accounts a ON a.id = k.account_id
		WHERE k.id = $1 AND a.id = $2 AND a.suspended_at IS NULL AND `+live+` FOR SHARE OF k`, id, account).Scan(&expires)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, apierror.New(contract.CodeAuthInvalid, "The API key is not valid.")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("lock the key that asks: %w", err)
	}
	return &id, expires, nil
}

// insertKey stores a key that expires as requested, but not after latest.
func insertKey(
	ctx context.Context, tx pgx.Tx, account string, n NewKey, maker *string, latest *time.Time,
) (contract.Key, error) {
	id, err := newUUID()
	if err != nil {
		return contract.Key{}, err
	}
	var user *string
	if n.ByUser != nil {
		u, err := parseID(contract.PrefixUser, n.ByUser.ID)
		if err != nil {
			return contract.Key{}, err
		}
		user = &u
	}
	// least ignores NULL, which means never.
	rows, err := tx.Query(ctx, `
		INSERT INTO api_keys AS k (id, account_id, key_mac, name, prefix, last_four, created_by, created_by_user,
			created_at, expires_at)
		SELECT $1, $2, $3, $4, $5, $6, $7, $8, at, least($9::timestamptz, at + make_interval(days => nullif($10::int, 0)),
			at + make_interval(mins => nullif($11::int, 0)))
		FROM (SELECT clock_timestamp() AS at) clock
		RETURNING `+keyColumns,
		id, account, n.MAC, n.Name, contract.KeyPrefixLive, n.LastFour, maker, user, latest, n.ExpiresInDays,
		n.ExpiresInMinutes)
	if err != nil {
		return contract.Key{}, fmt.Errorf("insert key: %w", err)
	}
	key, err := pgx.CollectExactlyOneRow(rows, scanKey)
	if err != nil {
		return contract.Key{}, fmt.Errorf("insert key: %w", err)
	}
	return key, addAuditEntry(ctx, tx, account,
		AuditEntry{Action: contract.AuditKeyCreated, Actor: n.actor(), Target: key.ID, Detail: key.Name})
}

// hourKeyMemory is how long an ended hour key of the API reference stays. Nothing refers to it.
const hourKeyMemory = 24 * time.Hour

// ended is when a key was or will be revoked or expired, or NULL. least ignores NULL.
const ended = `least(k.revoked_at, k.expires_at)`

// endedHourKeys removes users' hour keys. A key that has created another stays as long as that, to show its origin.
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

// SaveLastUsed stores the last use of keys, by public id, in one statement. It skips locked rows: another
// replica probably writes the same, and the next save is soon.
func (s *Store) SaveLastUsed(ctx context.Context, used map[string]time.Time) error {
	ids, times := make([]string, 0, len(used)), make([]time.Time, 0, len(used))
	for key, at := range used {
		id, err := parseID(contract.PrefixKey, key)
		if err != nil {
			return err
		}
		ids, times = append(ids, id), append(times, at)
	}
	_, err := s.pool.Exec(ctx, `
		WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)),
		free AS (
			SELECT k.id, used.at FROM api_keys k JOIN used USING (id)
			WHERE k.last_used_at IS NULL OR k.last_used_at < used.at
			FOR NO KEY UPDATE OF k SKIP LOCKED
		)
		UPDATE api_keys k SET last_used_at = free.at FROM free WHERE k.id = free.id`, ids, times)
	if err != nil {
		return fmt.Errorf("save the last use of %d keys: %w", len(ids), err)
	}
	return nil
}
