package documents_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// near allows for the rounding of time buckets.
func near(got, want int64) bool {
	return float64(got) > 0.96*float64(want) && float64(got) < 1.04*float64(want)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	url := gatewaytest.Database(t)
	s, pool := gatewaytest.Store(t, url)
	d := gatewaytest.Documents(s, nil, nil)
	account, other := gatewaytest.Account(), gatewaytest.Account()
	insert := func(account, day, key, documentType, failure string, ms, n int, confidence float64) {
		t.Helper()
		_, err := pool.Exec(t.Context(), `
			INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
			                       status, accepted_at, submitted_by, document_type, failure_code, failure_message,
			                       processing_time_ms, confidence, missing)
			SELECT gen_random_uuid(), $1, 'Pro', 'a.pdf', 1, 'application/pdf', 's', gen_random_uuid()::text, 'auto', 'batch',
			       CASE WHEN $5 = '' THEN 'completed' ELSE 'failed' END, $2::timestamptz, nullif($3, '?'), nullif($4, ''),
			       nullif($5, ''), 'No.', $6, $8, '{}' FROM generate_series(1, $7::int)`,
			account, day, key, documentType, failure, ms, n, confidence)
		require.NoError(t, err)
	}
	insert(account, "2026-10-01", "key_a", "invoice", "", 100, 90, 0.99)
	insert(account, "2026-10-31 23:59:59Z", "key_a", "invoice", "", 4000, 10, 0.5)
	insert(account, "2026-10-15", "", "receipt", "", 20, 10, 0.99)
	insert(account, "2026-10-15", "?", "", "CORRUPT_FILE", 1, 5, 0)
	insert(account, "2026-11-01", "key_a", "invoice", "", 1, 7, 0.1)
	insert(other, "2026-10-15", "key_b", "invoice", "", 1, 7, 0.1)

	october := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	u, err := d.Usage(t.Context(), account, october, october.AddDate(0, 1, 0))
	require.NoError(t, err)
	all := u.All
	if all.Documents != 115 || all.Failed != 5 || all.Needed != 10 || all.Completed() != 110 || !near(all.Median, 100) ||
		!near(all.P95, 4000) {
		t.Errorf("all: %+v", all)
	}
	short := func(rows []model.UsageRow) (texts []string) {
		for _, r := range rows {
			texts = append(texts, fmt.Sprintf("%s %d %d %d", r.Of, r.Documents, r.Failed, r.Needed))
		}
		return texts
	}
	for name, c := range map[string]struct {
		rows []model.UsageRow
		want []string
	}{
		"by key":   {u.ByKey, []string{"key_a 100 0 10", " 10 0 0", "? 5 5 0"}},
		"by type":  {u.ByType, []string{"invoice 100 0 10", "receipt 10 0 0"}},
		"failures": {u.Failures, []string{"CORRUPT_FILE 5 5 0"}},
	} {
		if got := short(c.rows); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if r := u.ByType[1]; !near(r.Median, 20) || !near(r.P95, 20) {
		t.Errorf("receipts: %+v", r)
	}
	if u, err := d.Usage(t.Context(), account, october.AddDate(1, 0, 0), october.AddDate(1, 1, 0)); err != nil ||
		!reflect.DeepEqual(u, model.Usage{}) {
		t.Errorf("a month without documents: %+v, %v", u, err)
	}
}
