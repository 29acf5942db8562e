package pgstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Role is the database role of one service and the schema that it owns.
type Role struct {
	Name, Password, Schema string
}

// RoleName is the role that owns a schema.
func RoleName(schema string) string { return "docmill_" + schema }

// EnsureRoles creates roles and schemas, or sets the passwords of existing ones. The user of adminURL
// must have the right to create roles.
func EnsureRoles(ctx context.Context, adminURL string, roles []Role) (err error) {
	conn, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("database roles: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	return retry(ctx, func() error { return ensureAll(ctx, conn, roles) })
}

func ensureAll(ctx context.Context, conn *pgx.Conn, roles []Role) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Starts on one database wait for each other. Roles belong to the whole cluster,
		// so starts on two databases can still conflict; see isRetryable.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockID("roles")); err != nil {
			return fmt.Errorf("database roles: %w", err)
		}
		for _, r := range roles {
			if err := ensureRole(ctx, tx, r); err != nil {
				return fmt.Errorf("database role %s: %w", r.Name, err)
			}
		}
		return nil
	})
}

func ensureRole(ctx context.Context, tx pgx.Tx, r Role) error {
	name := pgx.Identifier{r.Name}.Sanitize()
	var there bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`,
		r.Name).Scan(&there); err != nil {
		return err
	}
	verb := "CREATE"
	if there {
		verb = "ALTER"
	}
	statements := []string{
		fmt.Sprintf("%s ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD %s", verb, name, quoteLiteral(r.Password)),
		// Before PostgreSQL 16 only a member may hand a schema to a role.
		fmt.Sprintf("GRANT %s TO CURRENT_USER", name),
		fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION %s", pgx.Identifier{r.Schema}.Sanitize(), name),
		fmt.Sprintf("ALTER SCHEMA %s OWNER TO %s", pgx.Identifier{r.Schema}.Sanitize(), name),
	}
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// MayCreateRoles reports whether the user of url can do what EnsureRoles does.
func MayCreateRoles(ctx context.Context, url string) (ok bool, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return false, fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	err = conn.QueryRow(ctx, `SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user`).Scan(&ok)
	return ok, err
}

// quoteLiteral quotes a string constant (PostgreSQL manual, 4.1.2.1): DDL has no parameters.
func quoteLiteral(s string) string {
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
