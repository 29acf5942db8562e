package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

func raw(t *testing.T, s *natsd.Server, user string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect("", nats.InProcessServer(s.Provider()), nats.UserInfo(user, "pw-"+user),
		nats.CustomInboxPrefix(contract.InboxPrefix(user)), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return nc
}

// placed is a stream as the operator sees it.
type placed struct {
	account, stream string
	js              jetstream.JetStream
}

func (p placed) String() string { return p.account + "/" + p.stream }

// streams are all streams, with the operator's rights.
func streams(t *testing.T, s *natsd.Server) (all []placed) {
	t.Helper()
	nc := raw(t, s, contract.UserOperator)
	for _, spec := range contract.Streams() {
		js, err := jetstream.NewWithAPIPrefix(nc, contract.APIPrefix(spec.Account))
		require.NoError(t, err)
		all = append(all, placed{spec.Account, spec.Name, js})
	}
	return all
}

// fence returns when the server has processed all earlier requests: it queues behind them in each worker.
func fence(t *testing.T, all []placed) {
	t.Helper()
	for range 20 {
		for _, p := range all {
			if s, err := p.js.Stream(t.Context(), p.stream); err == nil {
				require.NoError(t, s.Purge(t.Context(), jetstream.WithPurgeSubject("none")))
			}
		}
	}
}

func state(t *testing.T, all []placed) string {
	t.Helper()
	text := ""
	for _, p := range all {
		s, err := p.js.Stream(t.Context(), p.stream)
		if err != nil {
			text += fmt.Sprintf("%s: %v\n", p, err)
			continue
		}
		info, err := s.Info(t.Context())
		require.NoError(t, err)
		text += fmt.Sprintf("%s: %d messages\n", p, info.State.Msgs)
	}
	return text
}

// forbidden are subjects on which an empty message would delete or change something in its account.
func forbidden() (subjects []string) {
	for _, prefix := range []string{"$JS.API", contract.APIPrefix(contract.AccountWork),
		contract.APIPrefix(contract.AccountEvents), contract.EventsFeedAPI} {
		for _, stream := range []string{contract.StreamCommands, contract.StreamResults, contract.StreamEvents,
			contract.StreamDeadLetters} {
			subjects = append(subjects, prefix+".STREAM.PURGE."+stream, prefix+".STREAM.DELETE."+stream)
		}
		subjects = append(subjects,
			prefix+".CONSUMER.DELETE."+contract.StreamEvents+"."+contract.DurableWebhooks,
			prefix+".CONSUMER.DELETE."+contract.StreamResults+"."+contract.DurableResults)
	}
	return subjects
}

// filled is a server with a message in every stream and an unacknowledged result, which ack acknowledges.
func filled(t *testing.T) (s *natsd.Server, ack string) {
	t.Helper()
	s = startServer(t)
	operator, gateway := connect(t, s, contract.UserOperator), raw(t, s, contract.UserGateway)
	require.NoError(t, operator.Provision(t.Context(), contract.StreamsWithWebhooks()))
	js, err := jetstream.New(raw(t, s, contract.UserOperator))
	require.NoError(t, err)
	for _, subject := range []string{
		contract.CommandSubject(contract.LaneBatch, docA), contract.ResultSubject(docA),
		contract.EventSubject(contract.EventExtractionCompleted, "acct", docA),
		contract.DeadLetterSubject(contract.StreamResults, contract.ResultSubject(docA)),
	} {
		_, err := js.Publish(t.Context(), subject, []byte(`{}`))
		require.NoError(t, err, subject)
	}
	answer, err := gateway.RequestWithContext(t.Context(),
		"$JS.API.CONSUMER.MSG.NEXT."+contract.StreamResults+"."+contract.DurableResults, []byte(`{"batch":1}`))
	require.NoError(t, err, answer)
	require.NotEqual(t, answer.Reply, "", answer)
	all := streams(t, s)
	testkit.Await(t, "the copy follows", func() bool { return !differs(t, all) })
	return s, answer.Reply
}

// differs reports whether a stream is empty, or the copy is.
func differs(t *testing.T, all []placed) bool {
	t.Helper()
	for _, p := range all {
		s, err := p.js.Stream(t.Context(), p.stream)
		if err != nil || s.CachedInfo().State.Msgs != 1 {
			return true
		}
	}
	return false
}

// For any request of an extractor, the response stays in its account: no reply subject makes the server do
// what the extractor may not.
func TestExtractorReplySubjects(t *testing.T) {
	t.Parallel()
	s, ack := filled(t)
	all := streams(t, s)
	before := state(t, all)
	extractor := raw(t, s, contract.UserExtractor)
	lane := contract.StreamCommands + "." + contract.DurableLane(contract.LaneBatch)
	empty := contract.StreamCommands + "." + contract.DurableLane(contract.LaneSlow)
	command, err := extractor.RequestWithContext(t.Context(), "$JS.API.CONSUMER.MSG.NEXT."+lane, []byte(`{"batch":1}`))
	require.NoError(t, err, command)
	require.NotEqual(t, command.Reply, "", command)
	for _, reply := range append(forbidden(), ack) {
		for subject, body := range map[string]string{
			"$JS.API.CONSUMER.MSG.NEXT." + empty:    `{"batch":1,"no_wait":true}`, // answers without a body
			"$JS.API.CONSUMER.MSG.NEXT." + lane:     `{"batch":1,"expires":1}`,
			"$JS.API.CONSUMER.INFO." + lane:         ``,
			command.Reply:                           `+NXT {"batch":1,"no_wait":true}`,
			contract.RPCWorkClaim:                   `{}`,
			contract.SignalExtractionStarted:        `{}`,
			"$JS.ACK." + empty + ".1.1.1.1.0":       `+NXT {"batch":1,"no_wait":true}`,
			"docmill.dead." + contract.StreamEvents: ``, // refused
		} {
			require.NoError(t, extractor.PublishRequest(subject, reply, []byte(body)))
		}
	}
	require.NoError(t, extractor.FlushTimeout(10*time.Second))
	fence(t, all)
	// The command was acknowledged by "+NXT", as its extractor may.
	want := replaceOnce(before, contract.AccountWork+"/"+contract.StreamCommands+": 1",
		contract.AccountWork+"/"+contract.StreamCommands+": 0")
	assert.Equal(t, state(t, all), want, "before", before, "after")
	assert.Equal(t, ackPending(t, all, contract.StreamResults, contract.DurableResults), 1,
		"results of others are to be acknowledged")
}

// An extractor's headers neither remove other results nor hold them up.
func TestExtractorHeaders(t *testing.T) {
	t.Parallel()
	s, _ := filled(t)
	all := streams(t, s)
	js, err := jetstream.New(raw(t, s, contract.UserExtractor))
	require.NoError(t, err)
	for name, value := range map[string]string{"Nats-Rollup": "all", "Nats-TTL": "1s", "Nats-Incr": "+1"} {
		msg := nats.NewMsg(contract.ResultSubject(docB))
		msg.Header.Set(name, value)
		_, err := js.PublishMsg(t.Context(), msg)
		var refused *jetstream.APIError
		assert.True(t, errors.As(err, &refused), name, err)
	}
	got := state(t, all)
	assert.False(t, differs(t, all), got)
}

// A subscriber can only read the copy of the event stream, with any reply or deliver subject.
func TestSubscriberReplySubjects(t *testing.T) {
	t.Parallel()
	s, ack := filled(t)
	serveConsumers(t, s)
	all := streams(t, s)
	before := state(t, all)
	subscriber := raw(t, s, contract.UserSubscriber)
	js, err := jetstream.New(subscriber)
	require.NoError(t, err)
	consumer, err := js.CreateOrUpdateConsumer(t.Context(), contract.StreamEvents,
		jetstream.ConsumerConfig{Durable: "mine", AckPolicy: jetstream.AckExplicitPolicy})
	require.NoError(t, err)
	event, err := consumer.Next()
	require.NoError(t, err)
	for _, reply := range append(forbidden(), ack) {
		for subject, body := range map[string]string{
			"$JS.API.CONSUMER.MSG.NEXT." + contract.StreamEvents + ".mine": `{"batch":1,"no_wait":true}`,
			"$JS.API.CONSUMER.INFO." + contract.StreamEvents + ".mine":     ``,
			"$JS.API.STREAM.INFO." + contract.StreamEvents:                 ``,
			event.Reply(): `+NXT {"batch":1,"no_wait":true}`,
		} {
			require.NoError(t, subscriber.PublishRequest(subject, reply, []byte(body)))
		}
		// The server would send here what the subscriber may not send.
		push := fmt.Sprintf(`{"stream_name":%q,"config":{"durable_name":"push","deliver_subject":%q,"ack_policy":"none",`+
			`"headers_only":true}}`, contract.StreamEvents, reply)
		for _, subject := range []string{"CONSUMER.DURABLE.CREATE.DOCMILL_EVENTS.push", "CONSUMER.CREATE.DOCMILL_EVENTS.push",
			"CONSUMER.CREATE.DOCMILL_EVENTS"} {
			answer, err := subscriber.RequestWithContext(t.Context(), "$JS.API."+subject, []byte(push))
			require.NoError(t, err)
			assert.True(t, refuses(t, answer.Data), "a push consumer to", reply, "by", subject, string(answer.Data))
		}
	}
	require.NoError(t, subscriber.FlushTimeout(10*time.Second))
	fence(t, all)
	assert.Equal(t, state(t, all), before, "streams")
	assert.Equal(t, ackPending(t, all, contract.StreamResults, contract.DurableResults), 1,
		"results of others are to be acknowledged")
	for _, name := range []string{"CONSUMER.INFO", "CONSUMER.DELETE", "CONSUMER.MSG.NEXT"} {
		answer, err := subscriber.Request("$JS.API."+name+"."+contract.StreamEvents+"."+contract.DurableWebhooks, []byte(""),
			2*time.Second)
		if err == nil && !refuses(t, answer.Data) {
			t.Errorf("%s of the notifier's consumer: %s", name, answer.Data)
		}
	}
	_, err = connect(t, s, contract.UserNotifier).Puller(t.Context(), contract.StreamEvents, contract.DurableWebhooks)
	assert.NoError(t, err, "the notifier's consumer")
}

func serveConsumers(t *testing.T, s *natsd.Server) {
	t.Helper()
	stop, err := bus.ServeConsumers(connect(t, s, contract.UserGateway))
	require.NoError(t, err)
	t.Cleanup(stop)
}

func refuses(t *testing.T, data []byte) bool {
	t.Helper()
	var answer struct{ Error *struct{ Code int } }
	require.NoError(t, json.Unmarshal(data, &answer), string(data))
	return answer.Error != nil
}

func replaceOnce(text, from, to string) string {
	for i := range len(text) - len(from) + 1 {
		if text[i:i+len(from)] == from {
			return text[:i] + to + text[i+len(from):]
		}
	}
	return text
}

func ackPending(t *testing.T, all []placed, stream, durable string) int {
	t.Helper()
	for _, p := range all {
		if p.stream == stream {
			c, err := p.js.Consumer(t.Context(), stream, durable)
			require.NoError(t, err)
			return c.CachedInfo().NumAckPending
		}
	}
	return -1
}

// The extractors' operations on commands work through the import: redelivery, extension, return,
// termination; and so do results.
func TestExtractorAccountCommands(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	gateway, operator := connect(t, s, contract.UserGateway), streams(t, s)[0].js
	lane := contract.DurableLane(contract.LaneBatch)
	send := func() {
		t.Helper()
		require.NoError(t, gateway.PublishStream(t.Context(), contract.CommandSubject(contract.LaneBatch, docA), "",
			contract.ExtractCommand{DocumentID: docA}))
	}
	stream, err := operator.Stream(t.Context(), contract.StreamCommands)
	require.NoError(t, err)
	consumer, err := stream.Consumer(t.Context(), lane)
	require.NoError(t, err)
	cfg := consumer.CachedInfo().Config
	cfg.AckWait = 400 * time.Millisecond
	_, err = stream.UpdateConsumer(t.Context(), cfg)
	require.NoError(t, err)
	for mode, server := range map[string]bus.Config{
		"in process": {InProcess: s.Provider()}, "over TCP": {URL: s.ClientURL()},
	} {
		server.User, server.Password = contract.UserExtractor, "pw-"+contract.UserExtractor
		extractor := dial(t, server)
		puller, err := extractor.Puller(t.Context(), contract.StreamCommands, lane)
		require.NoError(t, err, mode)
		next := func(deliveries uint64) *bus.Delivery {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			d, err := puller.Next(ctx)
			require.NoError(t, err, mode, "delivery", "want number")
			require.Equal(t, d.Deliveries(), deliveries, mode, "delivery", d, "want number")
			return d
		}
		send()
		d := next(1)
		require.NoError(t, d.InProgress())
		d = next(2) // not acknowledged in time
		require.NoError(t, d.Retry(10*time.Millisecond))
		d = next(3)
		require.NoError(t, d.Finish(t.Context(), fmt.Errorf("%w: broken", bus.ErrMalformed)))
		testkit.Await(t, "the command is gone", func() bool {
			info, err := stream.Info(t.Context())
			return err == nil && info.State.Msgs == 0
		})
		err = extractor.PublishStream(t.Context(), contract.ResultSubject(docA), mode,
			contract.Result{DocumentID: docA, Token: mode, Outcome: contract.OutcomeCrashed})
		assert.NoError(t, err, mode, "a result")
	}
}

// The rights of a NATS user do not cover what the server publishes on its behalf (the deliver subject of a
// push consumer), nor replies to a reply subject that the user chose. So the operators' requests must be
// unreachable from the services' account.
func TestGatewayOperatorRequestsDenied(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	require.NoError(t, connect(t, s, contract.UserOperator).Provision(t.Context(), contract.Streams()))
	const admin = contract.RPCAuthAccountSetPlan
	received := make(chan *nats.Msg, 100)
	auth := raw(t, s, contract.UserAuth)
	_, err := auth.QueueSubscribe("docmill.rpc.auth.>", contract.QueueGroup, func(m *nats.Msg) {
		received <- m
		assert.NoError(t, m.Respond([]byte("answered")))
	})
	require.NoError(t, err)
	require.NoError(t, auth.Flush())
	gateway := raw(t, s, contract.UserGateway)
	// A message to itself, whose reply subject the gateway may then publish on.
	respond := func(m *nats.Msg) { _ = m.Respond([]byte("forged")) }
	_, err = gateway.Subscribe("docmill.wake.gateway.self", respond)
	require.NoError(t, err)
	require.NoError(t, gateway.PublishRequest("docmill.wake.gateway.self", admin, nil))
	js, err := jetstream.New(gateway)
	require.NoError(t, err)
	_, err = js.Publish(t.Context(), contract.EventSubject(contract.EventExtractionCompleted, "acct", docA),
		[]byte("forged"))
	require.NoError(t, err)
	request := `{"stream_name":"` + contract.StreamEvents + `","config":{"name":"forged","deliver_subject":"` + admin +
		`","deliver_group":"` + contract.QueueGroup + `","ack_policy":"none"}}`
	for _, subject := range []string{"$JS.API.CONSUMER.CREATE." + contract.StreamEvents + ".forged",
		"$JS.API.STREAM.MSG.GET." + contract.StreamEvents} {
		require.NoError(t, gateway.PublishRequest(subject, admin, []byte(request)))
	}
	_, err = gateway.RequestWithContext(t.Context(), "$JS.API.CONSUMER.CREATE."+contract.StreamEvents+".forged",
		[]byte(request))
	require.NoError(t, err)
	fence(t, streams(t, s))
	// The gateway's request follows everything that it sent before.
	_, err = gateway.RequestWithContext(t.Context(), contract.RPCAuthVerify, []byte("real"))
	require.NoError(t, err)
	for m := range drain(received) {
		assert.Equal(t, m.Subject, contract.RPCAuthVerify, "the gateway sent", string(m.Data), "to")
	}
}

func TestAdminOperatorRequests(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	echo := func(m *nats.Msg) { _ = m.Respond(m.Data) }
	auth := raw(t, s, contract.UserAuth)
	_, err := auth.Subscribe("docmill.rpc.auth.>", echo)
	require.NoError(t, err)
	require.NoError(t, auth.Flush())
	admin, notifier := raw(t, s, contract.UserAdmin), raw(t, s, contract.UserNotifier)
	answer, err := admin.RequestWithContext(t.Context(), contract.RPCAuthAccountSetPlan, []byte("plan"))
	require.NoError(t, err, answer)
	require.Equal(t, string(answer.Data), "plan", answer)
	_, err = notifier.RequestWithContext(t.Context(), contract.RPCAuthAccountPlans, nil)
	assert.NoError(t, err)
}

func drain(messages <-chan *nats.Msg) iter.Seq[*nats.Msg] {
	return func(yield func(*nats.Msg) bool) {
		for len(messages) > 0 && yield(<-messages) {
		}
	}
}
