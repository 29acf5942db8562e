package extract_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// evidenceOf extracts an invoice and returns the evidence for each value by path.
func evidenceOf(doc *document.Document) map[string]calibrate.Evidence {
	seen := map[string]calibrate.Evidence{}
	m := models()
	m.Calibration = &calibrate.Model{Watch: func(_, _ string, e calibrate.Evidence) { seen[e.Path] = e }}
	m.Document(doc, result.TypeInvoice)
	return seen
}

// invoiceSheet is an invoice with two items. The first has extra words beside and below its description.
func invoiceSheet(more ...string) *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "INVOICE")
	s.Column(350, 40, 10, append([]string{"Invoice Number: A-1001", "Invoice Date: 2031-11-05"}, more...)...)
	s.Column(50, 150, 10, "Bill to", "Oak & Sons Ltd", "4 Mill Lane")
	for i, row := range [][4]string{{"Description", "Qty", "Unit price", "Amount"}, {"Steel bracket", "4", "25.00",
		"100.00"},
		{"Brass hinge", "2", "10.00", "20.00"}} {
		y := 300 + 40*float64(i)
		s.Put(50, y, 10, row[0])
		s.End(350, y, 10, row[1])
		s.End(450, y, 10, row[2])
		s.End(540, y, 10, row[3])
	}
	s.Put(350, 460, 10, "Total EUR")
	s.End(540, 460, 10, "120.00")
	return sheettest.Bind(s)
}

func TestEvidenceRivals(t *testing.T) {
	t.Parallel()
	few := evidenceOf(invoiceSheet())
	many := evidenceOf(invoiceSheet("Due Date: 2031-12-05", "Delivered: 2031-11-01"))
	a, b := few["issueDate"].Rivals, many["issueDate"].Rivals
	assert.True(t, a == 0 && b == 2, a, "and", b, "other dates")
	assert.Equal(t, few["total"].Rivals, 0, "amounts above the total")
	if n := few["lineItems.1.amount"].Rivals; n != 3 { // 25, 100 and 120
		t.Errorf("%d amounts are larger than 20.00", n)
	}
	assert.Equal(t, few["invoiceNumber"].Rivals, calibrate.Unknown, "rivals of a number")
}

// Unknown labels and words of unknown languages are counted.
func TestEvidenceUnknownWords(t *testing.T) {
	t.Parallel()
	usual := evidenceOf(invoiceSheet("Due Date: 2031-12-05"))["total"].Document
	odd := evidenceOf(invoiceSheet("Qwrt vlopp: 2031-12-05", "Xelmu: brefta dongri", "Ulk zam: porrel"))["total"].Document
	if usual.Known <= odd.Known || usual.Known > 1 || odd.Known <= 0 {
		t.Errorf("the lexicon knows %.2f of the usual words and %.2f of the odd ones", usual.Known, odd.Known)
	}
	assert.True(t, usual.Labeled == 1 && odd.Labeled < 0.8,
		"it knows", usual.Labeled, "of the usual labels and", odd.Labeled, "of the odd ones")
	assert.Equal(t, usual.MissingKeys, 0, "key fields are missing")
}

func TestEvidenceOppositeParty(t *testing.T) {
	t.Parallel()
	both := evidenceOf(invoiceSheet())
	e := both["vendorName"]
	assert.Equal(t, e.Opposite, 1, e)
	e = both["total"]
	assert.Equal(t, e.Opposite, calibrate.Unknown, e)
	s := sheettest.A4()
	s.Column(50, 40, 10, "Brunn & Falk Ltd", "9 Weir Road", "INVOICE", "Invoice Number: A-1001", "Total EUR 20.00")
	if e, found := evidenceOf(sheettest.Bind(s))["vendorName"]; found && e.Opposite != 0 {
		t.Errorf("%+v", e)
	}
}

func TestEvidenceUnusedWords(t *testing.T) {
	t.Parallel()
	plain := evidenceOf(invoiceSheet())
	doc := invoiceSheet()
	s := sheettest.A4() // as above, with words that belong to no member
	s.Put(200, 340, 10, "galvanised on request")
	doc.Pages[0].Lines = append(doc.Pages[0].Lines, sheettest.Bind(s).Pages[0].Lines...)
	full := evidenceOf(doc)
	a, b := plain["lineItems.0.amount"].Unused, full["lineItems.0.amount"].Unused
	assert.True(t, a == 0 && b > 0.2, a, "and", b, "of the words are unused")
	e := plain["total"]
	assert.Equal(t, e.Unused, calibrate.Unknown, e)
}

// Without headings for the parties, a tax ID is no more certain than the better of its party's name and address.
func TestTaxIDConfidenceBound(t *testing.T) {
	t.Parallel()
	const doubtful = 0.8
	inDoubt := 0
	for i, left := range companies() {
		for k, right := range companies() {
			if i == k {
				continue
			}
			fields := models().Document(sideBySide(left, right, false), result.TypeInvoice).Fields
			for _, party := range []string{"vendor", "customer"} {
				name, address, number := fields[party+"Name"], fields[party+"Address"], fields[party+"TaxId"]
				most := max(name.Confidence, address.Confidence)
				if number.Value == "" || most == 0 || most >= doubtful {
					continue
				}
				if inDoubt++; number.Confidence > most {
					t.Errorf("%s and %s: the %s's tax number is %v sure, its name %v, its address %v", left[0], right[0], party,
						number.Confidence, name.Confidence, address.Confidence)
				}
			}
		}
	}
	assert.NotEqual(t, inDoubt, 0, "no party was in doubt: the test tests nothing")
}

// A right-aligned block on the right is the vendor.
func TestPartiesSideBySide(t *testing.T) {
	t.Parallel()
	for i, left := range companies() {
		for k, right := range companies() {
			if i == k {
				continue
			}
			data := models().Document(sideBySide(left, right, true), result.TypeInvoice).Data
			if data["vendorName"] != right[0] || data["customerName"] != left[0] {
				t.Errorf("%s at the left, %s at the right: the vendor is %v, the customer %v", left[0], right[0],
					data["vendorName"], data["customerName"])
			}
		}
	}
}

func companies() [][]string {
	return [][]string{
		{"Ashdown Joinery Ltd", "14 Mill Lane", "Leeds LS1 4AP", "VAT ID GB434031494"},
		{"Brackley Catering LLP", "3 High Street", "Hull HU1 1NN", "VAT ID GB980780684"},
		{"Coldwell Studios Limited", "18 Dale Road", "Ripon HG4 1AA", "VAT ID GB220430231"},
		{"Penmere Supplies Ltd", "6 Cliff Walk", "Whitby YO21 3EX", "VAT ID GB107328000"},
	}
}

// sideBySide is an invoice with two parties beside each other; the right one is right-aligned if ends is true.
func sideBySide(left, right []string, ends bool) *document.Document {
	s := sheettest.A4()
	s.Put(260, 60, 16, "Invoice")
	s.Column(60, 100, 10, left...)
	for i, text := range right {
		if ends {
			s.End(540, 100+13.5*float64(i), 10, text)
		} else {
			s.Put(360, 100+13.5*float64(i), 10, text)
		}
	}
	s.Column(60, 190, 10, "Invoice number 4711", "Invoice date 03/11/2024")
	for n, row := range [][]string{
		{"Item", "Quantity", "Price", "Amount"}, {"Filter", "2", "25.00", "50.00"}, {"", "", "Total", "50.00"},
	} {
		for c, text := range row {
			if text != "" {
				s.Put(60+130*float64(c), 260+20*float64(n), 10, text)
			}
		}
	}
	return sheettest.Bind(s)
}

func TestChecksOfStoredValues(t *testing.T) {
	t.Parallel()
	const documents = 160
	made := 0
	for seed := range uint64(documents) {
		s := synth.New(seed, synth.Options{Items: pickForm(seed)})
		doc := s.Document()
		if seed%2 == 1 {
			doc = s.Recognized(seed, 0.4)
		}
		made += sameChecks(t, doc, s.DocumentType)
	}
	assert.True(t, made >= documents, made, "checks of", documents, "documents")
}

// pickForm requests a certain form of item table for two of three seeds.
func pickForm(seed uint64) string {
	forms := trade.ItemForms()
	if seed%3 != 0 {
		return ""
	}
	return forms[int(seed/3)%len(forms)]
}

func sameChecks(t *testing.T, doc *document.Document, kind result.DocumentType) (made int) {
	t.Helper()
	r := models().Document(doc, kind)
	data, err := json.Marshal(r.Data)
	require.NoError(t, err)
	basis, err := json.Marshal(r.Basis)
	require.NoError(t, err)
	var stored result.Basis
	require.NoError(t, json.Unmarshal(basis, &stored))
	values, err := validate.Parse(data, &stored)
	require.NoError(t, err)
	var got, want []result.Check
	for _, o := range validate.Run(values) {
		got = append(got, o.Check)
		for _, path := range o.Paths {
			assert.True(t, slices.Contains(r.Fields[path].Checks, o.Name),
				path, "takes part in", o.Name, "and does not say so")
		}
	}
	for _, c := range r.Checks {
		if validate.IsRepeatable(c.Name) {
			want = append(want, c)
		}
	}
	assert.EqualSlices(t, got, want, "the values give", "the engine")
	return len(got)
}
