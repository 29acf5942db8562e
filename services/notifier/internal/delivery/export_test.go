package delivery

import (
	"context"
	"sync"

	"github.com/docmill/docmill/services/notifier/internal/store"
)

// Once attempts everything that is due now, records it and reports how much it
// was: a round of Run, for tests that turn the clock themselves.
func (d *Dispatcher) Once(ctx context.Context) (int, error) {
	var attempts sync.WaitGroup
	started, err := d.start(ctx, &attempts, d.cfg.Concurrency)
	if err != nil {
		return 0, err
	}
	attempts.Wait()
	var batch []store.Outcome
	for range started {
		batch = append(batch, <-d.results)
	}
	if started > 0 {
		d.recordBatch(ctx, batch)
	}
	return started, nil
}
