package lifecycle

import (
	"context"
	"log/slog"
	"time"
)

const (
	awaitPause   = 500 * time.Millisecond
	awaitTimeout = 5 * time.Second
)

// Await calls needs until none returns an error, and reports whether that happened before ctx ended. A service calls
// it before it is ready: a rollout with a wrong password or before the migration stops there, while the old
// replicas continue. It logs each new error.
func Await(ctx context.Context, log *slog.Logger, needs ...func(context.Context) error) bool {
	logged := ""
	for _, need := range needs {
		for {
			err := callOnce(ctx, need)
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return false
			}
			if err.Error() != logged {
				logged = err.Error()
				log.Warn("not ready: a dependency is missing", "error", err)
			}
			select {
			case <-ctx.Done():
				return false
			case <-time.After(awaitPause):
			}
		}
	}
	return ctx.Err() == nil
}

func callOnce(ctx context.Context, need func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, awaitTimeout)
	defer cancel()
	return need(ctx)
}
