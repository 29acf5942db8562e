package pgstore

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// ServerState is the state that a database server reports.
type ServerState struct {
	Version string // "17.5"
	// Standby servers accept no writes.
	Standby bool
	// Bytes of the database on disk.
	Bytes int64
	// Connections of all databases, of the Maximum that the server takes.
	Connections, Maximum int
	// Now is the server's clock, read between Asked and Answered by this machine's.
	Now, Asked, Answered time.Time
	TLS                  *tls.ConnectionState // nil for a connection without TLS
}

// Inspection is a read-only connection.
type Inspection struct{ conn *pgx.Conn }

// OpenInspection connects; its transactions are read-only.
func OpenInspection(ctx context.Context, url string) (*Inspection, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database URL is not valid") // the parser's error may quote the password
	}
	params := cfg.RuntimeParams
	params["application_name"], params["default_transaction_read_only"] = "docmill-inspect", "on"
	params["timezone"] = "UTC"
	for name, limit := range timeouts() {
		if _, given := params[name]; !given {
			params[name] = limit
		}
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return &Inspection{conn}, nil
}

// Close ends the connection.
func (i *Inspection) Close(ctx context.Context) error { return i.conn.Close(ctx) }

// Server returns the server's state.
func (i *Inspection) Server(ctx context.Context) (ServerState, error) {
	s := ServerState{Asked: time.Now()}
	if err := i.conn.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&s.Now); err != nil {
		return s, fmt.Errorf("database: %w", err)
	}
	s.Answered = time.Now()
	err := i.conn.QueryRow(ctx, `
		SELECT split_part(current_setting('server_version'), ' ', 1), pg_is_in_recovery(),
			pg_database_size(current_database()), current_setting('max_connections')::int,
			(SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database)`).Scan(
		&s.Version, &s.Standby, &s.Bytes, &s.Maximum, &s.Connections)
	if err != nil {
		return s, fmt.Errorf("database: %w", err)
	}
	if secured, ok := i.conn.PgConn().Conn().(*tls.Conn); ok {
		state := secured.ConnectionState()
		s.TLS = &state
	}
	return s, nil
}

// Applied returns the number of the last migration of m that the database has, 0
// for none. ErrClosedSchema for a schema that the user may not read.
func (i *Inspection) Applied(ctx context.Context, m Migrations) (version int64, err error) {
	return m.applied(ctx, i.conn)
}
