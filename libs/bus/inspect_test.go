package bus_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// The provisioned state equals the wanted one, with and without accounts and webhooks; missing parts are
// reported, not created.
func TestInspect(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	plain := testkit.NATS(t)
	operator := connect(t, s, contract.UserOperator)
	foreign := dial(t, bus.Config{URL: "nats://somebody@" + plain.ClientURL()[len("nats://"):], User: contract.UserOperator})
	states, err := foreign.Inspect(t.Context(), contract.Streams())
	require.NoError(t, err, states)
	require.Equal(t, len(states), 4, states)
	for _, state := range states {
		assert.True(t, state.Missing, state.Spec.Name, "is not missing")
	}
	states, err = foreign.Inspect(t.Context(), contract.Streams())
	assert.True(t, err == nil && states[0].Missing, "a look made a stream", states, err)
	for _, conn := range []*bus.Conn{operator, foreign} {
		for _, specs := range [][]contract.StreamSpec{contract.StreamsWithWebhooks(), contract.Streams()} {
			require.NoError(t, conn.Provision(t.Context(), specs))
			states, err := conn.Inspect(t.Context(), specs)
			require.NoError(t, err)
			for _, state := range states {
				wrong := slices.ContainsFunc(state.Consumers, func(c bus.ConsumerState) bool {
					return c.Missing || len(c.Differs) > 0
				})
				if state.Missing || wrong || len(state.Differs) > 0 || state.ServerTime.IsZero() ||
					len(state.Consumers) != len(state.Spec.Consumers) {
					t.Errorf("%+v", state)
				}
			}
		}
		storage, err := conn.Storage(t.Context(), contract.Streams())
		assert.True(t, err == nil && len(storage) != 0 && conn.Server().Version != "", storage, err)
	}
}
