package notifier_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/notifier"
)

// enabled are settings with webhooks on and receivers on this machine.
func enabled(url, ports string) notifier.Config {
	return notifier.Config{
		DatabaseURL: url, SecretKey: strings.Repeat("secret", 6),
		Webhooks: notifier.Webhooks{
			Enabled: true, Ports: []string{ports}, AllowNetworks: []string{"127.0.0.0/8"},
			Concurrency: 16, PerSubscription: 4, Retention: contract.EventRetention,
		},
	}
}

// hook is a receiver that passes on its requests.
type hook struct {
	*httptest.Server
	got    chan *http.Request
	bodies chan string
	status chan int // of the next answers; 200 when empty
}

// rig is the service with webhooks on.
type rig struct {
	t        *testing.T
	ctx      context.Context
	url      string
	server   *natsd.Server
	operator *bus.Conn
	hook     *hook
}

func startLive(t *testing.T) *rig {
	t.Helper()
	h := &hook{got: make(chan *http.Request, 100), bodies: make(chan string, 100), status: make(chan int, 100)}
	h.Server = httptest.NewTLSServer(http.HandlerFunc(h.take))
	t.Cleanup(h.Close)
	_, port, err := net.SplitHostPort(h.Listener.Addr().String())
	require.NoError(t, err)
	cfg := enabled(testkit.Database(t, notifier.Migrate, "notifier"), port)
	cfg.Webhooks.CAFile = filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw})
	require.NoError(t, os.WriteFile(cfg.Webhooks.CAFile, block, 0o600))
	server := startNATS(t)
	ctx, _, operator := startWith(t, server, cfg, contract.StreamsWithWebhooks())
	return &rig{t: t, ctx: ctx, url: cfg.DatabaseURL, server: server, operator: operator, hook: h}
}

func (h *hook) take(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	select {
	case status := <-h.status:
		w.WriteHeader(status)
	default:
	}
	_, _ = io.WriteString(w, "thanks")
	h.bodies <- string(body)
	h.got <- r
}

func (r *rig) next() (*http.Request, string) {
	r.t.Helper()
	select {
	case body := <-r.hook.bodies:
		return <-r.hook.got, body
	case <-time.After(testTimeout / 2):
		r.t.Fatal("no delivery came")
		return nil, ""
	}
}

func ask[Reply bus.Message](r *rig, subject string, request bus.Message) Reply {
	r.t.Helper()
	reply, err := bus.Call[Reply](r.ctx, r.operator, subject, request)
	require.NoError(r.t, err)
	return reply
}

func (r *rig) subscribe(events ...contract.EventType) contract.SubscriptionSecret {
	r.t.Helper()
	return ask[contract.SubscriptionSecret](r, contract.RPCNotifierCreate, contract.CreateSubscriptionRequest{
		AccountID: account, Plan: contract.PlanPro, URL: r.hook.URL + "/hook", Events: events,
	})
}

// publish sends an event as its service does, and returns the body.
func (r *rig) publish(event contract.EventType, account string) string {
	r.t.Helper()
	id := contract.PrefixDocument + uuid.NewString()
	body, err := json.Marshal(contract.Event{
		Event: event, Timestamp: contract.TimeOf(time.Now()),
		Data: json.RawMessage(fmt.Sprintf(`{"id":%q,"note":"<é>"}`, id)),
	})
	require.NoError(r.t, err)
	subject := contract.EventSubject(event, account, id)
	for range 2 { // the second is a redelivery under another message id
		require.NoError(r.t, r.operator.PublishEnvelope(r.ctx,
			bus.Envelope{Subject: subject, MsgID: uuid.NewString(), Data: body}))
	}
	return string(body)
}

func (r *rig) refused(code contract.Code, subject string, request bus.Message) {
	r.t.Helper()
	_, err := bus.Call[contract.Empty](r.ctx, r.operator, subject, request)
	assert.True(r.t, apierror.Is(err, code), subject, err, "want", code)
}

func (r *rig) log(id string) []contract.Delivery {
	r.t.Helper()
	return ask[contract.ListDeliveriesReply](r, contract.RPCNotifierLog, contract.ListDeliveriesRequest{
		AccountID: account, SubscriptionID: id, Limit: 100,
	}).Items
}

// settled waits until a delivery is recorded as ended or tried.
func (r *rig) settled(sub, id string, attempts int) contract.DeliveryDetail {
	r.t.Helper()
	for deadline := time.Now().Add(testTimeout / 2); ; time.Sleep(5 * time.Millisecond) {
		d := ask[contract.DeliveryDetail](r, contract.RPCNotifierDelivery,
			contract.DeliveryRequest{AccountID: account, SubscriptionID: sub, ID: id})
		if d.Attempts >= attempts {
			return d
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("%+v", d)
		}
	}
}

func TestEventDelivery(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	sub := r.subscribe(contract.EventExtractionCompleted, contract.EventQuotaWarning)
	r.publish(contract.EventExtractionFailed, account) // not asked for
	r.publish(contract.EventExtractionCompleted, other)
	body := r.publish(contract.EventExtractionCompleted, account)
	got, sent := r.next()
	if sent != body || got.URL.Path != "/hook" || got.Header.Get("X-Service-Event") != "extraction.completed" {
		t.Errorf("%s %s %v", got.URL, sent, got.Header)
	}
	id := got.Header.Get("X-Service-Delivery")
	d := r.settled(sub.ID, id, 1)
	if d.State != contract.DeliveryDelivered || d.Body != body || d.URL != r.hook.URL+"/hook" || *d.LastStatus != 200 ||
		len(d.Log) != 1 ||
		d.Log[0].Answer != "thanks" || d.Log[0].Headers["X-Service-Signature"] != got.Header.Get("X-Service-Signature") {
		t.Errorf("%+v", d)
	}
	assert.Equal(t, len(r.log(sub.ID)), 1, "deliveries of one event")
	request := contract.DeliveryRequest{AccountID: account, SubscriptionID: sub.ID, ID: id}
	ask[contract.Delivery](r, contract.RPCNotifierReplay, request)
	if again, sent := r.next(); sent != body || again.Header.Get("X-Service-Delivery") != id {
		t.Errorf("replayed as %s: %s", again.Header.Get("X-Service-Delivery"), sent)
	}
	ask[contract.Empty](r, contract.RPCNotifierForget,
		contract.ForgetEventsRequest{AccountID: account, IDs: []string{docOf(t, body)}})
	r.refused(contract.CodeNotFound, contract.RPCNotifierDelivery, request)
}

func docOf(t *testing.T, body string) string {
	t.Helper()
	var event struct{ Data struct{ ID string } }
	require.NoError(t, json.Unmarshal([]byte(body), &event))
	return event.Data.ID
}

func TestTestDeliveryWithoutRetry(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	sub := r.subscribe(contract.EventBatchCompleted)
	r.hook.status <- 500
	made := ask[contract.Delivery](r, contract.RPCNotifierTest,
		contract.SubscriptionRequest{AccountID: account, ID: sub.ID})
	got, _ := r.next()
	if got.Header.Get("X-Service-Test") != "true" || got.Header.Get("X-Service-Delivery") != made.ID || !made.Test {
		t.Errorf("%v, %+v", got.Header, made)
	}
	d := r.settled(sub.ID, made.ID, 1)
	assert.True(t, d.State == contract.DeliveryFailed && *d.LastStatus == 500, d)
	fares := ask[contract.Subscription](r, contract.RPCNotifierGet,
		contract.SubscriptionRequest{AccountID: account, ID: sub.ID})
	assert.True(t, fares.State == contract.SubscriptionActive && fares.FailingSince == nil,
		"a test counts against the receiver", fares)
	if n := ask[contract.ReplayReply](r, contract.RPCNotifierReplayAll,
		contract.ReplayRequest{AccountID: account, ID: sub.ID}); n.Replayed != 0 {
		t.Errorf("%d tests replayed", n.Replayed)
	}
}

func TestSecretRotation(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	sub := r.subscribe(contract.EventExtractionCompleted)
	rotated := ask[contract.SubscriptionSecret](r, contract.RPCNotifierRotate,
		contract.SubscriptionRequest{AccountID: account, ID: sub.ID})
	left := time.Until(rotated.PreviousSecretUntil.Time)
	if rotated.Secret == sub.Secret || left < 24*time.Hour-time.Minute || left > 24*time.Hour {
		t.Errorf("%+v, %s left", rotated, left)
	}
	body := r.publish(contract.EventExtractionCompleted, account)
	got, _ := r.next()
	if got.Header.Get("X-Service-Signature") != hexMAC(rotated.Secret, body) ||
		got.Header.Get("X-Service-Signature-Previous") != hexMAC(sub.Secret, body) ||
		len(strings.Fields(got.Header.Get("Webhook-Signature"))) != 2 {
		t.Errorf("%v", got.Header)
	}
	r.query(`UPDATE subscriptions SET previous_until = clock_timestamp()`)
	body = r.publish(contract.EventExtractionCompleted, account)
	if got, _ := r.next(); got.Header.Get("X-Service-Signature") != hexMAC(rotated.Secret, body) ||
		got.Header.Get("X-Service-Signature-Previous") != "" {
		t.Errorf("after a day: %v", got.Header)
	}
	if stored := r.text(`SELECT coalesce(string_agg(encode(secret, 'escape') || encode(previous_secret, 'escape'), ' ` +
		`'), '') FROM subscriptions`); strings.Contains(stored, sub.Secret[6:]) ||
		strings.Contains(stored, rotated.Secret[6:]) || stored == "" {
		t.Errorf("secrets lie open: %s", stored)
	}
}

func TestRegistrationRefused(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	good := contract.CreateSubscriptionRequest{AccountID: account, Plan: contract.PlanEnterprise, URL: r.hook.URL,
		Events: contract.EventTypes()}
	for name, c := range map[string]struct {
		change func(*contract.CreateSubscriptionRequest)
		code   contract.Code
	}{
		"Free": {func(r *contract.CreateSubscriptionRequest) {
			r.Plan = contract.PlanFree
		}, contract.CodePlanRequired},
		"Starter": {func(r *contract.CreateSubscriptionRequest) {
			r.Plan = contract.PlanStarter
		}, contract.CodePlanRequired},
		"plain http": {func(r *contract.CreateSubscriptionRequest) {
			r.URL = "http://example.com/"
		}, contract.CodeInvalidRequest},
		"private": {func(r *contract.CreateSubscriptionRequest) {
			r.URL = "https://10.0.0.1/"
		}, contract.CodeInvalidRequest},
		"no event": {func(r *contract.CreateSubscriptionRequest) { r.Events = nil }, contract.CodeInvalidRequest},
		"unknown event": {func(r *contract.CreateSubscriptionRequest) {
			r.Events = []contract.EventType{"extraction.*"}
		}, contract.CodeInvalidRequest},
		"the same event": {func(r *contract.CreateSubscriptionRequest) {
			r.Events = append(r.Events, r.Events[0])
		}, contract.CodeInvalidRequest},
	} {
		request := good
		c.change(&request)
		_, err := bus.Call[contract.SubscriptionSecret](r.ctx, r.operator, contract.RPCNotifierCreate, request)
		assert.True(t, apierror.Is(err, c.code), name, err, "want", c.code)
	}
	results := make(chan error, 30)
	for range cap(results) { // all at once: the limit holds
		go func() {
			_, err := bus.Call[contract.SubscriptionSecret](r.ctx, r.operator, contract.RPCNotifierCreate, good)
			results <- err
		}()
	}
	made := 0
	for range cap(results) {
		if err := <-results; err == nil {
			made++
		} else if !apierror.Is(err, contract.CodeLimitReached) {
			t.Error(err)
		}
	}
	assert.Equal(t, made, contract.MaxSubscriptions, "made")
}

// Another account's objects count as missing.
func TestSubscriptionsOfOtherAccounts(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	sub := r.subscribe(contract.EventExtractionCompleted)
	r.publish(contract.EventExtractionCompleted, account)
	got, _ := r.next()
	delivery := got.Header.Get("X-Service-Delivery")
	for _, who := range []contract.SubscriptionRequest{{AccountID: other, ID: sub.ID}, {AccountID: account, ID: "wh_none"},
		{AccountID: account, ID: "\x00"}} {
		for _, subject := range []string{contract.RPCNotifierGet, contract.RPCNotifierRotate, contract.RPCNotifierEnable,
			contract.RPCNotifierTest, contract.RPCNotifierDelete} {
			r.refused(contract.CodeNotFound, subject, who)
		}
		r.refused(contract.CodeNotFound, contract.RPCNotifierReplayAll,
			contract.ReplayRequest{AccountID: who.AccountID, ID: who.ID})
		r.refused(contract.CodeNotFound, contract.RPCNotifierLog,
			contract.ListDeliveriesRequest{AccountID: who.AccountID, SubscriptionID: who.ID, Limit: 1})
		for _, subject := range []string{contract.RPCNotifierDelivery, contract.RPCNotifierReplay} {
			r.refused(contract.CodeNotFound, subject,
				contract.DeliveryRequest{AccountID: who.AccountID, SubscriptionID: who.ID, ID: delivery})
		}
	}
	for _, id := range []string{"dlv_x", "dlv_" + uuid.NewString(), "\x00"} {
		r.refused(contract.CodeNotFound, contract.RPCNotifierDelivery,
			contract.DeliveryRequest{AccountID: account, SubscriptionID: sub.ID, ID: id})
		r.refused(contract.CodeNotFound, contract.RPCNotifierReplay,
			contract.DeliveryRequest{AccountID: account, SubscriptionID: sub.ID, ID: id})
	}
}

func TestRegisterWhileDisabled(t *testing.T) {
	t.Parallel()
	ctx, _, operator := start(t, testkit.Database(t, notifier.Migrate, "notifier"))
	for _, subject := range []string{
		contract.RPCNotifierCreate, contract.RPCNotifierGet, contract.RPCNotifierRotate, contract.RPCNotifierEnable,
		contract.RPCNotifierTest,
		contract.RPCNotifierReplayAll, contract.RPCNotifierLog, contract.RPCNotifierDelivery, contract.RPCNotifierReplay,
	} {
		_, err := bus.Call[contract.Empty](ctx, operator, subject,
			contract.SubscriptionRequest{AccountID: account, ID: "wh_1"})
		assert.True(t, apierror.Is(err, contract.CodeWebhooksNotAvailable), subject, err)
	}
	_, err := operator.Puller(ctx, contract.StreamEvents, contract.DurableWebhooks)
	assert.Error(t, err, "events are consumed")
}

// A notifier with webhooks waits until they are provisioned.
func TestStartBeforeConsumer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	server := startNATS(t)
	operator := connect(t, server, contract.UserOperator)
	require.NoError(t, operator.Provision(ctx, contract.Streams()))
	svc, err := notifier.New(enabled(testkit.Database(t, notifier.Migrate, "notifier"), "443"),
		deps(connect(t, server, contract.UserNotifier)))
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(ctx) }()
	assert.NoError(t, operator.Provision(ctx, contract.StreamsWithWebhooks()))
	select {
	case <-svc.Ready():
		cancel()
		assert.NoError(t, <-ended)
	case err := <-ended:
		t.Errorf("it ended before it was ready: %v", err)
	}
}

// With another secret key every delivery would fail, so the service does not start.
func TestChangedSecretKey(t *testing.T) {
	t.Parallel()
	r := startLive(t)
	r.subscribe(contract.EventBatchFailed)
	server := startNATS(t)
	cfg := enabled(r.url, "443")
	cfg.SecretKey += "!"
	svc, err := notifier.New(cfg, deps(connect(t, server, contract.UserNotifier)))
	require.NoError(t, err)
	err = svc.Run(r.ctx)
	assert.True(t, err != nil && strings.Contains(err.Error(), "DOCMILL_SECRET_KEY"), err)
}
