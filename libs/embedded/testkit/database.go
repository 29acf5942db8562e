package testkit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/embedded/pgd"
)

const (
	// DatabaseURL names the environment variable with the superuser's URL of a
	// PostgreSQL server to use instead of starting one.
	DatabaseURL = "DOCMILL_TEST_DATABASE_URL"

	databasePrefix = "docmill_test_"
	// databaseMaxAge is the age from which a database counts as left by a killed test binary.
	databaseMaxAge = time.Hour
	// migrationLock is the advisory lock for templates, because concurrent migrations that create a role fail.
	migrationLock = 0x646f636d696c6c
	// maxConnections is enough for all parallel tests of a binary.
	maxConnections = 200
	cleanupTimeout = Patience
)

// Database returns the superuser's URL of a database for this test only, which is dropped at the test's
// end. It is a copy of a template that migrate has filled, given the template's URL, once per templateKey
// and test binary: tests with the same key must use the same migrations. migrate may create roles but must
// tolerate existing ones, because all templates share them; it has to close its connections. A nil migrate
// leaves the database empty.
func Database(t testing.TB, migrate func(ctx context.Context, adminDSN string) error, templateKey string) string {
	t.Helper()
	d, err := shared.databases()
	if err != nil {
		t.Fatalf("testkit: PostgreSQL for tests: %v", err)
	}
	template, err := d.template(t.Context(), templateKey, migrate)
	if err != nil {
		t.Fatalf("testkit: template database %q: %v", templateKey, err)
	}
	name := newDatabaseName()
	create := "CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY file_copy"
	if err := d.exec(t.Context(), create); err != nil {
		t.Fatalf("testkit: copy template database %q (are all connections of its migration closed?): %v", templateKey, err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
		defer cancel()
		if err := d.drop(ctx, name); err != nil {
			t.Errorf("testkit: drop the test's database: %v", err)
		}
	})
	return d.dsn(name)
}

type databases struct {
	admin *url.URL
	idle  chan *pgx.Conn

	mu        sync.Mutex
	templates map[string]func() (string, error)
}

func (p *parts) startDatabases() (*databases, error) {
	ctx := context.Background() // shared: no single test's end may end it
	raw := os.Getenv(DatabaseURL)
	given := raw != ""
	if !given {
		var err error
		if raw, err = p.startCluster(ctx); err != nil {
			return nil, err
		}
	}
	admin, err := url.Parse(raw)
	if err != nil || !strings.HasPrefix(admin.Scheme, "postgres") {
		return nil, errors.New(DatabaseURL + " is not a URL of the form postgres://user:password@host/database")
	}
	d := &databases{admin: admin, idle: make(chan *pgx.Conn, 4), templates: map[string]func() (string, error){}}
	p.onClose(d.close)
	if given {
		return d, d.dropStale(ctx)
	}
	return d, nil
}

func (p *parts) startCluster(ctx context.Context) (string, error) {
	dir, err := p.dir()
	if err != nil {
		return "", err
	}
	c, err := pgd.Start(ctx, pgd.Config{
		Dir:            filepath.Join(dir, "postgres"),
		Password:       rand.Text(),
		MaxConnections: maxConnections,
	})
	if err != nil {
		return "", err
	}
	p.onClose(func() error { return c.Stop(ctx) })
	return c.AdminDSN(), nil
}

// dsn is the URL of a database, with Patience as the statement timeout for busy test machines.
func (d *databases) dsn(name string) string {
	u := *d.admin
	u.Path = "/" + name
	query := u.Query()
	for _, limit := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		query.Set(limit, strconv.FormatInt(Patience.Milliseconds(), 10))
	}
	u.RawQuery = query.Encode()
	return u.String()
}

func (d *databases) template(
	ctx context.Context, key string, migrate func(context.Context, string) error,
) (string, error) {
	d.mu.Lock()
	get, ok := d.templates[key]
	if !ok {
		ctx := context.WithoutCancel(ctx) // other tests wait for this template too
		get = sync.OnceValues(func() (string, error) { return d.makeTemplate(ctx, migrate) })
		d.templates[key] = get
	}
	d.mu.Unlock()
	return get()
}

func (d *databases) makeTemplate(ctx context.Context, migrate func(context.Context, string) error) (string, error) {
	name := newDatabaseName()
	if err := d.exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	if migrate == nil {
		return name, nil
	}
	// A separate connection: the lock ends with it after any error.
	conn, err := pgx.Connect(ctx, d.admin.String())
	if err != nil {
		return "", err
	}
	if _, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err == nil {
		err = migrate(ctx, d.dsn(name))
	}
	return name, errors.Join(err, conn.Close(ctx))
}

// exec runs one statement on the server's database, on a reused connection if possible.
func (d *databases) exec(ctx context.Context, sql string) error {
	var conn *pgx.Conn
	select {
	case conn = <-d.idle:
	default:
		var err error
		if conn, err = pgx.Connect(ctx, d.admin.String()); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, sql); err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	select {
	case d.idle <- conn:
		return nil
	default:
		return conn.Close(ctx)
	}
}

func (d *databases) drop(ctx context.Context, name string) error {
	return d.exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)")
}

// close drops the templates, because the server may continue to run.
func (d *databases) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
	defer cancel()
	var err error
	for _, get := range d.templates {
		if name, getErr := get(); getErr == nil {
			err = errors.Join(err, d.drop(ctx, name))
		}
	}
	for {
		select {
		case conn := <-d.idle:
			err = errors.Join(err, conn.Close(ctx))
		default:
			return err
		}
	}
}

// newDatabaseName contains the time, from which dropStale computes the age.
func newDatabaseName() string {
	return fmt.Sprintf("%s%d_%s", databasePrefix, time.Now().Unix(), strings.ToLower(rand.Text()))
}

// dropStale drops databases of killed test binaries.
func (d *databases) dropStale(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, d.admin.String())
	if err != nil {
		return fmt.Errorf("%s: %w", DatabaseURL, err)
	}
	rows, err := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", databasePrefix)
	if err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		return err
	}
	for _, name := range names {
		made, _, _ := strings.Cut(strings.TrimPrefix(name, databasePrefix), "_")
		seconds, err := strconv.ParseInt(made, 10, 64)
		if err != nil || time.Since(time.Unix(seconds, 0)) < databaseMaxAge {
			continue
		}
		if err := d.drop(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
