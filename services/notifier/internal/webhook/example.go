package webhook

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/docmill/docmill/libs/contract"
)

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
