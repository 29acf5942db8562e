package extract_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
)

const nestedSchema = `{
	"$defs": {"maker": {"type": "object", "properties": {"name": {"type": "string", "x-labels": ["Made by", "Maker"]}}}},
	"required": ["employer", "sold"],
	"properties": {
		"employer": {"type": "object", "title": "Employer", "required": ["address", "since"], "properties": {
			"address": {"type": "object", "required": ["city"], "properties": {
				"city": {"type": "string", "x-labels": "Place of work"}}},
			"since": {"type": "string", "format": "date", "x-labels": "Working there since"},
			"tools": {"type": "array", "items": {"type": "string"}, "x-labels": "Tools in use"}}},
		"total": {"type": "object", "properties": {"words": {"type": "string", "x-labels": "Place of work"}}},
		"sold": {"type": "array", "items": {"type": "object", "properties": {
			"ware": {"type": "string"}, "maker": {"$ref": "#/$defs/maker"}}}}
	}}`

// TestNestedSchema extracts nested values, corrects one, and extracts again with the learned template.
func TestNestedSchema(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(nestedSchema))
	if err != nil {
		t.Fatal(err)
	}
	s := sheettest.A4()
	s.Put(60, 700, 9, "Place of work: Hull")
	s.Put(60, 720, 9, "Tools in use: saw, adze")
	bill := britishBill()
	doc := bill.letterhead()
	doc.Pages[0].Lines = append(doc.Pages[0].Lines, sheettest.Bind(s).Pages[0].Lines...)
	req := extract.Request{DocumentType: result.TypeInvoice, Schema: schema}
	res := models().Extract(t.Context(), doc, req)
	want := map[string]any{"address": map[string]any{"city": "Hull"}, "tools": []string{"saw", "adze"}}
	if got := res.Data["employer"]; !reflect.DeepEqual(got, want) || res.Fields["employer.address.city"].Raw != "Hull" ||
		res.Fields["employer.tools.1"].Value != "adze" {
		t.Errorf("%v, %+v", got, res.Fields["employer.address.city"])
	}
	if _, isText := res.Data["total"].(string); !isText || !slices.Equal(res.Basis.Required, []string{
		"employer.address.city", "employer.since", "sold"}) {
		t.Errorf("total %v, required %v", res.Data["total"], res.Basis.Required)
	}
	example := models().Learn(t.Context(), doc, extract.LearnRequest{Request: req, Document: "doc-1",
		Data:    map[string]any{"employer": map[string]any{"address": map[string]any{"city": bill.number}}},
		Touched: []string{"employer.address.city"}})
	req.FindTemplates = func(context.Context, template.Fingerprint) []template.Template {
		return []template.Template{template.New("lay-1", 1, []template.Example{example})}
	}
	res = models().Extract(t.Context(), doc, req)
	if f := res.Fields["employer.address.city"]; f.Value != bill.number || f.Source != document.SourceLearned ||
		!reflect.DeepEqual(res.Data["employer"].(map[string]any)["address"], map[string]any{"city": bill.number}) {
		t.Errorf("%+v, %v", f, res.Data["employer"])
	}
}
