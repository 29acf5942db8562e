package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Pages of expired documents have no gaps or duplicates, even if many expire at the same time.
func TestExpiredInPages(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	var want []string
	for range 5 {
		want = append(want, accept(t, s, gatewaytest.Acceptance(account)))
	}
	if _, err := pool.Exec(t.Context(), `
		UPDATE documents SET expires_at = date_trunc('hour', now()) - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	accept(t, s, gatewaytest.Acceptance(account)) // whose time is not over
	var got []string
	for last := (store.Expired{}); ; {
		page, err := s.Expired(t.Context(), last, 2)
		require.NoError(t, err)
		if len(page) == 0 {
			break
		}
		for _, d := range page {
			got = append(got, d.DocumentID)
		}
		last = page[len(page)-1]
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestOverdue(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	overdue := func() time.Duration {
		t.Helper()
		age, err := s.Overdue(t.Context())
		require.NoError(t, err)
		return age
	}
	for range 3 {
		accept(t, s, gatewaytest.Acceptance(gatewaytest.Account()))
	}
	if _, err := pool.Exec(t.Context(), `UPDATE documents SET expires_at = now() + interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	if age := overdue(); age != 0 {
		t.Errorf("%v where nothing is overdue", age)
	}
	for _, hours := range []int{1, 3} {
		if _, err := pool.Exec(t.Context(), `
			UPDATE documents SET expires_at = now() - make_interval(hours => $1)
			WHERE id = (SELECT id FROM documents WHERE expires_at > now() LIMIT 1)`, hours); err != nil {
			t.Fatal(err)
		}
	}
	if age := overdue(); age < 3*time.Hour || age > 4*time.Hour {
		t.Errorf("%v, want 3 hours", age)
	}
}
