package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
)

const (
	webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	webhookBody   = `{"a":1}`
)

// delivery has signatures computed with openssl.
func delivery() http.Header {
	return http.Header{
		"X-Service-Signature": {"45ec03b2b33403c8043a90de06bedad0827183927115fd7e448ef97eeb13c5be"},
		"X-Service-Delivery":  {"dlv_1"},
		"X-Service-Event":     {"batch.completed"},
		"Webhook-Id":          {"dlv_1"},
		"Webhook-Timestamp":   {"1700000000"},
		"Webhook-Signature":   {"v1,AAAA v1,yQ0k6opmiAr/idR+VW0NEyhTk2P7m7meOGEk/6m+oVs="},
	}
}

func at(seconds int64) func() time.Time {
	return func() time.Time { return time.Unix(seconds, 0) }
}

func TestWebhookVerifierAccepted(t *testing.T) {
	t.Parallel()
	rotated := delivery()
	rotated["X-Service-Signature-Previous"] = rotated["X-Service-Signature"]
	rotated.Set("X-Service-Signature", strings.Repeat("0", 64))
	for name, c := range map[string]struct {
		secrets []string
		header  http.Header
		now     int64
	}{
		"at once":              {[]string{webhookSecret}, delivery(), 1700000000},
		"minutes later":        {[]string{webhookSecret}, delivery(), 1700000300},
		"of two secrets":       {[]string{"whsec_AAAA", webhookSecret}, delivery(), 1700000000},
		"of the secret before": {[]string{webhookSecret}, rotated, 1700000000},
	} {
		v := client.WebhookVerifier{Secrets: c.secrets, Now: at(c.now)}
		if err := v.Verify(c.header, []byte(webhookBody)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWebhookVerifierRefused(t *testing.T) {
	t.Parallel()
	change := func(name, value string) http.Header {
		h := delivery()
		h.Set(name, value)
		if value == "" {
			h.Del(name)
		}
		return h
	}
	for name, c := range map[string]struct {
		secret string
		header http.Header
		body   string
		now    int64
	}{
		"another body":        {webhookSecret, delivery(), `{"a":2}`, 1700000000},
		"another secret":      {"whsec_AAAA", delivery(), webhookBody, 1700000000},
		"no secret":           {"", delivery(), webhookBody, 1700000000},
		"nothing signed":      {webhookSecret, http.Header{}, webhookBody, 1700000000},
		"no signature":        {webhookSecret, change("X-Service-Signature", ""), webhookBody, 1700000000},
		"short signature":     {webhookSecret, change("X-Service-Signature", "c0"), webhookBody, 1700000000},
		"no second signature": {webhookSecret, change("Webhook-Signature", ""), webhookBody, 1700000000},
		"another time":        {webhookSecret, change("Webhook-Timestamp", "1700000001"), webhookBody, 1700000000},
		"no time":             {webhookSecret, change("Webhook-Timestamp", ""), webhookBody, 1700000000},
		"another delivery":    {webhookSecret, change("X-Service-Delivery", "dlv_2"), webhookBody, 1700000000},
		"played again":        {webhookSecret, delivery(), webhookBody, 1700000301},
		"of the future":       {webhookSecret, delivery(), webhookBody, 1699999699},
	} {
		v := client.WebhookVerifier{Secrets: []string{c.secret}, Now: at(c.now)}
		if err := v.Verify(c.header, []byte(c.body)); !errors.Is(err, client.ErrWebhookSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (client.WebhookVerifier{Secrets: []string{webhookSecret}}).Verify(delivery(),
		[]byte(webhookBody)); err == nil {
		t.Error("without a clock of its own it takes what is years old")
	}
}

// The handler responds correctly and passes on verified deliveries only.
func TestWebhookHandler(t *testing.T) {
	t.Parallel()
	test := delivery()
	test.Set("X-Service-Test", "true")
	for name, c := range map[string]struct {
		method, body string
		header       http.Header
		err          error
		status       int
		handed       client.WebhookDelivery
	}{
		"a delivery": {"POST", webhookBody, delivery(), nil, 204,
			client.WebhookDelivery{ID: "dlv_1", Event: "batch.completed", Body: []byte(webhookBody)}},
		"a test": {"POST", webhookBody, test, nil, 204,
			client.WebhookDelivery{ID: "dlv_1", Event: "batch.completed", Test: true, Body: []byte(webhookBody)}},
		"not taken in": {"POST", webhookBody, delivery(), errors.New("full"), 500,
			client.WebhookDelivery{ID: "dlv_1", Event: "batch.completed", Body: []byte(webhookBody)}},
		"another body":   {"POST", `{"a":2}`, delivery(), nil, 401, client.WebhookDelivery{}},
		"nothing signed": {"POST", webhookBody, http.Header{}, nil, 401, client.WebhookDelivery{}},
		"without an end": {"POST", strings.Repeat("x", client.MaxWebhookBody+1), delivery(), nil, 401,
			client.WebhookDelivery{}},
		"no POST": {"GET", "", delivery(), nil, 405, client.WebhookDelivery{}},
	} {
		var handed client.WebhookDelivery
		v := client.WebhookVerifier{Secrets: []string{webhookSecret}, Now: at(1700000000)}
		h := v.Handler(func(_ context.Context, d client.WebhookDelivery) error {
			handed = d
			return c.err
		})
		r := httptest.NewRequestWithContext(t.Context(), c.method, "/", strings.NewReader(c.body))
		r.Header = c.header
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || !reflect.DeepEqual(handed, c.handed) {
			t.Errorf("%s: %d, handed on %+v", name, w.Code, handed)
		}
	}
}
