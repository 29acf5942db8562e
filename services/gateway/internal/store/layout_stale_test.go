package store_test

import (
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

// A program of an earlier release knows of no examples when it erases.
func TestFoldStale(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	first := taught(t, s, account, lessonOf(1, "A"))
	taught(t, s, account, lessonOf(1, "B"))
	id, err := contract.ParseID(contract.PrefixDocument, first)
	require.NoError(t, err)
	if _, err := pool.Exec(t.Context(), `DELETE FROM documents WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	if layouts := recalled(t, s, account, keys(1)); len(layouts) != 0 {
		t.Errorf("a layout with the lesson of an erased document is in use: %+v", layouts)
	}
	require.NoError(t, s.FoldStale(t.Context()))
	if layouts := recalled(t, s, account, keys(1)); len(layouts) != 1 || len(layouts[0].Examples) != 1 {
		t.Errorf("folded again: %+v", layouts)
	}
}

// An unreadable example delays no other layout.
func TestFoldStaleWithError(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	broken := taught(t, s, account, lessonOf(1, "A"))
	taught(t, s, account, lessonOf(2, "B")) // of a layout with a later id
	id, err := contract.ParseID(contract.PrefixDocument, broken)
	require.NoError(t, err)
	if _, err := pool.Exec(t.Context(), `UPDATE lessons SET body = '[]' WHERE document = $1`, id); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE layouts SET stale = true`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.FoldStale(t.Context()); err == nil {
			t.Error("the layout that cannot be folded is not reported")
		}
	}
	if n := count(t, pool, `SELECT count(*) FROM layouts WHERE stale`); n != 1 {
		t.Errorf("%d layouts are stale, want the broken one alone", n)
	}
}
