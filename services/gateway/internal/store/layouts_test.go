package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/record"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

const byKey = "key_01a1fbb1-f619-702d-ab8e-175983fb8686"

func layoutsOf(t *testing.T, s *store.Store, account, after string, limit int) []store.LayoutSummary {
	t.Helper()
	layouts, err := s.ListLayouts(t.Context(), account, after, limit)
	require.NoError(t, err)
	return layouts
}

// A layout that is switched off is still taught, but not handed out.
func TestEnableLayout(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	taught(t, s, account, lessonOf(1, "A"))
	id := layoutsOf(t, s, account, "", 1)[0].ID
	for _, enabled := range []bool{false, false, true} { // the second changes nothing
		l, ok, err := s.EnableLayout(t.Context(), account, id, enabled, byKey)
		if err != nil || !ok || l.Enabled != enabled || l.ID != id {
			t.Fatalf("switch to %v: %+v, %v, %v", enabled, l, ok, err)
		}
		taught(t, s, account, lessonOf(1, "A"))
		handed := len(recalled(t, s, account, keys(1)))
		assert.Equal(t, handed == 1, enabled, "enabled", "and", handed, "layouts are handed out")
	}
	l := layoutsOf(t, s, account, "", 10)
	assert.True(t, len(l) == 1 && l[0].Examples == 4, "layouts", l, "want one of four lessons")
	wantAuditEntries(t, s, account, contract.PrefixLayout+id, "layout.disabled layout.enabled")
}

func TestForgetLayout(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	first := taught(t, s, account, lessonOf(1, "A"))
	waiting := completed(t, s, account)
	corrected(t, s, account, waiting, "120.00")
	id := layoutsOf(t, s, account, "", 1)[0].ID
	for i, want := range []bool{true, false} {
		ok, err := s.ForgetLayout(t.Context(), account, id, byKey)
		require.True(t, ok == want && err == nil, "forget, time", i+1, ok, err)
	}
	testkit.WantCount(t, pool, 0, `SELECT (SELECT count(*) FROM layouts) + (SELECT count(*) FROM lessons)`)
	teaching := nextTeaching(t, s, "1")
	ok, err := s.PutExample(t.Context(), teaching.Ref, lessonOf(1, "A"))
	require.True(t, ok && err == nil && teaching.Ref.DocumentID == waiting, "teach", teaching.Ref.DocumentID, ok, err)
	layouts := recalled(t, s, account, keys(1))
	if len(layouts) != 1 || layouts[0].ID == contract.PrefixLayout+id || len(layouts[0].Examples) != 1 ||
		layouts[0].Examples[0].Document == first {
		t.Errorf("learned anew: %+v", layouts)
	}
	wantAuditEntries(t, s, account, contract.PrefixLayout+id, "layout.forgotten")
}

// wantAuditEntries checks the audit entries about a target, in order.
func wantAuditEntries(t *testing.T, s *store.Store, account, target, want string) {
	t.Helper()
	entries, err := s.AuditEntries(t.Context(), 100)
	require.NoError(t, err)
	var actions []string
	for _, d := range entries {
		if d.Target != target {
			continue
		}
		err := d.Validate()
		assert.True(t, err == nil && d.AccountID == account && d.Actor == byKey, "entry", d, err)
		actions = append(actions, string(d.Action))
	}
	assert.Equal(t, strings.Join(actions, " "), want, "the audit")
}

// The layout that a document was read with is in the record, in lists and in the event; a document read
// without one has no such member.
func TestRecordLayout(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	const used = `{"layout":"layout_01a1fbb1-f619-702d-ab8e-175983fb8686","version":3}`
	for _, want := range []string{used, ""} {
		x := gatewaytest.Extraction()
		if want != "" {
			x.Memory = json.RawMessage(want)
		}
		ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(account)), "t")
		ok, err := s.Finish(t.Context(), ref, store.End{Extraction: x})
		require.True(t, ok && err == nil, "finish", ok, err)
		d, ok, err := s.Document(t.Context(), account, ref.DocumentID)
		require.NoError(t, err)
		require.True(t, ok)
		r, err := record.Of(d)
		require.NoError(t, err)
		assert.Equal(t, string(r.Memory), want, "record")
		err = s.List(t.Context(), account, model.Filter{IDs: []string{ref.DocumentID}}, nil, 1, func(d model.Document) error {
			assert.Equal(t, string(d.Memory), want, "list")
			return nil
		})
		assert.NoError(t, err)
		testkit.WantCount(t, pool, 1, `SELECT count(*) FROM outbox WHERE ref = $1 AND
			coalesce(convert_from(payload, 'UTF8')::json -> 'data' ->> 'memory', '') = $2`, ref.DocumentID, want)
	}
}

// A program of an earlier release knows of no examples when it erases.
func TestFoldStale(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	first := taught(t, s, account, lessonOf(1, "A"))
	taught(t, s, account, lessonOf(1, "B"))
	id, err := contract.ParseID(contract.PrefixDocument, first)
	require.NoError(t, err)
	testkit.Exec(t, pool, `DELETE FROM documents WHERE id = $1`, id)
	assert.Empty(t, recalled(t, s, account, keys(1)), "a layout with the lesson of an erased document is in use")
	require.NoError(t, s.FoldStale(t.Context()))
	layouts := recalled(t, s, account, keys(1))
	assert.True(t, len(layouts) == 1 && len(layouts[0].Examples) == 1, "folded again", layouts)
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
	testkit.Exec(t, pool, `UPDATE lessons SET body = '[]' WHERE document = $1`, id)
	testkit.Exec(t, pool, `UPDATE layouts SET stale = true`)
	for range 2 {
		assert.Error(t, s.FoldStale(t.Context()), "the layout that cannot be folded is not reported")
	}
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM layouts WHERE stale`)
}
