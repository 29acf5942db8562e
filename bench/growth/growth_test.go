// Package growth measures whether the work of an upload, a read and a list grows with the number of stored records. It
// alternates the same operations between two installations: one with few records, and one with more and more records,
// made by SQL. It compares work (processor time of all processes, rows, blocks, bytes of log) instead of time, so
// other load on the machine has little effect.
package growth_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

const (
	// sizesVariable holds ascending numbers of stored records ("1000,100000"). Without it the benchmark does nothing.
	sizesVariable = "DOCMILL_BENCH_STORED"
	fewest        = 1000

	rounds   = 4  // alternating between the installations
	accounts = 10 // that upload documents
	perBatch = 50
	// reads stays below the limit of 120 requests per minute over all rounds.
	reads = 20

	pollPause  = 2 * time.Second
	idle       = 5 * time.Second
	statsPause = 12 * time.Second // until all backends have reported their statistics
)

type store struct {
	inst    *instance.Instance
	conn    *pgx.Conn
	members []instance.Account
	size    int
}

// BenchmarkStored sends b.N documents in batches through an installation with 1,000 stored records and one with 10,000
// or more. It reports each figure of the first and the ratio of the second to the first.
func BenchmarkStored(b *testing.B) {
	sizes := storedSizes(b)
	binary := instance.NewBinary(b)
	few, many := open(b, binary), open(b, binary)
	few.fill(b, fewest)
	for _, text := range strings.Split(sizes, ",") {
		size, err := strconv.Atoi(text)
		require.NoError(b, err)
		b.Run(fmt.Sprint("stored=", size), func(b *testing.B) {
			many.fill(b, size)
			if b.N == 1 {
				return // the trial run of every benchmark
			}
			fmt.Println(many.sizes(b)) // a benchmark's log is cut after ten lines
			compare(b, few, many)
		})
	}
}

// storedSizes returns the value of sizesVariable. Without it the benchmark does nothing.
func storedSizes(b *testing.B) string {
	b.Helper()
	sizes := os.Getenv(sizesVariable)
	if sizes == "" {
		b.Skip(sizesVariable + " is not set")
	}
	return sizes
}

// open starts an installation with statement statistics in the database.
func open(b *testing.B, binary instance.Binary) *store {
	b.Helper()
	dir := instance.Dir(b)
	env := []string{"DOCMILL_LOG_LEVEL=error"}
	inst := binary.Start(b, dir, env...)
	members := inst.NewAccounts(accounts)
	run(b, instance.Database(b, inst.DatabaseURL()), `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`,
		`CREATE EXTENSION pg_stat_statements`)
	inst.Stop()
	inst = binary.Start(b, dir, env...)
	s := &store{inst: inst, conn: instance.Database(b, inst.DatabaseURL())}
	for _, account := range members {
		s.members = append(s.members, account.At(inst))
	}
	s.documents(b, "warm", 2*perBatch)
	return s
}

func (s *store) fill(b *testing.B, total int) {
	b.Helper()
	if s.size >= total {
		return
	}
	var ids []string
	for _, account := range s.members {
		ids = append(ids, account.ID)
	}
	fill(b, s.inst, ids, s.size, total)
	s.size = total
}

// sizes returns the tables and indexes of at least a megabyte.
func (s *store) sizes(b *testing.B) string {
	b.Helper()
	rows, err := s.conn.Query(b.Context(), `
		SELECT c.relname, pg_relation_size(c.oid) / 1048576, c.reltuples::bigint FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname IN ('gateway', 'quota', 'auth', 'notifier') AND pg_relation_size(c.oid) > 1048576
		ORDER BY 2 DESC`)
	require.NoError(b, err)
	text := fmt.Sprintf("%d records\n%32s %8s %10s", s.size, "table or index", "MiB", "rows")
	var name string
	var size, tuples int64
	_, err = pgx.ForEachRow(rows, []any{&name, &size, &tuples}, func() error {
		text += fmt.Sprintf("\n%32s %8d %10d", name, size, tuples)
		return nil
	})
	require.NoError(b, err)
	return text
}

func (s *store) during(b *testing.B, f func()) work {
	b.Helper()
	before := countWork(b, s.inst, s.conn)
	f()
	return countWork(b, s.inst, s.conn).minus(before)
}

// compare alternates the same operations between both and reports the ratios.
func compare(b *testing.B, few, many *store) {
	b.Helper()
	var spent [2]map[string]work
	var done [2]map[string]float64
	pair := [2]*store{few, many}
	for i := range pair {
		spent[i], done[i] = map[string]work{}, map[string]float64{}
	}
	var scans [2]map[string]float64
	scan := func() {
		time.Sleep(statsPause)
		for i, s := range pair {
			scans[i] = lessThan(sequential(b, s.conn), scans[i])
		}
	}
	scan()
	b.ResetTimer()
	for round := range rounds {
		n := (round+1)*b.N/rounds - round*b.N/rounds
		for turn := range pair {
			i := (turn + round) % 2
			s := pair[i]
			took := func(name string, n int, f func()) {
				spent[i][name] = spent[i][name].plus(s.during(b, f))
				done[i][name] += float64(n)
			}
			took("document", n, func() { s.documents(b, fmt.Sprint(b.Name(), " ", round), n) })
			paths := s.records(b)
			took("read", len(paths), func() { s.read(b, paths) })
			took("list", reads*accounts, func() { s.list(b) })
			took("second-idle", int(idle/time.Second), func() { time.Sleep(idle) })
		}
	}
	b.StopTimer()
	for _, name := range []string{"document", "read", "list", "second-idle"} {
		report(b, name, spent[0][name], spent[1][name], done[0][name])
	}
	scan()
	if lines := grown(scans[0], scans[1], float64(b.N)); lines != "" {
		fmt.Printf("rows of sequential scans that grew, for each document, reads and lists included:\n%s\n", lines)
	}
	b.ReportMetric(0, "ns/op") // the counters are the result
}

func report(b *testing.B, name string, few, many work, n float64) {
	b.Helper()
	ms := float64(time.Millisecond)
	for size, w := range map[string]work{"few": few, "many": many} {
		fmt.Printf("%-12s %-5s services %6.2f ms, PostgreSQL %6.2f ms, children %6.2f ms, %7.1f blocks, "+
			"%6.1f changed, %8.0f bytes of log\n", name, size, float64(w.cpu.Services)/ms/n,
			float64(w.cpu.Postgres)/ms/n, float64(w.cpu.Children)/ms/n, w.blocks/n, w.dirtied/n, w.log/n)
	}
	b.ReportMetric(float64(few.cpu.Around())/ms/n, name+"-ms")
	for metric, pair := range map[string][2]float64{
		"cpu": {float64(few.cpu.Around()), float64(many.cpu.Around())}, "blocks": {few.blocks, many.blocks},
		"log": {few.log, many.log},
	} {
		if pair[0] > 0 {
			b.ReportMetric(pair[1]/pair[0], name+"-"+metric+"-ratio")
		}
	}
	if lines := grown(few.statements, many.statements, n); lines != "" {
		fmt.Printf("blocks of statements that grew, for each %s:\n%s\n", name, lines)
	}
}

// documents sends n documents in batches, with accounts in turn, and waits until they have ended.
func (s *store) documents(b *testing.B, name string, n int) {
	b.Helper()
	type batch struct {
		account instance.Account
		id      string
	}
	var sent []batch
	for from := 0; from < n; from += perBatch {
		account := s.members[from/perBatch%len(s.members)]
		sent = append(sent, batch{account, send(b, account, name, from, min(perBatch, n-from))})
	}
	for _, one := range sent {
		await(b, one.account, one.id)
	}
}

func send(b *testing.B, account instance.Account, name string, from, n int) (batch string) {
	b.Helper()
	var files []instance.File
	for i := range n {
		files = append(files, instance.File{Name: fmt.Sprint("invoice-", from+i, ".pdf"),
			Data: sample.Invoice(fmt.Sprint(name, "-", from+i))})
	}
	return account.Batch(b, files...).ID
}

func await(b *testing.B, account instance.Account, id string) {
	b.Helper()
	for {
		answer := get(b, account, "/api/v1/batch/"+id)
		var batch struct {
			Counts      struct{ Completed, Failed int }
			CompletedAt *time.Time
		}
		answer.Into(b, &batch)
		if batch.CompletedAt != nil {
			if batch.Counts.Failed > 0 {
				b.Fatalf("batch %s: %s", id, answer.Body)
			}
			return
		}
		time.Sleep(pollPause)
	}
}
