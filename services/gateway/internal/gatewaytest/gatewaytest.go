// Package gatewaytest provides real dependencies for the gateway's tests: a migrated database
// with the quota service's schema, NATS with the users and streams of the contract, and a bucket.
package gatewaytest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/propagation"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/pgstore/outbox"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/jobs/replicalock"
	"github.com/docmill/docmill/services/gateway/internal/jobs/wake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/migrations"
	"github.com/docmill/docmill/services/quota/quotatest"
)

const schema = "gateway"

const closeTimeout = time.Second

// password of every NATS user in tests.
const password = "test"

// Database returns the URL of a migrated database that has the quota service's schema as well.
func Database(t testing.TB) string {
	t.Helper()
	return testkit.Database(t, func(ctx context.Context, url string) error {
		box, err := outbox.Migrations(schema)
		if err != nil {
			return err
		}
		return errors.Join(
			pgstore.Migrate(ctx, url, pgstore.Migrations{Schema: schema, Files: migrations.Files()}),
			pgstore.Migrate(ctx, url, box),
			store.EnsureSearchIndex(ctx, url, schema),
			quotatest.Migrate(ctx, url),
		)
	}, "gateway with quota")
}

// Limit sets the monthly documents of all plans.
func Limit(t testing.TB, url string, n int) {
	t.Helper()
	sql := fmt.Sprintf(`UPDATE quota.plans SET documents_per_month = %d, warn_at = %d`, n, n)
	require.NoError(t, Exec(t.Context(), url, sql))
}

// Exec runs statements on a separate connection.
func Exec(ctx context.Context, url, sql string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return errors.Join(err, conn.Close(ctx))
}

// Pool opens a pool as the gateway does.
func Pool(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: url, Schema: schema})
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// Store opens a store; both of its pools are the same.
func Store(t testing.TB, url string) (*store.Store, *pgxpool.Pool) {
	t.Helper()
	pool := Pool(t, url)
	return store.New(pool, pool), pool
}

// Bulk runs a large write without a pool's statement timeout.
func Bulk(ctx context.Context, pool *pgxpool.Pool, sql string, args ...any) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
}

// NATS starts a server with the contract's users and streams.
func NATS(t testing.TB) *natsd.Server {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword(password))
	Provision(t, Connect(t, server, contract.UserOperator))
	return server
}

// Provision creates missing streams and consumers.
func Provision(t testing.TB, operator *bus.Conn) {
	t.Helper()
	require.NoError(t, operator.Provision(t.Context(), contract.Streams()))
}

// Connect connects as one of the contract's users.
func Connect(t testing.TB, server *natsd.Server, user string) *bus.Conn {
	t.Helper()
	conn, err := bus.Connect(t.Context(),
		bus.Config{User: user, Password: password, Name: user, InProcess: server.Provider()}, telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		_ = conn.Close(ctx) // the test may have taken the server away
	})
	return conn
}

// Blob returns a bucket.
func Blob(t testing.TB) *blob.Store {
	t.Helper()
	info := testkit.S3(t)
	b, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket})
	require.NoError(t, err)
	return b
}

// Account returns a new account id.
func Account() string { return contract.PrefixAccount + uuid.Must(uuid.NewV7()).String() }

// Acceptance returns a document of the account to be accepted.
func Acceptance(account string) model.Acceptance {
	id := uuid.Must(uuid.NewV7()).String()
	return model.Acceptance{
		Principal: contract.Principal{AccountID: account, Plan: contract.PlanPro, KeyID: contract.PrefixKey + id},
		Document: model.NewDocument{
			ID: contract.PrefixDocument + id, FileName: "invoice.pdf", FileSize: int64(len(File)), MIMEType: "application/pdf",
			SHA256: strings.Repeat("ab", 32), ObjectKey: "docs/" + id, DocumentType: "auto", Lane: contract.LaneInteractive,
		},
	}
}

// Batch returns a batch of n documents of the account to be accepted.
func Batch(account string, n int) model.BatchAcceptance {
	b := model.BatchAcceptance{
		Principal: Acceptance(account).Principal, BatchID: contract.PrefixBatch + uuid.Must(uuid.NewV7()).String(),
	}
	for i := range n {
		d := Acceptance(account).Document
		d.FileName, d.Lane = fmt.Sprintf("%d.pdf", i), contract.LaneBatch
		b.Files = append(b.Files, model.BatchFile{FileName: d.FileName, Document: &d})
	}
	return b
}

// Refused is a refused file of a batch.
func Refused(fileName string) model.BatchFile {
	return model.BatchFile{FileName: fileName,
		Refusal: &model.Refusal{Code: contract.CodeEmptyFile, Message: "The file is empty."}}
}

// File is the content of every document in tests.
const File = "%PDF-1.7 as good as any"

// Put stores the file of an acceptance.
func Put(t testing.TB, b *blob.Store, a model.Acceptance) {
	t.Helper()
	_, err := b.Put(t.Context(), a.Document.ObjectKey, bytes.NewReader([]byte(File)))
	require.NoError(t, err)
}

// Extraction returns a small valid extraction.
func Extraction() *contract.Extraction {
	return &contract.Extraction{
		DocumentType: "invoice", Confidence: 0.75, Pages: 2, MIMEType: "application/pdf",
		Data:   []byte(`{"total":"119.00","currency":"EUR"}`),
		Fields: []byte(`{"total":{"value":"119.00","raw":"119,00 €","confidence":0.99,"page":1}}`),
		Checks: []byte(`[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"}]`),
	}
}

// patience bounds the wait for a process number.
const patience = testkit.Patience

// Replica is the documents service of one gateway process, which runs until stop is called or the
// test ends.
func Replica(t testing.TB, s *store.Store, b *blob.Store, conn *bus.Conn) (d *documents.Documents, stop func()) {
	t.Helper()
	d = Documents(s, b, conn)
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- d.Replica.Run(ctx, func() { close(ready) }) }()
	stopped := false
	stop = func() {
		if cancel(); !stopped {
			stopped = true
			assert.NoError(t, <-done)
		}
	}
	t.Cleanup(stop)
	select {
	case <-ready:
	case <-time.After(patience):
		t.Fatal("no process number")
	}
	return d, stop
}

// Documents is a documents service without a process number.
func Documents(s *store.Store, b *blob.Store, conn *bus.Conn) *documents.Documents {
	const limit = 1_000_000
	log := telemetry.Discard().Log
	return &documents.Documents{
		Store: s, Blob: b, Conn: conn, Waiters: wake.NewWaiters(), Propagator: propagation.TraceContext{}, Log: log,
		Replica: replicalock.New(s, log),
		Eraser: &erasure.Eraser{
			Store: s, Blob: b, Conn: conn, Propagator: propagation.TraceContext{}, Log: log,
			WriteLife: time.Hour, Erased: func(context.Context, string) {},
		},
		Backlog:  documents.NewBacklog(documents.Limits{PerAccount: limit, Total: limit}, s.Waiting, time.Now),
		Queue:    idle{},
		Accepted: func(context.Context, int) {}, BatchAccepted: func(context.Context) {},
	}
}

// idle is a dispatcher that does nothing.
type idle struct{}

func (idle) Wake() {}

func (idle) Released(store.Command) bool { return false }
