package bus_test

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/fault"
)

// Services of other releases read and write these very bytes.
func TestRepliesOnTheWire(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	server, err := bus.NewServer(t.Context(), connect(t, s, contract.UserAuth), "auth")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	account := contract.PrefixAccount + docA[4:]
	err = bus.Handle(server, contract.RPCAuthVerify,
		func(_ context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
			if strings.HasPrefix(r.KeyHash, "b") {
				return contract.VerifyReply{}, fault.New(contract.CodeLimitReached, "At most <3>.")
			}
			return contract.VerifyReply{Principal: &contract.Principal{
				AccountID: account, KeyID: contract.PrefixKey + docA[4:], Plan: contract.PlanPro,
			}}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	gateway := raw(t, s, contract.UserGateway)
	for first, want := range map[string]string{
		"a": `{"body":{"principal":{"accountId":"` + account + `","plan":"Pro","keyId":"` + contract.PrefixKey + docA[4:] + `"}}}`,
		"b": `{"fault":{"code":"LIMIT_REACHED","error":"At most \u003c3\u003e."}}`,
	} {
		answer, err := gateway.Request(contract.RPCAuthVerify,
			[]byte(`{"keyHash":"`+strings.Repeat(first, 64)+`"}`), testkit.Patience)
		if err != nil || string(answer.Data) != want {
			t.Errorf("%s, %v; want %s", answer.Data, err, want)
		}
	}
}

func TestCallRefusesAReplyThatIsNone(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	auth, gateway := raw(t, s, contract.UserAuth), connect(t, s, contract.UserGateway)
	var reply string
	_, err := auth.Subscribe(contract.RPCAuthVerify, func(m *nats.Msg) { _ = m.Respond([]byte(reply)) })
	if err == nil {
		err = auth.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, reply = range []string{``, `{}`, `{"body":null}`, `{"body":{"principal":{}}}`, `{"body":[]}`, `null`} {
		_, err := bus.Call[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: strings.Repeat("a", 64)})
		if err == nil || fault.Of(err).Code != contract.CodeInternalError {
			t.Errorf("%q: %v", reply, err)
		}
	}
}
