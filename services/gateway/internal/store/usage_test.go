package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// The index of usage contains all values for a month's figures: documents need not be read.
func TestUsageCost(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	pool := gatewaytest.Pool(t, url)
	account := gatewaytest.Account()
	fill(t, pool, account, 3000)
	fill(t, pool, gatewaytest.Account(), 300)
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	// The planner would read the small tables of tests from end to end.
	s, collected := explained(t, url, "enable_seqscan = off", "enable_bitmapscan = off")
	buckets, err := s.Usage(t.Context(), account, from, from.AddDate(0, 1, 0), model.ReviewRules{Below: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(collected.Take(), func(p testkit.Plan) bool {
		return p.Root.Uses("Index Only Scan", "documents_usage")
	}) {
		t.Error("the index of usage is not read alone")
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
