package document_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"invoice", `{"vendorName":"A","invoiceNumber":"R-1","total":"1.00","currency":"EUR"}`, "A · R-1 · 1.00 EUR"},
		{"invoice", `{"purchaseOrderNumber":"B-1","iban":"DE","currency":"EUR"}`, "B-1"},
		{"receipt", `{"vendorName":"A","receiptNumber":"7","total":"1.00"}`, "A · 7 · 1.00"},
		{"generic", `{"title":"T","total":"","currency":"EUR"}`, "T"},
		{"generic", `{"vendorName":"A","total":"1.00","currency":"EUR"}`, "A · 1.00 EUR"}, // by the caller's own schema
		{"bank_statement", `{"bankName":"B","iban":"DE","closingBalance":"2.00"}`, "B · DE · 2.00"},
		{"bank_statement", `{"accountHolder":"K","accountNumber":"12","openingBalance":"2.00"}`, "K · 12"},
		{"invoice", `{"vendorName":["odd"]}`, ""}, {"invoice", `{}`, ""}, {"", `null`, ""}, {"invoice", `[`, ""},
	} {
		assert.Equal(t, document.Summary(c[0], json.RawMessage(c[1])), c[2], c[0], c[1])
	}
	long := document.Summary("invoice", json.RawMessage(`{"vendorName":"`+strings.Repeat("é", 500)+`"}`))
	n := utf8.RuneCountInString(long)
	assert.True(t, n == 90 && strings.HasSuffix(long, "…"), n, "characters")
}

func TestStateOf(t *testing.T) {
	t.Parallel()
	half := 0.5
	done := document.StateOf(contract.Record{ID: "ext_1", Status: contract.StatusCompleted,
		DocumentType: "bank_statement", Confidence: &half, Data: json.RawMessage(`{}`)}, languages.English())
	assert.True(t, done.Type == "Bank statement" && *done.Percent == 50 && done.Level == "bad", "completed", done)
	queued := document.StateOf(contract.Record{Status: contract.StatusQueued, DocumentType: "auto",
		Data: json.RawMessage(`null`)}, languages.English())
	assert.True(t, queued.Type == "" && queued.Percent == nil, "queued", queued)
	failed := document.StateOf(contract.Record{Status: contract.StatusFailed, DocumentType: "auto",
		Confidence: new(float64), Failure: &contract.Failure{Message: "No."}}, languages.English())
	assert.True(t, failed.Percent == nil && failed.Summary == "No.", "failed", failed)
}

func TestPathTitle(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"total": "Total", "lineItems.0.unitPrice": "Line items, row 1: unit price",
		"tables.0.rows.1.2": "Tables, row 1: rows, row 2, row 3", "": "",
	} {
		assert.Equal(t, document.PathTitle(languages.English(), path), want, path)
	}
}
