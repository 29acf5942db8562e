package synth_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/shopspring/decimal"
)

func staysOnThePage(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, w := range words(s.Document()) {
		if w.Box.X0 < 0 || w.Box.Y0 < 0 || w.Box.X1 > 1 || w.Box.Y1 > 1 {
			t.Errorf("%s: %q stands beyond the page: %v", name, w.Text, w.Box)
		}
	}
}

func doesNotOverlap(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, p := range s.Document().Pages {
		words := allWords(p)
		for i, a := range words {
			for _, b := range words[i+1:] {
				if overlap(p, a.Box, b.Box) {
					t.Errorf("%s, page %d: %q lies over %q: %v %v", name, p.Number, a.Text, b.Text, a.Box, b.Box)
				}
			}
		}
	}
}

// overlap reports whether boxes overlap by more than the tolerance of letters.
func overlap(p document.Page, a, b document.Box) bool {
	dx := (min(a.X1, b.X1) - max(a.X0, b.X0)) * p.Width
	dy := (min(a.Y1, b.Y1) - max(a.Y0, b.Y0)) * p.Height
	return dx > 1 && dy > 0.2*min(a.Height(), b.Height())*p.Height
}

func allWords(p document.Page) []document.Word {
	var out []document.Word
	for _, l := range p.Lines {
		out = append(out, l.Words...)
	}
	return out
}

// isPrinted checks that the pages contain every value of the truth.
func isPrinted(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	var sb strings.Builder
	for _, w := range words(s.Document()) {
		sb.WriteString(w.Text)
	}
	page := compact(sb.String())
	for _, row := range append(s.Truth.LineItems, s.Truth.Scalars) {
		for field, value := range row {
			if !printed(page, field, value) {
				t.Errorf("%s: %s %q is not on the page", name, field, value)
			}
		}
	}
}

// printed searches for a value in its possible forms.
func printed(page, field, value string) bool {
	if one, more, several := strings.Cut(value, "\n"); several {
		return printed(page, field, one) && printed(page, field, more)
	}
	if field == "currency" {
		return true // see currencyIsPrinted
	}
	if day, err := time.Parse(time.DateOnly, value); err == nil {
		return strings.Contains(page, day.Format("02")) || strings.Contains(page, day.Format("2"))
	}
	if field == "time" { // possibly with a 12-hour clock
		return strings.Contains(page, compact(value)[2:])
	}
	if strings.Contains(page, compact(value)) {
		return true
	}
	parts := strings.Split(value, ", ") // lines of an address may be separate
	if field == "description" || field == "paymentTerms" || strings.HasSuffix(field, "Name") ||
		strings.HasSuffix(field, "Address") {
		parts = strings.Fields(value) // may be wrapped
	}
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(s string) bool {
		return !strings.Contains(page, compact(s))
	})
}

func compact(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, s)
}

// printsNoKeys fails for missing words, which are printed as their keys, and for unexpanded names in braces.
func printsNoKeys(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	keys := []string{"intro.sentence", "col.", "title.", "billTo", "invoiceDate", "dueDate", "invoiceNumber",
		"unit.goods", "unit.serv", "otherParty", "termsLabel", "amountDue", "orderBuyer", "orderVendor", "payMethod",
		"companyForm", "till-", "bank-", "look-"}
	for _, sheet := range s.Sheets {
		for _, m := range sheet.Marks {
			isKey := func(key string) bool { return strings.HasPrefix(m.Text, key) }
			if strings.ContainsAny(m.Text, "{}\n\x00") || slices.ContainsFunc(keys, isKey) {
				t.Errorf("%s: %q", name, m.Text)
			}
		}
	}
}

func currencyIsPrinted(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	signs := map[string][]string{
		"EUR": {"€", "Euro", "EURO", "Eur", "евро", "ЕВРО", "ευρώ", "ΕΥΡΏ"}, "USD": {"$"}, "GBP": {"£"},
		"PLN": {"zł", "zl", "ZŁ", "ZL"}, "MYR": {"RM"}, "RON": {"lei", "Lei", "LEI"}, "BGN": {"лв", "лева", "ЛВ", "ЛЕВА"},
		"INR": {"Rs", "RS", "₹"}, "CHF": {"Fr.", "FR.", "SFr."}, "BRL": {"R$"}, "MXN": {"$"}, "SGD": {"S$"},
		"AUD": {"A$"}, "CAD": {"$"},
	}
	code := s.Truth.Scalars["currency"]
	if s.DocumentType != result.TypeReceipt || code == "" {
		return
	}
	for _, w := range words(s.Document()) {
		for _, sign := range append(signs[code], code) {
			if strings.Contains(w.Text, sign) {
				return
			}
		}
	}
	t.Errorf("%s: %s is not on the page", name, code)
}

// numbersAreValid checks the check digits of account numbers, and of tax numbers with a prefix or of a language with
// one country.
func numbersAreValid(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	if iban := s.Truth.Scalars["iban"]; iban != "" && !recognize.ValidIBAN(iban) {
		t.Errorf("%s: account %s", name, iban)
	}
	prefix := map[string]string{"hr": "HR", "sl": "SI", "it": "IT", "pl": "PL", "ro": "RO", "bg": "BG", "el": "EL",
		"fi": "FI", "nb": "NO"}[s.Language]
	for _, field := range []string{"vendorTaxId", "customerTaxId"} {
		id := strings.NewReplacer(" ", "", ".", "", "-", "").Replace(s.Truth.Scalars[field])
		if id == "" {
			continue
		}
		if prefix != "" && unicode.IsDigit(rune(id[0])) {
			id = prefix + id
		}
		if outcome, _ := country.CheckVAT(id); outcome == country.Invalid {
			t.Errorf("%s: tax number %s", name, id)
		}
	}
}

func truthIsComplete(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, field := range map[result.DocumentType][]string{
		result.TypeInvoice:       {"vendorName", "customerName", "issueDate", "total", "invoiceNumber"},
		result.TypeCreditNote:    {"vendorName", "customerName", "issueDate", "total", "invoiceNumber"},
		result.TypePurchaseOrder: {"issueDate", "total", "purchaseOrderNumber"},
		result.TypeReceipt:       {"vendorName", "date", "total"},
		result.TypeBankStatement: {"bankName", "accountHolder", "periodStart", "periodEnd", "openingBalance",
			"closingBalance"},
	}[s.DocumentType] {
		optional := field == "vendorName" && strings.HasPrefix(s.Layout, "wild/")
		if s.Truth.Scalars[field] == "" && !optional {
			t.Errorf("%s: no %s", name, field)
		}
	}
	statement := s.DocumentType == result.TypeBankStatement
	if len(s.Truth.LineItems) == 0 && !statement && s.DocumentType != result.TypeGeneric {
		t.Errorf("%s: no line items", name)
	}
}

func rowsMultiply(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	for _, row := range s.Truth.LineItems {
		if row["quantity"] == "" || row["unitPrice"] == "" {
			continue
		}
		full := decimal.RequireFromString(row["quantity"]).Mul(decimal.RequireFromString(row["unitPrice"])).Round(2)
		if d := row["discount"]; d != "" && s.DocumentType != result.TypeReceipt {
			full = full.Sub(full.Mul(decimal.RequireFromString(d)).Shift(-2).Round(2))
		}
		if !full.Equal(decimal.RequireFromString(row["amount"])) {
			t.Errorf("%s: %v comes to %s", name, row, full)
		}
	}
}

// followsForm checks which members a row has, and that they make its amount.
func followsForm(t *testing.T, form string, row map[string]string) {
	t.Helper()
	if coded := form == trade.ItemsCoded || form == trade.ItemsStacked; (row["productCode"] != "") != coded {
		t.Errorf("%s: %v", form, row)
	}
	full := decimal.RequireFromString(row["quantity"]).Mul(decimal.RequireFromString(row["unitPrice"]))
	if cut := row["discount"]; cut != "" {
		full = full.Round(2).Sub(decimal.RequireFromString(cut))
	}
	bases := []int32{0}
	if form == trade.ItemsPerMany {
		bases = []int32{0, -2, -3}
	}
	amount := decimal.RequireFromString(row["amount"])
	if !slices.ContainsFunc(bases, func(base int32) bool { return full.Shift(base).Round(2).Equal(amount) }) {
		t.Errorf("%s: %v comes to %s", form, row, full)
	}
}

func sumsAddUp(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	value := func(field string) decimal.Decimal {
		v, _ := decimal.NewFromString(s.Truth.Scalars[field])
		return v
	}
	items := decimal.Zero
	for _, row := range s.Truth.LineItems {
		items = items.Add(decimal.RequireFromString(row["amount"]))
	}
	plain := items.Sub(value("discountTotal")).Add(value("shippingTotal"))
	total := value("total")
	if !total.Equal(plain.Add(value("taxTotal"))) && !total.Equal(plain) {
		t.Errorf("%s: total %s of items %s in %v", name, total, items, s.Truth.Scalars)
	}
	net := value("subtotal")
	if s.Truth.Scalars["subtotal"] != "" && !net.Equal(items) && !net.Equal(plain) &&
		!net.Equal(total.Sub(value("taxTotal"))) {
		t.Errorf("%s: subtotal %s of items %s in %v", name, net, items, s.Truth.Scalars)
	}
}

// fieldsMatchTruth checks that the words of a field, joined, equal its truth.
func fieldsMatchTruth(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	doc, fields := s.DocumentFields()
	sameForm(t, name, doc, fields)
	said := map[string]string{}
	for p, page := range doc.Pages {
		for l, line := range page.Lines {
			for w, word := range line.Words {
				said[fields[p][l][w]] += compact(word.Text)
			}
		}
	}
	for _, field := range []string{"vendorName", "customerName", "total", "invoiceNumber", "vendorTaxId", "customerTaxId",
		"iban", "vendorAddress", "customerAddress", "shippingName", "purchaseOrderNumber"} {
		want := compact(s.Truth.Scalars[field])
		// Columns may interleave the parts of a name or address.
		if len(said[field]) < len(want) || field != "vendorName" && want != "" && said[field] == "" {
			t.Errorf("%s: words drawn for %s are %q, not %q", name, field, said[field], want)
		}
	}
}
