package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
)

const (
	docA = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	docB = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5c"
)

// startServer starts a NATS server with the real users and streams.
func startServer(t *testing.T) *natsd.Server {
	t.Helper()
	return startServerIn(t, t.TempDir())
}

func startServerIn(t *testing.T, dir string) *natsd.Server {
	t.Helper()
	passwords := map[string]string{}
	for user := range contract.Users() {
		passwords[user] = "pw-" + user
	}
	s, err := natsd.Start(t.Context(), natsd.Config{
		StoreDir: dir, Accounts: natsconf.Accounts(), Passwords: passwords, Listen: "127.0.0.1:0",
		MaxStore: contract.StorageBytes(), MaxPayload: contract.MaxPayload, Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	require.NoError(t, connect(t, s, contract.UserOperator).Provision(t.Context(), contract.Streams()))
	return s
}

func connect(t *testing.T, s *natsd.Server, user string) *bus.Conn {
	t.Helper()
	return dial(t, bus.Config{User: user, Password: "pw-" + user, InProcess: s.Provider()})
}

func dial(t *testing.T, cfg bus.Config) *bus.Conn {
	t.Helper()
	cfg.Name = t.Name()
	c, err := bus.Connect(t.Context(), cfg, telemetry.Discard())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func TestServiceRights(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	ctx := t.Context()
	gateway, extractor, auth := connect(t, s, contract.UserGateway), connect(t, s, contract.UserExtractor),
		connect(t, s, contract.UserAuth)

	command := contract.ExtractCommand{DocumentID: docA}
	require.NoError(t, gateway.PublishStream(ctx, contract.CommandSubject(contract.LaneBatch, docA), "", command),
		"gateway publishes a command")
	p, err := extractor.Puller(ctx, contract.StreamCommands, contract.DurableLane(contract.LaneBatch))
	require.NoError(t, err)
	d, err := p.Next(ctx)
	require.NoError(t, err)
	got, err := bus.Decode[contract.ExtractCommand](d.Data())
	require.True(t, err == nil && got == command, got, err)
	require.NoError(t, d.Ack())

	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	err = extractor.PublishStream(short, contract.CommandSubject(contract.LaneBatch, docB), "",
		contract.ExtractCommand{DocumentID: docB})
	assert.Error(t, err, "an extractor could publish a command")
	_, err = auth.Puller(short, contract.StreamCommands, contract.DurableLane(contract.LaneBatch))
	assert.Error(t, err, "auth could read commands")
}

func TestSecondCommandForDocument(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	gateway := connect(t, s, contract.UserGateway)
	subject := contract.CommandSubject(contract.LaneInteractive, docA)
	require.NoError(t, gateway.PublishStream(t.Context(), subject, "", contract.ExtractCommand{DocumentID: docA}))
	require.ErrorIs(t, gateway.PublishStream(t.Context(), subject, "", contract.ExtractCommand{DocumentID: docA}),
		bus.ErrPending, "error")
	require.NoError(t, gateway.Purge(t.Context(), contract.StreamCommands, subject))
	require.NoError(t, gateway.PublishStream(t.Context(), subject, "", contract.ExtractCommand{DocumentID: docA}),
		"after the purge")
}

func TestCall(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	auth, gateway := connect(t, s, contract.UserAuth), connect(t, s, contract.UserGateway)
	serving, end := context.WithCancel(t.Context())
	defer end()
	server, err := bus.NewServer(serving, auth, "auth")
	require.NoError(t, err)
	hash := func(c string) string { return strings.Repeat(c, 64) }
	err = bus.Handle(server, contract.RPCAuthVerify,
		func(ctx context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
			switch r.KeyHash {
			case hash("a"):
				return contract.VerifyReply{Principal: &contract.Principal{AccountID: "acct_" + docA[4:], KeyID: "key_" + docA[4:],
					Plan: contract.PlanPro}}, nil
			case hash("b"):
				return contract.VerifyReply{}, &apierror.Error{Code: contract.CodeLimitReached, Public: "Enough.",
					RetryAfter: 3 * time.Second}
			case hash("c"):
				panic("broken")
			case hash("e"):
				<-ctx.Done() // the server's end
			}
			return contract.VerifyReply{}, errors.New("address of the database")
		})
	require.NoError(t, err)
	call := func(c string) (contract.VerifyReply, error) {
		return bus.Call[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: hash(c)})
	}
	r, err := call("a")
	require.True(t, err == nil && r.Principal != nil && r.Principal.Plan == contract.PlanPro, r, err)
	if _, err := call("b"); !apierror.Is(err, contract.CodeLimitReached) || apierror.Of(err).RetryAfter != 3*time.Second {
		t.Fatalf("fault %v", err)
	}
	for _, c := range []string{"c", "d"} {
		if _, err := call(c); !apierror.Is(err, contract.CodeInternalError) ||
			strings.Contains(apierror.Of(err).Public, "database") {
			t.Fatalf("%s: %v", c, err)
		}
	}
	_, err = bus.Call[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: "short"})
	require.Error(t, err, "an invalid request was sent")
	silent := func(within time.Duration) error {
		_, err := bus.CallWithin[contract.VerifyReply](t.Context(), gateway, within, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: hash("e")})
		return err
	}
	patient := make(chan error, 1)
	go func() { patient <- silent(testkit.Patience) }()
	within, began := 50*time.Millisecond, time.Now()
	if err := silent(within); !apierror.Is(err, contract.CodeServiceUnavailable) || time.Since(began) < within ||
		len(patient) > 0 {
		t.Fatalf("a call limited to %s: %v after %s", within, err, time.Since(began))
	}
	end()
	require.NoError(t, server.Stop(t.Context()))
	_, err = call("a")
	require.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "nobody serves", err)
}

// A request without a timely reply is repeated once, and a refused one is not.
func TestCallAgain(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	auth, gateway := connect(t, s, contract.UserAuth), connect(t, s, contract.UserGateway)
	server, err := bus.NewServer(t.Context(), auth, "auth")
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	lost, refused := strings.Repeat("a", 64), strings.Repeat("b", 64)
	answered := make(chan struct{})
	var asked atomic.Int32
	err = bus.Handle(server, contract.RPCAuthVerify,
		func(_ context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
			n := asked.Add(1)
			if r.KeyHash == refused {
				return contract.VerifyReply{}, &apierror.Error{Code: contract.CodeLimitReached, Public: "Enough."}
			}
			if n == 1 {
				<-answered
			}
			return contract.VerifyReply{}, nil
		})
	require.NoError(t, err)
	_, err = bus.CallAgain[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: lost})
	if close(answered); err != nil || asked.Load() != 2 {
		t.Errorf("%v after %d requests", err, asked.Load())
	}
	_, err = bus.CallAgain[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
		contract.VerifyRequest{KeyHash: refused})
	if !apierror.Is(err, contract.CodeLimitReached) || asked.Load() != 3 {
		t.Errorf("refused: %v after %d requests", err, asked.Load())
	}
}

func TestConsumeErrors(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	extractor, gateway := connect(t, s, contract.UserExtractor), connect(t, s, contract.UserGateway)
	for _, id := range []string{docA, docB} {
		r := contract.Result{DocumentID: id, Token: "t", Outcome: contract.OutcomeCrashed}
		require.NoError(t, extractor.PublishStream(t.Context(), contract.ResultSubject(id), "m-"+id, r))
		require.NoError(t, extractor.PublishStream(t.Context(), contract.ResultSubject(id), "m-"+id, r),
			"the same message id again")
	}
	var tries, unusable atomic.Int32
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	handled := make(chan struct{})
	go func() {
		done <- bus.Consume(ctx, gateway, contract.StreamResults, contract.DurableResults, 2,
			func(_ context.Context, r contract.Result) error {
				if r.DocumentID == docB {
					unusable.Add(1)
					return fmt.Errorf("%w: makes no sense", bus.ErrMalformed)
				}
				switch tries.Add(1) {
				case 1:
					return errors.New("not now")
				case 2:
					panic("not now either")
				}
				close(handled)
				return nil
			})
	}()
	<-handled
	dead := awaitMessages(t, s, contract.StreamDeadLetters, 1)
	cancel()
	require.NoError(t, <-done)
	if dead[0].Header.Get("Docmill-Reason") != "makes no sense" ||
		dead[0].Header.Get("Docmill-Subject") != contract.ResultSubject(docB) {
		t.Fatalf("dead letter %v", dead[0].Header)
	}
	if tries.Load() != 3 || unusable.Load() != 1 {
		t.Fatalf("%d tries, %d unusable", tries.Load(), unusable.Load())
	}
}

func awaitMessages(t *testing.T, s *natsd.Server, stream string, n int) []*nats.Msg {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(s.Provider()), nats.UserInfo(contract.UserOperator, "pw-operator"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserOperator)))
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	c, err := js.OrderedConsumer(t.Context(), stream, jetstream.OrderedConsumerConfig{})
	require.NoError(t, err)
	var out []*nats.Msg
	for range n {
		m, err := c.Next(jetstream.FetchMaxWait(testkit.Patience))
		require.NoError(t, err, "message of", stream)
		out = append(out, &nats.Msg{Subject: m.Subject(), Header: m.Headers(), Data: m.Data()})
	}
	return out
}
