package correct_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

const invoice = `{"currency":"EUR","lineItems":[{"amount":"100.00","description":"Oil"},{"amount":"19.00"}],` +
	`"total":"119.00","vendorName":"Ölmühle"}`

const schema = `{"type":"object","properties":{
	"costCentre":{"type":"string"},"approved":{"type":["boolean","null"]},"weight":{"type":"number"},"pallets":{"type":"integer"},
	"arrival":{"type":"string","format":"date"},"mode":{"type":"string","enum":["air","sea"]},"class":{"type":"integer","enum":[1,2]},
	"total":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},
	"stops":{"type":"array","items":{"type":"object","properties":{"town":{"type":"string"},"day":{"type":"string","format":"date"}}}}}}`

func of(s string) *string { return &s }

func TestApply(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values map[string]*string
		want   string
	}{
		"a value":     {map[string]*string{"total": of("120.00")}, strings.Replace(invoice, "119.00", "120.00", 1)},
		"a new value": {map[string]*string{"tip": nil}, ""},
		"a missing member": {map[string]*string{"issueDate": of("2026-02-28")},
			strings.TrimSuffix(invoice, "}") + `,"issueDate":"2026-02-28"}`},
		"none":            {map[string]*string{"total": nil}, strings.Replace(invoice, `"total":"119.00",`, "", 1)},
		"none of nothing": {map[string]*string{"dueDate": nil}, invoice},
		"of an element": {map[string]*string{"lineItems.1.amount": of("20.00")},
			strings.Replace(invoice, "19.00\"}", "20.00\"}", 1)},
		"off an element": {map[string]*string{"lineItems.0.description": nil},
			strings.Replace(invoice, `,"description":"Oil"`, "", 1)},
		"the next elements": {
			map[string]*string{"lineItems.3.amount": of("1.00"), "lineItems.2.unit": of("kg"), "lineItems.2.amount": of("2.00")},
			strings.Replace(invoice, `{"amount":"19.00"}]`,
				`{"amount":"19.00"},{"amount":"2.00","unit":"kg"},{"amount":"1.00"}]`, 1),
		},
		"the first element": {map[string]*string{"taxes.0.rate": of("19")},
			strings.TrimSuffix(invoice, "}") + `,"taxes":[{"rate":"19"}]}`},
		"the currency decides over amounts": {
			map[string]*string{"currency": of("JPY"), "total": of("120")},
			strings.Replace(strings.Replace(invoice, "EUR", "JPY", 1), "119.00", "120", 1),
		},
		"without a currency amounts are free": {
			map[string]*string{"currency": nil, "total": of("120")},
			strings.Replace(strings.Replace(invoice, `"currency":"EUR",`, "", 1), "119.00", "120", 1),
		},
	} {
		got, err := correct.Apply("invoice", nil, json.RawMessage(invoice), c.values)
		if c.want == "" {
			assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), name, err)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, string(got), c.want, name)
	}
}

func TestApplyToTables(t *testing.T) {
	t.Parallel()
	const data = `{"tables":[{"page":1,"rows":[["a","b"],["c","d"]]}]}`
	got, err := correct.Apply("generic", nil, json.RawMessage(data), map[string]*string{
		"tables.0.page": of("2"), "tables.0.rows.1.0": of(""), "tables.0.rows.0.2": of("x"), "tables.0.rows.2.0": of("y"),
	})
	want := `{"tables":[{"page":2,"rows":[["a","b","x"],["","d"],["y"]]}]}`
	assert.True(t, err == nil && string(got) == want, string(got), err)
}

func TestApplyToCustomFields(t *testing.T) {
	t.Parallel()
	got, err := correct.Apply("receipt", json.RawMessage(schema), json.RawMessage(`{"tags":["a"]}`), map[string]*string{
		"costCentre": of("K <1>"), "approved": of("true"), "weight": of("-0.5"), "pallets": of("12"),
		"arrival": of("2026-02-28"),
		"mode":    of("air"), "class": of("2"), "tags.0": of("b"), "tags.1": of("c"), "stops.0.town": of("Köln"),
		"total": of("5.00"),
	})
	want := `{"tags":["b","c"],"approved":"true","arrival":"2026-02-28","class":"2","costCentre":"K \u003c1\u003e",` +
		`"mode":"air","pallets":"12","stops":[{"town":"Köln"}],"total":"5.00","weight":"-0.5"}`
	require.NoError(t, err)
	assert.Equal(t, string(got), want, "got")
	for path, value := range map[string]string{
		"weight": "heavy", "pallets": "1.5", "approved": "yes", "arrival": "2026-02-30", "mode": "rail",
		"class": "3", "total": "five",
		"stops": "x", "stops.0": "x", "stops.0.country": "DE", "tags.5": "x", "costCentre": "",
	} {
		_, err := correct.Apply("receipt", json.RawMessage(schema), json.RawMessage(`{}`),
			map[string]*string{path: &value})
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), path, err)
	}
}

func TestApplyRefused(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"", ".", "total.", ".total", "totals", "lineItems", "lineItems.0", "lineItems.amount", "lineItems.-1.amount",
		"lineItems.00.amount",
		"lineItems.+1.amount", "lineItems.9.amount", "lineItems.99999999999999999999.amount", "lineItems.0.amount.x",
		"lineItems.0.colour",
		"total.0", "tip", "keyValues.0.key", "text", "__proto__", strings.Repeat("a.", 10_000),
	} {
		_, err := correct.Apply("invoice", nil, json.RawMessage(invoice), map[string]*string{path: of("1.00")})
		if !apierror.Is(err, contract.CodeInvalidRequest) {
			t.Errorf("%.40q: %v", path, err)
			continue
		}
		if public := apierror.Of(err).Public; len(public) > 400 {
			t.Errorf("%.40q: the message has %d bytes", path, len(public))
		}
	}
	for _, values := range []map[string]*string{
		{"total": of("1.00"), "total.x": of("1.00")},
		{"lineItems.2.amount": nil},
		{"lineItems.2.amount": nil, "lineItems.3.amount": of("1.00")},
	} {
		_, err := correct.Apply("invoice", nil, json.RawMessage(invoice), values)
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), values, err)
	}
	_, err := correct.Apply("generic", nil, json.RawMessage(`{"tables":[{"rows":[["a"]]}]}`),
		map[string]*string{"tables.0.rows.0.0": nil})
	assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "a cell was taken away", err)
	_, err = correct.Apply("generic", nil, json.RawMessage(`{"barcodes":[{"format":"itf"}]}`),
		map[string]*string{"barcodes.0.box": of("1")})
	assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "a box was typed", err)
}

func TestCanonicalValues(t *testing.T) {
	t.Parallel()
	for path, cases := range map[string]struct{ good, bad []string }{
		"total": {
			[]string{"0.00", "1.00", "-1234.50", "0.005", "99999999999999999999.99"},
			[]string{"", "1", "1.0", "1,00", "1.234,50", "1,234.50", "01.00", "+1.00", "-0.00", "1e2", ".50", "1.", " 1.00",
				"1.00 ", "1.00 €", "NaN", "٣.00", strings.Repeat("1", 40) + ".00"},
		},
		"lineItems.0.quantity": {[]string{"0", "2", "2.5", "-1"}, []string{"", "2.50", "2.0", "02", "-0", "2 kg"}},
		"lineItems.0.taxRate":  {[]string{"19", "5.5", "0"}, []string{"19%", "19.0", "0,19"}},
		"issueDate": {[]string{"2026-10-01", "2024-02-29"},
			[]string{"", "2026-02-29", "2026-13-01", "01.10.2026", "2026-1-1", "2026-10-01T00:00:00Z"}},
		"currency": {[]string{"EUR", "CHF", "XXX"}, []string{"", "eur", "EU", "EURO", "€", "ÄÖÜ"}},
		"vendorName": {[]string{"A", "Öl & Co.\nKG", "a\tb", strings.Repeat("ö", 10_000)},
			[]string{"", "  ", "a\x00b", "a\x1bb", "a\rb", strings.Repeat("ö", 10_001)}},
	} {
		for _, value := range cases.good {
			if _, err := correct.Apply("invoice", nil, json.RawMessage(strings.Replace(invoice, `"EUR"`, `"USD"`, 1)),
				map[string]*string{path: &value}); err != nil {
				t.Errorf("%s %.30q: %v", path, value, err)
			}
		}
		for _, value := range cases.bad {
			_, err := correct.Apply("invoice", nil, json.RawMessage(invoice), map[string]*string{path: &value})
			if !apierror.Is(err, contract.CodeInvalidRequest) || !strings.Contains(apierror.Of(err).Public, path) {
				t.Errorf("%s %.30q: %v", path, value, err)
			}
		}
	}
	for value, good := range map[string]bool{"18:05": true, "18:05:59": true, "24:00": false, "8:05": false, "18:5": false,
		"18:05:60": false} {
		_, err := correct.Apply("receipt", nil, json.RawMessage(`{}`),
			map[string]*string{"time": &value})
		assert.Equal(t, err == nil, good, "time", value, err)
	}
}

func TestOverlay(t *testing.T) {
	t.Parallel()
	const found = `{"total":{"value":"119.00","raw":"119,00 €","page":1},"vendorName":{"value":"A"}}`
	got, err := correct.Overlay(json.RawMessage(found), values(map[string]*string{
		"total": of("120.00"), "vendorName": nil, "dueDate": of("2026-10-01"),
	}), nil)
	want := `{"total":{"value":"120.00","confidence":1,"source":"human","checks":[],"original":{"value":"119.00",` +
		`"raw":"119,00 €","page":1}},` +
		`"vendorName":{"value":null,"confidence":1,"source":"human","checks":[],"original":{"value":"A"}},` +
		`"dueDate":{"value":"2026-10-01","confidence":1,"source":"human","checks":[],"original":null}}`
	require.NoError(t, err)
	assert.Equal(t, string(got), want, "got")
	got, err = correct.Overlay(json.RawMessage(found), correct.State{}, nil)
	assert.True(t, err == nil && string(got) == found, "without marks", string(got), err)
	for _, broken := range []string{`[]`, `{"a"`, `{"a":1`, `"x"`} {
		_, err := correct.Overlay(json.RawMessage(broken), values(map[string]*string{"total": nil}), nil)
		assert.Error(t, err, broken, "was taken")
	}
}

func values(by map[string]*string) correct.State { return correct.State{Values: by} }

func FuzzApply(f *testing.F) {
	for _, seed := range [][2]string{{"total", "1.00"}, {"lineItems.2.amount", "1.00"}, {"tags.0", "x"},
		{"stops.0.town", "x"}, {"a..b", ""}, {"lineItems.0", "\xff"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, path, value string) {
		got, err := correct.Apply("invoice", json.RawMessage(schema), json.RawMessage(invoice),
			map[string]*string{path: &value})
		if err != nil {
			require.True(t, apierror.Is(err, contract.CodeInvalidRequest), err)
			return
		}
		require.True(t, json.Valid(got), path, value, "makes", string(got))
		// Applying the same change again has no effect.
		again, err := correct.Apply("invoice", json.RawMessage(schema), got, map[string]*string{path: &value})
		require.NoError(t, err, path, value, "then")
		require.Equal(t, string(again), string(got), path, value, "then")
	})
}
