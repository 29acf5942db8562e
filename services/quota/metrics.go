package quota

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
)

// metrics of the service. Plans are few: no attribute grows with the accounts.
type metrics struct {
	requests   metric.Int64Counter
	thresholds metric.Int64Counter
}

func newMetrics(provider metric.MeterProvider) (*metrics, error) {
	meter := provider.Meter("docmill/quota")
	requests, err1 := meter.Int64Counter("docmill.quota.requests",
		metric.WithDescription("Requests that were counted against the rate of a minute, by plan and outcome (admitted or "+
			"refused)."))
	thresholds, err2 := meter.Int64Counter("docmill.quota.thresholds",
		metric.WithDescription("Months of accounts that came to 80 % of the plan's documents or to all of them, by plan and "+
			"event."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return &metrics{requests: requests, thresholds: thresholds}, nil
}

// admitted notes the answer to a request for admission.
func (m *metrics) admitted(ctx context.Context, plan contract.Plan, allowed bool) {
	outcome := "admitted"
	if !allowed {
		outcome = "refused"
	}
	m.requests.Add(ctx, 1, metric.WithAttributes(
		attribute.String("plan", string(plan)), attribute.String("outcome", outcome)))
}

// reached notes a threshold that was committed.
func (m *metrics) reached(ctx context.Context, plan contract.Plan, event contract.EventType) {
	m.thresholds.Add(ctx, 1, metric.WithAttributes(
		attribute.String("plan", string(plan)), attribute.String("event", string(event))))
}
