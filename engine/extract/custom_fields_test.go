package extract_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
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
	require.NoError(t, err)
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

// TestUnlabeledParties asks for the seller and the buyer in words that the page does not print.
func TestUnlabeledParties(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(`{"properties": {
		"shop": {"type": "string", "description": "The company that sells"},
		"shopAddress": {"type": "string", "description": "Address of the company that sells"},
		"agency": {"type": "string", "description": "The agency that buys"},
		"carrier": {"type": "string", "description": "The company that carries the goods"}}, "required": ["carrier"]}`))
	require.NoError(t, err)
	bill := britishBill()
	res := models().Extract(t.Context(), bill.letterhead(), extract.Request{DocumentType: result.TypeGeneric, Schema: schema})
	if res.Data["shop"] != bill.Vendor || res.Data["agency"] != bill.Buyer || res.Data["carrier"] != nil ||
		res.Data["shopAddress"] != bill.Street+", "+bill.Town {
		t.Errorf("%v", res.Data)
	}
	// The required carrier is missing.
	mean := (res.Fields["shop"].Confidence + res.Fields["agency"].Confidence + res.Fields["shopAddress"].Confidence) / 4
	assert.True(t, math.Abs(res.Confidence-mean) <= 0.001, "confidence", res.Confidence, "want", mean)
}

// TestFormLikeInvoice reads a form with fields and the words of an invoice, which lacks its total.
func TestFormLikeInvoice(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(`{"properties": {"courier": {"type": "string"}}}`))
	require.NoError(t, err)
	s := sheettest.A4()
	s.Column(50, 60, 9, "Invoice", "Invoice number: 4711", "Invoice date: 4 March 2031", "Due date:", "Courier:")
	doc := sheettest.Bind(s)
	for range 3 {
		doc.Pages[0].Fields = append(doc.Pages[0].Fields, document.FormField{Type: document.TextField, Name: "courier",
			Value: "Oak Trading", Box: document.Box{X0: 0.3, Y0: 0.12, X1: 0.5, Y1: 0.14}})
	}
	for fields, want := range map[int]result.DocumentType{0: result.TypeInvoice, 3: result.TypeGeneric} {
		d := *doc
		d.Pages = []document.Page{doc.Pages[0]}
		d.Pages[0].Fields = doc.Pages[0].Fields[:fields]
		res := models().Extract(t.Context(), &d, extract.Request{Schema: schema})
		assert.Equal(t, res.DocumentType, want, fields, "fields")
	}
}

// TestOfficeForms reads the form fields of documents and pages.
func TestOfficeForms(t *testing.T) {
	t.Parallel()
	control := func(properties, content string) string {
		return "<w:sdt><w:sdtPr>" + properties + "</w:sdtPr><w:sdtContent>" + content + "</w:sdtContent></w:sdt>"
	}
	run := func(text string) string { return "<w:r><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>" }
	legacy := func(data string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>` + data + `</w:ffData></w:fldChar></w:r>`
	}
	word := officegen.DOCX("<w:p>" + run("Colour of the fence ") +
		control(`<w:tag w:val="f1"/>`, run("moss ")+run("green")) + run(".") + "</w:p>" +
		control(`<w:alias w:val="Remarks"/><w:showingPlcHdr/>`, officegen.Paragraph("Click to enter text.")) +
		`<w:tbl><w:tr><w:tc><w:p>` + run("Garden tool") + `</w:p></w:tc>` + control(`<w:text/>`, "<w:tc>"+
		officegen.Paragraph("spade")+"</w:tc>") + "</w:tr></w:tbl><w:p>" +
		control(`<w:alias w:val="Newsletter"/><w14:checkbox xmlns:w14="x"><w14:checked w14:val="1"/></w14:checkbox>`,
			run("☒")) +
		run(" yes please ") + control(`<w:alias w:val="Delivery"/><w:dropDownList/>`, run("Courier")) + "</w:p><w:p>" +
		legacy(`<w:name w:val="Text1"/><w:statusText w:val="Date of entry"/><w:textInput/>`) +
		`<w:r><w:instrText>FORMTEXT</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>` + run("04.03.2031") +
		`<w:r><w:fldChar w:fldCharType="end"/></w:r>` + run(" ") +
		legacy(`<w:name w:val="Blind"/><w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>`) + " " +
		legacy(`<w:name w:val="Country"/><w:ddList><w:result w:val="1"/><w:listEntry w:val="Austria"/>`+
			`<w:listEntry w:val="Peru"/></w:ddList>`) + "</w:p>")
	const page = `<!DOCTYPE html><form><p>Colour of the fence <input name=f1 value="moss green"></p>
		<label for=r>Remarks</label> <textarea id=r placeholder="Say more"></textarea>
		<p><input aria-label="Garden tool" value=spade>
		<p><label><input type=checkbox name=n checked> Newsletter</label> <input type=checkbox name=blind>
		<select name=x title=Delivery><option>Post<option selected>Courier</select>
		<input name=entry_date type=date value=2031-03-04> <input type=submit value="Send remarks">
		<select name=country><option value="">Choose<option>Chile</select>`
	schema, err := custom.Parse([]byte(`{"properties":{"fenceColour":{"type":"string","title":"Colour of the fence"},
		"remarks":{"type":"string"},"tool":{"type":"string","title":"Garden tool"},"newsletter":{"type":"boolean"},
		"delivery":{"enum":["Courier","Post"]},"entryDate":{"type":"string","format":"date","title":"Date of entry"},
		"blind":{"type":"boolean"},"country":{"type":"string"}}}`))
	require.NoError(t, err)
	want := map[string]string{"fenceColour": "moss green", "tool": "spade", "newsletter": "true", "delivery": "Courier",
		"entryDate": "2031-03-04", "blind": "false"}
	for name, data := range map[string][]byte{"docx": word, "html": []byte(page)} {
		res, err := newEngine(t).Extract(t.Context(), extract.Request{Data: data, DocumentType: "generic", Schema: schema})
		require.NoError(t, err)
		for _, p := range schema.Properties {
			w, f := want[p.Name], res.Fields[p.Name]
			if p.Name == "country" && name == "docx" {
				w = "Peru"
			}
			if f.Value != w || w != "" && f.Source != document.SourceForm {
				t.Errorf("%s: %s: %+v, want %q", name, p.Name, f, w)
			}
		}
	}
}
