package extract_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// oddPDF is an invoice with its number at an unusual place.
func oddPDF() *pdfgen.Document {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Haulage Ltd")
	p.BoldRight(540, 60, 18, "INVOICE")
	p.Text(60, 130, 9, "We keep this under HH/2207 as ever")
	p.Text(60, 150, 9, "Invoice Date: March 18, 2031")
	for i, row := range [][2]string{{"Subtotal", "100.00"}, {"VAT 20%", "20.00"}, {"Total GBP", "120.00"}} {
		p.Text(380, 400+16*float64(i), 9, row[0])
		p.TextRight(540, 400+16*float64(i), 9, row[1])
	}
	return doc
}

func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	t.Cleanup(func() { _ = e.Close(context.Background()) })
	return e
}

func answers(t *testing.T, text string) *llm.Answers {
	t.Helper()
	a, err := llm.ParseAnswers([]byte(text))
	require.NoError(t, err)
	return &a
}

// wire encodes and decodes a document as it is stored until the answers arrive.
func wire(t *testing.T, doc *document.Document) *document.Document {
	t.Helper()
	b, err := json.Marshal(doc)
	require.NoError(t, err)
	back := &document.Document{}
	require.NoError(t, json.Unmarshal(b, back))
	return back
}

func TestQuestionsAndAnswers(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	schema, err := custom.Parse([]byte(
		`{"type":"object","properties":{"motto":{"type":"string"},"vendorName":{"type":"string"}}}`))
	require.NoError(t, err)
	req := extract.Request{Data: oddPDF().Bytes(), DocumentType: result.TypeInvoice, Schema: schema, WantQuestions: true}
	first, err := e.Extract(t.Context(), req)
	require.NoError(t, err)
	require.True(t, first.Questions != nil, first)
	var names []string
	for _, q := range first.Questions.Fields {
		names = append(names, q.Name)
	}
	if !slices.Contains(names, "invoiceNumber") || !slices.Contains(names, "motto") || slices.Contains(names, "total") ||
		slices.Contains(names, "vendorName") {
		t.Errorf("asks for %v", names)
	}
	doc := wire(t, first.Questions.Document)
	req.Data, req.WantQuestions = nil, false
	if again, err := e.Answer(t.Context(), doc, req); err != nil || !reflect.DeepEqual(again.Fields, first.Fields) ||
		again.Questions != nil {
		t.Errorf("without answers: %+v, %v", again, err)
	}
	req.Answers = answers(t, `{"invoiceNumber":"HH/2207","motto":"as ever","vendorName":"VAT","total":"100.00",`+
		`"customerName":"Nobody Ltd"}`)
	second, err := e.Answer(t.Context(), doc, req)
	require.NoError(t, err)
	expect(t, second, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HH/2207", "motto": "as ever", "vendorName": "Harrow Haulage Ltd", "total": "120.00",
		"subtotal": "100.00",
	})
	number := second.Fields["invoiceNumber"]
	if number.Source != document.SourceModel || number.Page == nil || number.Box == nil || number.Confidence > 0.6 ||
		number.Confidence <= 0 {
		t.Errorf("%+v", number)
	}
	if second.Data["customerName"] != nil || second.Confidence <= first.Confidence {
		t.Errorf("customer %v, confidence %v after %v", second.Data["customerName"], second.Confidence, first.Confidence)
	}
	motto := second.Fields["motto"]
	assert.True(t, motto.Confidence <= 0.6 && motto.Source == document.SourceModel, motto)
}

// Questions are made only on request, and never about fields of the e-invoice.
func TestNoQuestions(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	plain, err := e.Extract(t.Context(), extract.Request{Data: oddPDF().Bytes(), DocumentType: result.TypeInvoice})
	require.NoError(t, err)
	assert.True(t, plain.Questions == nil, plain)
	doc := oddPDF()
	doc.Attach("invoice.xml", []byte(`<CrossIndustryInvoice `+
		`xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">`+
		`<ExchangedDocument><ID>A-18</ID></ExchangedDocument></CrossIndustryInvoice>`))
	exact, err := e.Extract(t.Context(), extract.Request{Data: doc.Bytes(), WantQuestions: true})
	require.NoError(t, err)
	assert.True(t, exact.Questions == nil, exact)
}

// A misread digit that contradicts two equations is corrected.
func TestMisreadAmountRepair(t *testing.T) {
	t.Parallel()
	const path = "lineItems.0.amount"
	doc := britishBill().letterhead()
	amount := models().Document(doc, result.TypeInvoice).Fields[path]
	res := models().Document(misread(doc, amount), result.TypeInvoice)
	got := res.Fields[path]
	if got.Value != amount.Value || got.Source != document.SourceDerived || got.Raw == amount.Raw || got.Box == nil {
		t.Errorf("%+v, want %s derived", got, amount.Value)
	}
	for _, c := range res.Checks {
		assert.True(t, c.Passed, "check", c)
	}
}

// misread turns a page into OCR text, with one wrong digit in a field.
func misread(doc *document.Document, f result.Field) *document.Document {
	for i := range doc.Pages[0].Lines {
		words := doc.Pages[0].Lines[i].Words
		for j := range words {
			w := &words[j]
			w.Source, w.Confidence = document.SourceOCR, 0.97
			if b := *f.Box; w.Box.CenterX() > b[0] && w.Box.CenterX() < b[2] && w.Box.CenterY() > b[1] &&
				w.Box.CenterY() < b[3] {
				w.Text, w.Confidence = confuse(w.Text), 0.8
			}
		}
	}
	return doc
}

// confuse changes the first digit that resembles another.
func confuse(text string) string {
	twins := map[byte]byte{'1': '7', '3': '8', '4': '9', '5': '6', '6': '5', '7': '1', '8': '3', '9': '4'}
	for i := range len(text) {
		if twin, ok := twins[text[i]]; ok {
			return text[:i] + string(twin) + text[i+1:]
		}
	}
	return text
}

const deliverySchema = `{"type":"object","properties":{
	"invoiceNumber": {"type":"string","description":"kept by the type"},
	"costCentre": {"type":"string"},
	"loadedOn": {"type":"string","format":"date","title":"Loading date"},
	"grossWeight": {"type":"number"},
	"insured": {"type":["boolean","null"]},
	"nowhere": {"type":"string"},
	"stops": {"type":"array","items":{"type":"string"}},
	"drums": {"type":"array","items":{"type":"object","properties":{
		"drumNumber":{"type":"string"},"contents":{"type":"string"},"litres":{"type":"number"}}}}
}}`

// freightPDF is an invoice with additional fields.
func freightPDF() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Bold(60, 60, 16, "Harrow Haulage Ltd")
	p.BoldRight(540, 60, 18, "INVOICE")
	for i, line := range [][2]string{
		{"Invoice No:", "HH-2207"}, {"Invoice Date:", "March 18, 2031"}, {"Cost Centre:", "4410 North"},
		{"Loading date:", "17/03/2031"},
		{"Gross weight:", "1,240.5 kg"}, {"Insured:", "yes"}, {"Stops:", "Leeds, York, Hull"},
	} {
		p.Text(60, 130+16*float64(i), 9, line[0])
		p.Text(160, 130+16*float64(i), 9, line[1])
	}
	for i, row := range [][3]string{{"Drum No.", "Contents", "Litres"}, {"D-1", "Linseed oil", "200"},
		{"D-2", "Turpentine", "58.5"}} {
		y := 290 + 16*float64(i)
		p.Text(60, y, 9, row[0])
		p.Text(160, y, 9, row[1])
		p.TextRight(330, y, 9, row[2])
	}
	p.Text(380, 400, 9, "Total GBP")
	p.TextRight(540, 400, 9, "120.00")
	return doc.Bytes()
}

func TestExtractWithSchema(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	schema, err := custom.Parse([]byte(deliverySchema))
	require.NoError(t, err)
	res, err := e.Extract(t.Context(), extract.Request{Data: freightPDF(), Schema: schema})
	require.NoError(t, err)
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HH-2207", "total": "120.00", "costCentre": "4410 North", "loadedOn": "2031-03-17",
		"grossWeight": "1240.5", "insured": "true",
	})
	for name, want := range map[string]any{
		"stops": []string{"Leeds", "York", "Hull"},
		"drums": []map[string]any{
			{"drumNumber": "D-1", "contents": "Linseed oil", "litres": "200"},
			{"drumNumber": "D-2", "contents": "Turpentine", "litres": "58.5"},
		},
		"nowhere": nil,
	} {
		got := res.Data[name]
		assert.True(t, reflect.DeepEqual(got, want), name, got, "want", want)
	}
	for path, raw := range map[string]string{
		"costCentre": "4410 North", "loadedOn": "17/03/2031", "stops.1": "York,", "drums.1.litres": "58.5",
	} {
		f := res.Fields[path]
		if f.Raw != raw || f.Page == nil || *f.Page != 1 || f.Box == nil || f.Source != document.SourceText ||
			f.Confidence <= 0.3 || f.Confidence > 0.98 {
			b, _ := json.Marshal(f)
			t.Errorf("%s: %s", path, b)
		}
	}
	assert.Contains(t, res.Fields["grossWeight"].Raw, "1,240.5", "raw")
	if plain, err := e.Extract(t.Context(), extract.Request{Data: freightPDF()}); err != nil ||
		plain.Data["costCentre"] != nil ||
		plain.Confidence != res.Confidence {
		t.Errorf("without a schema: %v, %v", plain, err)
	}
}
