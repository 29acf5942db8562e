package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

// Headers of a delivery: those of the specification (section 6.2) and of Standard Webhooks. HeaderPrevious
// is the signature with the secret before the last rotation, while that is valid.
const (
	HeaderSignature = "X-Service-Signature"
	HeaderPrevious  = "X-Service-Signature-Previous"
	HeaderEvent     = "X-Service-Event"
	HeaderDelivery  = "X-Service-Delivery"
	HeaderTest      = "X-Service-Test"

	HeaderStandardID        = "Webhook-Id"
	HeaderStandardTimestamp = "Webhook-Timestamp"
	HeaderStandardSignature = "Webhook-Signature"
)

// Message is one attempt of a delivery as it is to be sent.
type Message struct {
	DeliveryID string
	Event      contract.EventType
	Test       bool
	Body       []byte
	// Secrets are one or two signing secrets, newest first.
	Secrets []string
	At      time.Time // of the attempt
}

// Header returns the headers of the attempt, signatures included.
func (m Message) Header() (map[string]string, error) {
	h := map[string]string{
		"Content-Type":          "application/json",
		"User-Agent":            "docmill-webhooks/1",
		HeaderEvent:             string(m.Event),
		HeaderDelivery:          m.DeliveryID,
		HeaderStandardID:        m.DeliveryID,
		HeaderStandardTimestamp: strconv.FormatInt(m.At.Unix(), 10),
	}
	if m.Test {
		h[HeaderTest] = "true"
	}
	var standard []string
	for i, secret := range m.Secrets {
		signature, err := m.standard(secret)
		if err != nil {
			return nil, err
		}
		standard = append(standard, signature)
		h[[]string{HeaderSignature, HeaderPrevious}[i]] = hex.EncodeToString(mac([]byte(secret), m.Body))
	}
	h[HeaderStandardSignature] = strings.Join(standard, " ")
	return h, nil
}

// standard is the signature of Standard Webhooks: over id, time and body, with the decoded bytes of the
// secret.
func (m Message) standard(secret string) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, contract.PrefixWebhookSecret))
	if err != nil {
		return "", fmt.Errorf("webhook secret: %w", err)
	}
	signed := fmt.Sprintf("%s.%d.", m.DeliveryID, m.At.Unix())
	return "v1," + base64.StdEncoding.EncodeToString(mac(key, []byte(signed), m.Body)), nil
}

func mac(key []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}
