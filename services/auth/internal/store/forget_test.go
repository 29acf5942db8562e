package store_test

import (
	"os"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// Removing old audit entries reads only those, for any length of the audit.
func TestForgetAuditIndex(t *testing.T) {
	t.Parallel()
	pool, collected := testkit.Explained(t, testkit.Database(t, auth.Migrate, "auth"), "auth")
	for _, sql := range []string{
		`INSERT INTO accounts (id, name, plan) VALUES (gen_random_uuid(), 'a', 'Free')`, `
		INSERT INTO audit (id, account_id, at, action, actor, target, detail)
		SELECT gen_random_uuid(), accounts.id, now() - n * interval '1 minute', 'a', 'b', 'c', ''
		FROM accounts, generate_series(1, 20000) AS n`,
		`ANALYZE audit`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	collected.Take()
	if err := store.New(pool, nil).Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := false
	for _, p := range collected.Take() {
		if !strings.Contains(p.Query, "DELETE FROM audit") {
			continue
		}
		seen = true
		if !p.Root.UsesIndex("audit_time") || p.Root.SeqScans() != nil {
			t.Errorf("%+v", p)
		}
	}
	if !seen {
		t.Error("nothing removes entries of the audit")
	}
}
