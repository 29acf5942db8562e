package gateway

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/gateway/internal/gauges"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// metrics counts documents. No attribute grows with the number of accounts or documents.
type metrics struct {
	accepted metric.Int64Counter
	batches  metric.Int64Counter
	ended    metric.Int64Counter
	erased   metric.Int64Counter
	stop     func() error
}

func newMetrics(m metric.Meter, st *store.Store, missing func() int) (*metrics, error) {
	accepted, err1 := m.Int64Counter("docmill.documents.accepted", metric.WithDescription("Accepted documents."))
	ended, err2 := m.Int64Counter("docmill.documents.ended",
		metric.WithDescription("Completed and failed documents, by failure code."))
	batches, err3 := m.Int64Counter("docmill.batches.accepted",
		metric.WithDescription("Accepted batches, including those whose files were all refused."))
	erased, err4 := m.Int64Counter("docmill.documents.erased",
		metric.WithDescription("Documents erased on request or by retention."))
	lacking, err5 := m.Int64ObservableGauge("docmill.streams.missing",
		metric.WithDescription("NATS streams and consumers that are missing and could not be recreated."))
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	streams, err := m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		o.ObserveInt64(lacking, int64(missing()))
		return nil
	}, lacking)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	queue, err := gauges.ObserveQueue(m, st.Queued)
	if err != nil {
		return nil, errors.Join(err, streams.Unregister())
	}
	overdue, err := gauges.ObserveRetentionLag(m, st.Overdue)
	if err != nil {
		return nil, errors.Join(err, streams.Unregister(), queue.Unregister())
	}
	stop := func() error { return errors.Join(streams.Unregister(), queue.Unregister(), overdue.Unregister()) }
	all := &metrics{accepted: accepted, batches: batches, ended: ended, erased: erased, stop: stop}
	all.begin(context.Background())
	return all, nil
}

// begin adds 0 to every counter, so that the first document is seen as an increase.
func (m *metrics) begin(ctx context.Context) {
	for _, counter := range []metric.Int64Counter{m.accepted, m.batches, m.erased} {
		counter.Add(ctx, 0)
	}
	m.count(ctx, 0, contract.StatusCompleted, "")
	m.count(ctx, 0, contract.StatusFailed, contract.CodeInternalError)
}

// end counts an ended document; failure is empty for a completed one.
func (m *metrics) end(ctx context.Context, failure contract.Code) {
	status := contract.StatusCompleted
	if failure != "" {
		status = contract.StatusFailed
	}
	m.count(ctx, 1, status, failure)
}

func (m *metrics) count(ctx context.Context, n int64, status contract.Status, failure contract.Code) {
	m.ended.Add(ctx, n, metric.WithAttributes(
		attribute.String("status", string(status)), attribute.String("code", string(failure))))
}

// Backlog is the unfinished work of an installation.
type Backlog = store.Backlog

// InspectBacklog reads the backlog from the database, as any user that may read the gateway's
// schema. It changes nothing and needs no running service.
func InspectBacklog(ctx context.Context, databaseURL string) (Backlog, error) {
	pool, err := pgstore.Open(ctx, pgstore.Config{URL: databaseURL, Schema: schema, MaxConns: 1, ReadOnly: true})
	if err != nil {
		return Backlog{}, err
	}
	defer pool.Close()
	return store.New(pool, pool).Backlog(ctx)
}
