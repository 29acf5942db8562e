package schedule_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/schedule"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// A due job runs when a replica starts, for any interval: a replica that is often restarted would never run
// it otherwise.
func TestDueJobAtStart(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	testkit.Exec(t, pool, `UPDATE chores SET done_at = '-infinity' WHERE name = 'idempotency'`)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	job := schedule.Job{Name: "idempotency", Every: 24 * time.Hour, Work: func(context.Context) error {
		close(done)
		return nil
	}}
	ended := make(chan error, 1)
	go func() { ended <- job.Run(ctx, s.System, telemetry.Discard().Log) }()
	testkit.Receive(t, done, "the end of the job")
	cancel()
	assert.NoError(t, <-ended)
}
