package delivery

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/services/notifier/internal/store"
)

// Metrics of deliveries.
type Metrics struct {
	attempts metric.Float64Histogram
	lateness metric.Float64Histogram
}

// NewMetrics makes them.
func NewMetrics(meter metric.Meter) (*Metrics, error) {
	attempts, errAttempts := meter.Float64Histogram("docmill.notifier.attempt",
		metric.WithUnit("s"), metric.WithDescription("Time of attempts, by outcome: accepted, refused, unanswered."))
	lateness, errLateness := meter.Float64Histogram("docmill.notifier.lateness",
		metric.WithUnit("s"), metric.WithDescription("How long after they were due attempts began."))
	return &Metrics{attempts, lateness}, errors.Join(errAttempts, errLateness)
}

func (m *Metrics) attempted(ctx context.Context, o store.Outcome) {
	outcome := "refused"
	switch {
	case o.Success:
		outcome = "accepted"
	case o.Status == nil:
		outcome = "unanswered"
	}
	m.attempts.Record(ctx, o.Duration.Seconds(), metric.WithAttributes(attribute.String("outcome", outcome)))
	m.lateness.Record(ctx, o.Started.Sub(o.DueAt).Seconds())
}
