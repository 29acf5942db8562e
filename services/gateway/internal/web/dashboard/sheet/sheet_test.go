package sheet_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

func of(t *testing.T, documentType, data, fields string, missing ...string) *sheet.Sheet {
	t.Helper()
	s, err := sheet.Of(contract.Record{
		ID: "ext_1", DocumentType: documentType, Data: json.RawMessage(data), Fields: json.RawMessage(fields),
		Checks: json.RawMessage(`[]`), Missing: missing,
	}, languages.English())
	require.NoError(t, err)
	return s
}

func paths(cells []sheet.Cell) string {
	var all []string
	for _, c := range cells {
		all = append(all, c.Path)
	}
	return strings.Join(all, " ")
}

func TestValueOrder(t *testing.T) {
	t.Parallel()
	s := of(t, "invoice", `{"total":"119.00","custom":"x","issueDate":"2026-10-01","invoiceNumber":"R-1"}`, `{
		"total": {"value":"119.00","raw":"119,00 €","confidence":0.7,"page":1,"box":[0.5,0.5,0.6,0.52],"source":"text","checks":["line_items"]},
		"issueDate": {"value":"2026-10-01","raw":"2026-10-01","confidence":0.9,"source":"ocr"},
		"invoiceNumber": {"value":"R-1","raw":"R-1","confidence":0.999,"source":"xml"}}`)
	assert.Equal(t, paths(s.Values), "invoiceNumber issueDate total custom", "values")
	assert.Equal(t, paths(sheet.LowFirst(s.Values)), "custom total issueDate invoiceNumber", "the least certain first")
	total := s.Values[2]
	if total.Raw != "119,00 €" || total.Percent != 70 || total.Level != "bad" || total.Page != 1 ||
		!total.Boxed || !total.Numeric ||
		total.Source != "Text of the file" || strings.Join(total.Checks, "") != "Line items" {
		t.Errorf("total %+v", total)
	}
	if number := s.Values[0]; number.Raw != "" || number.Percent != 99 || number.Level != "good" || number.Boxed {
		t.Errorf("number %+v", number)
	}
	var rest []string // of the type's single values
	for _, f := range schema.Of(schema.TypeInvoice).Fields {
		if !f.IsList() && !slices.Contains([]string{"invoiceNumber", "issueDate", "total"}, f.Name) {
			rest = append(rest, f.Name)
		}
	}
	assert.Equal(t, paths(s.Missing), strings.Join(rest, " "), "missing")
}

func TestCorrectedValues(t *testing.T) {
	t.Parallel()
	s := of(t, "receipt", `{"total":"120.00","tip":"2.00"}`, `{
		"total": {"value":"120.00","confidence":1,"source":"human","checks":[],"original":{"value":"119.00","raw":"119","confidence":0.5,"page":2,"box":[0,0,1,1],"source":"ocr"}},
		"tip": {"value":"2.00","confidence":1,"source":"human","checks":[],"original":null},
		"vendorName": {"value":null,"confidence":1,"source":"human","checks":[],"original":{"value":"Wrong","raw":"Wrong","confidence":0.5,"source":"ocr"}}}`)
	vendor, tip, total := s.Values[0], s.Values[1], s.Values[2]
	if !vendor.Removed || !vendor.WasFound || vendor.Original != "Wrong" || vendor.Value != "" {
		t.Errorf("vendor %+v", vendor)
	}
	assert.True(t, !tip.Removed && !tip.WasFound && tip.Human, "tip", tip)
	if total.Value != "120.00" || total.Original != "119.00" || total.Raw != "119" || total.Page != 2 || !total.Boxed {
		t.Errorf("total %+v", total)
	}
	if boxes := s.Boxes(2); len(boxes) != 1 || boxes[0].Path != "total" || boxes[0].Width != 1 || len(s.Boxes(1)) != 0 {
		t.Errorf("boxes %+v", boxes)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	s := of(t, "generic", `{"title":"T","keyValues":[{"key":"a","value":"b"},{"key":"c"}],"tags":["x","y"],
		"tables":[{"page":2,"rows":[["1","2","3"],["4"]]}],"text":"all of it"}`, `{}`)
	require.True(t, s.Text == "all of it" && len(s.Tables) == 3, "text", s.Text, len(s.Tables), "tables")
	pairs, grid, tags := s.Tables[0], s.Tables[1], s.Tables[2]
	if len(pairs.Columns) != 2 || pairs.Rows[1][0].Value != "c" || pairs.Rows[1][1].Known ||
		pairs.Rows[0][1].Path != "keyValues.0.value" ||
		pairs.Rows[0][1].Label != "Key values, row 1: value" {
		t.Errorf("pairs %+v", pairs)
	}
	if grid.Title != "Table 1, page 2" || len(grid.Columns) != 3 || grid.Rows[1][0].Path != "tables.0.rows.1.0" {
		t.Errorf("grid %+v", grid)
	}
	assert.True(t, len(tags.Rows) == 2 && tags.Rows[1][0].Path == "tags.1" && tags.Rows[1][0].Value == "y", "tags", tags)
}

// The table of barcodes shows no places, and cannot be replaced as a whole without them.
func TestBarcodes(t *testing.T) {
	t.Parallel()
	s := of(t, "generic", `{"barcodes":[{"format":"ean_13","value":"4006381333931","page":2,"box":[0.1,0.2,0.3,0.4]}]}`,
		`{"barcodes.0.value":{"value":"4006381333931","page":2,"box":[0.1,0.2,0.3,0.4],"source":"code"}}`)
	codes := s.Tables[0]
	assert.True(t, !codes.Whole && len(codes.Columns) == 2 && codes.Rows[0][1].Value == "4006381333931", "barcodes", codes)
	if boxes := s.Boxes(2); len(boxes) != 1 || boxes[0].Path != "barcodes.0.value" {
		t.Errorf("boxes %+v", boxes)
	}
}

func TestTitles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"vendorTaxId": "Vendor tax ID", "iban": "IBAN", "purchase_order": "Purchase order", "total": "Total", "": "",
		"ärger": "Ärger", "a__b": "A  b",
	} {
		assert.Equal(t, sheet.Title(name), want, name)
	}
}

// Boxes are within the page, for any record, with smaller ones on top.
func FuzzBoxes(f *testing.F) {
	f.Add(0.1, 0.2, 0.3, 0.4)
	f.Add(-1.0, 0.0, 2.0, 1.0)
	f.Add(0.9, 0.9, 0.1, 0.1)
	f.Fuzz(func(t *testing.T, x0, y0, x1, y1 float64) {
		box, err := json.Marshal([4]float64{x0, y0, x1, y1})
		if err != nil {
			return // not a number
		}
		s := of(t, "invoice", `{"total":"1.00","subtotal":"1.00"}`, `{"total":{"value":"1.00","page":1,"box":`+string(box)+`},
			"subtotal":{"value":"1.00","page":1,"box":[0,0,1,1]}}`)
		last := math.Inf(1)
		for _, b := range s.Boxes(1) {
			if b.X < 0 || b.Y < 0 || b.X+b.Width > 1.0001 || b.Y+b.Height > 1.0001 || b.Width < 0 || b.Height < 0 ||
				b.Width*b.Height > last {
				t.Errorf("%v: %+v", string(box), b)
			}
			last = b.Width * b.Height
		}
	})
}

// No record, however odd, is more than an error.
func FuzzOf(f *testing.F) {
	f.Add("invoice", `{"lineItems":[{"amount":"1"},{}],"taxes":[1]}`,
		`{"lineItems.0.amount":{"value":1,"page":0,"box":[0,0,0,0]}}`)
	f.Add("generic", `{"tables":[{"rows":[[null,{}]]}],"keyValues":{}}`, `{"a..b":{},".":{"source":"human"}}`)
	f.Add("", `{"":[[]]}`, `{"":null}`)
	f.Fuzz(func(_ *testing.T, documentType, data, fields string) {
		s, err := sheet.Of(contract.Record{
			DocumentType: documentType, Data: json.RawMessage(data), Fields: json.RawMessage(fields),
			Checks: json.RawMessage(`[]`),
		}, languages.English())
		if err == nil {
			s.Boxes(1)
			sheet.LowFirst(s.Values)
		}
	})
}

// A list is edited with its columns and those of its row type; an empty one has all columns of the type.
func TestTableColumns(t *testing.T) {
	t.Parallel()
	names := func(columns []sheet.Column) string {
		var all []string
		for _, c := range columns {
			all = append(all, c.Name)
		}
		return strings.Join(all, " ")
	}
	s := of(t, "receipt", `{"lineItems":[{"amount":"1.00","own":"x"}],"payments":[],"tags":["a"]}`, `{}`)
	items, tags := s.Tables[0], s.Tables[1]
	if !items.Whole || names(items.Columns) != "amount own" || names(items.More) != "description quantity unitPrice" {
		t.Errorf("line items %+v, more %+v", items.Columns, items.More)
	}
	assert.True(t, tags.Whole && names(tags.Columns) == "" && len(tags.More) == 0, "tags", tags)
	var empty []string
	for _, table := range s.Empty {
		empty = append(empty, table.Path+": "+names(table.Columns))
	}
	if got := strings.Join(empty, ", "); got != "taxes: rate base amount, payments: method amount cardLastFour" &&
		got != "payments: method amount cardLastFour, taxes: rate base amount" {
		t.Errorf("without rows: %s", got)
	}
	assert.False(t, of(t, "generic", `{"tables":[{"page":"1","rows":[["a"]]}]}`, `{}`).Tables[0].Whole,
		"a table of a generic document is no list of its own")
}

func TestLearnedValueSource(t *testing.T) {
	t.Parallel()
	const learned = `{"value":"R-1","raw":"R-1","confidence":0.97,"source":"learned",
		"learned":{"layout":"layout_1","document":"ext_2","correction":7}}`
	s := of(t, "invoice", `{"invoiceNumber":"R-1","total":"1.00","vendorName":"Nordlicht"}`, `{"invoiceNumber":`+learned+`,
		"total":{"value":"1.00","confidence":0.9,"source":"text"},
		"vendorName":{"value":"Nordlicht","confidence":1,"source":"human","original":`+learned+`}}`)
	for _, c := range s.Values {
		taught := c.Path != "total"
		if taught != (c.TaughtBy == "ext_2" && c.Layout == "layout_1") || !taught && c.TaughtBy != "" {
			t.Errorf("%s: taught by %q, layout %q", c.Path, c.TaughtBy, c.Layout)
		}
		if c.Path == "invoiceNumber" && c.Source != "Learned layout" {
			t.Errorf("source %q", c.Source)
		}
	}
}

func TestCheckTitles(t *testing.T) {
	t.Parallel()
	checks, err := sheet.ChecksOf(json.RawMessage(`[{"name":"bank_details_changed","passed":false,
		"detail":"DE1 is not an account that this vendor had before"},{"name":"sum","passed":true}]`), languages.English())
	assert.True(t, err == nil && checks[0].Title == "Bank details as before" && checks[1].Title == "Sum", checks, err)
}

func TestNestedValues(t *testing.T) {
	t.Parallel()
	s := of(t, "generic",
		`{"employer":{"address":{"city":"Ulm"},"sites":[{"zip":"1"}]},"parts":[{"maker":{"name":"Oak"}}]}`,
		`{"employer.address.city":{"value":"Ulm"},"employer.name":{"value":null,"source":"human"},
		"parts.0.maker.name":{"value":"Oak"},"parts.0.maker.mail":{"value":null,"source":"human"}}`, "employer.mail")
	if got := paths(s.Values); got != "employer.address.city employer.name" || !s.Has("employer.mail") ||
		s.Values[0].Label != "Employer address city" || s.Values[0].Value != "Ulm" || !s.Values[1].Removed {
		t.Errorf("%+v", s.Values)
	}
	if len(s.Tables) != 2 || s.Tables[0].Path != "employer.sites" ||
		paths(s.Tables[0].Rows[0]) != "employer.sites.0.zip" || paths(s.Tables[1].Rows[0]) != "parts.0.maker.name" ||
		s.Tables[1].Columns[0].Title != "Maker name" {
		t.Errorf("%+v", s.Tables)
	}
}
