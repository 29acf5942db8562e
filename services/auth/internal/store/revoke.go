package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
)

// Revocation says which key is to be refused from now on.
type Revocation struct {
	KeyID string
	// AccountID, if not empty, must be the key's account.
	AccountID string
	// MadeBy, if not empty, must be the user who created it.
	MadeBy      string
	Descendants bool // those too that it made, directly or through others
	Actor       string
}

// RevokeKey revokes a key, and returns it followed by the others that ended. It returns CodeNotFound if the
// key does not exist or is revoked, and CodeInvalidState if it was not created by MadeBy.
func (s *Store) RevokeKey(ctx context.Context, r Revocation) (revoked []contract.Key, err error) {
	id, err := parseID(contract.PrefixKey, r.KeyID)
	if err != nil {
		return nil, err
	}
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		account, err := revocable(ctx, tx, id, r)
		if err != nil {
			return err
		}
		if revoked, err = endKeys(ctx, tx, id, r.Descendants); err != nil {
			return err
		}
		first := slices.IndexFunc(revoked, func(k contract.Key) bool { return k.ID == r.KeyID })
		if first < 0 {
			return noKey()
		}
		revoked[0], revoked[first] = revoked[first], revoked[0]
		for _, k := range revoked {
			if err := addAuditEntry(ctx, tx, account,
				AuditEntry{Action: contract.AuditKeyRevoked, Actor: r.Actor, Target: k.ID, Detail: k.Name}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("revoke key: %w", err)
	}
	return revoked, nil
}

func noKey() error {
	return apierror.New(contract.CodeNotFound, "There is no API key of this id that could be revoked.")
}

// revocable checks the revocation, prevents new keys of the account, which would escape it, and returns the account.
func revocable(ctx context.Context, tx pgx.Tx, id string, r Revocation) (account string, err error) {
	rows, err := tx.Query(ctx, `SELECT k.account_id, coalesce('user_' || k.created_by_user, '') FROM api_keys k WHERE `+
		`k.id = $1`, id)
	if err != nil {
		return "", err
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Account, Maker string }])
	if err != nil {
		return "", err
	}
	if len(found) == 0 || r.AccountID != "" && r.AccountID != contract.PrefixAccount+found[0].Account {
		return "", noKey()
	}
	if r.MadeBy != "" && r.MadeBy != found[0].Maker {
		return "", apierror.New(contract.CodeInvalidState,
			"Somebody else has made this key. Ask an owner of the account to revoke it.")
	}
	return found[0].Account, lockUsers(ctx, tx, found[0].Account)
}

// endKeys ends a key that is not revoked and, if requested, its descendants.
func endKeys(ctx context.Context, tx pgx.Tx, id string, descendants bool) ([]contract.Key, error) {
	// A revoked key in between may still have descendants.
	rows, err := tx.Query(ctx, `
		WITH RECURSIVE line (id) AS (
			SELECT $1::uuid
			UNION
			SELECT made.id FROM line JOIN api_keys made ON made.created_by = line.id WHERE $2
		)
		UPDATE api_keys k SET revoked_at = clock_timestamp()
		FROM line WHERE k.id = line.id AND k.revoked_at IS NULL
			AND EXISTS (SELECT FROM api_keys WHERE id = $1 AND revoked_at IS NULL)
		RETURNING `+keyColumns, id, descendants)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanKey)
}
