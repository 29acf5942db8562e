package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/template/match"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// line is a text on an A4 page, with its left edge and top in points.
type line struct {
	x, y float64
	text string
}

func page(lines ...line) *annotate.Document { return pageOf(document.SourceText, lines...) }

func pageOf(source document.Source, lines ...line) *annotate.Document {
	const width, height, size = 595, 842, 9
	p := document.Page{Number: 1, Width: width, Height: height}
	for _, l := range lines {
		x, made := l.x, document.Line{}
		for word := range strings.FieldsSeq(l.text) {
			w := float64(len(word)) * size / 2
			box := document.Box{X0: x / width, Y0: l.y / height, X1: (x + w) / width, Y1: (l.y + size) / height}
			made.Words = append(made.Words, document.Word{Text: word, Box: box, Confidence: 1, Source: source})
			made.Box = made.Box.Union(box)
			x += w + size*0.28
		}
		p.Lines = append(p.Lines, made)
	}
	doc := &document.Document{MIMEType: "application/pdf", Pages: []document.Page{p}}
	return annotate.New(layout.Analyze(doc))
}

// bill is a page with the seller at the right, where customers usually are.
func bill(seller, street, town, number string) *annotate.Document {
	return billOf(document.SourceText, seller, street, town, number)
}

func billOf(source document.Source, seller, street, town, number string) *annotate.Document {
	return pageOf(source, line{60, 60, "Birch & Rowan"}, line{60, 71, "2 Quay Road"}, line{60, 82, "Bristol BS1 4DJ"},
		line{360, 60, seller}, line{360, 71, street}, line{360, 82, town},
		line{60, 140, "Invoice No:"}, line{160, 140, number}, line{60, 160, "Project"}, line{160, 160, "P" + number},
		line{60, 180, "Invoice Date:"}, line{160, 180, "March 18, 2024"}, line{360, 320, "Total"}, line{500, 320, "100.00"})
}

func question(read map[string]string, confidence float64) match.Question {
	return match.Question{
		Targets: match.Targets(schema.TypeInvoice, nil), Likeness: 1,
		Read: func(name string) match.Reading { return match.Reading{Value: read[name], Confidence: confidence} },
	}
}

// example corrects a vendor that was extracted as the customer.
func lesson(doc *annotate.Document, seller, address string) template.Example {
	l := match.NewPage(doc, "GBP").Learn(match.CorrectedRecord{
		Type:  schema.TypeInvoice,
		Right: map[string]string{"vendorName": seller, "vendorAddress": address},
		Read:  map[string]string{"vendorName": "Birch & Rowan", "vendorAddress": "2 Quay Road, Bristol BS1 4DJ"},
	})
	l.Document = seller
	return l
}

func TestPartiesByPosition(t *testing.T) {
	t.Parallel()
	learned := bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711")
	known := template.New("l", 1, []template.Example{lesson(learned, "Harrow Tools Ltd", "14 Mill Lane, Leeds LS1 4AP")})
	next := bill("Elm Valley Foods", "9 Orchard Street", "York YO1 7HH", "99812")
	best, likeness := match.Best(match.Fingerprint(next), schema.TypeInvoice, []template.Template{known})
	require.True(t, likeness >= template.MinLikeness, "the layout is not known again")
	read := map[string]string{"vendorName": "Birch & Rowan", "vendorAddress": "2 Quay Road, Bristol BS1 4DJ"}
	got := map[string]string{}
	for _, p := range match.NewPage(next, "GBP").Propose(&best, question(read, 0)) {
		got[p.Name] = p.Quote.Value
		assert.Equal(t, p.Example.Document, "Harrow Tools Ltd", p.Name, "was taught by")
	}
	want := map[string]string{"vendorName": "Elm Valley Foods", "vendorAddress": "9 Orchard Street, York YO1 7HH"}
	assert.Equal(t, fmt.Sprint(got), fmt.Sprint(want), "proposed", got, "want", want)
}

// Proposals consist of words on the page, whatever was learned.
func TestProposalsOnPage(t *testing.T) {
	t.Parallel()
	learned := bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711")
	known := template.New("l", 1, []template.Example{lesson(learned, "Harrow Tools Ltd", "14 Mill Lane, Leeds LS1 4AP")})
	for i, seller := range []string{"Elm Valley Foods", "Ash", "Dr. Amelia Okafor Practice", "12345678", "Oak : Sons"} {
		next := bill(seller, "9 Orchard Street", "York YO1 7HH", fmt.Sprint(i))
		var words strings.Builder
		for _, s := range next.Layout.Segments {
			words.WriteString(recognize.Compact(s.Text()))
		}
		for _, p := range match.NewPage(next, "").Propose(&known, question(nil, 0)) {
			for _, part := range p.Quote.Parts {
				if !strings.Contains(words.String(), recognize.Compact(part.Text())) {
					t.Errorf("%s: %q is not on the page", p.Name, part.Text())
				}
			}
		}
	}
}

func TestValuesNotOnPage(t *testing.T) {
	t.Parallel()
	l := lesson(bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711"), "Somebody Else", "Nowhere 1")
	assert.True(t, l.Empty(), "taught", l.Fields)
}

func TestExampleSizeLimit(t *testing.T) {
	t.Parallel()
	right, lines := map[string]string{}, []line{}
	for i, f := range schema.Of(schema.TypeInvoice).Fields {
		right[f.Name] = fmt.Sprintf("Value%d", i)
		lines = append(lines, line{60, 60 + 12*float64(i), fmt.Sprintf("Label%c: Value%d", 'a'+i%26, i)})
	}
	l := match.NewPage(page(lines...), "").Learn(match.CorrectedRecord{Type: schema.TypeInvoice, Right: right})
	data, err := json.Marshal(l)
	assert.NoError(t, err, "bytes")
	assert.True(t, len(data) <= template.MaxExampleBytes, len(data), "bytes")
}

func TestOtherLayouts(t *testing.T) {
	t.Parallel()
	learned := bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711")
	known := template.New("l", 1, []template.Example{lesson(learned, "Harrow Tools Ltd", "14 Mill Lane, Leeds LS1 4AP")})
	other := page(line{250, 50, "INVOICE"}, line{400, 300, "Amount due"}, line{500, 300, "12.00"},
		line{250, 90, "Customer No."}, line{330, 90, "88"})
	_, similarity := match.Best(match.Fingerprint(other), schema.TypeInvoice, []template.Template{known})
	assert.True(t, similarity <= 0, "another layout is taken for the one that was taught")
	_, similarity = match.Best(match.Fingerprint(learned), schema.TypePurchaseOrder, []template.Template{known})
	assert.True(t, similarity <= 0, "an order is read by an invoice's lesson")
}

// FuzzLayout applies arbitrary stored templates to a page.
func FuzzLayout(f *testing.F) {
	learned := bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711")
	seed, err := json.Marshal(lesson(learned, "Harrow Tools Ltd", "14 Mill Lane, Leeds LS1 4AP"))
	require.NoError(f, err)
	f.Add(seed)
	f.Add([]byte(`{"version":1,"fingerprint":{"keys":[1]},"fields":[{"name":"total","missed":true,` +
		`"anchors":["@1.0.0/9.n9","i#zz/0.n-1","/","@1.1.1.1/0.n99999999999","b#1/"],"constant":"x"}]}`))
	goods := wares("Description", "Rabo", "Amount")
	table, err := json.Marshal(template.Example{Version: template.Version,
		Fingerprint: template.Fingerprint{Keys: []int64{1}},
		Items:       match.NewPage(goods, "").LearnItems(seen(goodsRows()))})
	require.NoError(f, err)
	f.Add(table)
	f.Add([]byte(`{"version":1,"fingerprint":{"keys":[1]},"items":{"columns":[{"field":"amount","kind":-9,"at":[9,-9],` +
		`"cells":[0,1000]},{"field":"quantity","at":[0,0],"cells":[0,1000]},{"field":"description","cells":[0,1000]}]}}`))
	f.Add([]byte(`{"version":1,"fingerprint":{"keys":[1],"vendors":["` + match.Identifier(harrow) + `"]},` +
		`"currency":"x","monthFirst":true}`))
	open := charged(harrow, "3/4/2024", "$100.00")
	f.Fuzz(func(_ *testing.T, data []byte) {
		var l template.Example
		if json.Unmarshal(data, &l) != nil {
			return
		}
		known := template.New("l", 1, []template.Example{l})
		match.NewPage(learned, "").Propose(&known, question(nil, 0))
		match.NewPage(open, "").Propose(&known, question(map[string]string{"issueDate": april}, 0))
		match.NewPage(goods, "").Items(&known, 1)
	})
}

// BenchmarkTemplates measures matching five templates of six examples each.
func BenchmarkTemplates(b *testing.B) {
	doc := bill("Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP", "4711")
	var examples []template.Example
	for i := range template.MaxExamples {
		l := lesson(doc, "Harrow Tools Ltd", "14 Mill Lane, Leeds LS1 4AP")
		l.Document = fmt.Sprint(i)
		examples = append(examples, l)
	}
	var known []template.Template
	for i := range template.MaxTemplates {
		known = append(known, template.New(fmt.Sprint(i), 1, examples))
	}
	for b.Loop() {
		best, _ := match.Best(match.Fingerprint(doc), schema.TypeInvoice, known)
		match.NewPage(doc, "GBP").Propose(&best, question(nil, 0))
	}
}

// identified is a page of lines on A4 or a receipt roll.
func identified(roll bool, lines ...[]string) *annotate.Document {
	sheet := sheettest.A4()
	if roll {
		sheet = sheettest.Till(500)
	}
	for i, parts := range lines {
		for k, text := range parts {
			sheet.Put(10+float64(110*k), 30+14*float64(i), 8, text)
		}
	}
	return annotate.New(layout.Analyze(sheettest.Bind(sheet)))
}

// A vendor is identified by labeled tax IDs of unknown format, and by phone numbers on receipts.
func TestLabeledIdentifiers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines       [][]string
		number      string
		paper, roll bool
	}{
		"a tax number":            {[][]string{{"GST No: 000417735520"}}, "000417735520", true, true},
		"in groups":               {[][]string{{"Tax ID: 417-735 520"}}, "417735520", true, true},
		"with letters":            {[][]string{{"GST No: M2-0417735-5"}}, "m204177355", true, true},
		"beside its label":        {[][]string{{"GST No:", "000417735520"}}, "000417735520", true, true},
		"words behind it":         {[][]string{{"GST No: 000417735520 since May"}}, "000417735520", true, true},
		"a telephone":             {[][]string{{"Tel: 0113-555 0142"}}, "01135550142", false, true},
		"a telephone beside":      {[][]string{{"Tel:", "0113 555 0142"}}, "01135550142", false, true},
		"too short":               {[][]string{{"GST No: 417735"}}, "417735", false, false},
		"an extension":            {[][]string{{"Tel: 0142"}}, "0142", false, false},
		"a number of the bill":    {[][]string{{"Invoice No: 41773552"}}, "41773552", false, false},
		"no number":               {[][]string{{"GST No: pending 000417735520"}}, "000417735520", false, false},
		"a number of no label":    {[][]string{{"417735520"}}, "417735520", false, false},
		"what is under its label": {[][]string{{"GST No:"}, {"000417735520"}}, "000417735520", false, false},
	} {
		id := match.Identifier(c.number)
		for roll, want := range map[bool]bool{false: c.paper, true: c.roll} {
			assert.Equal(t, slices.Contains(match.Vendors(identified(roll, c.lines...)), id), want,
				name, "an identifier on a roll", roll)
		}
	}
}

// Receipts have no marks; A4 pages do.
func TestFingerprintMarks(t *testing.T) {
	t.Parallel()
	lines := [][]string{{"GST No: 000417735520"}, {"Tel: 0113-555 0142"}, {"Total", "12.00"}}
	f := match.Fingerprint(identified(false, lines...))
	assert.True(t, f.Marks != nil && len(f.Keys) != 0, "of paper", f)
	f = match.Fingerprint(identified(true, lines...))
	assert.True(t, f.Marks == nil && len(f.Keys) != 0, "of a roll", f)
}
