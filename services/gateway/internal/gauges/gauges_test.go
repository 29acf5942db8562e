package gauges_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/gauges"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func newTelemetry(t *testing.T) *telemetry.Providers {
	t.Helper()
	tel, err := telemetry.New(t.Context(), telemetry.Config{Service: "gateway"})
	require.NoError(t, err)
	return tel
}

// scrape returns the values of a gauge by its labels lane and plan, as Prometheus reads them.
func scrape(tel *telemetry.Providers, gauge string) map[string]string {
	page := httptest.NewRecorder()
	tel.Metrics.ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	values := map[string]string{}
	for line := range strings.Lines(page.Body.String()) {
		labels, found := strings.CutPrefix(line, gauge+"{")
		if !found {
			continue
		}
		labels, value, _ := strings.Cut(strings.TrimSpace(labels), "} ")
		var name []string
		for label := range strings.SplitSeq(labels, ",") {
			if key, text, _ := strings.Cut(label, "="); key == "lane" || key == "plan" {
				name = append(name, strings.Trim(text, `"`))
			}
		}
		values[strings.Join(name, " ")] = value
	}
	return values
}

// For any number of scrapes, the database counts at most once in ten seconds, and at most a twentieth of
// the time.
func TestGaugeCached(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry(t)
		counted, takes := 0, time.Duration(0)
		_, err := gauges.ObserveQueue(tel.Meter.Meter("gateway"), func(context.Context) ([]store.Queued, error) {
			counted++
			time.Sleep(takes)
			return nil, nil
		})
		require.NoError(t, err)
		for _, c := range []struct{ later, takes time.Duration }{
			{0, 0}, {time.Second, 0}, {8 * time.Second, 0}, // the first alone counts
			{time.Second, 4 * time.Second}, {79 * time.Second, 0}, // so does the next, for longer
			{2 * time.Second, 0},
		} {
			time.Sleep(c.later)
			takes = c.takes
			scrape(tel, "docmill_documents_waiting")
		}
		assert.Equal(t, counted, 3, "counted")
	})
}

func TestGaugeErrorCached(t *testing.T) {
	t.Parallel()
	tel := newTelemetry(t)
	counted := 0
	_, err := gauges.ObserveQueue(tel.Meter.Meter("gateway"), func(context.Context) ([]store.Queued, error) {
		counted++
		return nil, errors.New("away")
	})
	require.NoError(t, err)
	for range 5 {
		got := scrape(tel, "docmill_documents_waiting")
		assert.Equal(t, len(got), 0, got)
	}
	assert.Equal(t, counted, 1, "counted")
}

// There are values for all lanes and plans, and no others, for any rows.
func TestQueueGauges(t *testing.T) {
	t.Parallel()
	tel := newTelemetry(t)
	_, err := gauges.ObserveQueue(tel.Meter.Meter("gateway"), func(context.Context) ([]store.Queued, error) {
		return []store.Queued{
			{Lane: "batch", Plan: "Pro", Documents: 7, Oldest: time.Minute},
			{Lane: "batch", Plan: "Gone", Documents: 2, Oldest: time.Hour},
			{Lane: "batch", Plan: "Free", Documents: 1},
			{Lane: "unheard", Plan: "Pro", Documents: 9, Oldest: time.Hour},
		}, nil
	})
	require.NoError(t, err)
	values := scrape(tel, "docmill_documents_waiting")
	assert.Equal(t, len(values), len(contract.Lanes())*len(contract.Plans()), "values")
	assert.True(t, values["batch Pro"] == "7" && values["batch Free"] == "3" && values["slow Pro"] == "0", values)
	oldest := scrape(tel, "docmill_documents_waiting_oldest_seconds")
	assert.True(t, len(oldest) == len(contract.Lanes()) && oldest["batch"] == "3600" && oldest["slow"] == "0", oldest)
}

// The rules name the gauge as Prometheus does.
func TestRetentionLagGauge(t *testing.T) {
	t.Parallel()
	tel := newTelemetry(t)
	age := func(context.Context) (time.Duration, error) { return 90 * time.Second, nil }
	_, err := gauges.ObserveRetentionLag(tel.Meter.Meter("gateway"), age)
	require.NoError(t, err)
	got := scrape(tel, "docmill_documents_overdue_oldest_seconds")
	assert.True(t, len(got) == 1 && got[""] == "90", got)
}
