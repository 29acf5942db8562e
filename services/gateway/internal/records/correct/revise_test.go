package correct_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

const (
	billData = `{"currency":"EUR","invoiceNumber":"R-1","issueDate":"2026-10-01","subtotal":"100.00","taxTotal":"19.00",` +
		`"total":"119.00","vendorName":"A",` +
		`"lineItems":[{"amount":"60.00","quantity":"200","unitPrice":"30.00"},{"amount":"40.00","quantity":"1",` +
		`"unitPrice":"40.00"}]}`
	billFields = `{"currency":{"value":"EUR","confidence":0.9,"checks":[]},"invoiceNumber":{"value":"R-1",` +
		`"confidence":0.9,"checks":[]},` +
		`"issueDate":{"value":"2026-10-01","confidence":0.8,"checks":[]},"vendorName":{"value":"A","confidence":0.7,` +
		`"checks":[]},` +
		`"subtotal":{"value":"100.00","confidence":0.9,"checks":["sum","line_items"]},"taxTotal":{"value":"19.00",` +
		`"confidence":0.9,"checks":["sum"]},` +
		`"total":{"value":"119.00","confidence":0.5,"checks":["sum","code_matches_page"]},` +
		`"lineItems.0.amount":{"value":"60.00","confidence":0.9,"checks":["line_items","line_amounts"]},` +
		`"lineItems.0.quantity":{"value":"200","confidence":0.9,"checks":["line_amounts"]},` +
		`"lineItems.0.unitPrice":{"value":"30.00","confidence":0.9,"checks":["line_amounts"]},` +
		`"lineItems.1.amount":{"value":"40.00","confidence":0.9,"checks":["line_items","line_amounts"]},` +
		`"lineItems.1.quantity":{"value":"1","confidence":0.9,"checks":["line_amounts"]},` +
		`"lineItems.1.unitPrice":{"value":"40.00","confidence":0.9,"checks":["line_amounts"]}}`
	billChecks = `[{"name":"sum","passed":true,"detail":"100.00 + 19.00 = 119.00"},{"name":"line_items","passed":true,` +
		`"detail":"60.00 + 40.00 = 100.00"},` +
		`{"name":"line_amounts","passed":true,"detail":"quantity × unit price = amount in 2 lines"},` +
		`{"name":"code_matches_page","passed":true,"detail":"119.00 in the code and on the page"}]`
)

// bill is an invoice whose first price is per hundred units.
func bill() correct.Found {
	return correct.Found{
		DocumentType: "invoice", Data: json.RawMessage(billData), Fields: json.RawMessage(billFields), Checks: json.RawMessage(billChecks), Confidence: 0.376,
		Basis: &result.Basis{Per: map[string]string{"lineItems.0.unitPrice": "100"}},
	}
}

func revised(t *testing.T, found correct.Found, marks map[string]*string) (correct.Revision, map[string]result.Check) {
	t.Helper()
	data, err := correct.Apply(found.DocumentType, nil, json.RawMessage(billData), marks)
	require.NoError(t, err)
	r, err := correct.Revise(found, data, values(marks))
	require.NoError(t, err)
	var checks []result.Check
	require.NoError(t, json.Unmarshal(r.Checks, &checks))
	named := map[string]result.Check{}
	for _, c := range checks {
		named[c.Name] = c
	}
	return r, named
}

func TestReviseWithoutCorrections(t *testing.T) {
	t.Parallel()
	for name, marks := range map[string]map[string]*string{
		"nothing said": nil, "the same said again": {"total": of("119.00"), "lineItems.0.amount": of("60.00")},
	} {
		r, _ := revised(t, bill(), marks)
		assert.True(t, string(r.Checks) == billChecks && len(r.Remade) == 0, name, string(r.Checks), "remade", r.Remade)
	}
	r, _ := revised(t, bill(), map[string]*string{"vendorAddress": of("Köln")})
	assert.Equal(t, r.Confidence, 0.376, "a field that is not key")
}

func TestReviseChecks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		marks map[string]*string
		want  map[string]string // detail by name, "" for none
	}{
		"a wrong total": {
			map[string]*string{"total": of("120.00")},
			map[string]string{"sum": "100.00 + 19.00 ≠ 120.00", "line_items": "60.00 + 40.00 = 100.00",
				"code_matches_page": "119.00 in the code and on the page"},
		},
		"no total": {map[string]*string{"total": nil}, map[string]string{"sum": ""}},
		"a new check": {map[string]*string{"dueDate": of("2026-09-01")},
			map[string]string{"date_order": "2026-10-01 > 2026-09-01"}},
		"an account number": {map[string]*string{"iban": of("DE89370400440532013001")},
			map[string]string{"iban": "check digits of DE89370400440532013001 are wrong"}},
		"a price of a hundred": {
			map[string]*string{"lineItems.0.unitPrice": of("35.00")},
			map[string]string{"line_amounts": "line 1: 200 × 0.35 ≠ 60.00"},
		},
		"a price and its amount": {
			map[string]*string{"lineItems.0.unitPrice": of("35.00"), "lineItems.0.amount": of("70.00")},
			map[string]string{"line_amounts": "quantity × unit price = amount in 2 lines",
				"line_items": "70.00 + 40.00 ≠ 100.00"},
		},
		"a row more": {
			map[string]*string{"lineItems.2.amount": of("1.00")},
			map[string]string{"line_items": "60.00 + 40.00 + 1.00 ≠ 100.00"},
		},
	} {
		_, checks := revised(t, bill(), c.marks)
		for check, want := range c.want {
			if got := checks[check].Detail; got != want ||
				checks[check].Passed == (strings.ContainsAny(want, "≠>") || strings.HasSuffix(want, "wrong")) && want != "" {
				t.Errorf("%s: %s is %+v, want %q", name, check, checks[check], want)
			}
		}
	}
}

// Without knowledge of the price's base the check stays as found while its values are unchanged.
func TestReviseOldDocument(t *testing.T) {
	t.Parallel()
	found := bill()
	found.Basis = nil
	_, checks := revised(t, found, map[string]*string{"total": of("120.00"), "lineItems.1.amount": of("40.00")})
	assert.True(t, checks["line_amounts"].Passed && !checks["sum"].Passed, checks)
}

func TestReviseConfidence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		marks map[string]*string
		want  float64
	}{
		{map[string]*string{"total": of("120.00")}, 0.602}, // 0.9 × 0.8 × 0.7, and the weakest
		{map[string]*string{"total": of("120.00"), "vendorName": of("B"), "invoiceNumber": of("R-2"),
			"issueDate": of("2026-10-02")}, 1},
		{map[string]*string{"total": of("120.00"), "vendorName": of("B"), "invoiceNumber": nil,
			"issueDate": of("2026-10-02")}, 1},
	} {
		r, _ := revised(t, bill(), c.marks)
		assert.Equal(t, r.Confidence, c.want, len(c.marks), "corrections give")
	}
	missing := bill()
	missing.Confidence = 0
	missing.Fields = json.RawMessage(strings.Replace(billFields,
		`"issueDate":{"value":"2026-10-01","confidence":0.8,"checks":[]},`, "", 1))
	r, _ := revised(t, missing, map[string]*string{"issueDate": of("2026-10-01")})
	assert.True(t, r.Confidence > 0, "the missing date was added and counts for nothing")
	generic := correct.Found{DocumentType: "generic", Data: json.RawMessage(`{}`), Fields: json.RawMessage(`{}`),
		Checks: json.RawMessage(`[]`), Confidence: 0.88}
	r, err := correct.Revise(generic, json.RawMessage(`{"title":"T"}`), values(map[string]*string{"title": of("T")}))
	require.NoError(t, err)
	assert.Equal(t, r.Confidence, 0.88, "generic")
}

func TestConfidenceOfAlternatives(t *testing.T) {
	t.Parallel()
	found := correct.Found{
		DocumentType: "bank_statement", Data: json.RawMessage(`{}`), Checks: json.RawMessage(`[]`), Confidence: 0.5,
		Fields: json.RawMessage(`{"accountNumber":{"confidence":0.5},"periodStart":{"confidence":1},` +
			`"periodEnd":{"confidence":1},"closingBalance":{"confidence":1}}`),
	}
	for name, c := range map[string]struct {
		marks map[string]*string
		want  float64
	}{
		"one is none":      {map[string]*string{"iban": nil}, 0.5},
		"both are none":    {map[string]*string{"iban": nil, "accountNumber": nil}, 1},
		"the other is set": {map[string]*string{"iban": of("DE89370400440532013000")}, 1},
	} {
		r, err := correct.Revise(found, json.RawMessage(`{}`), values(c.marks))
		require.NoError(t, err, name)
		assert.Equal(t, r.Confidence, c.want, name)
	}
}

// Every field names the checks that it takes part in now.
func TestReviseFieldChecks(t *testing.T) {
	t.Parallel()
	marks := map[string]*string{"total": of("120.00"), "dueDate": of("2026-11-01"), "taxTotal": nil}
	r, _ := revised(t, bill(), marks)
	overlaid, err := correct.Overlay(json.RawMessage(billFields), values(marks), r.Remade)
	require.NoError(t, err)
	var fields map[string]struct{ Checks []string }
	require.NoError(t, json.Unmarshal(overlaid, &fields))
	for path, want := range map[string][]string{
		"total": {}, "taxTotal": {}, "subtotal": {"line_items"}, "issueDate": {"date_order"}, "dueDate": {"date_order"},
		"lineItems.0.amount": {"line_items", "line_amounts"}, "currency": {},
	} {
		got := fields[path].Checks
		assert.True(t, got != nil && slices.Equal(got, want), path, "takes part in", got, "want", want)
	}
}

// The basis of a row moves with it, and is removed with it.
func TestBasisOfMovedRows(t *testing.T) {
	t.Parallel()
	const first = `{"amount":"60.00","quantity":"200","unitPrice":"30.00"}`
	const second = `{"amount":"40.00","quantity":"1","unitPrice":"40.00"}`
	const freight = `{"amount":"5.00","quantity":"1","unitPrice":"5.00"}`
	for rows, want := range map[string]string{
		`[` + second + `,` + first + `]`:                            "quantity × unit price = amount in 2 lines",
		`[` + freight + `,` + second + `,` + first + `]`:            "quantity × unit price = amount in 3 lines",
		`[` + second + `]`:                                          "quantity × unit price = amount in 1 lines",
		`[{"amount":"60.00","quantity":"200","unitPrice":"31.00"}]`: "line 1: 200 × 0.31 ≠ 60.00",
	} {
		found := bill()
		found.Basis.Plus = map[int]string{1: "0"}
		state := correct.StateOf([]correct.Entry{{Path: "lineItems", Action: correct.ActionReplace, Value: &rows}})
		r, err := correct.Revise(found, json.RawMessage(`{"lineItems":`+rows+`}`), state)
		require.NoError(t, err)
		var checks []result.Check
		require.NoError(t, json.Unmarshal(r.Checks, &checks))
		for _, c := range checks {
			if c.Name == "line_amounts" && c.Detail != want {
				t.Errorf("%s: %q, want %q", rows, c.Detail, want)
			}
		}
	}
	found := bill()
	found.Basis.Items = &result.Items{Apart: []int{1}, Plus: "3"}
	rows := `[` + second + `,` + freight + `,` + first + `]`
	state := correct.StateOf([]correct.Entry{{Path: "lineItems", Action: correct.ActionReplace, Value: &rows}})
	r, err := correct.Revise(found, json.RawMessage(`{"lineItems":`+rows+`}`), state)
	if err != nil || len(r.Basis.Items.Apart) != 1 || r.Basis.Items.Apart[0] != 0 || r.Basis.Items.Plus != "3" ||
		r.Basis.Per["lineItems.2.unitPrice"] != "100" || len(r.Basis.Per) != 1 {
		t.Errorf("%+v, %v", r.Basis, err)
	}
	assert.True(t, len(found.Basis.Items.Apart) == 1 && found.Basis.Items.Apart[0] == 1, "what was found is changed")
}
