package pgstore_test

import (
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/require"
)

// Concurrent calls create extensions once; an extension missing on the server is skipped without an error.
func TestEnsureExtensions(t *testing.T) {
	t.Parallel()
	url := blank(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			assert.NoError(t, pgstore.EnsureExtensions(t.Context(), url, "pg_trgm", "docmill_has_no_such_extension"))
		})
	}
	wg.Wait()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	for name, want := range map[string]string{"pg_trgm": "public", "docmill_has_no_such_extension": ""} {
		schema, err := pgstore.EnsureExtension(t.Context(), conn, name)
		assert.True(t, err == nil && schema == want, name, "in", schema, err, "want", want)
	}
}
