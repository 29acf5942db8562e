package bus_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// Webhooks' consumer is created and removed with the setting; a new one begins with new messages.
func TestProvisionWebhooks(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator, notifier := connect(t, s, contract.UserOperator), connect(t, s, contract.UserNotifier)
	_, err := notifier.Puller(t.Context(), contract.StreamEvents, contract.DurableWebhooks)
	require.Error(t, err, "the consumer is there without webhooks")
	publishEvent(t, operator, "before")
	for _, when := range []string{"first", "again"} {
		require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
		puller, err := notifier.Puller(t.Context(), contract.StreamEvents, contract.DurableWebhooks)
		require.NoError(t, err)
		publishEvent(t, operator, when)
		message, err := puller.Next(t.Context())
		if err != nil || message.Subject() != contract.EventSubject(contract.EventBatchFailed, "a", when) {
			t.Fatalf("%s: got %v, %v", when, message, err)
		}
		require.NoError(t, message.Ack())
		if when == "first" { // as a new version does, which loses nothing
			require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
		}
		require.NoError(t, operator.Provision(t.Context(), contract.Streams()))
		publishEvent(t, operator, "between-"+when)
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		m, err := puller.Next(ctx)
		assert.ErrorIs(t, err, context.DeadlineExceeded, "a consumer that was removed gives", m)
		cancel()
	}
}

func publishEvent(t *testing.T, c *bus.Conn, id string) {
	t.Helper()
	err := c.PublishStream(t.Context(), contract.EventSubject(contract.EventBatchFailed, "a", id), id, contract.Event{
		Event: contract.EventBatchFailed, Timestamp: contract.TimeOf(time.Now()), Data: json.RawMessage(`{}`),
	})
	require.NoError(t, err)
}
