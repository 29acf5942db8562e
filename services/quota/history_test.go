package quota_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

func (f *fixture) history(t *testing.T, r contract.QuotaHistoryRequest) contract.QuotaHistoryReply {
	t.Helper()
	reply, err := bus.Call[contract.QuotaHistoryReply](f.ctx, f.operator, contract.RPCQuotaHistory, r)
	require.NoError(t, err)
	return reply
}

func TestHistoryEmpty(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	r := f.history(t, contract.QuotaHistoryRequest{AccountID: account})
	if len(r.Months) != 0 || len(r.Signals) != 0 || !slices.Equal(r.Days, make([]int, len(r.Days))) {
		t.Errorf("history = %+v", r)
	}
}

func TestHistoryByDayAndMonth(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	pool := f.pool(t)
	october := time.Date(2024, 10, 1, 0, 0, 0, 0, time.UTC)
	charge := `INSERT INTO charges (document, account, month, charged_at, given_back_at) VALUES (gen_random_uuid(), $1, ` +
		`$2, $3, $4)`
	for _, at := range []string{"2024-10-01T00:00:00Z", "2024-10-31T23:59:59Z", "2024-10-31T01:00:00+02:00"} {
		testkit.Exec(t, pool, charge, account, october, at, nil)
	}
	testkit.Exec(t, pool, charge, account, october, "2024-10-07T08:00:00Z", "2024-10-07T08:00:01Z") // given back
	testkit.Exec(t, pool, charge, "acct_other", october, "2024-10-07T08:00:00Z", nil)
	testkit.Exec(t, pool,
		`INSERT INTO months VALUES ($1, '2024-10-01', 3), ($1, '2024-09-01', 9), ($1, '2024-08-01', 0), `+
			`('acct_other', '2024-10-01', 1)`, account)

	r := f.history(t, contract.QuotaHistoryRequest{AccountID: account,
		Month: contract.TimePtr(new(october.AddDate(0, 0, 20)))})
	want := make([]int, 31)
	want[0], want[29], want[30] = 1, 1, 1
	assert.True(t, slices.Equal(r.Days, want) && r.Month.Start.Equal(october),
		"days", r.Days, "of", r.Month, "want", want)
	if len(r.Months) != 2 || r.Months[0] != (contract.UsedMonth{Start: contract.TimeOf(october), Used: 3}) ||
		r.Months[1].Used != 9 {
		t.Errorf("months = %+v", r.Months)
	}
}

func TestHistorySignals(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	f.charge(t, f.pool(t), contract.PlanFree, 101)
	r := f.history(t, contract.QuotaHistoryRequest{AccountID: account})
	require.Equal(t, len(r.Signals), 2, r.Signals)
	for _, s := range r.Signals {
		if s.Used != 100 || s.Limit != 100 || s.Plan != contract.PlanFree || time.Since(s.At.Time).Abs() > time.Minute {
			t.Errorf("signal = %+v", s)
		}
	}
	assert.NotEqual(t, r.Signals[0].Event, r.Signals[1].Event, r.Signals)
	assert.Equal(t, r.Days[time.Now().UTC().Day()-1], 100, "today")
}

func TestMetricsByPlan(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	limits, _ := contract.PlanFree.Limits()
	for range limits.RequestsPerMinute + 1 {
		_, err := f.admit(contract.PlanFree)
		require.NoError(t, err)
	}
	f.charge(t, f.pool(t), contract.PlanFree, limits.DocumentsPerMonth)
	f.eventually(t, `docmill_quota_requests_total{otel_scope_name="docmill/quota",otel_scope_schema_url="",`+
		`otel_scope_version="",outcome="refused",plan="Free"} 1`)
	f.eventually(t, `docmill_quota_thresholds_total{event="quota.warning",otel_scope_name="docmill/quota",`+
		`otel_scope_schema_url="",otel_scope_version="",plan="Free"} 1`)
}

// eventually waits until the metrics contain the line.
func (f *fixture) eventually(t *testing.T, line string) {
	t.Helper()
	for {
		w := httptest.NewRecorder()
		f.tel.Metrics.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		if strings.Contains(w.Body.String(), line+"\n") {
			return
		}
		select {
		case <-f.ctx.Done():
			t.Fatalf("no %s in\n%s", line, w.Body)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
