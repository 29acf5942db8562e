package store_test

import (
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// Removing old audit entries reads only those, for any length of the audit.
func TestForgettingReadsTheAuditByItsIndex(t *testing.T) {
	t.Parallel()
	pool, err := pgstore.Open(t.Context(), pgstore.Config{URL: testkit.Database(t, auth.Migrate, "auth"), Schema: "auth"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
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
	seen := false
	for sql, args := range store.ExpiredSQL() {
		if !strings.Contains(sql, "FROM audit") {
			continue
		}
		seen = true
		rows, err := pool.Query(t.Context(), `EXPLAIN `+sql, append(args, 100)...)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); !strings.Contains(text, "audit_time") || strings.Contains(text, "Seq Scan") {
			t.Error(text)
		}
	}
	if !seen {
		t.Error("nothing removes entries of the audit")
	}
}
