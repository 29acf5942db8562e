package bench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/measure"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/report"
	"github.com/docmill/docmill/cmd/docmill/internal/bench/stages"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
)

// traced joins uploads with the service's traces.
type traced struct {
	source stages.Source // nil for none
	set    *stages.Set

	mu      sync.Mutex
	uploads []upload
}

// upload is one whose trace is needed.
type upload struct {
	operation, trace string
	took             time.Duration // from sending
}

// openTraces starts to receive traces if the flags request it.
func (c *runCommand) openTraces(ctx context.Context) (*traced, error) {
	t := &traced{set: stages.NewSet()}
	switch {
	case c.TracesListen != "":
		r, err := stages.Listen(ctx, c.TracesListen, t.set)
		if err != nil {
			return nil, exitstatus.With(exitstatus.Usage, fmt.Errorf("--traces-listen: %w", err))
		}
		t.source = r
	case c.Traces != "":
		t.source = stages.File(c.Traces)
	}
	return t, nil
}

func (t *traced) add(o *measure.Outcome) {
	if t.source == nil || o.Verdict != measure.Answered {
		return
	}
	switch mix.Operation(o.Operation) {
	case mix.Text, mix.Scan, mix.EInvoice, mix.File:
	default: // a batch is many documents in one trace; reads have no stages
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.uploads = append(t.uploads, upload{o.Operation, o.TraceID, o.Ended.Sub(o.Sent)})
}

// Exporters send spans some seconds late: five by OpenTelemetry's default, plus the delay of a collector.
const (
	patience = 15 * time.Second
	pause    = 500 * time.Millisecond
)

// fill waits for the traces and adds their stages to the report.
func (t *traced) fill(ctx context.Context, r *report.Report) error {
	if t.source == nil || len(t.uploads) == 0 {
		return nil
	}
	if err := t.await(ctx); err != nil {
		return fmt.Errorf("--traces: %w", err)
	}
	times := map[string]map[string]*measure.Times{}
	for _, u := range t.uploads {
		parts, ok := t.set.Stages(u.trace, u.took)
		if !ok {
			continue
		}
		r.Traced++
		if times[u.operation] == nil {
			times[u.operation] = map[string]*measure.Times{}
		}
		for name, took := range parts {
			if times[u.operation][name] == nil {
				times[u.operation][name] = measure.NewTimes()
			}
			times[u.operation][name].Add(took)
		}
	}
	for _, o := range mix.Operations() {
		r.AddTraced(string(o), stages.Names(), times[string(o)])
	}
	r.Uploads = len(t.uploads)
	return nil
}

// await returns when all traces have arrived, or no more are expected.
func (t *traced) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	for {
		if err := t.source.Refresh(t.set); err != nil {
			return err
		}
		if t.isComplete() {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

func (t *traced) isComplete() bool {
	for _, u := range t.uploads {
		if !t.set.Has(u.trace) {
			return false
		}
	}
	return true
}

func (t *traced) close() {
	if t.source != nil {
		_ = t.source.Close() // nothing is written
	}
}
