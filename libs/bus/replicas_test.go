package bus_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
)

const servers = 3

func startCluster(t *testing.T) []*natsd.Server {
	t.Helper()
	return testkit.NATSCluster(t, servers, natsconf.ClusterAccounts(servers), natsconf.SamePassword("pw"))
}

// connectCluster connects the operator once the servers have elected a leader.
func connectCluster(t *testing.T, all []*natsd.Server) *bus.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	operator := dial(t, bus.Config{User: contract.UserOperator, Password: "pw", URL: all[0].ClientURL()})
	for {
		asking, stop := context.WithTimeout(ctx, time.Second)
		_, err := operator.StreamCreated(asking, contract.StreamResults)
		stop()
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return operator
		}
		select {
		case <-ctx.Done():
			t.Fatalf("no leader: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// replicas returns how many servers keep each stream, by account and name.
func replicas(t *testing.T, s *natsd.Server) map[string]int {
	t.Helper()
	nc, err := nats.Connect(s.ClientURL(), nats.UserInfo(contract.UserOperator, "pw"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	found := map[string]int{}
	for _, spec := range contract.Streams() {
		js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(spec.Account))
		require.NoError(t, err)
		stream, err := js.Stream(t.Context(), spec.Name)
		require.NoError(t, err)
		found[spec.Account+" "+spec.Name] = stream.CachedInfo().Config.Replicas
	}
	return found
}

// A cluster's streams fit into the limits of its accounts with three replicas, and provisioning with the
// default of one server does not change them.
func TestProvisionReplicas(t *testing.T) {
	t.Parallel()
	all := startCluster(t)
	operator := connectCluster(t, all)
	for _, round := range []struct {
		name           string
		replicas, want int
	}{
		{"one at first", 0, 1}, {"raised", servers, servers}, {"the default again", 1, servers},
	} {
		specs := contract.Replicated(contract.StreamsWithWebhooks(), round.replicas)
		require.NoError(t, operator.Provision(t.Context(), specs), round.name)
		for stream, got := range replicas(t, all[1]) {
			assert.Equal(t, got, round.want, round.name, stream, "replicas")
		}
	}
}

// A gateway recreates a stream with as many replicas as before.
func TestRestoreReplicas(t *testing.T) {
	t.Parallel()
	all := startCluster(t)
	operator := connectCluster(t, all)
	specs := contract.Replicated(contract.Streams(), servers)
	made, err := operator.Restore(t.Context(), specs)
	require.True(t, err == nil && len(made) != 0, "made", made, err)
	for stream, got := range replicas(t, all[2]) {
		assert.Equal(t, got, servers, stream, "replicas")
	}
}

// No stream is lost with a server: the other two acknowledge later messages.
func TestStreamPersistence(t *testing.T) {
	t.Parallel()
	all := startCluster(t)
	require.NoError(t, connectCluster(t, all).Provision(t.Context(), contract.Replicated(contract.Streams(), servers)))
	gateway := dial(t, bus.Config{User: contract.UserGateway, Password: "pw", URL: all[1].ClientURL()})
	require.NoError(t, all[0].Shutdown(t.Context()))
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	subject := contract.CommandSubject(contract.LaneBatch, docA)
	for {
		trying, stop := context.WithTimeout(ctx, 2*time.Second)
		err := gateway.PublishStream(trying, subject, "", contract.ExtractCommand{DocumentID: docA})
		stop()
		if err == nil || errors.Is(err, bus.ErrPending) { // or the first try's answer was lost
			return
		}
		require.NoError(t, ctx.Err(), "nothing is taken without one server of three", err)
	}
}
