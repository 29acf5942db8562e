package lifecycle

import (
	"context"
	"log/slog"
	"time"
)

const (
	awaitPause = 500 * time.Millisecond
	// awaitLimit bounds one question.
	awaitLimit = 5 * time.Second
)

// Await asks until none of needs fails, and reports whether that came before ctx
// ended. A service that is new calls it before it is ready for the first time: a
// rollout with a wrong password or before the migration stops there, with the old
// replicas at work. Each new reason is logged.
func Await(ctx context.Context, log *slog.Logger, needs ...func(context.Context) error) bool {
	said := ""
	for _, need := range needs {
		for {
			err := askOnce(ctx, need)
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return false
			}
			if err.Error() != said {
				said = err.Error()
				log.Warn("not ready: what this service needs is not there yet", "error", err)
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

func askOnce(ctx context.Context, need func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, awaitLimit)
	defer cancel()
	return need(ctx)
}
