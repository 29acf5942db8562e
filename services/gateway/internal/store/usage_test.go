package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// The index of usage contains all values for a month's figures: documents need not be read.
func TestUsageCost(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	fill(t, pool, account, 3000)
	fill(t, pool, gatewaytest.Account(), 300)
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	// Tables of tests are too small for the planner to mind reading them.
	if _, err := conn.Exec(t.Context(), `SET enable_seqscan = off; SET enable_bitmapscan = off`); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), `EXPLAIN `+store.UsageSQL, account, from, from.AddDate(0, 1, 0), 3, 0.9,
		model.SubmittedByUnknown)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(plan, "\n"); !strings.Contains(text, "Index Only Scan using documents_usage") {
		t.Error(text)
	}
	buckets, err := s.Usage(t.Context(), account, from, from.AddDate(0, 1, 0), model.ReviewRules{Below: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, b := range buckets {
		n += b.Documents
	}
	if n != 2900 { // those that have ended
		t.Errorf("%d documents counted", n)
	}
}

func TestSpeedOf(t *testing.T) {
	t.Parallel()
	for bucket, want := range map[int]int64{-1: 0, 0: 0, 14: 2, 92: 99, 138: 992} {
		if got := store.SpeedOf(bucket); got != want {
			t.Errorf("%d: %d ms, want %d", bucket, got, want)
		}
	}
}
