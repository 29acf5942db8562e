package quota

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
)

// metrics have the plan as attribute, so their number does not grow with the accounts.
type metrics struct {
	requests   metric.Int64Counter
	thresholds metric.Int64Counter
	// attributes are cached, because creating them takes longer than counting.
	attributes map[request]metric.MeasurementOption
}

// request is the key of a counter.
type request struct {
	plan    contract.Plan
	outcome string
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
	m := &metrics{requests: requests, thresholds: thresholds, attributes: map[request]metric.MeasurementOption{}}
	m.begin(context.Background())
	return m, nil
}

// begin adds 0 to every counter, so that the first request is visible as an increase.
func (m *metrics) begin(ctx context.Context) {
	for _, plan := range contract.Plans() {
		for _, outcome := range []string{outcomeAdmitted, outcomeRefused} {
			m.attributes[request{plan, outcome}] = metric.WithAttributes(
				attribute.String("plan", string(plan)), attribute.String("outcome", outcome))
			m.count(ctx, 0, plan, outcome)
		}
		for _, event := range []contract.EventType{contract.EventQuotaWarning, contract.EventQuotaExceeded} {
			m.thresholds.Add(ctx, 0, ofThreshold(plan, event))
		}
	}
}

// Outcomes of a request for admission.
const (
	outcomeAdmitted = "admitted"
	outcomeRefused  = "refused"
)

func (m *metrics) count(ctx context.Context, n int64, plan contract.Plan, outcome string) {
	m.requests.Add(ctx, n, m.attributes[request{plan, outcome}])
}

func ofThreshold(plan contract.Plan, event contract.EventType) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("plan", string(plan)), attribute.String("event", string(event)))
}

// admitted counts an admission request.
func (m *metrics) admitted(ctx context.Context, plan contract.Plan, allowed bool) {
	outcome := outcomeAdmitted
	if !allowed {
		outcome = outcomeRefused
	}
	m.count(ctx, 1, plan, outcome)
}

// reached counts a committed threshold.
func (m *metrics) reached(ctx context.Context, plan contract.Plan, event contract.EventType) {
	m.thresholds.Add(ctx, 1, ofThreshold(plan, event))
}
