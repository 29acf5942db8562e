package bus_test

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// Services of other releases read and write these very bytes.
func TestReplyWireFormat(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	server, err := bus.NewServer(t.Context(), connect(t, s, contract.UserAuth), "auth")
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop(context.WithoutCancel(t.Context())) })
	account := contract.PrefixAccount + docA[4:]
	err = bus.Handle(server, contract.RPCAuthVerify,
		func(_ context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
			if strings.HasPrefix(r.KeyHash, "b") {
				return contract.VerifyReply{}, apierror.New(contract.CodeLimitReached, "At most <3>.")
			}
			return contract.VerifyReply{Principal: &contract.Principal{
				AccountID: account, KeyID: contract.PrefixKey + docA[4:], Plan: contract.PlanPro,
			}}, nil
		})
	require.NoError(t, err)
	gateway := raw(t, s, contract.UserGateway)
	for first, want := range map[string]string{
		"a": `{"body":{"principal":{"accountId":"` + account + `","plan":"Pro","keyId":"` + contract.PrefixKey + docA[4:] + `"}}}`,
		"b": `{"fault":{"code":"LIMIT_REACHED","error":"At most \u003c3\u003e."}}`,
	} {
		answer, err := gateway.Request(contract.RPCAuthVerify,
			[]byte(`{"keyHash":"`+strings.Repeat(first, 64)+`"}`), testkit.Patience)
		require.NoError(t, err)
		assert.Equal(t, string(answer.Data), want)
	}
}

func TestCallMalformedReply(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	auth, gateway := raw(t, s, contract.UserAuth), connect(t, s, contract.UserGateway)
	var reply string
	_, err := auth.Subscribe(contract.RPCAuthVerify, func(m *nats.Msg) { _ = m.Respond([]byte(reply)) })
	if err == nil {
		err = auth.Flush()
	}
	require.NoError(t, err)
	for _, reply = range []string{``, `{}`, `{"body":null}`, `{"body":{"principal":{}}}`, `{"body":[]}`, `null`} {
		_, err := bus.Call[contract.VerifyReply](t.Context(), gateway, contract.RPCAuthVerify,
			contract.VerifyRequest{KeyHash: strings.Repeat("a", 64)})
		assert.True(t, err != nil && apierror.Of(err).Code == contract.CodeInternalError, reply, err)
	}
}

// An attachment arrives unchanged, and its header is checked.
func TestAttachments(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	gateway, worker := raw(t, s, contract.UserGateway), connect(t, s, contract.UserExtractor)
	const body = `{"body":{"leaseMs":1,"deadlineMs":1}}`
	var length, apart string
	_, err := gateway.Subscribe(contract.RPCWorkClaim, func(m *nats.Msg) {
		answer := nats.NewMsg(m.Reply)
		answer.Data = []byte(body + apart)
		if length != "" {
			answer.Header.Set("Docmill-Attachment", length)
		}
		_ = gateway.PublishMsg(answer)
	})
	if err == nil {
		err = gateway.Flush()
	}
	require.NoError(t, err)
	for _, tt := range []struct {
		length, apart string
		ok            bool
	}{
		{"3", "}\x00{", true}, {"", "", false}, {"", "abc", false}, {"2", "abc", false}, {"4", "abc", false},
		{"0", "", false}, {"-1", "abc", false}, {"1000", "abc", false}, {"x", "abc", false},
	} {
		length, apart = tt.length, tt.apart
		claim, err := bus.Call[contract.ClaimReply](t.Context(), worker, contract.RPCWorkClaim,
			contract.ClaimRequest{DocumentID: docA})
		if (err == nil) != tt.ok || tt.ok && string(claim.Apart) != apart {
			t.Errorf("%+v: %q, %v", tt, claim.Apart, err)
		}
	}
}
