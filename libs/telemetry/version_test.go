package telemetry_test

import (
	"context"
	"io"
	"net/http/httptest"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

func TestMetricsTargetInfo(t *testing.T) {
	t.Parallel()
	tel, err := telemetry.New(context.Background(),
		telemetry.Config{Service: "quota", Version: "1.2.3", LogWriter: io.Discard})
	require.NoError(t, err)
	counter, err := tel.Meter.Meter("test").Int64Counter("things")
	require.NoError(t, err)
	counter.Add(t.Context(), 1)
	page := httptest.NewRecorder()
	tel.Metrics.ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	assert.Contains(t, page.Body.String(), `target_info{service_name="quota",service_version="1.2.3"} 1`)
}
