package contract

import (
	"encoding/json"
	"errors"
	"fmt"
)

// EventType is one of the six public events.
type EventType string

// The event types.
const (
	EventExtractionCompleted EventType = "extraction.completed"
	EventExtractionFailed    EventType = "extraction.failed"
	EventBatchCompleted      EventType = "batch.completed"
	EventBatchFailed         EventType = "batch.failed"
	EventQuotaWarning        EventType = "quota.warning"
	EventQuotaExceeded       EventType = "quota.exceeded"
)

// EventTypes lists all of them.
func EventTypes() []EventType {
	return []EventType{
		EventExtractionCompleted, EventExtractionFailed, EventBatchCompleted,
		EventBatchFailed, EventQuotaWarning, EventQuotaExceeded,
	}
}

// MaxEventData is the largest `data` of an extraction event's record, in bytes. Larger data is omitted, and
// metadata.truncated is true.
const MaxEventData = 256 << 10

// Headers of messages. NATS headers are case-sensitive.
const (
	HeaderAccount     = "Docmill-Account"
	HeaderTraceparent = "traceparent"
	HeaderTracestate  = "tracestate"
	// HeaderWait is how long the sender of a request waits for its answer, in milliseconds.
	HeaderWait = "Docmill-Wait"
)

// Event is the body of every message under docmill.event.
type Event struct {
	Event     EventType       `json:"event"`
	Timestamp Time            `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Validate checks the type and that there is data.
func (e Event) Validate() error {
	for _, t := range EventTypes() {
		if t == e.Event {
			if len(e.Data) == 0 {
				return errors.New("event without data")
			}
			return nil
		}
	}
	return fmt.Errorf("unknown event %q", e.Event)
}

// BatchEvent is the data of batch.* events.
type BatchEvent struct {
	ID        string             `json:"id"`
	Total     int                `json:"total"`
	Completed int                `json:"completed"`
	Failed    int                `json:"failed"`
	Rejected  int                `json:"rejected"`
	Deleted   int                `json:"deleted"`
	Results   []BatchEventResult `json:"results"`
}

// BatchEventResult is one document of a BatchEvent.
type BatchEventResult struct {
	ID       string `json:"id"`
	FileName string `json:"fileName"`
	Status   Status `json:"status"`
}

// QuotaPeriod is a calendar month in UTC; End is the first instant of the next.
type QuotaPeriod struct {
	Start Time `json:"start"`
	End   Time `json:"end"`
}

// QuotaEvent is the data of quota.* events.
type QuotaEvent struct {
	AccountID string      `json:"accountId"`
	Plan      Plan        `json:"plan"`
	Period    QuotaPeriod `json:"period"`
	Used      int         `json:"used"`
	Limit     int         `json:"limit"`
}
