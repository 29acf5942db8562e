package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// MaxWebhookBody is the largest body of a delivery that Handler reads, in bytes.
// Those of docmill are smaller.
const MaxWebhookBody = 1 << 20

// WebhookDelivery is a delivery that was verified.
type WebhookDelivery struct {
	ID    string // the same however often it comes
	Event string // "extraction.completed" …
	Test  bool   // somebody asked for it; its data is made up
	Body  []byte // JSON: event, timestamp and data
}

// Handler returns deliveries that were verified to receive, perhaps more than once
// each: WebhookDelivery.ID identifies it. It answers 204 when receive gave no error and 500,
// after which the delivery comes again, when it did; 401 to what was not
// verified and 405 to what is no POST.
func (v WebhookVerifier) Handler(receive func(context.Context, WebhookDelivery) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(v.answer(w, r, receive))
	})
}

func (v WebhookVerifier) answer(
	w http.ResponseWriter, r *http.Request, receive func(context.Context, WebhookDelivery) error,
) int {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed
	}
	delivery, err := v.read(w, r)
	if err != nil {
		return http.StatusUnauthorized
	}
	if err := receive(r.Context(), delivery); err != nil {
		return http.StatusInternalServerError
	}
	return http.StatusNoContent
}

func (v WebhookVerifier) read(w http.ResponseWriter, r *http.Request) (WebhookDelivery, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxWebhookBody))
	if err != nil {
		return WebhookDelivery{}, fmt.Errorf("read delivery: %w", err)
	}
	return WebhookDelivery{
		ID: r.Header.Get(HeaderWebhookDelivery), Event: r.Header.Get(HeaderWebhookEvent),
		Test: r.Header.Get(headerTest) != "", Body: body,
	}, v.Verify(r.Header, body)
}
