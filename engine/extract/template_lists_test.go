package extract_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const crateSchema = `{"properties": {
	"consignee": {"type": "string"}, "depot": {"type": "string"}, "leavesOn": {"type": "string", "format": "date"},
	"parts": {"type": "array", "items": {"type": "object", "properties": {
		"crate": {"type": "string"}, "quantity": {"type": "integer"}, "weight": {"type": "number"}}}}}}`

// crateList is a list whose texts reach below the next heading, and each row has a line below that is not a row. Its
// depot has no label.
func crateList(depot, consignee, period string, crates ...string) *document.Document {
	c := sheettest.A4()
	c.Put(60, 60, 14, "PACKING LIST")
	c.Put(60, 90, 9, depot)
	c.Put(60, 120, 9, "Consignee: "+consignee)
	c.Put(60, 140, 9, "Window of transport: "+period)
	c.Put(60, 160, 9, "Vessel: Maria")
	c.Put(60, 180, 9, "Packed by: W. Stone")
	c.Put(60, 220, 9, "Crate")
	c.Put(150, 220, 9, "Quantity")
	c.Put(400, 220, 9, "Weight")
	for i, crate := range crates {
		y := 240 + 24*float64(i)
		c.Put(60, y, 9, crate+" of green apples pink")
		c.Put(186, y, 9, fmt.Sprint(i+4))
		c.Put(400, y, 9, fmt.Sprintf("%d.50", i+12))
		c.Put(60, y+11, 9, "Reserve")
		c.Put(186, y+11, 9, "1")
	}
	return sheettest.Bind(c)
}

func crateRows(crates ...string) []any {
	var rows []any
	for i, crate := range crates {
		rows = append(rows, map[string]any{"crate": crate + " of green apples pink", "quantity": fmt.Sprint(i + 4),
			"weight": fmt.Sprintf("%d.50", i+12)})
	}
	return rows
}

// TestLearnedSchemaValues corrects two documents and extracts a third one of the layout, and an empty form of it.
func TestLearnedSchemaValues(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(crateSchema))
	require.NoError(t, err)
	req := extract.Request{DocumentType: result.TypeGeneric, Schema: schema}
	learn := func(name, depot, consignee, period, leaves string, crates ...string) template.Example {
		return models().Learn(t.Context(), crateList(depot, consignee, period, crates...), extract.LearnRequest{
			Request: req, Document: name, Touched: []string{"depot", "consignee", "leavesOn", "parts"},
			Data: map[string]any{"depot": depot, "consignee": consignee, "leavesOn": leaves, "parts": crateRows(crates...)}})
	}
	doc := crateList("North Quay", "Lindner Ltd", "3 May 2026 - 9 May 2026", "K7", "K8", "K9")
	plain := models().Extract(t.Context(), doc, req)
	req.FindTemplates = func(context.Context, template.Fingerprint) []template.Template {
		return []template.Template{template.New("lay-1", 1, []template.Example{
			learn("doc-1", "West Pier", "Oak & Sons", "1 May 2026 - 4 May 2026", "2026-05-04", "K1", "K2"),
			learn("doc-2", "Harbor Street", "Fern Ltd", "2 May 2026 - 8 May 2026", "2026-05-08", "K3", "K4", "K5"),
		})}
	}
	res := models().Extract(t.Context(), doc, req)
	rows := fmt.Sprint(res.Data["parts"])
	want := "[map[crate:K7 of green apples pink quantity:4 weight:12.50] " +
		"map[crate:K8 of green apples pink quantity:5 weight:13.50] " +
		"map[crate:K9 of green apples pink quantity:6 weight:14.50]]"
	require.Equal(t, want, rows)
	require.True(t, rows != fmt.Sprint(plain.Data["parts"]), "the list needs no template")
	require.Equal(t, document.SourceLearned, res.Fields["parts.1.crate"].Source)
	require.Equal(t, "doc-1", res.Fields["parts.1.crate"].Learned.Document)
	require.Equal(t, "2026-05-09", res.Fields["leavesOn"].Value, plain.Fields["leavesOn"])
	require.Equal(t, "North Quay", res.Fields["depot"].Value, plain.Fields["depot"])
	require.Equal(t, document.SourceText, res.Fields["consignee"].Source)
	before, after := plain.Fields["consignee"].Confidence, res.Fields["consignee"].Confidence
	require.True(t, after > before && after > 0.9, before, after)

	empty := models().Extract(t.Context(), crateList("", "", ""), req)
	for _, name := range []string{"depot", "consignee", "leavesOn", "parts"} {
		v, found := empty.Data[name]
		assert.False(t, found, name, "of an empty form", v)
	}
}

// A learned place that holds no digit on another page answers no number.
func TestLearnedPlaceOfAnotherForm(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(`{"properties": {"depotNumber": {"type": "string"}}}`))
	require.NoError(t, err)
	req := extract.Request{DocumentType: result.TypeGeneric, Schema: schema}
	learn := func(name, depot, period string) template.Example {
		return models().Learn(t.Context(), crateList(depot, "Oak & Sons", period, "K1"), extract.LearnRequest{
			Request: req, Document: name, Touched: []string{"depotNumber"}, Data: map[string]any{"depotNumber": depot}})
	}
	req.FindTemplates = func(context.Context, template.Fingerprint) []template.Template {
		return []template.Template{template.New("lay-1", 1, []template.Example{
			learn("doc-1", "W-118", "1 May 2026 - 4 May 2026"), learn("doc-2", "H-207", "2 May 2026 - 8 May 2026")})}
	}
	for depot, want := range map[string]string{"N-342": "N-342", "closed": ""} {
		res := models().Extract(t.Context(), crateList(depot, "Lindner Ltd", "3 May 2026 - 9 May 2026", "K7"), req)
		assert.Equal(t, want, res.Fields["depotNumber"].Value, depot)
	}
}
