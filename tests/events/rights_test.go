package events_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// A subscriber can only read events; the test tries other operations.
func TestSubscriberRights(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	const id = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	as := natsclient.As(t, inst, contract.UserSubscriber)
	for _, subject := range []string{
		// Nothing of docmill's own.
		contract.EventSubject(contract.EventExtractionCompleted, "acct_x", id),
		contract.CommandSubject(contract.LaneBatch, id),
		contract.ResultSubject(id), contract.SignalKeyRevoked, contract.WakeSubject("x"), contract.SubjectWakeQuota,
		contract.DeadLetterSubject(contract.StreamEvents, id), contract.RPCAuthVerify, contract.RPCAuthKeyCreate,
		contract.RPCAuthRegister,
		contract.RPCQuotaAdmit, contract.RPCWorkClaim, contract.RPCPageRender, contract.RPCNotifierList, "docmill.anything",
		// Events are neither changed nor removed.
		"$JS.API.STREAM.CREATE.DOCMILL_EVENTS", "$JS.API.STREAM.UPDATE.DOCMILL_EVENTS",
		"$JS.API.STREAM.DELETE.DOCMILL_EVENTS",
		"$JS.API.STREAM.PURGE.DOCMILL_EVENTS", "$JS.API.STREAM.MSG.DELETE.DOCMILL_EVENTS",
		"$JS.API.STREAM.RESTORE.DOCMILL_EVENTS",
		"$JS.API.STREAM.SNAPSHOT.DOCMILL_EVENTS",
		// Other streams are not read.
		"$JS.API.STREAM.INFO.DOCMILL_RESULTS", "$JS.API.STREAM.MSG.GET.DOCMILL_COMMANDS",
		"$JS.API.DIRECT.GET.DOCMILL_COMMANDS",
		"$JS.API.CONSUMER.CREATE.DOCMILL_COMMANDS.x", "$JS.API.CONSUMER.CREATE.DOCMILL_RESULTS.x.docmill.result.>",
		"$JS.API.CONSUMER.DURABLE.CREATE.DOCMILL_RESULTS.x", "$JS.API.CONSUMER.MSG.NEXT.DOCMILL_RESULTS.gateway-results",
		"$JS.API.CONSUMER.DELETE.DOCMILL_RESULTS.gateway-results", "$JS.ACK.DOCMILL_RESULTS.gateway-results.1.1.1.1.1",
		"$JS.API.STREAM.CREATE.OTHER", "$JS.API.STREAM.INFO.DOCMILL_DEAD_LETTERS",
		// Nor is anybody answered, or asked.
		contract.InboxPrefix(contract.UserGateway) + ".x", "$SRV.PING", "$SYS.REQ.SERVER.PING",
	} {
		assert.True(t, as.RefusedPublish(subject), "it may publish on", subject)
	}
	for _, subject := range []string{
		">", "docmill.>", "docmill.*.>", contract.SubjectCommands, contract.SubjectResults, contract.SubjectSignals,
		contract.SubjectDeadLetters,
		"docmill.rpc.>", contract.RPCAuthKeyCreate, "docmill.wake.>", "$JS.>", "$JS.API.>", "$JS.EVENT.>", "$SYS.>", "$SRV.>",
		contract.InboxPrefix(contract.UserGateway) + ".>", contract.InboxPrefix(contract.UserAuth) + ".>",
		contract.InboxPrefix(contract.UserExtractor) + ".>", contract.InboxPrefix(contract.UserOperator) + ".>", "*.>",
	} {
		assert.True(t, as.RefusedSubscribe(subject), "it may subscribe to", subject)
	}
	assert.False(t, as.RefusedSubscribe(contract.SubjectEvents), "it may not subscribe to events")
	inst.Stop()
}

// The same with JetStream's API.
func TestSubscriberStreamRights(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	js, err := jetstream.New(natsclient.As(t, inst, contract.UserSubscriber).Conn(),
		jetstream.WithDefaultTimeout(testkit.Patience))
	require.NoError(t, err)
	stream, err := js.Stream(t.Context(), contract.StreamEvents)
	require.NoError(t, err, "it may not see its stream")
	refused := func(ask func(context.Context) error) error { // by silence
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return ask(ctx)
	}
	for name, err := range map[string]error{
		"purge the stream":  refused(func(ctx context.Context) error { return stream.Purge(ctx) }),
		"delete the stream": refused(func(ctx context.Context) error { return js.DeleteStream(ctx, contract.StreamEvents) }),
		"delete a message":  refused(func(ctx context.Context) error { return stream.DeleteMsg(ctx, 1) }),
		"see results": refused(func(ctx context.Context) error {
			_, err := js.Stream(ctx, contract.StreamResults)
			return err
		}),
	} {
		assert.Error(t, err, "it may", name)
	}
	inst.Stop()
}

func TestSubscriberWrongPassword(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_NATS_SUBSCRIBER_PASSWORD=reads only")
	for name, option := range map[string]nats.Option{
		"another password": nats.UserInfo(contract.UserSubscriber, "guessed"), "no user": nats.Name("nobody"),
	} {
		if nc, err := nats.Connect(inst.NATSURL(), option, nats.MaxReconnects(0)); err == nil {
			nc.Close()
			t.Errorf("%s is let in", name)
		} else if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: %v", name, err)
		}
	}
	nc, err := nats.Connect(inst.NATSURL(), nats.UserInfo(contract.UserSubscriber, "reads only"))
	require.NoError(t, err)
	nc.Close()
	inst.Stop()
}
