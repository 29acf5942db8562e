package soak_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/natsclient"
)

// size is the amount of data by kind.
type size map[string]int

// keptForGood are tables kept longer than this test's months. Charges are the bill, a row per document.
func keptForGood() []string {
	return []string{
		"auth.accounts", "auth.api_keys", "auth.users", "auth.audit", "auth.sign_in_places", "quota.plans", "quota.charges",
		"quota.months", "quota.thresholds", "quota.rate_windows", "gateway.lanes", "gateway.chores",
		"gateway.turns", "gateway.teaching_turn", "gateway.outbox_stream", "quota.outbox_stream",
	}
}

// marks are objects of erased documents. Files have the kernel's time, so more remain if days pass faster.
const marks = "objects of erased"

// isNote reports whether a table is about the schema itself.
func isNote(table string) bool {
	return strings.HasSuffix(table, "_migrations") || strings.HasSuffix(table, ".schema_compatibility")
}

// size counts rows, objects, messages and files.
func (w *world) size() size {
	w.t.Helper()
	s := size{}
	w.addTables(s)
	w.addObjects(s)
	w.addMessages(s)
	w.addFiles(s)
	return s
}

func (w *world) addTables(s size) {
	w.t.Helper()
	rows, err := w.db.Query(w.t.Context(), `SELECT schemaname, tablename FROM pg_tables
		WHERE schemaname IN ('auth', 'gateway', 'notifier', 'quota')`)
	require.NoError(w.t, err)
	tables, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (id pgx.Identifier, err error) {
		id = make(pgx.Identifier, 2)
		return id, row.Scan(&id[0], &id[1])
	})
	require.NoError(w.t, err)
	for _, table := range tables {
		if name := strings.Join(table, "."); !isNote(name) {
			s["rows of "+name] = w.count(`SELECT count(*) FROM ` + table.Sanitize())
		}
	}
}

func (w *world) addObjects(s size) {
	w.t.Helper()
	// Over the files: a client's clock is the right one, which the store's is not.
	root := filepath.Join(w.dir, "data", "s3", "buckets", "docmill")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		key, err := filepath.Rel(root, path)
		kind, _, _ := strings.Cut(key, string(filepath.Separator))
		s["objects of "+kind]++
		return err
	})
	require.NoError(w.t, err)
}

func (w *world) addMessages(s size) {
	w.t.Helper()
	client := natsclient.Open(w.t, w.inst)
	for _, spec := range contract.Streams() {
		stream := client.StreamOf(spec.Account, spec.Name)
		info, err := stream.Info(context.WithoutCancel(w.t.Context()))
		require.NoError(w.t, err)
		s["messages of "+spec.Name+" of "+spec.Account] = int(info.State.Msgs) //nolint:gosec // a few
	}
}

// addFiles counts files except those of the object store and NATS, whose content is counted above.
func (w *world) addFiles(s size) {
	w.t.Helper()
	root := filepath.Join(w.dir, "data")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "s3" || d.Name() == "nats" || d.Name() == "cache") && filepath.Dir(path) == root {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			s["files of the data directory"]++
		}
		return nil
	})
	require.NoError(w.t, err)
}

// growsNot compares the long form's days: after ten days everything with a retention has its final size.
func (w *world) growsNot(days []size) {
	w.t.Helper()
	const full, slack = 12, 1.25
	if len(days) <= 2*full {
		return
	}
	most := size{}
	for _, day := range days[full : 2*full] {
		for what, n := range day {
			most[what] = max(most[what], n)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(most)) {
		grows := slices.Contains(keptForGood(), strings.TrimPrefix(what, "rows of ")) || what == marks
		last := days[len(days)-1][what]
		if !grows && float64(last) > slack*float64(most[what])+5 {
			w.t.Errorf("%s: %d at the end, at most %d on days %d to %d", what, last, most[what], full, 2*full)
		}
		w.t.Logf("%s: %d, then %d", what, most[what], last)
	}
}

// isEmpty checks that all is gone that is not kept for good.
func (w *world) isEmpty() {
	w.t.Helper()
	left := func() (what []string) {
		s := w.size()
		for _, name := range slices.Sorted(maps.Keys(s)) {
			kept := slices.Contains(keptForGood(), strings.TrimPrefix(name, "rows of ")) || strings.HasPrefix(name, "files of")
			if s[name] > 0 && !kept {
				what = append(what, fmt.Sprintf("%d %s", s[name], name))
			}
		}
		return what
	}
	for deadline := time.Now().Add(testkit.Patience); len(left()) > 0; time.Sleep(time.Second) {
		if time.Now().After(deadline) {
			w.t.Fatalf("left of what is kept for a time: %q", left())
		}
	}
}
