package growth_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// work is the processor time and database counters of an installation, nearly independent of other load.
type work struct {
	cpu        measure.Usage
	blocks     float64            // read by statements, cached or not
	dirtied    float64            // blocks that statements dirtied
	log        float64            // bytes of write-ahead log, including vacuum's
	statements map[string]float64 // blocks by statement
}

// countWork adds the counters of all statements except the benchmark's.
func countWork(t testing.TB, inst *instance.Instance, conn *pgx.Conn) work {
	t.Helper()
	w := work{cpu: measure.UsageOf(t, inst.PID())}
	err := conn.QueryRow(t.Context(), `
		SELECT sum(shared_blks_hit + shared_blks_read)::float8, sum(shared_blks_dirtied)::float8,
		       (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8
		FROM pg_stat_statements WHERE query NOT LIKE '%pg\_%'`).Scan(&w.blocks, &w.dirtied, &w.log)
	require.NoError(t, err)
	w.statements = counts(t, conn, `
		SELECT regexp_replace(query, '\s+', ' ', 'g'), sum(shared_blks_hit + shared_blks_read)::float8
		FROM pg_stat_statements WHERE query NOT LIKE '%pg\_%' GROUP BY 1`)
	return w
}

// sequential returns rows read by sequential scans, by table. Backends report within ten seconds.
func sequential(t testing.TB, conn *pgx.Conn) map[string]float64 {
	t.Helper()
	return counts(t, conn, `SELECT schemaname || '.' || relname, seq_tup_read::float8 FROM pg_stat_user_tables`)
}

func counts(t testing.TB, conn *pgx.Conn, sql string) map[string]float64 {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql)
	require.NoError(t, err)
	all := map[string]float64{}
	var name string
	var n float64
	_, err = pgx.ForEachRow(rows, []any{&name, &n}, func() error { all[name] = n; return nil })
	require.NoError(t, err)
	return all
}

func (w work) minus(v work) work {
	return work{
		cpu: w.cpu.Minus(v.cpu), blocks: w.blocks - v.blocks, dirtied: w.dirtied - v.dirtied, log: w.log - v.log,
		statements: lessThan(w.statements, v.statements),
	}
}

func (w work) plus(v work) work {
	return work{
		cpu: w.cpu.Plus(v.cpu), blocks: w.blocks + v.blocks, dirtied: w.dirtied + v.dirtied, log: w.log + v.log,
		statements: both(w.statements, v.statements),
	}
}

func lessThan(a, b map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for name, n := range a {
		out[name] = n - b[name]
	}
	return out
}

func both(a, b map[string]float64) map[string]float64 {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]float64{}
	}
	for name, n := range b {
		out[name] += n
	}
	return out
}

// grown lists, largest first, counters that grew by over a tenth and over one block or row per operation.
func grown(first, second map[string]float64, n float64) string {
	var lines []string
	names := slices.SortedFunc(maps.Keys(second), func(a, b string) int {
		return cmp.Compare(second[b]-first[b], second[a]-first[a])
	})
	for _, name := range names {
		if was, is := first[name]/n, second[name]/n; is > was*1.1 && is-was > 0.5 {
			lines = append(lines, fmt.Sprintf("%8.1f  %8.1f  %.400s", was, is, name))
		}
	}
	return strings.Join(lines, "\n")
}
