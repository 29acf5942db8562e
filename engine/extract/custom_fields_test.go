package extract_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/lab/pdfgen"
)

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
	if err != nil {
		t.Fatal(err)
	}
	res, err := e.Extract(t.Context(), extract.Request{Data: freightPDF(), Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, res, result.TypeInvoice, map[string]string{
		"invoiceNumber": "HH-2207", "total": "120.00", "costCentre": "4410 North", "loadedOn": "2031-03-17",
		"grossWeight": "1240.5", "insured": "true",
	})
	for name, want := range map[string]any{
		"stops": []string{"Leeds", "York", "Hull"},
		"drums": []map[string]string{
			{"drumNumber": "D-1", "contents": "Linseed oil", "litres": "200"},
			{"drumNumber": "D-2", "contents": "Turpentine", "litres": "58.5"},
		},
		"nowhere": nil,
	} {
		if got := res.Data[name]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	for path, raw := range map[string]string{
		"costCentre": "4410 North", "loadedOn": "17/03/2031", "stops.1": "York,", "drums.1.litres": "58.5",
	} {
		f := res.Fields[path]
		if f.Raw != raw || f.Page == nil || *f.Page != 1 || f.Box == nil || f.Source != document.SourceText ||
			f.Confidence <= 0.3 || f.Confidence > 0.9 {
			b, _ := json.Marshal(f)
			t.Errorf("%s: %s", path, b)
		}
	}
	if f := res.Fields["grossWeight"]; !strings.Contains(f.Raw, "1,240.5") {
		t.Errorf("raw %q", f.Raw)
	}
	if plain, err := e.Extract(t.Context(), extract.Request{Data: freightPDF()}); err != nil ||
		plain.Data["costCentre"] != nil ||
		plain.Confidence != res.Confidence {
		t.Errorf("without a schema: %v, %v", plain, err)
	}
}
