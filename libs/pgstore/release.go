package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/version"
)

// ErrNewerSchema means that a newer release has used the schema, one that this
// program does not work beside.
var ErrNewerSchema = errors.New("the database belongs to a newer release")

// querier is a connection, a pool or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// CheckRelease fails where a schema was migrated by a release that this program is
// too old for. A schema that no release is written down in was migrated before
// releases were.
func CheckRelease(ctx context.Context, db querier, schema string) error {
	name := pgx.Identifier{schema, "schema_release"}.Sanitize()
	var newest, oldest string
	err := db.QueryRow(ctx, `SELECT array_to_string(release, '.'), array_to_string(oldest, '.') FROM `+name).
		Scan(&newest, &oldest)
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case errors.As(err, &pg) && (pg.Code == "42P01" || pg.Code == "3F000"): // undefined_table, invalid_schema_name
		return nil
	case errors.As(err, &pg) && pg.Code == "42501": // insufficient_privilege
		err = ErrClosedSchema
	}
	if err != nil {
		return fmt.Errorf("release of schema %s: %w", schema, err)
	}
	if version.Older(version.Number, oldest) {
		return fmt.Errorf("%w: schema %s was brought up to date by docmill %s, which works beside docmill %s or newer; "+
			"this is %s: use an executable of %s or newer, or restore a backup from before the upgrade",
			ErrNewerSchema, schema, newest, oldest, version.Number, oldest)
	}
	return nil
}

// noteRelease writes down, within the transaction, that this release migrates the
// schema: before it does, so that a program too old for what a migration leaves half
// way is refused, too. What a newer release has written stays.
func noteRelease(ctx context.Context, tx pgx.Tx, schema string) error {
	name := pgx.Identifier{schema, "schema_release"}.Sanitize()
	if _, err := tx.Exec(ctx, `
		CREATE TABLE IF NOT EXISTS `+name+` (
			one     bool  PRIMARY KEY DEFAULT true CHECK (one),
			release int[] NOT NULL, -- the newest that has migrated the schema, as {0,1,0}
			oldest  int[] NOT NULL  -- the oldest that works beside it
		)`); err != nil {
		return err
	}
	if err := CheckRelease(ctx, tx, schema); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO `+name+` AS r (release, oldest)
		VALUES (string_to_array($1, '.')::int[], string_to_array($2, '.')::int[])
		ON CONFLICT (one) DO UPDATE
		SET release = greatest(r.release, excluded.release), oldest = greatest(r.oldest, excluded.oldest)`,
		version.Number, version.Oldest)
	return err
}
