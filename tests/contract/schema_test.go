package contract_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func customFields(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	const text = "INVOICE\n\nInvoice number: R-7\nInvoice date: 2026-10-01\nCost centre: CC-4711\nDelivery week: " +
		"41\nApproved on: 2026-10-05\nTotal: 119.00 EUR\n"
	const schema = `{"type": "object", "properties": {
		"costCentre": {"type": "string", "description": "Cost centre"},
		"deliveryWeek": {"type": ["integer", "null"], "description": "Delivery week"},
		"approvedOn": {"type": "string", "format": "date", "description": "Approved on"},
		"total": {"type": "string", "description": "Delivery week"},
		"employer": {"type": "object", "required": ["name", "town"], "properties": {
			"name": {"type": "string", "x-labels": "Cost centre"}, "town": {"type": "string", "title": "Market town"}}},
		"positions": {"type": "array", "items": {"type": "object", "properties": {"colour": {"type": "string"},
			"maker": {"$ref": "#/$defs/maker"}}}}},
		"$defs": {"maker": {"type": "object", "properties": {"name": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}},
		"required": ["employer", "deliveryWeek"]}`
	// The parts are in any order.
	r := p.extract(value("schema", schema), texts("a.txt", text), value("document_type", "invoice"))
	data, fields := dataOf(t, r), fieldsOf(t, r)
	for name, want := range map[string]any{"costCentre": "CC-4711", "deliveryWeek": "41", "approvedOn": "2026-10-05",
		"total": "119.00", "invoiceNumber": "R-7"} {
		if got := fmt.Sprint(data[name]); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
		if f := fields[name]; fmt.Sprint(f.Value) != want || f.Source != "text" || f.Confidence <= 0 || f.Confidence > 1 {
			t.Errorf("%s came from %+v", name, f)
		}
	}
	if got := fmt.Sprint(data["employer"]); got != "map[name:CC-4711]" || fields["employer.name"].Value != "CC-4711" ||
		!slices.Equal(r.Missing, []string{"vendorName", "employer.town"}) {
		t.Errorf("employer %v, missing %v", got, r.Missing)
	}
	p.patch(r.ID, `{"data":{"costCentre":"CC-1","positions.0.colour":"red","positions.0.maker.name":"Oak",
		"employer.town":"Ulm","approvedOn":null}}`, http.StatusOK)
	r = record(t, p.get(documentsPath+"/"+r.ID))
	if data := dataOf(t, r); data["costCentre"] != "CC-1" || data["approvedOn"] != nil ||
		fmt.Sprint(data["positions"]) != "[map[colour:red maker:map[name:Oak]]]" ||
		fmt.Sprint(data["employer"]) != "map[name:CC-4711 town:Ulm]" || !slices.Equal(r.Missing, []string{"vendorName"}) {
		t.Errorf("%v, missing %v", data, r.Missing)
	}
	p.patch(r.ID, `{"data":{"approvedOn":"tomorrow"}}`, http.StatusBadRequest)
	p.patch(p.extract(texts("a.txt", text)).ID, `{"data":{"costCentre":"CC-1"}}`, http.StatusBadRequest)
}

func customFieldsRefused(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	for schema, place := range map[string]string{
		`{`: "", `[]`: "", `{"type":"string"}`: "", `{"type":"object"}`: "properties",
		`{"type":"object","properties":{}}`: "properties",
		`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"oneOf":[]}}}}}`:                      "b/oneOf",
		`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"array","items":{"type":"string"}}}}}`: "rows",
		`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"x":{"type":"array",` +
			`"items":{}}}}}}}`: "rows",
		`{"type":"object","properties":{"a":{"type":"text"}}}`:              "a",
		`{"type":"object","properties":{"a":{"type":"string","format":7}}}`: "a",
		`{"type":"object","properties":{"a":{"type":"string","description":"` + strings.Repeat("x", 64<<10) +
			`"}}}`: "65536",
	} {
		answer := p.post(extractPath, nil, http.StatusBadRequest, texts("a.txt", plainInvoice("R-1")),
			value("schema", schema))
		if answer.Code() != string(contract.CodeInvalidSchema) || !strings.Contains(string(answer.Body), place) {
			t.Errorf("%.100s: %s", schema, answer.Body)
		}
	}
	answer := p.post(extractPath, nil, http.StatusBadRequest, texts("a.txt", "text"), value("schema", "{}"),
		value("schema", "{}"))
	if answer.Code() != string(contract.CodeInvalidRequest) && answer.Code() != string(contract.CodeInvalidSchema) {
		t.Errorf("%s", answer.Body)
	}
	assert.Equal(t, p.used(), 0, "charged")
}
