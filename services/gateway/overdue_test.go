package gateway_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway"
)

// The rules name the gauge as Prometheus does.
func TestRetentionLagGauge(t *testing.T) {
	t.Parallel()
	tel, err := telemetry.New(t.Context(), telemetry.Config{Service: "gateway"})
	if err != nil {
		t.Fatal(err)
	}
	age := func(context.Context) (time.Duration, error) { return 90 * time.Second, nil }
	if err := gateway.ObserveOverdue(tel.Meter.Meter("gateway"), age); err != nil {
		t.Fatal(err)
	}
	page := httptest.NewRecorder()
	tel.Metrics.ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	found := false
	for line := range strings.Lines(page.Body.String()) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "} ")
		found = found || strings.HasPrefix(name, "docmill_documents_overdue_oldest_seconds{") && value == "90"
	}
	if !found {
		t.Error(page.Body)
	}
}
