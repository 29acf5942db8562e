package soak_test

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

type form int

const (
	flat     form = iota // constant once the load is steady
	stored               // grows with the documents
	recycled             // grows to a configured limit and is then reused
)

// series is the values of one figure, one per sample.
type series struct {
	form   form
	slack  float64 // tolerated rise of a flat series
	values []float64
}

type watch struct {
	inst   *instance.Instance
	conn   *pgx.Conn
	began  time.Time
	series map[string]*series
	stored []float64 // documents at each look
}

func newWatch(b *testing.B, inst *instance.Instance) *watch {
	b.Helper()
	return &watch{inst: inst, conn: instance.Database(b, inst.DatabaseURL()), began: time.Now(),
		series: map[string]*series{}}
}

const mebi = 1 << 20

func (w *watch) look(b *testing.B) {
	b.Helper()
	w.processes(b)
	w.goroutines(b)
	w.files(b)
	w.tables(b)
	w.queues(b)
}

func (w *watch) add(name string, f form, slack, value float64) {
	s := w.series[name]
	if s == nil {
		s = &series{form: f, slack: slack}
		w.series[name] = s
	}
	s.values = append(s.values, value)
}

// processes samples private memory (proc_pid_status(5): RssAnon, not shared memory) and the first one's open files.
func (w *watch) processes(b *testing.B) {
	b.Helper()
	memory, parents := map[string]float64{"services": 0, "children": 0, "postgres": 0}, map[int]int{}
	type process struct {
		pid   int
		name  string
		bytes float64
	}
	var all []process
	paths, err := filepath.Glob("/proc/[0-9]*/status")
	require.NoError(b, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the process has ended
		}
		f := fields(string(text))
		pid := number(f["Pid"])
		parents[pid] = number(f["PPid"])
		all = append(all, process{pid, f["Name"], float64(number(strings.TrimSuffix(f["RssAnon"], " kB"))) * 1024})
	}
	for _, p := range all {
		switch {
		case p.pid == w.inst.PID():
			memory["services"] += p.bytes
		case !below(parents, p.pid, w.inst.PID()):
		case p.name == "postgres":
			memory["postgres"] += p.bytes
		default:
			memory["children"] += p.bytes
		}
	}
	for name, bytes := range memory {
		w.add("memory of "+name+", MiB", flat, 24, bytes/mebi)
	}
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", w.inst.PID()))
	require.NoError(b, err)
	w.add("open files of services", flat, 64, float64(len(open)))
}

func fields(status string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(status) {
		name, value, _ := strings.Cut(line, ":")
		all[name] = strings.TrimSpace(value)
	}
	return all
}

func below(parents map[int]int, pid, root int) bool {
	for pid > 1 && pid != root {
		pid = parents[pid]
	}
	return pid == root
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0 // a kernel thread has no private memory
	}
	return n
}

func (w *watch) goroutines(b *testing.B) {
	b.Helper()
	answer, err := http.Get(w.inst.Admin + "/debug/pprof/goroutine?debug=1")
	require.NoError(b, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(b, err)
	line, _, _ := strings.Cut(string(text), "\n") // goroutine profile: total 123
	w.add("goroutines", flat, 64, float64(number(line[strings.LastIndex(line, " ")+1:])))
}

func (w *watch) files(b *testing.B) {
	b.Helper()
	for name, f := range map[string]form{
		"nats": stored, "s3": stored, "cache": flat, "postgres/data/base": stored, "postgres/data/pg_wal": recycled,
		"postgres/postgres.log": flat,
	} {
		var bytes int64
		err := filepath.WalkDir(filepath.Join(w.inst.Dir, name), func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // removed meanwhile
			}
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
			return nil
		})
		require.NoError(b, err)
		w.add("files of "+name+", MiB", f, 8, float64(bytes)/mebi)
	}
}

// perDocument are tables that grow with documents, batches (at a steady rate) or uploads (idempotency keys, a day).
func perDocument() []string {
	return []string{"documents", "outbox", "charges", "batches", "batch_entries", "idempotency_keys"}
}

func (w *watch) tables(b *testing.B) {
	b.Helper()
	rows, err := w.conn.Query(b.Context(), `
		SELECT n.nspname, c.relname, pg_total_relation_size(c.oid)::float8 FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname IN ('gateway', 'auth', 'quota', 'notifier')`)
	require.NoError(b, err)
	var schema, table string
	var bytes float64
	_, err = pgx.ForEachRow(rows, []any{&schema, &table, &bytes}, func() error {
		f := flat
		if slices.Contains(perDocument(), table) {
			f = stored
		}
		w.add("table "+schema+"."+table+", MiB", f, 1, bytes/mebi)
		return nil
	})
	require.NoError(b, err)
}

func (w *watch) queues(b *testing.B) {
	b.Helper()
	var documents, open, events, erasures, dead float64
	err := w.conn.QueryRow(b.Context(), `
		SELECT (SELECT count(*) FROM gateway.documents)::float8,
		       (SELECT count(*) FROM gateway.documents WHERE status IN ('queued', 'processing'))::float8,
		       (SELECT count(*) FROM gateway.outbox WHERE published_at IS NULL)::float8,
		       (SELECT count(*) FROM gateway.erasures)::float8,
		       (SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables)::float8`).
		Scan(&documents, &open, &events, &erasures, &dead)
	require.NoError(b, err)
	w.stored = append(w.stored, documents)
	w.add("documents that wait or are read", flat, 50, open)
	w.add("events that wait", flat, 50, events)
	w.add("erasures", flat, 1, erasures)
	w.add("dead rows", flat, 12_000, dead) // vacuum runs after 5,000 in a table
}

// tolerance is the maximum growth factor of a figure.
const tolerance = 1.15

// judge prints all series and returns unexpected growth. The first quarter is a warm-up of caches and pools.
func (w *watch) judge() (findings []string) {
	n := len(w.stored)
	quarter := func(values []float64, q int) float64 {
		return measure.Quantile(values[q*n/4:max((q+1)*n/4, q*n/4+1)], 0.5)
	}
	fmt.Printf("%d looks, %.0f to %.0f documents; medians of each quarter of the time\n", n, w.stored[0], w.stored[n-1])
	for _, name := range slices.Sorted(maps.Keys(w.series)) {
		s := w.series[name]
		if len(s.values) != n { // a table that was created meanwhile
			continue
		}
		q := [4]float64{quarter(s.values, 0), quarter(s.values, 1), quarter(s.values, 2), quarter(s.values, 3)}
		verdict := "recycled"
		switch s.form {
		case flat:
			if verdict = "flat"; q[3] > q[1]*tolerance+s.slack {
				verdict = "GROWS"
			}
		case stored:
			d := [4]float64{quarter(w.stored, 0), quarter(w.stored, 1), quarter(w.stored, 2), quarter(w.stored, 3)}
			before, after := (q[1]-q[0])/max(d[1]-d[0], 1), (q[3]-q[2])/max(d[3]-d[2], 1)
			if verdict = fmt.Sprintf("%.1f, then %.1f KiB a document", before*1024, after*1024); after*(d[3]-d[2]) >
				before*tolerance*(d[3]-d[2])+s.slack {
				verdict += ": GROWS"
			}
		}
		fmt.Printf("%-40s %10.1f %10.1f %10.1f %10.1f  %s\n", name, q[0], q[1], q[2], q[3], verdict)
		if strings.HasSuffix(verdict, "GROWS") {
			findings = append(findings, fmt.Sprintf("%s grows: %.1f", name, q))
		}
	}
	return findings
}
