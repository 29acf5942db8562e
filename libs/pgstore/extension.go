package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// EnsureExtensions creates missing extensions if the server has them and the user of url may create
// them: for trusted ones CREATE on the database suffices. An extension that is not available is no
// error.
func EnsureExtensions(ctx context.Context, url string, names ...string) (err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("database extensions: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for _, name := range names {
		if _, err := EnsureExtension(ctx, conn, name); err != nil {
			return err
		}
	}
	return nil
}

// EnsureExtension is EnsureExtensions for one extension. It returns its schema, or "" if the extension
// is not available.
func EnsureExtension(ctx context.Context, conn *pgx.Conn, name string) (schema string, err error) {
	err = retry(ctx, func() error {
		if schema, err = extensionSchema(ctx, conn, name); err != nil || schema != "" {
			return err
		}
		_, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS "+pgx.Identifier{name}.Sanitize())
		if err != nil {
			return err
		}
		schema, err = extensionSchema(ctx, conn, name)
		return err
	})
	if err != nil && !isUnavailable(err) {
		return "", fmt.Errorf("database extension %s: %w", name, err)
	}
	return schema, nil
}

func extensionSchema(ctx context.Context, conn *pgx.Conn, name string) (schema string, err error) {
	err = conn.QueryRow(ctx, `
		SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
		WHERE e.extname = $1`, name).Scan(&schema)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return schema, err
}

// isUnavailable reports whether an extension cannot be created: no right, no schema for it, or missing files.
func isUnavailable(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	switch pg.Code {
	case "42501" /* insufficient_privilege */, "3F000", /* invalid_schema_name */
		"0A000" /* feature_not_supported */, "58P01" /* undefined_file */ :
		return true
	}
	return false
}
