// Package events measures the cost of retained events for a NATS server: memory, which grows with them because each
// has a separate subject, disk space, and start-up time.
package events_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

const (
	password = "bench"
	accounts = 100
	// publishers is the number of concurrent publishers. The stream accepts messages one by one.
	publishers = 32
	// store is enough disk space for any number of events that the streams may hold.
	store = 64 << 30
	// rest is longer than the server caches recent writes.
	rest = 30 * time.Second
	// patience limits the wait for the copy.
	patience = 2 * time.Minute
)

// BenchmarkKept publishes b.N events of about 2 KB, the size of an invoice's, each under the subject of its document.
// It reports the server's live memory after garbage collection, while it runs and after a restart, and the size of its
// files. The deduplication window of the stream is still open then.
func BenchmarkKept(b *testing.B) {
	dir := b.TempDir()
	server := start(b, dir)
	empty := live()
	conn := connect(b, server, contract.UserGateway)
	b.ResetTimer()
	publish(b, conn)
	b.StopTimer()
	awaitCopy(b, server)
	n := float64(b.N)
	b.ReportMetric((live()-empty)/n, "B-memory-busy/event")
	time.Sleep(rest)
	b.ReportMetric((live()-empty)/n, "B-memory/event")
	b.ReportMetric(size(b, dir)/n, "B-disk/event")
	stop(b, conn, server)
	began := time.Now()
	server = start(b, dir)
	b.ReportMetric(time.Since(began).Seconds(), "s/start")
	b.ReportMetric((live()-empty)/n, "B-memory-started/event")
	stop(b, nil, server)
}

func start(b *testing.B, dir string) *natsd.Server {
	b.Helper()
	server, err := natsd.Start(b.Context(), natsd.Config{
		StoreDir: dir, Accounts: natsconf.Accounts(), Passwords: natsconf.SamePassword(password),
		MaxStore: store, MaxPayload: contract.MaxPayload,
	})
	require.NoError(b, err)
	operator := connect(b, server, contract.UserOperator)
	require.NoError(b, operator.Provision(b.Context(), contract.Streams()))
	closeConn(b, operator)
	return server
}

func connect(b *testing.B, server *natsd.Server, user string) *bus.Conn {
	b.Helper()
	conn, err := bus.Connect(b.Context(),
		bus.Config{User: user, Password: password, Name: user, InProcess: server.Provider()}, telemetry.Discard())
	require.NoError(b, err)
	return conn
}

func closeConn(b *testing.B, conn *bus.Conn) {
	b.Helper()
	require.NoError(b, conn.Close(b.Context()))
}

func stop(b *testing.B, conn *bus.Conn, server *natsd.Server) {
	b.Helper()
	if conn != nil {
		closeConn(b, conn)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(b.Context()), patience)
	defer cancel()
	require.NoError(b, server.Shutdown(ctx))
}

func publish(b *testing.B, conn *bus.Conn) {
	b.Helper()
	var names [accounts]string
	for i := range names {
		names[i] = contract.PrefixAccount + uuid.Must(uuid.NewV7()).String()
	}
	body := []byte(`"` + strings.Repeat("x", 2000) + `"`)
	work := make(chan int)
	var all sync.WaitGroup
	for range publishers {
		all.Go(func() {
			for i := range work {
				id := contract.PrefixDocument + uuid.Must(uuid.NewV7()).String()
				err := conn.PublishEnvelope(b.Context(), bus.Envelope{
					Subject: contract.EventSubject(contract.EventExtractionCompleted, names[i%accounts], id),
					MsgID:   id, Data: body,
				})
				assert.NoError(b, err)
			}
		})
	}
	for i := range b.N {
		work <- i
	}
	close(work)
	all.Wait()
}

// awaitCopy waits until the subscribers' stream has the messages of the services' stream.
func awaitCopy(b *testing.B, server *natsd.Server) {
	b.Helper()
	conn := connect(b, server, contract.UserOperator)
	defer closeConn(b, conn)
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		states, err := conn.Inspect(b.Context(), contract.Streams())
		behind := slices.ContainsFunc(states, func(s bus.StreamState) bool {
			return s.Spec.Name == contract.StreamEvents && s.Messages < uint64(b.N)
		})
		if err == nil && !behind {
			return
		}
		if err != nil || time.Now().After(end) {
			b.Fatalf("the copy is not complete: %+v, %v", states, err)
		}
	}
}

func live() float64 {
	runtime.GC()
	runtime.GC() // memory held by finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// size returns the total size of all files, in bytes.
func size(b *testing.B, dir string) (sum float64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += float64(info.Size())
		}
		return err
	})
	require.NoError(b, err)
	return sum
}
