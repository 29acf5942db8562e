package result_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestConfidence(t *testing.T) {
	t.Parallel()
	of := func(kind result.DocumentType, values map[string]float64) float64 {
		return result.Confidence(kind, func(name string) float64 { return values[name] })
	}
	assert.Equal(t, of("receipt", map[string]float64{"vendorName": 0.9, "total": 0.9}), 0, "a missing key field")
	assert.Equal(t, of("receipt", map[string]float64{"vendorName": 1, "total": 1, "date": 1}), 1, "certain fields")
	got := of("receipt", map[string]float64{"vendorName": 0.9, "total": 0.9, "date": 1})
	assert.True(t, got >= 0.81 && got <= 0.9, "two of 0.9 give", got)
	got = of("purchase_order", map[string]float64{"purchaseOrderNumber": 1, "issueDate": 1, "customerName": 1,
		"vendorName": 0.5})
	assert.Equal(t, got, 1, "the better of alternatives")
	assert.Equal(t, of("generic", nil), 0, "no key fields give no 0")
}

func TestMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  result.DocumentType
		known []string
		none  string
		want  []string
	}{
		{"invoice", []string{"invoiceNumber", "vendorName", "total"}, "", []string{"issueDate"}},
		{"credit_note", []string{"invoiceNumber", "vendorName", "total", "issueDate"}, "", []string{}},
		{"receipt", nil, "", []string{"vendorName", "date", "total"}},
		{"purchase_order", []string{"customerName"}, "", []string{"purchaseOrderNumber", "issueDate"}},
		{"bank_statement", []string{"periodStart"}, "", []string{"iban", "accountNumber", "periodEnd", "closingBalance"}},
		{"bank_statement", []string{"periodStart", "periodEnd", "closingBalance"}, "iban", []string{"accountNumber"}},
		{"receipt", []string{"vendorName", "total"}, "date", []string{}},
		{"generic", nil, "", []string{}},
	} {
		data := map[string]string{}
		for _, name := range c.known {
			data[name] = "x"
		}
		encoded, err := json.Marshal(data)
		require.NoError(t, err)
		got := result.Missing(c.kind, encoded, nil, []string{c.none})
		assert.True(t, got != nil && slices.Equal(got, c.want), c.kind, got, "want", c.want)
	}
}

func TestMissingRequired(t *testing.T) {
	t.Parallel()
	basis := &result.Basis{Required: []string{"employer.name", "employer.address.city", "rows", "total", "note"}}
	data := `{"employer":{"name":"x","address":{"zip":"1"}},"rows":[{"a":"b"}]}`
	want := []string{"vendorName", "date", "total", "employer.address.city"}
	assert.EqualSlices(t, result.Missing("receipt", json.RawMessage(data), basis, []string{"note"}), want)
	assert.EqualSlices(t, result.Missing("generic", json.RawMessage(`{}`), basis, nil), basis.Required)
}
