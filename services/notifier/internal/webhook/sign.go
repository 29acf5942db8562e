package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
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

// standard is the signature of Standard Webhooks over id, time and body with the decoded secret.
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

// The ids of examples belong to no object.
const (
	exampleDocument = contract.PrefixDocument + "00000000-0000-7000-8000-000000000000"
	exampleBatch    = contract.PrefixBatch + "00000000-0000-7000-8000-000000000000"
	exampleFile     = "test-invoice.pdf"
)

// Example is the body of a test delivery: an event about no existing object, in the form of real ones.
func Example(event contract.EventType, account string, now time.Time) ([]byte, error) {
	data, err := json.Marshal(exampleData(event, account, now))
	if err != nil {
		return nil, fmt.Errorf("example of %s: %w", event, err)
	}
	return json.Marshal(contract.Event{Event: event, Timestamp: contract.TimeOf(now), Data: data})
}

func exampleData(event contract.EventType, account string, now time.Time) any {
	switch event {
	case contract.EventExtractionCompleted:
		return exampleRecord(now, 0.97, `{"invoiceNumber":"TEST-1","total":"119.00","currency":"EUR"}`,
			contract.StatusCompleted, nil)
	case contract.EventExtractionFailed:
		return exampleRecord(now, 0, `{}`, contract.StatusFailed,
			&contract.Failure{Code: contract.CodeCorruptFile, Message: "The file is damaged. (This is a test.)"})
	case contract.EventBatchCompleted:
		return exampleOfBatch(contract.StatusCompleted)
	case contract.EventBatchFailed:
		return exampleOfBatch(contract.StatusFailed)
	}
	limits, _ := contract.PlanPro.Limits()
	used := limits.DocumentsPerMonth
	if event == contract.EventQuotaWarning {
		used = used * contract.WarningShare / 100
	}
	start := contract.MonthStart(now)
	return contract.QuotaEvent{
		AccountID: account, Plan: contract.PlanPro, Used: used, Limit: limits.DocumentsPerMonth,
		Period: contract.QuotaPeriod{Start: contract.TimeOf(start), End: contract.TimeOf(start.AddDate(0, 1, 0))},
	}
}

func exampleRecord(
	now time.Time, confidence float64, data string, status contract.Status, failure *contract.Failure,
) contract.Record {
	pages, took, at := 1, int64(30), contract.TimeOf(now)
	return contract.Record{
		ID: exampleDocument, Status: status, DocumentType: "invoice", Confidence: &confidence,
		Data: json.RawMessage(data), Checks: json.RawMessage(`[]`), Missing: []string{},
		Metadata: contract.Metadata{
			FileName: exampleFile, FileSize: 1, MIMEType: "application/pdf", Pages: &pages,
			SHA256: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", // of one byte 0
		},
		ProcessingTimeMs: &took, CreatedAt: at, CompletedAt: &at, Failure: failure,
	}
}

func exampleOfBatch(status contract.Status) contract.BatchEvent {
	b := contract.BatchEvent{
		ID: exampleBatch, Total: 1,
		Results: []contract.BatchEventResult{{ID: exampleDocument, FileName: exampleFile, Status: status}},
	}
	if status == contract.StatusCompleted {
		b.Completed = 1
	} else {
		b.Failed = 1
	}
	return b
}
