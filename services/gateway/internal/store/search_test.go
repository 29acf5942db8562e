package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// words gives every ended document of an account a long, unique text with "ledger" and the document's number.
func words(t testing.TB, pool *pgxpool.Pool, account string) {
	t.Helper()
	err := gatewaytest.Bulk(t.Context(), pool, `
		UPDATE documents SET search = 'ledger ' || left(file_name, -4) || E'\n' || (
			SELECT string_agg(md5(id::text || i), ' ') FROM generate_series(1, 8) AS i)
		WHERE account = $1 AND status IN ('completed', 'failed')`, account)
	require.NoError(t, err)
}

// A search for a rare word reads the index and few rows, for any size of the account, and none of another
// account with the same word.
func TestSearchCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	pool := gatewaytest.Pool(t, url)
	s, collected := explained(t, url)
	account, other := gatewaytest.Account(), gatewaytest.Account()
	for _, a := range []string{account, other} {
		fill(t, pool, a, 2000)
		words(t, pool, a)
	}
	testkit.Exec(t, pool, `VACUUM ANALYZE documents`)
	for text, want := range map[string]int{
		`"ledger 1711"`: 1, "1711.PDF": 1, "no such words": 0, `"1711 ledger"`: 0, "1711.pdf LÉDGER": 1,
		"1711.pdf 183,26": 0, "ledger 999.999,17": 0,
	} {
		collected.Take()
		rows := len(list(t, s, account, model.Filter{Text: text}, nil, 51))
		if pages := blocksOf(collected.Take()); rows != want || pages == 0 || pages > 300 {
			t.Errorf("%q: %d rows, want %d, with %d pages read", text, rows, want, pages)
		}
	}
}

// Accents are ignored in the search and in every row; amounts match as typed, and every word must occur.
func TestSearch(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	fill(t, pool, account, 200)
	set := func(number int, name, text string) {
		testkit.Exec(t, pool, `UPDATE documents SET search = $3, file_name = $4
			WHERE account = $1 AND file_name = $2`, account, fmt.Sprintf("%d.pdf", number), text, name)
	}
	set(1, "Rechnung MÄRZ.pdf", "müller gmbh\nhauptstraße 5\n183.26")
	set(2, "b.pdf", "muller ltd\n1234.50\nsmørrebrød\nl’oréal")
	set(4, "c.pdf", "mu\u0308ller decomposed\nprinted 1.234,50 eur")
	for text, want := range map[string]int{
		"muller": 3, "MÜLLER": 3, "müller gmbh": 1, `"muller gmbh"`: 1, `"gmbh müller"`: 0, "gmbh müller": 1,
		"hauptstrasse": 1, "Hauptstraße": 1, "marz": 1, "muller märz": 1, "muller april": 0,
		"183,26": 1, "1.234,50": 2, "1,234.50": 1, "1 234,50": 1, "1234.50": 1, "smorrebrod": 1, "l'oreal": 1,
	} {
		assert.Equal(t, len(list(t, s, account, model.Filter{Text: text}, nil, 60)), want, text, "found")
	}
}

// The database folds stored text as the program folds the search.
func TestFoldEqualsDatabase(t *testing.T) {
	t.Parallel()
	_, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	var all []string
	for _, r := range [][2]rune{
		{0x21, 0x7e}, {0xa1, 0x24f}, {0x370, 0x4ff}, {0x1e00, 0x1fff}, {0x2010, 0x2027}, {0xfb00, 0xfb06}, {0xff01, 0xff5e},
	} {
		for c := r[0]; c <= r[1]; c++ {
			// Stored text is in lower case, which a database in the locale C cannot do.
			all = append(all, strings.ToLower("x"+string(c)+"x"))
		}
	}
	folded := testkit.Value[[]string](t, pool, `SELECT array_agg(search_fold(c) ORDER BY n)
		FROM unnest($1::text[]) WITH ORDINALITY AS u (c, n)`, all)
	for i, c := range all {
		assert.Equal(t, strings.Join(strings.Fields(folded[i]), " "), search.Fold(c), c, folded[i])
	}
}

// Typed wildcards are literal.
func TestSearchWildcards(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	fill(t, pool, account, 200)
	set := func(number int, text string) {
		testkit.Exec(t, pool,
			`UPDATE documents SET search = $3 WHERE account = $1 AND file_name = $2`, account, fmt.Sprintf("%d.pdf", number),
			text)
	}
	set(1, `100% sure`)
	set(2, `under_score`)
	set(4, `back\slash\`)
	for text, want := range map[string]int{
		"100%": 1, `"0% s"`: 1, "1%e": 0, "r_s": 1, "u_d": 0, `k\s`: 1, `h\`: 1, `\`: 1, "%": 1, "_": 1,
		"UNDER_SCORE": 1, ".pdf": 60,
	} {
		assert.Equal(t, len(list(t, s, account, model.Filter{Text: text}, nil, 60)), want, text, "found")
	}
}

// The index is created once by concurrent calls, also after an interrupted creation; without the right to
// create extensions it is skipped.
func TestEnsureSearchIndex(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	exec := func(sql string) {
		t.Helper()
		testkit.Exec(t, pool, sql)
	}
	wantIndex := func(want bool) {
		t.Helper()
		ok, err := s.SearchIndexed(t.Context())
		require.True(t, err == nil && ok == want, "index", ok, err, "want", want)
	}
	wantIndex(true)
	for _, broken := range []string{`DROP INDEX documents_search_folded`,
		`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'documents_search_folded'::regclass`} {
		exec(broken)
		wantIndex(false)
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				assert.NoError(t, store.EnsureSearchIndex(t.Context(), url, "gateway"))
			})
		}
		wg.Wait()
		wantIndex(true)
	}
	// A role that owns only the schema's tables.
	random := gatewaytest.Account()
	role := "docmill_test_search_" + random[len(random)-12:]
	exec(`DROP INDEX documents_search_folded; DROP EXTENSION pg_trgm; DROP EXTENSION btree_gin`)
	exec(`CREATE ROLE ` + role + ` LOGIN PASSWORD 'x'; GRANT ` + role + ` TO CURRENT_USER;
		GRANT ALL ON SCHEMA gateway TO ` + role + `; ALTER TABLE documents OWNER TO ` + role)
	t.Cleanup(func() { _, _ = pool.Exec(context.Background(), `DROP OWNED BY `+role+`; DROP ROLE `+role) })
	require.NoError(t, store.EnsureSearchIndex(t.Context(), asRole(t, url, role), "gateway"))
	wantIndex(false)
	account := gatewaytest.Account()
	fill(t, pool, account, 300)
	assert.Equal(t, len(list(t, s, account, model.Filter{Text: "17.pdf"}, nil, 60)), 3, "found without the index")
	// The owner of the database creates the extensions, and then the index is created.
	exec(`CREATE EXTENSION pg_trgm SCHEMA public; CREATE EXTENSION btree_gin SCHEMA public`)
	require.NoError(t, store.EnsureSearchIndex(t.Context(), asRole(t, url, role), "gateway"))
	wantIndex(true)
}

// asRole is the URL with another user in it.
func asRole(t *testing.T, url, role string) string {
	t.Helper()
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	return url + separator + "options=-crole%3D" + role
}
