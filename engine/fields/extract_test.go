package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/libs/assert"
)

func TestScalars(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind result.DocumentType
		rows []string
		want map[string]string // "" for a field that must be absent
	}{
		"qualified sums": {
			result.TypeInvoice,
			[]string{"Total excl. VAT|100.00", "VAT 19%|19.00", "Total (incl. VAT)|119.00"},
			map[string]string{"subtotal": "100.00", "taxTotal": "19.00", "total": "119.00"},
		},
		"arithmetic decides between totals": {
			result.TypeInvoice,
			[]string{"Subtotal|100.00", "Tax|10.00", "Total|110.00", "Previous unpaid balance|500.00", "Amount due|610.00"},
			map[string]string{"subtotal": "100.00", "taxTotal": "10.00", "total": "110.00", "amountDue": "610.00"},
		},
		"discount between subtotal and total": {
			result.TypeInvoice,
			[]string{"Subtotal|100.00", "Discount|10.00", "Tax|9.00", "Total|99.00"},
			map[string]string{"subtotal": "100.00", "discountTotal": "10.00", "taxTotal": "9.00", "total": "99.00"},
		},
		"taxes of two rates are added up": {
			result.TypeInvoice,
			[]string{"Netto|30,00 €", "7% MwSt. auf 10,00|0,70 €", "19% MwSt. auf 20,00|3,80 €", "Brutto|34,50 €"},
			map[string]string{"subtotal": "30.00", "taxTotal": "4.50", "total": "34.50", "currency": "EUR"},
		},
		"nothing is invented": {
			result.TypeInvoice,
			[]string{"Dear Sir,", "thank you for the invoice that we spoke of."},
			map[string]string{"total": "", "invoiceNumber": "", "issueDate": "", "iban": "", "taxTotal": "", "currency": ""},
		},
		"due date is not the issue date": {
			result.TypeInvoice,
			[]string{"Invoice Date: 03/20/2024", "Due Date: 04/05/2024", "Order placed: 03/01/2024"},
			map[string]string{"issueDate": "2024-03-20", "dueDate": "2024-04-05"},
		},
		"cash and change confirm the total": {
			result.TypeReceipt,
			[]string{"Total qty|3", "Total|8.50", "Total savings|1.20", "Cash|10.00", "Change|1.50"},
			map[string]string{"total": "8.50"},
		},
		"three digits after the point are decimals of a dinar": {
			result.TypeInvoice,
			[]string{"Subtotal|KWD 125.500", "VAT|KWD 6.275", "Total|KWD 131.775"},
			map[string]string{"subtotal": "125.500", "taxTotal": "6.275", "total": "131.775", "currency": "KWD"},
		},
		"and after the comma": {
			result.TypeInvoice,
			[]string{"Total HT|125,500 DT", "TVA|23,845 DT", "Total TTC|149,345 DT"},
			map[string]string{"subtotal": "125.500", "taxTotal": "23.845", "total": "149.345", "currency": "TND"},
		},
		"thousands of a dinar": {
			result.TypeInvoice,
			[]string{"Subtotal|B.D. 1,250.850", "VAT|BD125.085", "Total|BD 1,375.935"},
			map[string]string{"subtotal": "1250.850", "taxTotal": "125.085", "total": "1375.935", "currency": "BHD"},
		},
		"three digits after the point are thousands of euros": {
			result.TypeInvoice,
			[]string{"Netto|125.500 EUR", "MwSt.|23.845 EUR", "Gesamtbetrag|149.345 EUR"},
			map[string]string{"subtotal": "125500.00", "taxTotal": "23845.00", "total": "149345.00", "currency": "EUR"},
		},
		"a number in groups around a slash": {
			result.TypeInvoice, []string{"Factuurnummer|VL 2025 / 00 917"}, map[string]string{"invoiceNumber": "VL 2025 / 00 917"},
		},
		"a number in groups after a series": {
			result.TypeInvoice, []string{"Invoice No.|INV 2025 0041"}, map[string]string{"invoiceNumber": "INV 2025 0041"},
		},
		"a number in groups that begins with zero": {
			result.TypeInvoice, []string{"Rechnungsnummer|0 012 345"}, map[string]string{"invoiceNumber": "0 012 345"},
		},
		"hyphens in other encodings": {
			result.TypeInvoice, []string{"Invoice No|GO‑2025‑0077", "Invoice date|17‐04‐2025", "Due date|17–05–2025"},
			map[string]string{"invoiceNumber": "GO-2025-0077", "issueDate": "2025-04-17", "dueDate": "2025-05-17"},
		},
		"minus signs and dashes within a number": {
			result.TypeInvoice, []string{"Rechnungs–Nr.|RE−2025–0041"}, map[string]string{"invoiceNumber": "RE-2025-0041"},
		},
		"a wrong IBAN is told": {
			result.TypeInvoice, []string{"IBAN: DE89 3704 0044 0532 0130 01"}, map[string]string{"iban": "DE89370400440532013001"},
		},
	} {
		set := read(annotate.New(sheettest.Rows(c.rows...)), c.kind)
		for field, want := range c.want {
			assert.Equal(t, set.Text(field), want, name, field)
		}
	}
}

func TestValueWordCitations(t *testing.T) {
	t.Parallel()
	set := read(annotate.New(sheettest.Rows("Invoice No.|A-17", "Total|1.234,50 €")), result.TypeInvoice)
	v := set.Scalars["total"]
	if v.Value != "1234.50" || v.Raw != "1.234,50 €" || v.Page != 1 || v.Source != document.SourceText || v.Box.X0 < 0.5 {
		t.Errorf("%+v", v)
	}
}

// extract reads a document without tags.
func extract(doc *document.Document, kind result.DocumentType) *value.Set {
	return read(annotate.New(layout.Analyze(doc)), kind)
}

// read finds the fields with the embedded scorers.
func read(doc *annotate.Document, kind result.DocumentType) *value.Set {
	x, err := fields.Trained()
	if err != nil {
		panic(err)
	}
	return x.Extract(formrole.New(doc), kind, "en")
}

func TestGeneric(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 40, 20, "Inspection report")
	s.Column(50, 90, 10, "Inspector: Ruth Meier", "Site:", "Weather: dry, 14 degrees",
		"All doors were opened and closed ten times.")
	s.Put(250, 103.5, 10, "Warehouse 7")
	s.Put(50, 200, 10, "Door")
	s.End(300, 200, 10, "Force")
	s.End(420, 200, 10, "Result")
	for i, row := range [][3]string{{"North", "120 N", "passed"}, {"South", "155 N", "failed"},
		{"East", "118 N", "passed"}} {
		y := 216 + 16*float64(i)
		s.Put(50, y, 10, row[0])
		s.End(300, y, 10, row[1])
		s.End(420, y, 10, row[2])
	}
	doc := sheettest.Bind(s)
	set := read(annotate.New(layout.Analyze(doc)), result.TypeGeneric)
	sheettest.Holds(t, set, map[string]string{"title": "Inspection report", "language": "en", "total": "",
		"vendorName": ""})
	pairs := map[string]string{}
	for _, row := range set.Lists["keyValues"] {
		pairs[row["key"].Value] = row["value"].Value
	}
	for key, want := range map[string]string{"Inspector": "Ruth Meier", "Site": "Warehouse 7",
		"Weather": "dry, 14 degrees"} {
		assert.Equal(t, pairs[key], want, key)
	}
	if len(set.Tables) != 1 || len(set.Tables[0].Rows) != 4 || set.Tables[0].HeaderRows != 1 ||
		set.Tables[0].Rows[2][2] != "failed" ||
		set.Tables[0].Page != 1 {
		t.Errorf("tables %v", set.Tables)
	}
	delete(set.Scalars, "language")
	sheettest.Cites(t, doc, set)
}

// Keys are beside, above or below their values, which differ by digits or the size of the print.
func TestGenericPairs(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 40, 8, "First name")
	s.Put(200, 40, 8, "Last name")
	s.Put(50, 50, 12, "Theda")
	s.Put(200, 50, 12, "Wollgrasser")
	s.Put(50, 100, 16, "Bank details")
	s.Put(50, 130, 10, "Sort code:")
	s.Put(150, 130, 10, "(as on your card)")
	for i, c := range "20417" {
		s.Put(260+15*float64(i), 130, 10, string(c))
	}
	s.Put(50, 150, 10, "Address:")
	s.Column(150, 150, 10, "9 Quay Road", "Hull HU1 2AB")
	s.Put(50, 190, 10, "Newsletter")
	s.Put(150, 190, 10, "☒ Yes")
	s.Put(220, 190, 10, "☐ No")
	s.Put(50, 230, 10, "Please write in capital letters and sign the form below.")
	doc := sheettest.Bind(s)
	set := read(annotate.New(layout.Analyze(doc)), result.TypeGeneric)
	got := ""
	for _, row := range set.Lists["keyValues"] {
		got += row["group"].Value + "/" + row["key"].Value + "=" + row["value"].Value + "; "
	}
	want := "/First name=Theda; /Last name=Wollgrasser; Bank details/Sort code=20417; " +
		"Bank details/Address=9 Quay Road Hull HU1 2AB; Newsletter/Yes=true; Newsletter/No=false; "
	assert.Equal(t, got, want)
}

func TestGenericPairSides(t *testing.T) {
	t.Parallel()
	type text struct {
		x, y, size float64
		text       string
	}
	for name, c := range map[string]struct {
		page []text
		want string
	}{
		"answers above labels": {[]text{{50, 50, 18, "Application for membership"}, {50, 100, 11, "Theda"},
			{300, 100, 11, "Tarvin"}, {50, 114, 7, "First name"}, {300, 114, 7, "Last name"}, {50, 132, 11, "14.03.1982"},
			{300, 132, 11, "Hull"}, {50, 146, 7, "Date of birth"}, {300, 146, 7, "Place of birth"}},
			"First name=Theda; Last name=Tarvin; Date of birth=14.03.1982; Place of birth=Hull; "},
		"labels of two lines": {[]text{{50, 50, 18, "Claim"}, {50, 100, 10, "Please state the"}, {50, 112, 10, "date of loss:"},
			{200, 100, 10, "03/14/1982"}, {50, 136, 10, "Street and"}, {50, 148, 10, "house number:"},
			{200, 136, 10, "4410 Mallow Bend Road"}},
			"Please state the date of loss=03/14/1982; Street and house number=4410 Mallow Bend Road; "},
		"headings and prose": {[]text{{50, 50, 18, "General terms"},
			{50, 90, 9, "The seller delivers the goods within 30 days after the order, if nothing else was agreed in writing."},
			{50, 101, 9, "The buyer inspects the goods on arrival and reports defects within 7 days."}, {280, 800, 8, "Page 2 of 3"}}, ""},
	} {
		s := sheettest.A4()
		for _, m := range c.page {
			s.Put(m.x, m.y, m.size, m.text)
		}
		got := ""
		doc := annotate.New(layout.Analyze(sheettest.Bind(s)))
		for _, row := range read(doc, result.TypeGeneric).Lists["keyValues"] {
			got += row["key"].Value + "=" + row["value"].Value + "; "
		}
		assert.Equal(t, got, c.want, name)
	}
}

func TestGenericLabelsWithoutColon(t *testing.T) {
	t.Parallel()
	doc := annotate.New(sheettest.Rows("Quote", "Quote date|3 May 2031", "Subtotal 100.00", "Total|120.00",
		"Total customer satisfaction matters to us", "Total|VAT"))
	pairs := map[string]string{}
	for _, row := range read(doc, result.TypeGeneric).Lists["keyValues"] {
		pairs[row["key"].Value] += row["value"].Value + ";"
	}
	for key, want := range map[string]string{"Subtotal": "100.00;", "Total": "120.00;"} {
		assert.Equal(t, pairs[key], want, key, "all", pairs)
	}
}

// A wrong, missing or additional letter is allowed in recognized text only.
func TestMisreadLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line, field, want string
		source            document.Source
	}{
		{"lnvoice Number: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Invoice Nunber: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnumer: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnuummer: A-1001", "invoiceNumber", "A-1001", document.SourceOCR},
		{"Rechnungsnuummer: A-1001", "invoiceNumber", "", document.SourceText},
		{"Rechnungsxxmmer: A-1001", "invoiceNumber", "", document.SourceOCR},
	} {
		s := sheettest.A4()
		s.Column(50, 40, 10, "Marlow Fish Bar Ltd", "6 Quay Street")
		s.Put(50, 120, 10, c.line)
		doc := sheettest.Bind(s)
		for i := range doc.Pages[0].Lines {
			for k := range doc.Pages[0].Lines[i].Words {
				doc.Pages[0].Lines[i].Words[k].Source = c.source
			}
		}
		assert.Equal(t, extract(doc, result.TypeInvoice).Text(c.field), c.want, c.source, c.line, c.field)
	}
}

// The rows of a case are labels of a field; the value is beside each label and, unless an option excludes it, apart.
func TestLabels(t *testing.T) {
	t.Parallel()
	for _, c := range sheettest.Cases(t, "testdata/labels.txt") {
		gaps := []float64{60, 250}
		if _, beside := c.Options["beside"]; beside {
			gaps = gaps[:1]
		}
		for _, label := range c.Rows {
			for _, gap := range gaps {
				set := extract(sheettest.Labeled(label, c.Options["value"], gap), result.TypeInvoice)
				assert.Equal(t, set.Text(c.Name), c.Want[0], label, "at", gap, c.Name)
			}
		}
	}
}

func TestTotalByCashAndChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"no total":               {[]string{"Haddock 9.50", "TOTAL b emo", "CASH 20.00", "CHANGE 10.50"}, "9.50"},
		"printed with an item":   {[]string{"2 x 95.00 190.00", "Items: 1", "CASH 200.00", "CHANGE 10.00"}, "190.00"},
		"a legible total stands": {[]string{"Haddock 9.50", "TOTAL 9.50", "CASH 70.00", "CHANGE 10.50"}, "9.50"},
		"a misread currency":     {[]string{"Haddock FM9.50", "TOTAL FM9.50"}, "9.50"},
	} {
		s := sheettest.Till(300)
		s.Column(12, 20, 9, append([]string{"Marlow Fish Bar", "6 Quay Street"}, c.lines...)...)
		doc := sheettest.Scanned(sheettest.Bind(s), 0.9)
		set := extract(doc, result.TypeReceipt)
		assert.Equal(t, set.Text("total"), c.want, name)
		sheettest.Cites(t, doc, set)
	}
}

// The name is corrected but not its raw text, and the rest of the legal form is not a currency.
func TestMisreadLegalForm(t *testing.T) {
	t.Parallel()
	s := sheettest.Till(200)
	s.Column(12, 20, 9, "KEDAI BUKU MAJU SON BHD", "12 JALAN BESAR", "TOTAL 19.50")
	doc := sheettest.Scanned(sheettest.Bind(s), 0.9)
	set := extract(doc, result.TypeReceipt)
	v, ok := set.Scalars["currency"]
	assert.False(t, ok, "currency", v.Value, "from", v.Raw)
	if v := set.Scalars["vendorName"]; v.Value != "KEDAI BUKU MAJU SDN BHD" || v.Raw != "KEDAI BUKU MAJU SON BHD" {
		t.Errorf("vendor %q from %q", v.Value, v.Raw)
	}
	sheettest.Cites(t, doc, set)
}

func TestInvoiceTermsPeriodAndAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  map[string]string
	}{
		"terms without a label":  {[]string{"Payable within 21 days"}, map[string]string{"paymentTerms": "Payable within 21 days"}},
		"terms in a box":         {[]string{"TERMS Net 60"}, map[string]string{"paymentTerms": "Net 60"}},
		"complaints":             {[]string{"Complaints within 8 days of the invoice"}, map[string]string{"paymentTerms": ""}},
		"a period by its form":   {[]string{"Consumption 1/10/2031 – 31/10/2031"}, map[string]string{"servicePeriodStart": "2031-10-01", "servicePeriodEnd": "2031-10-31"}},
		"a period of two lines":  {[]string{"Service from: 2031-10-01", "Service to: 2031-10-31"}, map[string]string{"servicePeriodStart": "2031-10-01", "servicePeriodEnd": "2031-10-31"}},
		"nights of a stay":       {[]string{"Check in 1/10/2031 – 3/10/2031"}, map[string]string{"servicePeriodStart": ""}},
		"an account that fails":  {[]string{"Bank Account: US1234567890"}, map[string]string{"iban": "US1234567890"}},
		"a valid one goes first": {[]string{"Bank Account: US1234567890", "DE89 3704 0044 0532 0130 00"}, map[string]string{"iban": "DE89370400440532013000"}},
	} {
		s := sheettest.A4()
		s.Column(50, 40, 10, "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05")
		s.Column(50, 140, 10, c.lines...)
		doc := sheettest.Bind(s)
		set := extract(doc, result.TypeInvoice)
		for field, want := range c.want {
			assert.Equal(t, set.Text(field), want, name, field)
		}
		sheettest.Cites(t, doc, set)
	}
}

// Without tax the net amount is the total, even if no total is printed.
func TestNetAmountWithoutTax(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Column(50, 40, 10, "INVOICE", "Invoice Number: A-1001", "Invoice Date: 2031-11-05")
	for i, row := range [][2]string{{"Total tax", "$0.00"}, {"Invoice total", "$4.11"}} {
		y := 560 + 16*float64(i)
		s.Put(350, y, 10, row[0])
		s.End(540, y, 10, row[1])
	}
	doc := sheettest.Bind(s)
	set := extract(doc, result.TypeInvoice)
	sheettest.Holds(t, set, map[string]string{"subtotal": "4.11", "taxTotal": "0.00", "total": "4.11"})
	sheettest.Cites(t, doc, set)
}
