package extract_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// taught is the template learned from one corrected document of a sample.
func taught(t *testing.T, doc *document.Document, correct map[string]any) template.Template {
	t.Helper()
	var touched []string
	for name := range correct {
		touched = append(touched, name)
	}
	l := models().Learn(t.Context(), doc, extract.LearnRequest{
		Request: extract.Request{DocumentType: result.TypeInvoice}, Data: correct, Touched: touched,
		Document: "doc-1", Correction: 7,
	})
	require.True(t, !l.Empty() && l.Document == "doc-1" && l.Correction == 7, "lesson", l)
	return template.New("lay-1", 3, []template.Example{l})
}

// A corrected value is read from the page the next time, and names the example.
func TestLearnedCorrection(t *testing.T) {
	t.Parallel()
	s := britishBill()
	doc := s.letterhead()
	known := taught(t, doc, map[string]any{"paymentTerms": s.number, "invoiceNumber": s.number})
	res := models().DocumentByTemplates(doc, result.TypeInvoice, []template.Template{known})
	f := res.Fields["paymentTerms"]
	if f.Value != s.number || f.Source != document.SourceLearned || f.Learned == nil ||
		*f.Learned != (result.Learned{Layout: "lay-1", Document: "doc-1", Correction: 7}) {
		t.Errorf("field %+v", f)
	}
	if f.Page == nil || f.Box == nil || f.Confidence <= 0 || f.Confidence > 0.7 {
		t.Errorf("place %v, %v, confidence %v", f.Page, f.Box, f.Confidence)
	}
	assert.True(t, res.Memory != nil && *res.Memory == (result.Memory{Layout: "lay-1", Version: 3}),
		"memory", res.Memory)
	checkAnchors(t, doc, res)
}

// Templates that do not match change nothing.
func TestUnknownTemplate(t *testing.T) {
	t.Parallel()
	other := britishBill()
	known := taught(t, other.letterhead(), map[string]any{"paymentTerms": other.number})
	known.Examples[0].Fingerprint = template.Fingerprint{Keys: []int64{1, 2, 3}}
	for _, l := range languages() {
		doc := newBill(l).letterhead()
		without, err1 := json.Marshal(models().Document(doc, result.TypeAuto))
		with, err2 := json.Marshal(models().DocumentByTemplates(doc, result.TypeAuto, nil))
		stranger, err3 := json.Marshal(models().DocumentByTemplates(doc, result.TypeAuto, []template.Template{known}))
		if err1 != nil || err2 != nil || err3 != nil || string(with) != string(without) ||
			string(stranger) != string(without) {
			t.Errorf("%s: a memory without the layout changes the record", l.Name)
		}
	}
}

// A new bank account of a known vendor fails a check.
func TestChangedBankAccount(t *testing.T) {
	t.Parallel()
	s := britishBill()
	doc := s.letterhead()
	known := taught(t, doc, map[string]any{"vendorName": s.Vendor, "iban": s.IBAN})
	outcome := func(known template.Template) *result.Check {
		res := models().DocumentByTemplates(doc, result.TypeInvoice, []template.Template{known})
		i := slices.IndexFunc(res.Checks, func(c result.Check) bool { return c.Name == validate.BankDetailsChanged })
		if i < 0 {
			return nil
		}
		assert.True(t, slices.Contains(res.Fields["iban"].Checks, validate.BankDetailsChanged),
			"the account does not name the check")
		return &res.Checks[i]
	}
	c := outcome(known)
	assert.True(t, c != nil && c.Passed, "the known account", c)
	known.Examples[0].Accounts = []string{"another"}
	c = outcome(known)
	assert.True(t, c != nil && !c.Passed, "another account", c)
	known.Examples[0].Vendor = "Another Vendor"
	known.Examples[0].Fields = slices.DeleteFunc(known.Examples[0].Fields, func(f template.ExampleField) bool {
		return f.Name == "vendorTaxId"
	})
	c = outcome(known)
	assert.True(t, c == nil, "another vendor", c)
}

// Documents without pages and values that are not on the page teach nothing.
func TestNothingToLearn(t *testing.T) {
	t.Parallel()
	doc := britishBill().letterhead()
	for name, d := range map[string]*document.Document{"no pages": {}, "nowhere": doc} {
		l := models().Learn(t.Context(), d, extract.LearnRequest{
			Data: map[string]any{"vendorName": "Qqqq Zzzz", "lineItems": []any{}}, Reviewed: d != doc,
			Touched: []string{"vendorName"},
		})
		assert.True(t, l.Empty(), name, "taught", l)
	}
}

// Learning is deterministic.
func TestDeterministicLearning(t *testing.T) {
	t.Parallel()
	s := britishBill()
	correct := map[string]any{"vendorName": s.Vendor, "invoiceNumber": s.number, "customerName": s.Buyer}
	a, b := taught(t, s.ledger(), correct), taught(t, s.ledger(), correct)
	assert.True(t, reflect.DeepEqual(a, b), "two lessons of one document differ")
}

func adjustment(s bill, title, number string) *document.Document {
	s.Title, s.number = title, number
	return s.letterhead()
}

// typed is a template of n documents of one vendor with corrected types.
func typed(t *testing.T, s bill, kind result.DocumentType, n int) template.Template {
	t.Helper()
	var examples []template.Example
	for i := range n {
		number := "A-" + string(rune('1'+i))
		l := models().Learn(t.Context(), adjustment(s, "Adjustment", number), extract.LearnRequest{
			Request: extract.Request{DocumentType: kind}, Document: number,
			Data: map[string]any{"invoiceNumber": number}, Touched: []string{"invoiceNumber"},
		})
		require.True(t, !l.Empty() && l.Mistyped == (kind != result.TypeInvoice), "lesson", l)
		examples = append(examples, l)
	}
	return template.New("lay-1", 1, examples)
}

// A corrected type applies to the vendor's next document unless the page says otherwise.
func TestLearnedTypes(t *testing.T) {
	t.Parallel()
	s, other := britishBill(), newBill(languages()[2])
	for name, c := range map[string]struct {
		known template.Template
		page  *document.Document
		want  result.DocumentType
	}{
		"taught":         {typed(t, s, result.TypeCreditNote, 2), adjustment(s, "Adjustment", "A-9"), result.TypeCreditNote},
		"titled":         {typed(t, s, result.TypeCreditNote, 2), adjustment(s, "INVOICE", "A-9"), result.TypeInvoice},
		"right before":   {typed(t, s, result.TypeInvoice, 2), adjustment(s, "Adjustment", "A-9"), result.TypeInvoice},
		"another vendor": {typed(t, other, result.TypeCreditNote, 2), adjustment(s, "Adjustment", "A-9"), result.TypeInvoice},
	} {
		res := models().DocumentByTemplates(c.page, result.TypeAuto, []template.Template{c.known})
		assert.Equal(t, res.DocumentType, c.want, name)
	}
	mixed := typed(t, s, result.TypeCreditNote, 1)
	mixed.Examples = append(mixed.Examples, typed(t, s, result.TypeInvoice, 1).Examples...)
	res := models().DocumentByTemplates(adjustment(s, "Adjustment", "A-9"), result.TypeAuto,
		[]template.Template{mixed})
	assert.Equal(t, res.DocumentType, result.TypeInvoice, "a layout of several types decides the type")
}

// crossedSums is an invoice with the word for totals beside the tax, and unknown words beside the other sums.
func crossedSums(number, net, tax, total string) *document.Document {
	c := sheettest.A4()
	c.Put(60, 50, 14, "INVOICE")
	c.Put(60, 80, 9, "Harrow Tools Ltd")
	c.Put(60, 92, 9, "14 Mill Lane, Leeds LS1 4AP")
	c.Put(60, 104, 9, "VAT no. GB123456789")
	c.Put(360, 80, 9, "Invoice No: "+number)
	c.Put(360, 92, 9, "Invoice Date: March 18, 2024")
	c.Put(360, 116, 9, "Bill To")
	c.Put(360, 128, 9, "Oak & Sons")
	for i, row := range [][2]string{{"Zuvo", net}, {"Total", tax}, {"Krem", total}} {
		c.Put(300, 300+20*float64(i), 9, row[0])
		c.End(530, 300+20*float64(i), 9, row[1])
	}
	return sheettest.Bind(c)
}

// Learned sums are applied together, although one alone would make a check fail.
func TestLearnedTotals(t *testing.T) {
	t.Parallel()
	var examples []template.Example
	for i, sums := range [][3]string{
		{"340.00", "68.00", "408.00"}, {"75.00", "15.00", "90.00"}, {"210.00", "42.00", "252.00"},
	} {
		number := string(rune('A' + i))
		examples = append(examples, models().Learn(t.Context(), crossedSums(number, sums[0], sums[1], sums[2]),
			extract.LearnRequest{
				Request: extract.Request{DocumentType: result.TypeInvoice}, Document: number, Correction: 7,
				Data: map[string]any{"subtotal": sums[0], "taxTotal": sums[1], "total": sums[2],
					"vendorName": "Harrow Tools Ltd", "customerName": "Oak & Sons"},
				Touched: []string{"subtotal", "taxTotal", "total", "vendorName", "customerName"},
			}))
	}
	next := crossedSums("D", "90.00", "18.00", "108.00")
	if read := models().Document(next, result.TypeInvoice); read.Data["total"] != "18.00" {
		t.Fatalf("without a memory %v", read.Data)
	}
	res := models().DocumentByTemplates(next, result.TypeInvoice,
		[]template.Template{template.New("lay-1", 1, examples)})
	for name, want := range map[string]string{"subtotal": "90.00", "taxTotal": "18.00", "total": "108.00"} {
		if res.Data[name] != want {
			t.Errorf("%s: %v, want %s", name, res.Data[name], want)
		}
	}
}

// mailed is an invoice of the vendor with a mail address, two dates and a total.
func mailed(mail, number, issued, due, total string) *document.Document {
	c := sheettest.A4()
	c.Put(60, 40, 16, "Tarn Printing")
	c.Put(60, 62, 9, "1 Hill Top")
	c.Put(60, 74, 9, mail)
	c.End(540, 40, 18, "INVOICE")
	c.Put(60, 130, 9, "Bill to:")
	c.Put(60, 144, 9, "Moss & Co")
	c.Put(60, 156, 9, "6 Cliff Walk")
	for i, line := range [][2]string{{"Invoice number", number}, {"Invoice date", issued}, {"Due date", due}} {
		c.Put(330, 130+14*float64(i), 9, line[0]+":")
		c.Put(460, 130+14*float64(i), 9, line[1])
	}
	c.Put(60, 260, 9, "Description")
	c.End(540, 260, 9, "Amount")
	c.Put(60, 280, 9, "Printed leaflets")
	c.End(540, 280, 9, total)
	c.Put(360, 320, 9, "Total")
	c.End(540, 320, 9, total)
	return sheettest.Bind(c)
}

const ours, others = "office@tarnprinting.example", "office@skiptonpress.example"

// wantLearned checks the value of a field, and whether the example of doc-1 taught it.
func wantLearned(t *testing.T, what string, res *result.Result, name, want string, learned bool) {
	t.Helper()
	f := res.Fields[name]
	assert.True(t, f.Value == want && (f.Source == document.SourceLearned) == learned,
		what, name, "is", f.Value, "from", f.Source, "want", want)
	if told := f.Learned != nil && *f.Learned == (result.Learned{Layout: "lay-1", Document: "doc-1",
		Correction: 7}); told != learned {
		t.Errorf("%s: %s names %v", what, name, f.Learned)
	}
	if learned && (f.Page == nil || f.Box == nil || f.Confidence <= 0 || f.Confidence >= 0.95) {
		t.Errorf("%s: %s at %v, %v, confidence %v", what, name, f.Page, f.Box, f.Confidence)
	}
}

// One corrected date teaches the vendor's date order.
func TestLearnedVendorDateOrder(t *testing.T) {
	t.Parallel()
	known := taught(t, mailed(ours, "T-101", "3/4/2024", "5/4/2024", "310.00 EUR"),
		map[string]any{"issueDate": "2024-03-04"})
	for what, c := range map[string]struct {
		mail, issued, due string
		wantIssued, want  string
		learned           bool
	}{
		"the vendor":       {ours, "6/7/2024", "8/7/2024", "2024-06-07", "2024-08-07", true},
		"another vendor":   {others, "6/7/2024", "8/7/2024", "2024-07-06", "2024-07-08", false},
		"the page tells":   {ours, "6/7/2024", "28/7/2024", "2024-07-06", "2024-07-28", false},
		"months in letter": {ours, "6 July 2024", "8 July 2024", "2024-07-06", "2024-07-08", false},
	} {
		res := models().DocumentByTemplates(mailed(c.mail, "T-102", c.issued, c.due, "95.00 EUR"),
			result.TypeInvoice,
			[]template.Template{known})
		wantLearned(t, what, res, "issueDate", c.wantIssued, c.learned)
		wantLearned(t, what, res, "dueDate", c.want, c.learned)
	}
}

// A corrected currency teaches the vendor's kind of dollar.
func TestLearnedVendorCurrency(t *testing.T) {
	t.Parallel()
	known := taught(t, mailed(ours, "T-101", "March 4, 2024", "April 5, 2024", "$310.00"),
		map[string]any{"currency": "CAD"})
	for what, c := range map[string]struct {
		mail, total, want string
		learned           bool
	}{
		"the vendor":           {ours, "$95.00", "CAD", true},
		"another vendor":       {others, "$95.00", "USD", false},
		"spelled out":          {ours, "US$95.00", "USD", false},
		"another currency":     {ours, "€95.00", "EUR", false},
		"spelled out, as ever": {ours, "CA$95.00", "CAD", false},
	} {
		res := models().DocumentByTemplates(mailed(c.mail, "T-102", "June 7, 2024", "July 8, 2024", c.total),
			result.TypeInvoice,
			[]template.Template{known})
		wantLearned(t, what, res, "currency", c.want, c.learned)
		assert.Equal(t, res.Fields["total"].Value, "95.00", what, "total")
	}
}
