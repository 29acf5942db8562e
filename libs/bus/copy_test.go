package bus_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// eventsIn are the subjects that a stream of events holds, in order.
func eventsIn(t *testing.T, all []placed, account string) (subjects []string) {
	t.Helper()
	i := slices.IndexFunc(all, func(p placed) bool { return p.account == account && p.stream == contract.StreamEvents })
	stream, err := all[i].js.Stream(t.Context(), contract.StreamEvents)
	if err != nil {
		return nil
	}
	state := stream.CachedInfo().State
	for seq := state.FirstSeq; seq > 0 && seq <= state.LastSeq; seq++ {
		if msg, err := stream.GetMsg(t.Context(), seq); err == nil {
			subjects = append(subjects, fmt.Sprint(seq, " ", msg.Subject))
		}
	}
	return subjects
}

func copied(t *testing.T, all []placed) bool {
	t.Helper()
	original := eventsIn(t, all, contract.AccountServices)
	return slices.Equal(original, eventsIn(t, all, contract.AccountEvents))
}

// An erasure reaches the copy, even if it lags.
func TestPurgeCopy(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	all, operator, gateway := streams(t, s), connect(t, s, contract.UserOperator), connect(t, s, contract.UserGateway)
	for _, id := range []string{"a", "b", "c"} {
		publishEvent(t, operator, id)
	}
	// Purge waits for the copy.
	require.NoError(t, gateway.Purge(t.Context(), contract.StreamEvents,
		contract.EventSubject(contract.EventBatchFailed, "a", "b")))
	want := []string{"1 docmill.event.batch.failed.a.a", "3 docmill.event.batch.failed.a.c"}
	testkit.Await(t, "the copy follows", func() bool { return len(eventsIn(t, all, contract.AccountEvents)) == 2 })
	for _, account := range []string{contract.AccountServices, contract.AccountEvents} {
		assert.EqualSlices(t, eventsIn(t, all, account), want, account, "holds")
	}
	publishEvent(t, operator, "d")
	testkit.Await(t, "the copy follows after a purge", func() bool {
		return len(eventsIn(t, all, contract.AccountEvents)) == 3 && copied(t, all)
	})
}

// Consumers from before the copy continue at their position. The server's state is that of an earlier
// version.
func TestMoveConsumers(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	all, operator := streams(t, s), connect(t, s, contract.UserOperator)
	require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
	services, copies := account(all, contract.AccountServices), account(all, contract.AccountEvents)
	require.NoError(t, copies.DeleteStream(t.Context(), contract.StreamEvents))
	_, err := services.CreateStream(t.Context(),
		jetstream.StreamConfig{Name: contract.StreamCommands, Subjects: []string{"moved.away"}})
	require.NoError(t, err)
	for i := range 10 {
		publishEvent(t, operator, fmt.Sprint(i))
	}
	made := map[string]jetstream.ConsumerConfig{
		"all": {Durable: "all", AckPolicy: jetstream.AckExplicitPolicy},
		"new": {Durable: "new", AckPolicy: jetstream.AckExplicitPolicy, DeliverPolicy: jetstream.DeliverNewPolicy},
		"some": {Durable: "some", AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: "docmill.event.batch.>",
			Description: "kept"},
		"push": {Durable: "push", AckPolicy: jetstream.AckExplicitPolicy, DeliverSubject: "_INBOX.x"},
	}
	for name, cfg := range made {
		create := services.CreateConsumer
		if cfg.DeliverSubject != "" {
			_, err := services.CreatePushConsumer(t.Context(), contract.StreamEvents, cfg)
			require.NoError(t, err, name)
			continue
		}
		_, err := create(t.Context(), contract.StreamEvents, cfg)
		require.NoError(t, err, name)
	}
	acknowledge(t, services, "some", 4)
	publishEvent(t, operator, "10")
	for range 2 { // provisioning again changes nothing
		require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
	}
	serveConsumers(t, s)
	js, err := jetstream.New(raw(t, s, contract.UserSubscriber))
	require.NoError(t, err)
	for name, want := range map[string]string{"all": "0", "new": "10", "some": "4", "push": "0"} {
		consumer, err := js.Consumer(t.Context(), contract.StreamEvents, name)
		require.NoError(t, err, name)
		msg, err := consumer.Next()
		assert.True(t, err == nil && msg.Subject() == contract.EventSubject(contract.EventBatchFailed, "a", want),
			name, "goes on with", msg, err, "want", want)
		_, err = services.Consumer(t.Context(), contract.StreamEvents, name)
		assert.Error(t, err, name, "is still where it was")
		got := consumer.CachedInfo().Config
		assert.True(t, got.Description == made[name].Description && got.FilterSubject == made[name].FilterSubject,
			name, "is", got)
	}
	_, err = services.Consumer(t.Context(), contract.StreamEvents, contract.DurableWebhooks)
	assert.NoError(t, err, "the notifier's consumer")
	_, err = services.Stream(t.Context(), contract.StreamCommands)
	assert.Error(t, err, "the stream of commands is still where it was")
}

func account(all []placed, name string) jetstream.JetStream {
	return all[slices.IndexFunc(all, func(p placed) bool { return p.account == name })].js
}

func acknowledge(t *testing.T, js jetstream.JetStream, durable string, n int) {
	t.Helper()
	consumer, err := js.Consumer(t.Context(), contract.StreamEvents, durable)
	require.NoError(t, err)
	for range n {
		msg, err := consumer.Next()
		require.NoError(t, err)
		require.NoError(t, msg.DoubleAck(t.Context()))
	}
}

// Any lost stream is recreated with its consumers, by any number of concurrent gateways, and connected
// clients continue.
func TestStreamRestore(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	all, operator := streams(t, s), connect(t, s, contract.UserOperator)
	require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
	first, second := connect(t, s, contract.UserGateway), connect(t, s, contract.UserGateway)
	specs := contract.StreamsWithWebhooks()
	if made, err := first.Restore(t.Context(), specs); err != nil || len(made) > 0 {
		t.Fatalf("made %v, %v where all was there", made, err)
	}
	publishEvent(t, operator, "before")
	publishEvent(t, operator, "before2")
	testkit.Await(t, "the copy follows", func() bool { return len(eventsIn(t, all, contract.AccountEvents)) == 2 })
	for _, lost := range all {
		require.NoError(t, lost.js.DeleteStream(t.Context(), lost.stream))
		restoreTogether(t, specs, first, second)
		for _, p := range all {
			_, err := p.js.Stream(t.Context(), p.stream)
			assert.NoError(t, err, lost, "was lost, then", p)
		}
		hasConsumers(t, all, specs)
	}
	// The events' stream was recreated with its copy: sequence numbers are equal, otherwise the copy would
	// skip new messages.
	publishEvent(t, operator, "after")
	testkit.Await(t, "the copy follows the new stream", func() bool {
		return len(eventsIn(t, all, contract.AccountEvents)) == 1 && copied(t, all)
	})
	// A consumer that begins with new messages was removed on purpose, or is too old: only provisioning
	// restores it. Others are restored.
	require.NoError(t, account(all, contract.AccountServices).DeleteConsumer(t.Context(), contract.StreamResults,
		contract.DurableResults))
	made, err := first.Restore(t.Context(), specs)
	require.NoError(t, err)
	assert.EqualSlices(t, made, []string{contract.DurableResults}, "made")
}

// An operator provisions an emptied server while gateways restore missing streams: both succeed in any
// order.
func TestProvisionDuringRestore(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	all, operator := streams(t, s), connect(t, s, contract.UserOperator)
	specs := contract.StreamsWithWebhooks()
	gateways := []*bus.Conn{connect(t, s, contract.UserGateway), connect(t, s, contract.UserGateway)}
	for range 10 {
		for _, p := range all {
			if err := p.js.DeleteStream(t.Context(), p.stream); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
				t.Fatal(err)
			}
		}
		provisioned := make(chan error, 1)
		go func() { provisioned <- operator.Provision(t.Context(), specs) }()
		restoreTogether(t, specs, gateways...)
		require.NoError(t, <-provisioned)
		hasConsumers(t, all, specs)
	}
}

func restoreTogether(t *testing.T, specs []contract.StreamSpec, conns ...*bus.Conn) {
	t.Helper()
	done := make(chan error, len(conns))
	for _, c := range conns {
		go func() {
			_, err := c.Restore(t.Context(), specs)
			done <- err
		}()
	}
	for range conns {
		assert.NoError(t, <-done)
	}
}

func hasConsumers(t *testing.T, all []placed, specs []contract.StreamSpec) {
	t.Helper()
	for _, spec := range specs {
		for _, cs := range spec.Consumers {
			_, err := account(all, spec.Account).Consumer(t.Context(), spec.Name, cs.Durable)
			assert.NoError(t, err, cs.Durable, "of", spec.Name)
		}
	}
}

// The error names what cannot be recreated.
func TestRestoreMissing(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	gateway, services := connect(t, s, contract.UserGateway), account(streams(t, s), contract.AccountServices)
	require.NoError(t, services.DeleteStream(t.Context(), contract.StreamResults))
	if _, err := services.CreateStream(t.Context(),
		jetstream.StreamConfig{Name: "IN_THE_WAY", Subjects: []string{contract.SubjectResults}}); err != nil {
		t.Fatal(err)
	}
	_, err := gateway.Restore(t.Context(), contract.Streams())
	missing := bus.MissingOf(err)
	assert.True(t, len(missing) == 1 && missing[0].Stream == contract.StreamResults, "missing", missing, "of", err)
}

// A server without docmill's accounts has all streams in one, and no copy.
func TestServerWithoutAccounts(t *testing.T) {
	t.Parallel()
	s, err := natsd.Start(t.Context(), natsd.Config{
		StoreDir: t.TempDir(), MaxPayload: contract.MaxPayload, MaxStore: contract.StorageBytes(), Listen: "127.0.0.1:0",
		Users: []natsd.User{{Name: "one", Password: "pw", Publish: []string{">"}, Subscribe: []string{">"},
			AllowResponses: true}},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Shutdown(context.Background()) })
	one := dial(t, bus.Config{User: contract.UserGateway, Password: "none",
		URL: strings.Replace(s.ClientURL(), "://", "://one:pw@", 1)})
	require.NoError(t, one.Provision(t.Context(), contract.Streams()))
	publishEvent(t, one, "a")
	assert.NoError(t, one.Purge(t.Context(), contract.StreamEvents, contract.SubjectEvents))
	made, err := one.Restore(t.Context(), contract.Streams())
	assert.True(t, err == nil && len(made) == 0, "made", made, err)
}

// A stream of an earlier version gets its limits and keeps its messages.
func TestProvisionStreamLimits(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	services := account(streams(t, s), contract.AccountServices)
	require.NoError(t, services.DeleteStream(t.Context(), contract.StreamResults))
	if _, err := services.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: contract.StreamResults, Subjects: []string{contract.SubjectResults}, Retention: jetstream.WorkQueuePolicy,
		Duplicates: contract.DedupWindow,
	}); err != nil {
		t.Fatal(err)
	}
	_, err := services.Publish(t.Context(), contract.ResultSubject(docA), []byte("{}"))
	require.NoError(t, err)
	require.NoError(t, connect(t, s, contract.UserOperator).Provision(t.Context(), contract.Streams()))
	stream, err := services.Stream(t.Context(), contract.StreamResults)
	require.NoError(t, err)
	if info := stream.CachedInfo(); info.State.Msgs != 1 || info.Config.MaxBytes <= 0 ||
		info.Config.Discard != jetstream.DiscardNew {
		t.Errorf("%d messages, at most %d bytes, %s", info.State.Msgs, info.Config.MaxBytes, info.Config.Discard)
	}
}

// Each event has a subject, of which the server keeps a record in memory: their number is
// bounded in both accounts, for streams of an earlier version as well.
func TestProvisionEventLimit(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator := connect(t, s, contract.UserOperator)
	bounds := func() (found []int64, differ int) {
		states, err := operator.Inspect(t.Context(), contract.Streams())
		require.NoError(t, err)
		for _, state := range states {
			differ += len(state.Differs)
		}
		for _, name := range []string{contract.AccountServices, contract.AccountEvents} {
			stream, err := account(streams(t, s), name).Stream(t.Context(), contract.StreamEvents)
			require.NoError(t, err)
			found = append(found, stream.CachedInfo().Config.MaxMsgs)
		}
		return found, differ
	}
	earlier := contract.Streams()
	for i := range earlier {
		earlier[i].MaxMessages = 0
	}
	require.NoError(t, operator.Provision(t.Context(), earlier))
	if found, differ := bounds(); !slices.Equal(found, []int64{-1, -1}) || differ != 3 {
		t.Fatalf("at most %v messages, %d settings differ", found, differ)
	}
	require.NoError(t, operator.Provision(t.Context(), contract.Streams()))
	if found, differ := bounds(); !slices.Equal(found, []int64{1_000_000, 1_000_000}) || differ != 0 {
		t.Errorf("at most %v messages, %d settings differ", found, differ)
	}
}
