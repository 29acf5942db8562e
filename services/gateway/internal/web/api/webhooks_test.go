package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

const webhooks = "/api/webhooks/notifications"

// startLive is start with webhooks enabled, at the gateway and at its peer.
func startLive(t *testing.T) (g *gateway, key, account string) {
	t.Helper()
	g = start(t, func(c *config) { c.API.Webhooks = true })
	g.contract = conformance.NewWithPlanned(t)
	g.peers.Notifier.Enable(t)
	key, who := g.peers.Auth.NewKey(contract.PlanPro)
	return g, key, who.AccountID
}

func jsonHeader(key string) http.Header {
	return header("X-API-Key", key, "Content-Type", "application/json")
}

func TestWebhooksPlanned_501(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanEnterprise)
	for path, method := range plannedWebhookPaths() {
		a := g.send(method, path, header("X-API-Key", key), strings.NewReader("whatever"))
		wantStatus(t, a, http.StatusNotImplemented, contract.CodeWebhooksNotAvailable)
		wantStatus(t, g.send(method, path, nil, nil), http.StatusUnauthorized, contract.CodeAuthMissing)
	}
}

func plannedWebhookPaths() map[string]string {
	return map[string]string{
		webhooks + "/wh_1": "GET", webhooks + "/wh_1/secret": "POST", webhooks + "/wh_1/enable": "POST",
		webhooks + "/wh_1/test": "POST", webhooks + "/wh_1/replay": "POST", webhooks + "/wh_1/deliveries": "GET",
		webhooks + "/wh_1/deliveries/dlv_1": "GET", webhooks + "/wh_1/deliveries/dlv_1/replay": "POST",
	}
}

func TestWebhooksCreate_201(t *testing.T) {
	t.Parallel()
	g, key, account := startLive(t)
	a := g.send("POST", webhooks, jsonHeader(key),
		strings.NewReader(`{"events":["batch.failed","quota.warning"],"url":"https://example.com/hook"}`))
	want := `{"id":"wh_1","url":"https://example.com/hook","events":["batch.failed","quota.warning"],"isActive":true,` +
		`"createdAt":"2026-10-02T08:00:00.000Z","secret":"whsec_1"}`
	assert.True(t, a.status == http.StatusCreated && string(a.body) == want, a.status, string(a.body))
	asked := g.peers.Notifier.Last().(contract.CreateSubscriptionRequest)
	assert.True(t, asked.AccountID == account && asked.Plan == contract.PlanPro, "asked", asked)
}

func TestWebhooksCreate_400_403_409_415(t *testing.T) {
	t.Parallel()
	g, key, _ := startLive(t)
	for _, body := range []string{
		``, `{}`, `[]`, `{"url":"https://a.example"}`, `{"events":["batch.failed"]}`, `{"url":1,"events":["batch.failed"]}`,
		`{"url":"https://a.example","events":"batch.failed"}`, `{"url":"https://a.example","events":null}`,
		`{"url":null,"events":["batch.failed"]}`,
		`{"url":"https://a.example","events":["batch.failed"],"secret":"mine"}`,
		`{"url":"https://a.example","url":"https://b.example","events":["batch.failed"]}`,
	} {
		wantStatus(t, g.send("POST", webhooks, jsonHeader(key), strings.NewReader(body)), 400, contract.CodeInvalidRequest)
	}
	good := `{"url":"https://a.example","events":["batch.failed"]}`
	wantStatus(t, g.send("POST", webhooks+"?x=1", jsonHeader(key), strings.NewReader(good)), 400,
		contract.CodeInvalidRequest)
	wantStatus(t, g.send("POST", webhooks, header("X-API-Key", key), strings.NewReader(good)), 415,
		contract.CodeUnsupportedMediaType)
	for code, status := range map[contract.Code]int{
		contract.CodeInvalidRequest: 400, contract.CodePlanRequired: 403, contract.CodeLimitReached: 409,
		contract.CodeWebhooksNotAvailable: 501,
	} {
		g.peers.Notifier.Refuse(apierror.New(code, "No."))
		wantStatus(t, g.send("POST", webhooks, jsonHeader(key), strings.NewReader(good)), status, code)
	}
}

func TestWebhooksPlanned_200_202(t *testing.T) {
	t.Parallel()
	g, key, account := startLive(t)
	h := jsonHeader(key)
	detail := `{"id":"wh_1","url":"https://example.com/hook","events":["batch.failed"],"isActive":true,` +
		`"createdAt":"2026-10-02T08:00:00.000Z","state":"failing","failingSince":"2026-10-02T08:00:00.000Z",` +
		`"previousSecretUntil":null}`
	delivery := `{"id":"dlv_1","subscriptionId":"wh_1","event":"batch.failed","status":"failed","test":false,` +
		`"attempts":6,"createdAt":"2026-10-02T08:00:00.000Z","nextAttemptAt":null,"endedAt":null,"lastStatus":null,` +
		`"lastError":null`
	for path, want := range map[string]struct {
		status int
		body   string
	}{
		webhooks + "/wh_1":            {200, detail},
		webhooks + "/wh_1/secret":     {200, `{"id":"wh_1","secret":"whsec_1","previousSecretUntil":null}`},
		webhooks + "/wh_1/enable":     {200, detail},
		webhooks + "/wh_1/test":       {202, delivery + `}`},
		webhooks + "/wh_1/replay":     {202, `{"replayed":3}`},
		webhooks + "/wh_1/deliveries": {200, `{"items":[` + delivery + `}],"nextCursor":"next"}`},
		webhooks + "/wh_1/deliveries/dlv_1": {200,
			delivery + `,"url":"https://example.com/hook","body":"{}","log":[]}`},
		webhooks + "/wh_1/deliveries/dlv_1/replay": {202, delivery + `}`},
	} {
		body := strings.NewReader("")
		sent := h
		if strings.HasSuffix(path, "wh_1/replay") {
			body = strings.NewReader(`{"since":"2026-10-01T10:00:00+02:00"}`)
		} else {
			sent = header("X-API-Key", key)
		}
		a := g.send(plannedWebhookPaths()[path], path, sent, body)
		assert.True(t, a.status == want.status && string(a.body) == want.body, path, a.status, string(a.body))
		wantStatus(t, g.send(plannedWebhookPaths()[path], path+"?colour=red", sent, nil), 400, contract.CodeInvalidRequest)
		g.peers.Notifier.Refuse(apierror.New(contract.CodeNotFound, "No."))
		if !strings.HasSuffix(path, "wh_1/replay") {
			wantStatus(t, g.send(plannedWebhookPaths()[path], path, sent, nil), 404, contract.CodeNotFound)
		}
		g.peers.Notifier.Refuse(nil)
	}
	g.send("POST", webhooks+"/wh_1/replay", h, strings.NewReader(`{"since":"2026-10-01T10:00:00+02:00"}`))
	asked := g.peers.Notifier.Last().(contract.ReplayRequest)
	assert.True(t, asked.AccountID == account && asked.Since.Equal(time.Date(2026, 10, 1, 8, 0, 0, 0, time.UTC)),
		"asked", asked)
	g.send("GET", webhooks+"/wh_1/deliveries?status=failed&limit=5&cursor=abc", header("X-API-Key", key), nil)
	page := g.peers.Notifier.Last().(contract.ListDeliveriesRequest)
	assert.True(t, page.State == contract.DeliveryFailed && page.Limit == 5 && page.Cursor == "abc", "asked", page)
}

func TestWebhooksPlanned_400_403_409(t *testing.T) {
	t.Parallel()
	g, key, _ := startLive(t)
	for _, q := range []string{"limit=0", "limit=101", "limit=x", "status=lost", "status=failed&status=failed"} {
		wantStatus(t, g.send("GET", webhooks+"/wh_1/deliveries?"+q, header("X-API-Key", key), nil), 400,
			contract.CodeInvalidRequest)
	}
	for _, body := range []string{``, `{}`, `{"since":5}`, `{"since":"yesterday"}`, `{"since":"2026-10-01"}`,
		`{"since":"2026-10-01T08:00:00Z","until":"x"}`} {
		wantStatus(t, g.send("POST", webhooks+"/wh_1/replay", jsonHeader(key), strings.NewReader(body)), 400,
			contract.CodeInvalidRequest)
	}
	for code, status := range map[contract.Code]int{contract.CodeInvalidState: 409, contract.CodePlanRequired: 403} {
		g.peers.Notifier.Refuse(apierror.New(code, "No."))
		for _, path := range []string{"/wh_1/test", "/wh_1/deliveries/dlv_1/replay"} {
			wantStatus(t, g.send("POST", webhooks+path, header("X-API-Key", key), nil), status, code)
		}
		wantStatus(t, g.send("POST", webhooks+"/wh_1/replay", jsonHeader(key),
			strings.NewReader(`{"since":"2026-10-01T08:00:00Z"}`)), status, code)
	}
}
