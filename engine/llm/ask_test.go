package llm_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// page places text on a grid of 100 columns and 60 rows.
func page(lines ...string) *document.Document {
	const width, height = 1.0 / 100, 1.0 / 60
	p := document.Page{Number: 1, Width: 595, Height: 842}
	for y, text := range lines {
		line := document.Line{}
		x := 0
		for _, word := range strings.Split(text, " ") {
			if word != "" {
				line.Words = append(line.Words, document.Word{
					Text: word, Confidence: 1, Source: document.SourceText,
					Box: document.Box{X0: float64(x) * width, Y0: float64(y) * height, X1: float64(x+len(word)) * width,
						Y1: (float64(y) + 0.8) * height},
				})
			}
			x += len(word) + 1
		}
		p.Lines = append(p.Lines, line)
	}
	return &document.Document{MIMEType: "application/pdf", Pages: []document.Page{p}}
}

func letter() *document.Document {
	return page(
		"Harrow Haulage Ltd",
		"12 Quay Street, Leeds LS1 4BT",
		"",
		"Our ref (HH-2207)                 18 March 2031",
		"",
		"Oak beams 3 m           4      25.00      100.00",
		"Delivery of the",
		"oak beams               1      20.00       20.00",
		"",
		"Goods                                      120.00",
		"Duty                                        24.00",
		"Pay this                               GBP 144.00",
		"IBAN GB82 WEST 1234 5698 7654 32",
	)
}

func emptySet() *value.Set {
	return &value.Set{Scalars: map[string]value.Value{}, Lists: map[string][]value.Row{},
		Arrays: map[string][]value.Value{}}
}

func with(values map[string]string) *value.Set {
	set := emptySet()
	for name, v := range values {
		set.Scalars[name] = value.Value{Value: v, Raw: v, Page: 1, Source: document.SourceText, Score: 0.9, Legibility: 1}
	}
	return set
}

func merge(set *value.Set, answers string) *value.Set {
	a, err := llm.ParseAnswers([]byte(answers))
	if err != nil {
		panic(err)
	}
	llm.Merge(set, layout.Analyze(letter()), result.TypeInvoice, a)
	return set
}

func TestAnswersLocatedOnPage(t *testing.T) {
	t.Parallel()
	set := merge(emptySet(), `{"invoiceNumber":"HH-2207","issueDate":"2031-03-18","vendorName":"HARROW  haulage ltd",
		"vendorAddress":"12 Quay Street, Leeds LS1 4BT","total":"GBP 144.00","subtotal":120,"taxTotal":"24.00","currency":"GBP",
		"iban":"GB82WEST12345698765432","customerName":null}`)
	for name, want := range map[string][2]string{
		"invoiceNumber": {"HH-2207", "(HH-2207)"}, "issueDate": {"2031-03-18", "18 March 2031"},
		"vendorName":    {"Harrow Haulage Ltd", "Harrow Haulage Ltd"},
		"vendorAddress": {"12 Quay Street, Leeds LS1 4BT", "12 Quay Street, Leeds LS1 4BT"},
		"total":         {"144.00", "GBP 144.00"}, "subtotal": {"120.00", "120.00"}, "currency": {"GBP", "GBP"},
		"iban": {"GB82WEST12345698765432", "GB82 WEST 1234 5698 7654 32"},
	} {
		v := set.Scalars[name]
		if v.Value != want[0] || v.Raw != want[1] || v.Source != document.SourceModel || v.Page != 1 || v.Box.Empty() {
			t.Errorf("%s: %+v, want %q", name, v, want)
		}
	}
	assert.False(t, set.Has("customerName"), "null is an answer")
}

func TestAnswersNotOnPage(t *testing.T) {
	t.Parallel()
	set := merge(emptySet(), `{"invoiceNumber":"HH-2208","issueDate":"2031-03-19","vendorName":"Harrow","total":"145.00",
		"vendorAddress":"Leeds LS1 4BT, United Kingdom","iban":"DE89370400440532013000","customerName":["Harrow Haulage Ltd"],
		"purchaseOrderNumber":"beams","dueDate":"soon","vendorEmail":"Leeds","currency":"EUR","bic":{"a":1},"unknown":"Goods",
		"lineItems":[{"description":"Gold","amount":"1.00"},{"amount":"100.00"},{"description":"oak beams","amount":"999.00"}]}`)
	delete(set.Scalars, "vendorName") // "Harrow" is on the page
	assert.Equal(t, len(set.Scalars)+len(set.Lists)+len(set.Arrays), 0, "kept", set)
}

func TestRowsLocatedByLine(t *testing.T) {
	t.Parallel()
	set := merge(with(map[string]string{"subtotal": "120.00"}), `{"lineItems":[
		{"description":"Oak beams 3 m","quantity":"4","unitPrice":"25.00","amount":"100.00"},
		{"description":"Delivery of the oak beams","quantity":1,"unitPrice":"20.00","amount":"20.00","taxRate":null}]}`)
	rows := set.Lists["lineItems"]
	require.Equal(t, len(rows), 2, "rows", rows)
	for i, want := range []value.Row{
		{"description": {Value: "Oak beams 3 m"}, "quantity": {Value: "4"}, "unitPrice": {Value: "25.00"},
			"amount": {Value: "100.00"}},
		{"description": {Value: "Delivery of the oak beams"}, "quantity": {Value: "1"}, "unitPrice": {Value: "20.00"},
			"amount": {Value: "20.00"}},
	} {
		for member, v := range want {
			got := rows[i][member]
			assert.True(t, got.Value == v.Value && got.Source == document.SourceModel, "row", i, member, got, "want", v.Value)
		}
	}
	a, b := rows[1]["unitPrice"].Box, rows[1]["amount"].Box
	assert.True(t, a.X1 < b.X0, "the same words serve twice", a, b)
}

func TestAnswersWithFailedChecks(t *testing.T) {
	t.Parallel()
	set := merge(with(map[string]string{"subtotal": "120.00", "total": "144.00"}),
		`{"taxTotal":"25.00","iban":"GB82WEST12345698765432"}`)
	assert.True(t, !set.Has("taxTotal") && set.Has("iban"), set.Scalars)
	set = merge(with(map[string]string{"subtotal": "120.00", "total": "144.00"}),
		`{"taxTotal":"24.00"}`)
	assert.Equal(t, set.Text("taxTotal"), "24.00", set.Scalars)
}

func TestAnswerPassingCheck(t *testing.T) {
	t.Parallel()
	wrong := func() *value.Set {
		return with(map[string]string{"subtotal": "120.00", "taxTotal": "24.00", "total": "120.00"})
	}
	set := merge(wrong(), `{"total":"144.00","subtotal":"100.00"}`)
	assert.True(t, set.Text("total") == "144.00" && set.Text("subtotal") == "120.00", set.Scalars)
	set = merge(wrong(), `{"total":"100.00"}`)
	assert.True(t, set.Text("total") == "120.00" && set.Scalars["total"].Source == document.SourceText,
		"an answer that mends nothing was taken", set.Scalars)
	coded := wrong()
	v := coded.Scalars["total"]
	v.Source = document.SourceCode
	coded.Scalars["total"] = v
	if merge(coded, `{"total":"144.00"}`); coded.Text("total") != "120.00" {
		t.Errorf("what a code says was replaced: %+v", coded.Scalars)
	}
}

func TestPassingValuesUnchanged(t *testing.T) {
	t.Parallel()
	set := merge(with(map[string]string{"subtotal": "120.00", "taxTotal": "24.00", "total": "144.00",
		"vendorName": "Harrow Haulage Ltd"}),
		`{"total":"100.00","subtotal":"20.00","vendorName":"Goods"}`)
	if set.Text("total") != "144.00" || set.Text("subtotal") != "120.00" ||
		set.Text("vendorName") != "Harrow Haulage Ltd" {
		t.Errorf("%+v", set.Scalars)
	}
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	doc := letter()
	find := func(set *value.Set) *result.Questions {
		f := llm.Finding{Layout: layout.Analyze(doc), DocumentType: result.TypeInvoice, Set: set, Outcomes: validate.Run(set)}
		return llm.Questions(f, doc)
	}
	complete := map[string]string{"invoiceNumber": "HH-2207", "issueDate": "2031-03-18", "vendorName": "Harrow",
		"total": "144.00"}
	if q := find(with(complete)); q != nil {
		t.Errorf("asks %+v though all that matters is there", q.Fields)
	}
	delete(complete, "total")
	q := find(with(complete))
	if q == nil || q.Document != doc || !strings.Contains(q.Pages[0], "Duty") ||
		!slices.Contains(q.Candidates["money"], "GBP 144.00") ||
		!slices.Contains(q.Candidates["date"], "18 March 2031") {
		t.Fatalf("%+v", q)
	}
	names := map[string]result.Question{}
	for _, f := range q.Fields {
		names[f.Name] = f
	}
	if names["total"].Form != "money" || names["invoiceNumber"].Name != "" || len(names["lineItems"].Members) == 0 ||
		names["dueDate"].Doubted != "" {
		t.Errorf("%+v", q.Fields)
	}
	complete["total"], complete["subtotal"], complete["taxTotal"] = "150.00", "120.00", "24.00"
	if q = find(with(complete)); q == nil || !slices.ContainsFunc(q.Fields, func(f result.Question) bool {
		return f.Name == "total" && f.Doubted == "150.00"
	}) {
		t.Errorf("a failed check leads to no question: %+v", q)
	}
}

// Hidden words are neither sent nor found.
func TestHiddenWords(t *testing.T) {
	t.Parallel()
	doc := letter()
	line := document.Line{}
	for i, word := range []string{"Secret", "S-99"} {
		x := 0.1 + 0.1*float64(i)
		line.Words = append(line.Words, document.Word{
			Text: word, Hidden: true, Confidence: 1, Source: document.SourceText,
			Box: document.Box{X0: x, Y0: 0.9, X1: x + 0.08, Y1: 0.92},
		})
	}
	doc.Pages[0].Lines = append(doc.Pages[0].Lines, line)
	lay := layout.Analyze(doc)
	q := llm.Questions(llm.Finding{Layout: lay, DocumentType: result.TypeInvoice, Set: emptySet()}, doc)
	assert.True(t, q != nil && !strings.Contains(q.Pages[0], "Secret"), q)
	set := emptySet()
	llm.Merge(set, lay, result.TypeInvoice, llm.Answers{Texts: map[string]string{"invoiceNumber": "S-99"}})
	assert.False(t, set.Has("invoiceNumber"), set.Scalars)
}

func TestLargeDocuments(t *testing.T) {
	t.Parallel()
	doc := letter()
	finding := llm.Finding{Layout: layout.Analyze(doc), DocumentType: result.TypeInvoice, Set: emptySet()}
	assert.True(t, llm.Questions(finding, doc) != nil, "nothing is asked about a small one")
	for range 2000 {
		doc.Pages = append(doc.Pages, letter().Pages...)
	}
	if q := llm.Questions(finding, doc); q != nil {
		t.Errorf("%d fields of %d pages", len(q.Fields), len(doc.Pages))
	}
}

// The search on a page of ambiguous words is bounded.
func TestAmbiguousTextSearchLimit(t *testing.T) {
	t.Parallel()
	row := strings.TrimSpace(strings.Repeat("a ", 40))
	lines := make([]string, 50)
	for i := range lines {
		lines[i] = row
	}
	set := emptySet()
	llm.Merge(set, layout.Analyze(page(lines...)), result.TypeInvoice,
		llm.Answers{Texts: map[string]string{"vendorName": strings.Repeat("a", 399) + "b"}})
	assert.Equal(t, len(set.Scalars), 0, set.Scalars)
}

func TestCustomFields(t *testing.T) {
	t.Parallel()
	schema, err := custom.Parse([]byte(`{"type":"object","properties":{
		"goods":{"type":"number","description":"value of the goods"},"reference":{"type":"string"},"dispatched":{"type":"string","format":"date"},
		"town":{"type":"string","enum":["LEEDS","YORK"]},"pieces":{"type":"integer"},"total":{"type":"number"},
		"wares":{"type":"array","items":{"type":"string"}},
		"parts":{"type":"array","items":{"type":"object","properties":{"what":{"type":"string"},"price":{"type":"object",
			"properties":{"each":{"type":"number"}}}}}},
		"file":{"type":"object","title":"File","properties":{
			"mark":{"type":"string","title":"Mark","x-labels":["our sign"]}}}}}`))
	require.NoError(t, err)
	doc := letter()
	lay := layout.Analyze(doc)
	set, found := with(map[string]string{"total": "144.00"}), emptySet()
	q := llm.Questions(llm.Finding{Layout: lay, DocumentType: result.TypeGeneric, Set: set, Schema: schema,
		Custom: found}, doc)
	if q == nil || len(q.Fields) != 8 || q.Fields[0].Description != "value of the goods" ||
		len(q.Fields[6].Members) != 2 || q.Fields[7].Name != "file.mark" ||
		q.Fields[7].Description != "File: Mark: our sign" {
		t.Fatalf("%+v", q)
	}
	answers, err := llm.ParseAnswers([]byte(
		`{"goods":"120.00","reference":"HH-2207","dispatched":"18 March 2031","town":"Leeds","pieces":"25.5",
		"total":"120.00","wares":["Oak beams 3 m","Pine"],"parts":[{"what":"oak beams","price":{"each":"20.00"}},
		{"what":"pine","price.each":"3.00"}],"file":{"mark":"HH-2207"}}`))
	require.NoError(t, err)
	llm.MergeCustom(found, set, schema, lay, answers)
	for name, want := range map[string]string{"goods": "120.00", "reference": "HH-2207", "dispatched": "2031-03-18",
		"town": "LEEDS", "pieces": "", "total": "", "file.mark": "HH-2207"} {
		assert.Equal(t, found.Text(name), want, name)
	}
	w := found.Arrays["wares"]
	assert.True(t, len(w) == 1 && w[0].Value == "Oak beams 3 m", "wares", w)
	p := found.Lists["parts"]
	assert.True(t, len(p) == 1 && p[0]["what"].Value == "oak beams" && p[0]["price.each"].Value == "20.00", "parts", p)
}

// Dates include custom fields with the format date. Only the document's own currency is a currency target.
func TestDateAndCurrencyTargets(t *testing.T) {
	t.Parallel()
	own, err := custom.Parse([]byte(`{"type":"object","properties":{"sent":{"type":"string","format":"date"},
		"opened":{"type":"string","format":"time"},"currency":{"type":"string"},"issueDate":{"type":"string"}}}`))
	require.NoError(t, err)
	targets := map[string]llm.Target{}
	for _, f := range schema.Of(schema.TypeInvoice).Fields {
		targets[f.Name] = llm.TargetOf(f)
	}
	for i := range own.Properties {
		targets["own "+own.Properties[i].Name], _ = llm.TargetOfCustom(&own.Properties[i])
	}
	for name, want := range map[string][2]bool{
		"issueDate": {true, false}, "dueDate": {true, false}, "currency": {false, true}, "total": {}, "invoiceNumber": {},
		"unknown":  {},
		"own sent": {true, false}, "own opened": {}, "own currency": {}, "own issueDate": {},
	} {
		assert.Equal(t, [2]bool{targets[name].Date(), targets[name].Currency()}, want, name)
	}
}

func TestConfidenceLimits(t *testing.T) {
	t.Parallel()
	a, b, c := llm.Confidence(0.95, false), llm.Confidence(0.95, true), llm.Confidence(0.2, true)
	assert.True(t, a == 0.6 && b == 0.8 && c == 0.2, a, b, c)
}

func TestParseAnswersNotObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "null", "[]", `"total"`, `{"total":`, "{" + strings.Repeat(" ", 2<<20) + "}"} {
		if _, err := llm.ParseAnswers([]byte(text)); err == nil {
			t.Errorf("%.20q is taken", text)
		}
	}
}

// FuzzMerge checks that values consist of words on the page, that no additional check fails, and that values that
// pass stay.
func FuzzMerge(f *testing.F) {
	for _, seed := range []string{
		`{"total":"144.00","vendorName":"Harrow Haulage Ltd"}`, `{"total":["144.00"],"lineItems":"x","issueDate":{"a":[]}}`,
		`{"lineItems":[{"description":"oak beams","amount":"20.00"},{"description":"oak beams","amount":20}],` +
			`"taxTotal":1e999}`,
		`{"paymentTerms":"` + strings.Repeat("oak ", 90) + `","dueDate":"18 March 2031 18 March 2031"}`,
		`{"iban":"GB82 WEST 1234 5698 7654 32"}`,
	} {
		f.Add([]byte(seed))
	}
	lay := layout.Analyze(letter())
	text := recognize.Compact(letter().Text())
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := llm.ParseAnswers(data)
		if err != nil {
			return
		}
		for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder,
			result.TypeBankStatement} {
			set := with(map[string]string{"subtotal": "120.00", "vendorName": "Harrow Haulage Ltd"})
			llm.Merge(set, lay, kind, answers)
			for name, v := range set.Scalars {
				onPage(t, name, v, text)
			}
			for _, row := range set.Lists["lineItems"] {
				for name, v := range row {
					onPage(t, name, v, text)
				}
			}
			for _, o := range validate.Run(set) {
				assert.True(t, o.Passed, "check", o.Name, "fails", o.Detail)
			}
			assert.True(t, set.Text("subtotal") == "120.00" && set.Text("vendorName") == "Harrow Haulage Ltd",
				"values were replaced", set.Scalars)
		}
	})
}

func onPage(t *testing.T, name string, v value.Value, text string) {
	t.Helper()
	if v.Source != document.SourceModel {
		return
	}
	if v.Value == "" || v.Page != 1 || v.Box.Empty() || !strings.Contains(text, recognize.Compact(v.Raw)) {
		t.Errorf("%s: %+v is not on the page", name, v)
	}
}
