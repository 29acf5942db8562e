package natsd_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/require"
)

// nats-server accepts the configuration of separate servers.
func TestValidConfiguration(t *testing.T) {
	for _, user := range []string{"AUTH", "EXTRACTOR", "GATEWAY", "NOTIFIER", "OPERATOR", "QUOTA", "SUBSCRIBER"} {
		t.Setenv("DOCMILL_NATS_"+user+"_PASSWORD", "pw-"+user)
	}
	opts, err := server.ProcessConfigFile("../../../deploy/nats/nats.conf")
	require.NoError(t, err)
	if !opts.JetStream || opts.MaxPayload != 8<<20 || opts.JetStreamMaxStore < 1<<30 || len(opts.Users) != 8 {
		t.Fatalf("JetStream %v up to %d bytes, max payload %d, %d users", opts.JetStream, opts.JetStreamMaxStore,
			opts.MaxPayload, len(opts.Users))
	}
	account := map[string]string{"admin": "AUTH", "auth": "AUTH", "extractor": "EXTRACTORS", "subscriber": "SUBSCRIBERS"}
	for _, u := range opts.Users {
		if u.Permissions == nil || u.Permissions.Publish == nil || len(u.Permissions.Publish.Allow) == 0 ||
			u.Permissions.Subscribe == nil {
			t.Errorf("%s has no list of rights", u.Username)
		}
		want := account[u.Username]
		if want == "" {
			want = "SERVICES"
		}
		assert.True(t, u.Account != nil && u.Account.Name == want, u.Username, "belongs to", u.Account, "want", want)
		if u.Username == "gateway" && (u.Password != "pw-GATEWAY" || u.Permissions.Response == nil) {
			t.Errorf("gateway: %+v", u)
		}
	}
}

const oneAccount = `accounts { OTHER { jetstream: enabled, users: [{user: all, password: ""}] } }`

// Streams of a server that had no accounts, and how far their consumers are, are
// found again in the account that takes them over.
func TestAdoptStreams(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before, err := natsd.Start(t.Context(), natsd.Config{StoreDir: dir})
	require.NoError(t, err)
	js, err := jetstream.New(connect(t, before))
	require.NoError(t, err)
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept.>"}})
	require.NoError(t, err)
	consumer, err := stream.CreateConsumer(t.Context(),
		jetstream.ConsumerConfig{Durable: "reader", AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	for range 2 {
		_, err := js.Publish(t.Context(), "kept.x", []byte("x"))
		require.NoError(t, err)
	}
	msg, err := consumer.Next()
	require.NoError(t, err)
	require.NoError(t, msg.DoubleAck(t.Context()))
	require.NoError(t, before.Shutdown(t.Context()))
	cfg := natsd.Config{StoreDir: dir, Accounts: oneAccount, Passwords: map[string]string{"all": "a b\"c"}, Adopt: "OTHER"}
	for range 2 { // the second start finds them in their place
		after, err := natsd.Start(t.Context(), cfg)
		require.NoError(t, err)
		nc, _ := connectAs(t, after, "all", "a b\"c")
		js, err = jetstream.New(nc)
		require.NoError(t, err)
		kept, err := js.Consumer(t.Context(), "KEPT", "reader")
		require.NoError(t, err)
		if info := kept.CachedInfo(); info.AckFloor.Stream != 1 || info.NumPending != 1 {
			t.Errorf("acknowledged up to %d, %d wait", info.AckFloor.Stream, info.NumPending)
		}
		require.NoError(t, after.Shutdown(t.Context()))
	}
	_, err = os.Stat(filepath.Join(dir, "jetstream", "OTHER", "streams", "KEPT"))
	assert.NoError(t, err)
}

func TestAccountsWithoutPasswords(t *testing.T) {
	t.Parallel()
	for _, cfg := range []natsd.Config{
		{StoreDir: t.TempDir(), Accounts: oneAccount},
		{StoreDir: t.TempDir(), Accounts: `accounts {`},
	} {
		if s, err := natsd.Start(t.Context(), cfg); err == nil {
			_ = s.Shutdown(t.Context())
			t.Error("started")
		}
	}
}

// The same for the servers of a cluster: a limit of an account counts each of the
// three replicas, the server's own counts one.
func TestValidClusterConfiguration(t *testing.T) {
	for _, user := range []string{"AUTH", "EXTRACTOR", "GATEWAY", "NOTIFIER", "OPERATOR", "QUOTA", "SUBSCRIBER"} {
		t.Setenv("DOCMILL_NATS_"+user+"_PASSWORD", "pw-"+user)
	}
	t.Setenv("POD_NAME", "nats-1")
	one, err := server.ProcessConfigFile("../../../deploy/nats/nats.conf")
	require.NoError(t, err)
	opts, err := server.ProcessConfigFile("../../../deploy/k8s/components/nats-cluster/nats.conf")
	require.NoError(t, err)
	if opts.ServerName != "nats-1" || opts.Cluster.Port != 6222 || len(opts.Routes) != 3 {
		t.Errorf("server %q, port %d, routes %v", opts.ServerName, opts.Cluster.Port, opts.Routes)
	}
	assert.True(t, opts.JetStreamMaxStore == one.JetStreamMaxStore && opts.SyncInterval == 10*time.Second, "stores",
		opts.JetStreamMaxStore, "bytes", one.JetStreamMaxStore, "in a server alone; synchronised every", opts.SyncInterval)
}
