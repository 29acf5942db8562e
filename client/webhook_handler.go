package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// MaxWebhookBody bounds the body of a delivery for Handler, in bytes. Those of docmill are smaller.
const MaxWebhookBody = 1 << 20

// WebhookDelivery is a delivery that was verified.
type WebhookDelivery struct {
	ID    string // the same however often it comes
	Event string // "extraction.completed" …
	Test  bool   // requested by a user; its data is an example
	Body  []byte // JSON: event, timestamp and data
}

// Handler passes verified deliveries to receive, possibly more than once each: WebhookDelivery.ID
// identifies them. It responds with 204, with 500 if receive returned an error, which repeats the delivery,
// with 401 to unverified requests and with 405 to other methods than POST.
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
