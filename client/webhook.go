package client

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Headers of a webhook delivery. Webhooks are planned and not live.
const (
	HeaderWebhookSignature = "X-Service-Signature" // of the specification
	HeaderWebhookEvent     = "X-Service-Event"
	HeaderWebhookDelivery  = "X-Service-Delivery" // the same however often a delivery comes

	headerTest              = "X-Service-Test"
	headerPreviousSignature = "X-Service-Signature-Previous"
	headerStandardTimestamp = "Webhook-Timestamp"
	headerStandardSignature = "Webhook-Signature"
)

// ErrWebhookSignature means that a request is not a recent delivery of docmill: respond with 401.
var ErrWebhookSignature = errors.New("docmill: not a signed delivery")

// webhookTolerance is the maximum difference between the signed time of a delivery and the present.
const webhookTolerance = 5 * time.Minute

// WebhookVerifier verifies deliveries of docmill.
type WebhookVerifier struct {
	// Secrets of the webhook ("whsec_…"). One is enough; during a change of the secret, set the old and the
	// new one.
	Secrets []string
	// Now is time.Now when nil.
	Now func() time.Time
}

// Verify checks the signatures of a request, in constant time, over its unchanged body:
// X-Service-Signature, and that of Standard Webhooks, which includes the time and so prevents replays. It
// returns ErrWebhookSignature.
func (v WebhookVerifier) Verify(header http.Header, body []byte) error {
	for _, secret := range v.Secrets {
		if v.signed(secret, header, body) {
			return v.fresh(header)
		}
	}
	return fmt.Errorf("%w: no signature of a known secret", ErrWebhookSignature)
}

func (v WebhookVerifier) signed(secret string, header http.Header, body []byte) bool {
	plain := webhookMAC([]byte(secret), body)
	if !hexEqual(header.Get(HeaderWebhookSignature), plain) && !hexEqual(header.Get(headerPreviousSignature), plain) {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	about := header.Get(HeaderWebhookDelivery) + "." + header.Get(headerStandardTimestamp) + "."
	want := "v1," + base64.StdEncoding.EncodeToString(webhookMAC(key, []byte(about), body))
	for _, got := range strings.Fields(header.Get(headerStandardSignature)) {
		if hmac.Equal([]byte(got), []byte(want)) {
			return true
		}
	}
	return false
}

// fresh checks the signed time.
func (v WebhookVerifier) fresh(header http.Header) error {
	seconds, err := strconv.ParseInt(header.Get(headerStandardTimestamp), 10, 64)
	if err != nil {
		return fmt.Errorf("%w: no time", ErrWebhookSignature)
	}
	now := time.Now
	if v.Now != nil {
		now = v.Now
	}
	if age := now().Sub(time.Unix(seconds, 0)); age.Abs() > webhookTolerance {
		return fmt.Errorf("%w: of %s ago", ErrWebhookSignature, age.Round(time.Second))
	}
	return nil
}

func webhookMAC(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func hexEqual(text string, sum []byte) bool {
	got, err := hex.DecodeString(text)
	return err == nil && hmac.Equal(got, sum)
}

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
