package world

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/ledger"
)

// Settled reports whether all work has ended: documents, batches, events waiting for their relay, and
// pending erasures.
func (w *World) Settled(ctx context.Context) (bool, error) {
	conn, err := pgx.Connect(ctx, w.DatabaseURL())
	if err != nil {
		return false, err
	}
	defer conn.Close(ctx)
	var open int
	err = conn.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM gateway.documents WHERE status IN ('queued', 'processing')) +
		       (SELECT count(*) FROM gateway.batches WHERE completed_at IS NULL) +
		       (SELECT count(*) FROM gateway.outbox WHERE published_at IS NULL) +
		       (SELECT count(*) FROM quota.thresholds WHERE relayed_at IS NULL) +
		       (SELECT count(*) FROM quota.outbox WHERE published_at IS NULL) +
		       (SELECT count(*) FROM gateway.erasures WHERE NOT again)`).Scan(&open)
	return open == 0, err
}

// unfinished returns the documents that have not ended.
func (w *World) unfinished(ctx context.Context) (map[string]bool, error) {
	conn, err := pgx.Connect(ctx, w.DatabaseURL())
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	open := map[string]bool{}
	rows, err := conn.Query(ctx, `
		SELECT 'ext_' || id::text FROM gateway.documents WHERE status IN ('queued', 'processing')`)
	if err != nil {
		return nil, err
	}
	var id string
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { open[id] = true; return nil })
	return open, err
}

// ForgetRates lets the clients send requests at once: the minute's limit is not tested.
func (w *World) ForgetRates(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, w.DatabaseURL())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `DELETE FROM quota.rate_windows`)
	return err
}

// Inside returns the content of the database, the object store and the stream of events.
func (w *World) Inside(ctx context.Context, t *testing.T, begin time.Time) *checker.Inside {
	t.Helper()
	conn, err := pgx.Connect(ctx, w.DatabaseURL())
	require.NoError(t, err)
	defer conn.Close(ctx)
	in := &checker.Inside{
		Rows: map[string]checker.Row{}, Months: make([]int, len(w.Accounts)), Batches: map[string]string{},
		Erasures: map[string]string{},
	}
	r := reader{ctx: ctx, t: t, conn: conn, world: w}
	r.rows(in, begin)
	r.charges(in)
	var id, text string
	r.each(`SELECT 'ext_' || document::text, object_key FROM gateway.erasures`, []any{&id, &text},
		func() { in.Erasures[id] = text })
	r.each(`SELECT 'batch_' || id::text, coalesce(status, '') FROM gateway.batches`, []any{&id, &text},
		func() { in.Batches[id] = text })
	in.Objects, err = digests(w.objectFiles())
	require.NoError(t, err)
	for _, subject := range []string{"docmill.event.extraction.>", "docmill.event.batch.>"} {
		for _, m := range ledger.Messages(ctx, t, w, subject) {
			in.Messages = append(in.Messages, checker.Message(m))
		}
	}
	for _, m := range ledger.Messages(ctx, t, w, "docmill.event.quota.>") {
		in.Thresholds = append(in.Thresholds, checker.Threshold{Account: r.ofThreshold(m.ID), Type: m.Type, ID: m.ID})
	}
	in.Subscribed, in.Webhooks = subscribed, w.deliveries()
	return in
}

type reader struct {
	ctx   context.Context
	t     *testing.T
	conn  *pgx.Conn
	world *World
}

func (r reader) each(sql string, into []any, do func()) {
	r.t.Helper()
	rows, err := r.conn.Query(r.ctx, sql)
	if err == nil {
		_, err = pgx.ForEachRow(rows, into, func() error { do(); return nil })
	}
	require.NoError(r.t, err)
}

// account returns the number of an account; that of the first start has no documents.
func (r reader) account(id string) int {
	for n, a := range r.world.Accounts {
		if a.ID == id {
			return n
		}
	}
	r.t.Fatalf("nobody made the account %s", id)
	return 0
}

// ofThreshold returns the account of a quota event, whose id is type, account and month.
func (r reader) ofThreshold(id string) int {
	r.t.Helper()
	parts := strings.Split(id, ":")
	if len(parts) != 3 {
		r.t.Fatalf("the id %q is not that of a quota event", id)
	}
	return r.account(parts[1])
}

func (r reader) rows(in *checker.Inside, begin time.Time) {
	r.t.Helper()
	var id, account string
	var row checker.Row
	var ended *time.Time
	r.each(`
		SELECT 'ext_' || id::text, account, file_name, status, coalesce(failure_code, ''), object_key, sha256, completed_at
		FROM gateway.documents`,
		[]any{&id, &account, &row.File, &row.Status, &row.Failure, &row.Object, &row.SHA256, &ended}, func() {
			if row.Account, row.Ended = r.account(account), 0; ended != nil && r.world.open[id] {
				row.Ended = ended.Sub(begin)
			}
			in.Rows[id] = row
		})
}

func (r reader) charges(in *checker.Inside) {
	r.t.Helper()
	var id, account string
	var back bool
	r.each(`SELECT 'ext_' || document::text, account, given_back_at IS NOT NULL FROM quota.charges`,
		[]any{&id, &account, &back}, func() {
			in.Charges = append(in.Charges, checker.Charge{Account: r.account(account), Document: id, GivenBack: back})
		})
	var used int
	r.each(`SELECT account, used FROM quota.months`, []any{&account, &used},
		func() { in.Months[r.account(account)] += used })
}

// digests returns the SHA-256 of all files below a folder, by path.
func digests(dir string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && e.IsDir() {
			return nil // the last object of a folder takes it along
		}
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		key, relErr := filepath.Rel(dir, path)
		sum := sha256.Sum256(content)
		all[filepath.ToSlash(key)] = hex.EncodeToString(sum[:])
		return errors.Join(err, relErr)
	})
	return all, err
}
