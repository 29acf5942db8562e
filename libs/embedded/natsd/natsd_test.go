package natsd_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

func start(t *testing.T, cfg natsd.Config) *natsd.Server {
	t.Helper()
	if cfg.StoreDir == "" {
		cfg.StoreDir = t.TempDir()
	}
	s, err := natsd.Start(t.Context(), cfg)
	require.NoError(t, err, "start")
	t.Cleanup(func() {
		assert.NoError(t, s.Shutdown(context.Background()), "shutdown")
	})
	return s
}

func connect(t *testing.T, s *natsd.Server, opts ...nats.Option) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect("", append(opts, nats.InProcessServer(s.Provider()))...)
	require.NoError(t, err, "connect")
	t.Cleanup(nc.Close)
	return nc
}

func TestMessagePersistence(t *testing.T) {
	t.Parallel()
	cfg := natsd.Config{StoreDir: t.TempDir(), MaxPayload: 8 << 20}

	first, err := natsd.Start(t.Context(), cfg)
	require.NoError(t, err)
	js, err := jetstream.New(connect(t, first))
	require.NoError(t, err)
	stream := jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept.>"}, Storage: jetstream.FileStorage}
	_, err = js.CreateStream(t.Context(), stream)
	require.NoError(t, err)
	payload := bytes.Repeat([]byte("x"), 7<<20)
	_, err = js.Publish(t.Context(), "kept.large", payload)
	require.NoError(t, err, "7 MiB under a limit of 8 MiB")
	require.NoError(t, first.Shutdown(t.Context()))
	require.NoError(t, first.Shutdown(t.Context()), "second shutdown")

	js, err = jetstream.New(connect(t, start(t, cfg)))
	require.NoError(t, err)
	kept, err := js.Stream(t.Context(), "KEPT")
	require.NoError(t, err)
	msg, err := kept.GetMsg(t.Context(), 1)
	require.NoError(t, err)
	require.True(t, bytes.Equal(msg.Data, payload), "got", len(msg.Data), "bytes back, want", len(payload))
}

func TestListen(t *testing.T) {
	t.Parallel()
	assert.Equal(t, start(t, natsd.Config{}).ClientURL(), "", "URL without a listener")

	s := start(t, natsd.Config{Listen: "127.0.0.1:0"})
	nc, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatalf("connect to %s: %v", s.ClientURL(), err)
	}
	nc.Close()
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = taken.Close() })
	held := t.TempDir()
	start(t, natsd.Config{StoreDir: held})
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	// JetStream keeps its files in a subdirectory of this name: with a file in
	// its place the server itself, and not our own check, meets the error.
	blocked := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(blocked, "jetstream"), nil, 0o600))

	for name, tc := range map[string]struct {
		cfg  natsd.Config
		want string
	}{
		"port taken":        {natsd.Config{StoreDir: t.TempDir(), Listen: taken.Addr().String()}, taken.Addr().String()},
		"directory in use":  {natsd.Config{StoreDir: held}, held},
		"not a directory":   {natsd.Config{StoreDir: file}, file},
		"store cannot open": {natsd.Config{StoreDir: blocked}, "JetStream"},
		"no directory":      {natsd.Config{}, "no store directory"},
		"address without":   {natsd.Config{StoreDir: t.TempDir(), Listen: "nowhere"}, "nowhere"},
		"port is no number": {natsd.Config{StoreDir: t.TempDir(), Listen: "127.0.0.1:x"}, "127.0.0.1:x"},
		"negative payload":  {natsd.Config{StoreDir: t.TempDir(), MaxPayload: -1}, "negative"},
		"user without a name": {natsd.Config{StoreDir: t.TempDir(), Users: []natsd.User{{Publish: []string{"a..b"}}}},
			"a..b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := natsd.Start(t.Context(), tc.cfg)
			if err == nil {
				_ = s.Shutdown(t.Context())
				t.Fatal("started")
			}
			require.Contains(t, err.Error(), tc.want, "error", err, "does not name")
		})
	}
}

func TestStartCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if s, err := natsd.Start(ctx, natsd.Config{StoreDir: dir}); err == nil {
		_ = s.Shutdown(t.Context()) // the start may win the race; then it must be whole
	} else if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
	start(t, natsd.Config{StoreDir: dir})
}

func startWithUsers(t *testing.T) *natsd.Server {
	t.Helper()
	return start(t, natsd.Config{Listen: "127.0.0.1:0", Users: []natsd.User{
		{Name: "all", Password: "a", Publish: []string{">"}, Subscribe: []string{">"}},
		{Name: "none", Password: "n"},
		{Name: "service", Password: "s", Subscribe: []string{"rpc.>"}, AllowResponses: true},
	}})
}

func connectAs(t *testing.T, s *natsd.Server, user, password string) (*nats.Conn, <-chan error) {
	t.Helper()
	refused := make(chan error, 2)
	nc := connect(t, s, nats.UserInfo(user, password),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	return nc, refused
}

func TestConnectWithoutUser(t *testing.T) {
	t.Parallel()
	s := startWithUsers(t)
	for _, opt := range []nats.Option{nats.UserInfo("all", "wrong"), nats.UserInfo("nobody", ""), nats.Name("anonymous")} {
		nc, err := nats.Connect(s.ClientURL(), opt)
		if err == nil {
			nc.Close()
		}
		assert.ErrorIs(t, err, nats.ErrAuthorization)
	}
}

func TestEmptyPermissions(t *testing.T) {
	t.Parallel()
	nc, refused := connectAs(t, startWithUsers(t), "none", "n")
	require.NoError(t, nc.Publish("any", nil))
	_, err := nc.SubscribeSync("any")
	require.NoError(t, err)
	for range 2 {
		require.ErrorIs(t, receive(t, refused), nats.ErrPermissionViolation)
	}
}

func TestAllowResponses(t *testing.T) {
	t.Parallel()
	s := startWithUsers(t)
	nc, refused := connectAs(t, s, "service", "s")
	_, err := nc.Subscribe("rpc.echo", func(m *nats.Msg) { _ = m.Respond(m.Data) })
	require.NoError(t, err)
	require.NoError(t, nc.Flush())
	client, _ := connectAs(t, s, "all", "a")
	reply, err := client.RequestWithContext(t.Context(), "rpc.echo", []byte("hi"))
	require.NoError(t, err, "reply")
	require.Equal(t, string(reply.Data), "hi", "reply", reply)
	require.NoError(t, nc.Publish("unasked", nil))
	require.ErrorIs(t, receive(t, refused), nats.ErrPermissionViolation, "unasked message")
}

func TestServerLog(t *testing.T) {
	t.Parallel()
	var buf syncBuffer
	s := start(t, natsd.Config{
		Listen: "127.0.0.1:0",
		Users:  []natsd.User{{Name: "only", Password: "p"}},
		Log:    slog.New(slog.NewTextHandler(&buf, nil)),
	})
	if nc, err := nats.Connect(s.ClientURL()); err == nil {
		nc.Close()
		t.Fatal("connected without a login")
	}
	require.NoError(t, s.Shutdown(t.Context()))
	log := buf.String()
	assert.True(t, strings.Contains(log, "authentication error") && strings.Contains(log, "component=nats-server"),
		"log misses the refused login", log)
	assert.NotContains(t, log, "level=INFO", "start-up notices at information level")
}

func receive(t *testing.T, ch <-chan error) error {
	t.Helper()
	select {
	case err := <-ch:
		return err
	case <-time.After(testkit.Patience):
		t.Fatal("no error from the server within 10 s")
		return nil
	}
}

type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
