package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Errors of changes to document types.
var (
	ErrTypeExists   = errors.New("the account has a document type with this name")
	ErrTooManyTypes = errors.New("the account has too many document types or versions")
)

// latestTypes selects the latest version of each of an account's types ($1).
const latestTypes = `
	SELECT DISTINCT ON (name) name, version, title, schema, created_at FROM document_types
	WHERE account = $1 AND NOT deleted`

// ListTypes returns the latest versions of an account's types, by name.
func (s *Types) ListTypes(ctx context.Context, account string) ([]model.SavedType, error) {
	rows, err := s.pool.Query(ctx, latestTypes+` ORDER BY name, version DESC`, account)
	if err != nil {
		return nil, fmt.Errorf("list document types: %w", err)
	}
	types, err := pgx.CollectRows(rows, pgx.RowToStructByPos[model.SavedType])
	if err != nil {
		return nil, fmt.Errorf("list document types: %w", err)
	}
	return types, nil
}

// Type returns a version of an account's type, the latest for version 0. ok is false if there is none.
func (s *Types) Type(ctx context.Context, account, name string, version int) (t model.SavedType, ok bool, err error) {
	t, ok, err = typeOf(ctx, s.pool, account, name, version)
	if err != nil {
		return t, false, fmt.Errorf("document type %s: %w", name, err)
	}
	return t, ok, nil
}

func typeOf(
	ctx context.Context, q querier, account, name string, version int,
) (t model.SavedType, ok bool, err error) {
	rows, err := q.Query(ctx, latestTypes+` AND name = $2 AND $3 IN (0, version) ORDER BY name, version DESC`,
		account, name, version)
	if err == nil {
		t, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[model.SavedType])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return t, false, nil
	}
	return t, err == nil, err
}

// CreateType saves a type, as version 1 unless there was one of the name before. by is the id of the user or key, for
// the audit. It returns ErrTypeExists, or ErrTooManyTypes.
func (s *Types) CreateType(ctx context.Context, account string, t model.SavedType, by string) (model.SavedType, error) {
	return s.changeTypes(ctx, account, t.Name, func(tx pgx.Tx) error {
		var exists bool
		var types int
		err := tx.QueryRow(ctx, `
			SELECT coalesce(bool_or(name = $2), false), count(DISTINCT name)
			FROM document_types WHERE account = $1 AND NOT deleted`, account, t.Name).Scan(&exists, &types)
		switch {
		case err != nil:
			return err
		case exists:
			return ErrTypeExists
		case types >= model.MaxSavedTypes:
			return ErrTooManyTypes
		}
		return addVersion(ctx, tx, account, t, contract.AuditDocumentTypeCreated, by)
	})
}

// ChangeType adds a version to a type, unless the latest one has the same title and schema. ok is false if there is no
// such type. by is as above. It returns ErrTooManyTypes if the type has model.MaxTypeVersions.
func (s *Types) ChangeType(
	ctx context.Context, account string, t model.SavedType, by string,
) (now model.SavedType, ok bool, err error) {
	now, err = s.changeTypes(ctx, account, t.Name, func(tx pgx.Tx) error {
		latest, found, err := typeOf(ctx, tx, account, t.Name, 0)
		if ok = found; err != nil || !found || latest.Equal(t) {
			return err
		}
		var versions int
		err = tx.QueryRow(ctx, `SELECT count(*) FROM document_types WHERE account = $1 AND name = $2`, account, t.Name).
			Scan(&versions)
		switch {
		case err != nil:
			return err
		case versions >= model.MaxTypeVersions:
			return ErrTooManyTypes
		}
		return addVersion(ctx, tx, account, t, contract.AuditDocumentTypeChanged, by)
	})
	return now, ok, err
}

// changeTypes makes one change of an account's types at a time and returns the type afterwards.
func (s *Types) changeTypes(
	ctx context.Context, account, name string, change func(tx pgx.Tx) error,
) (t model.SavedType, err error) {
	err = pgstore.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('docmill document types ' || $1, 0))`, account)
		if err == nil {
			err = change(tx)
		}
		if err == nil {
			t, _, err = typeOf(ctx, tx, account, name, 0)
		}
		return err
	})
	if err != nil {
		return model.SavedType{}, fmt.Errorf("change document type %s: %w", name, err)
	}
	return t, nil
}

func addVersion(
	ctx context.Context, tx pgx.Tx, account string, t model.SavedType, action contract.AuditAction, by string,
) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO document_types (account, name, version, title, schema)
		SELECT $1, $2, 1 + coalesce(max(version), 0), $3, $4 FROM document_types WHERE account = $1 AND name = $2`,
		account, t.Name, t.Title, []byte(t.Schema))
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM document_types WHERE account = $1 AND name = $2 AND deleted`, account, t.Name)
	}
	if err != nil {
		return err
	}
	return addAuditEntry(ctx, tx, account, action, by, t.Name)
}

// DeleteType deletes a type with all its versions. by is the id of the user or key, for the audit. ok is false if the
// type does not exist.
func (s *Types) DeleteType(ctx context.Context, account, name, by string) (ok bool, err error) {
	_, err = s.changeTypes(ctx, account, name, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE document_types SET deleted = true, title = '', schema = '{}'
			WHERE account = $1 AND name = $2 AND NOT deleted`, account, name)
		if ok = err == nil && tag.RowsAffected() > 0; !ok {
			return err
		}
		// Version numbers are remembered for the types that were deleted last.
		_, err = tx.Exec(ctx, `
			DELETE FROM document_types d WHERE account = $1 AND deleted AND (
				EXISTS (SELECT FROM document_types later
					WHERE later.account = $1 AND later.name = d.name AND later.version > d.version)
				OR (name, version) IN (SELECT name, version FROM document_types
					WHERE account = $1 AND deleted ORDER BY created_at DESC OFFSET $2))`, account, model.MaxTypeVersions)
		if err != nil {
			return err
		}
		return addAuditEntry(ctx, tx, account, contract.AuditDocumentTypeDeleted, by, name)
	})
	return ok, err
}
