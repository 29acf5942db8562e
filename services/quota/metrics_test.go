package quota_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

func TestMetricsByPlan(t *testing.T) {
	t.Parallel()
	f := start(t, 1)
	limits, _ := contract.PlanFree.Limits()
	for range limits.RequestsPerMinute + 1 {
		if _, err := f.admit(contract.PlanFree); err != nil {
			t.Fatal(err)
		}
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
