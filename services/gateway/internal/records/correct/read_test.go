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

// document is one as far as it shows how it writes.
type document struct{ data, fields, language string }

func (d document) read(path, value string, typed bool) (string, error) {
	w := correct.WritingOf(json.RawMessage(d.data), json.RawMessage(d.fields), d.language)
	documentType := "invoice"
	if path == "time" {
		documentType = "receipt"
	}
	values := map[string]*string{path: &value}
	read, err := correct.Read(documentType, json.RawMessage(schema), json.RawMessage(d.data), w, values, typed)
	if err != nil {
		return "", err
	}
	if _, err := correct.Apply(documentType, json.RawMessage(schema), json.RawMessage(d.data), read); err != nil {
		return "", err
	}
	return *read[path], nil
}

var (
	german   = document{`{"currency":"EUR"}`, `{}`, "de"}
	american = document{`{"currency":"USD"}`, `{}`, "en"}
	british  = document{`{"currency":"GBP"}`, `{}`, "en"}
	unknown  = document{`{}`, `{}`, ""}
	canadian = document{`{"currency":"CAD"}`, `{}`, "en"}
	printed  = document{`{"currency":"CAD"}`, `{"dueDate":{"raw":"13/02/2014"},"total":{"raw":"1.234,50"}}`, "en"}
	yen      = document{`{"currency":"JPY"}`, `{}`, "en"}
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in                document
		path, typed, want string
	}{
		{german, "issueDate", "02.12.2014", "2014-12-02"},
		{german, "issueDate", "2/12/2014", "2014-12-02"},
		{american, "issueDate", "2/12/2014", "2014-02-12"},
		{british, "issueDate", "2/12/2014", "2014-12-02"},
		{american, "issueDate", "02.12.2014", "2014-12-02"},
		{unknown, "issueDate", "13/02/14", "2014-02-13"},
		{printed, "issueDate", "03/04/2014", "2014-04-03"},
		{german, "issueDate", "2. Dezember 2014", "2014-12-02"},
		{unknown, "issueDate", "2 décembre 2014", "2014-12-02"},
		{unknown, "issueDate", "2 de diciembre de 2014", "2014-12-02"},
		{unknown, "issueDate", "2 dicembre 2014", "2014-12-02"},
		{unknown, "issueDate", "2 december 2014", "2014-12-02"},
		{unknown, "issueDate", "2 de dezembro de 2014", "2014-12-02"},
		{unknown, "issueDate", "2 grudnia 2014", "2014-12-02"},
		{unknown, "issueDate", "December 2, 2014", "2014-12-02"},
		{unknown, "issueDate", "2-Oct-2014", "2014-10-02"},
		{unknown, "issueDate", "2014/12/02", "2014-12-02"},
		{unknown, "issueDate", "2014-12-02", "2014-12-02"},
		{american, "total", "30,473.00", "30473.00"},
		{german, "total", "30.473,00", "30473.00"},
		{german, "total", "30,473.00", "30473.00"},
		{german, "total", "30 473,00", "30473.00"},
		{german, "total", "30\u00a0473,00", "30473.00"},
		{german, "total", "30'473.00", "30473.00"},
		{german, "total", "30’473.00", "30473.00"},
		{german, "total", "€ 30.473,00", "30473.00"},
		{german, "total", "30.473,00 EUR", "30473.00"},
		{german, "total", "30473", "30473.00"},
		{german, "total", "(12.50)", "-12.50"},
		{german, "total", "12,50-", "-12.50"},
		{german, "total", "−12,50", "-12.50"},
		{german, "total", "1.234", "1234.00"},
		{american, "total", "1,234", "1234.00"},
		{american, "total", "1.234", "1.234"},
		{yen, "total", "¥1,234", "1234"},
		{unknown, "total", "1.234,50", "1234.50"},
		{printed, "total", "2.000", "2000.00"},
		{german, "lineItems.0.quantity", "2,50", "2.5"},
		{german, "lineItems.0.quantity", "1.500", "1500"},
		{german, "lineItems.0.taxRate", "19,0 %", "19"},
		{german, "currency", "€", "EUR"},
		{german, "currency", "chf", "CHF"},
		{german, "iban", "de89 3704 0044 0532 0130 00", "DE89370400440532013000"},
		{german, "bic", "COBA DE FF XXX", "COBADEFFXXX"},
		{german, "time", "8:49 PM", "20:49"},
		{german, "time", "18.05 Uhr", "18:05"},
		{german, "weight", "2,5", "2.5"},
		{german, "arrival", "02.12.2014", "2014-12-02"},
		{german, "vendorName", "02.12.2014", "02.12.2014"},
	} {
		got, err := c.in.read(c.path, c.typed, true)
		require.NoError(t, err, c.path, c.typed)
		assert.Equal(t, got, c.want, c.path, c.typed)
		again, err := c.in.read(c.path, c.want, false)
		assert.True(t, err == nil && again == c.want, c.path, c.want, "as records have it", again, err)
	}
}

func TestReadRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in                document
		path, typed, want string
	}{
		{unknown, "issueDate", "03/04/2014", "is ambiguous: 2014-04-03 or 2014-03-04"},
		{canadian, "issueDate", "03/04/2014", "is ambiguous: 2014-04-03 or 2014-03-04"},
		{unknown, "total", "1.234", "is ambiguous: 1234.00 or 1.234"},
		{unknown, "total", "1,234", "is ambiguous: 1234.00 or 1.234"},
		{german, "total", "£ 12.50", "is in GBP, and the document's amounts are in EUR"},
		{german, "total", "a lot", "must be an amount"},
		{german, "total", "12,50 12,50", "must be an amount"},
		{german, "total", "19 %", "must be an amount"},
		{german, "total", "12.50A", "must be an amount"},
		{german, "issueDate", "31.02.2014", "must be a date"},
		{german, "issueDate", "2026-10-01T00:00:00Z", "must be a date"},
		{german, "issueDate", "about 02.12.2014", "must be a date"},
		{german, "issueDate", "01.10. to 02.10.2014", "must be a date"},
		{german, "currency", "$", "must be an ISO 4217 currency"},
		{german, "time", "25:00", "must be a time"},
		{german, "arrival", "soon", "is no date"},
	} {
		_, err := c.in.read(c.path, c.typed, true)
		refused, ok := correct.Refused(err)
		if !ok || refused.Path != c.path || !strings.Contains(refused.Reason, c.want) ||
			!apierror.Is(err, contract.CodeInvalidRequest) || !strings.Contains(apierror.Of(err).Public, c.path) {
			t.Errorf("%s %q: %v, want %q", c.path, c.typed, err, c.want)
		}
	}
}

// Programs write as records do, and a value equal to the present one stays, even if it is ambiguous.
func TestReadRecordForm(t *testing.T) {
	t.Parallel()
	got, err := german.read("total", "1.234", false)
	assert.True(t, err == nil && got == "1.234", "a program's 1.234", got, err)
	present := document{`{"currency":"EUR","total":"1.234","lineItems":[{"unitPrice":"0.125"},{"unitPrice":"1.125"}]}`,
		`{}`, "de"}
	for path, value := range map[string]string{"total": "1.234", "lineItems.1.unitPrice": "1.125"} {
		got, err := present.read(path, value, true)
		assert.True(t, err == nil && got == value, path, "saved as it was", got, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"02.12.2014", "30.473,00", "(1)", "€", "1.234", "2-Oct-2014", "-",
		"١", "1 2 3", "\xff"} {
		f.Add("total", seed)
		f.Add("issueDate", seed)
		f.Add("lineItems.0.quantity", seed)
	}
	f.Fuzz(func(t *testing.T, path, value string) {
		for _, d := range []document{german, american, unknown} {
			got, err := d.read(path, value, true)
			if err != nil {
				require.True(t, apierror.Is(err, contract.CodeInvalidRequest), err)
				continue
			}
			again, err := d.read(path, got, false)
			require.True(t, err == nil && again == got, path, value, "is read as", got, "and that as", again, err)
		}
	})
}
