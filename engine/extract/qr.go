package extract

import (
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/read/paymentqr"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/text/recognize"
	"github.com/docmill/docmill/engine/validate"
)

// Scores of values from QR codes. A code proves that it was read right; the remaining risk is that it describes
// something else, such as the installment due now or a collection agency. They are estimates: too few labeled
// documents have codes.
const (
	codeScore  = 0.99
	payeeScore = 0.9 // the payee is taken as the vendor, the amount as the total
)

// qrValue is a code's value for one field.
type qrValue struct {
	name, value string
	rule        rule
	score       float64
	from        *document.Barcode
}

// contradicted marks a field for which two codes have different values.
const contradicted = ""

// rule says which value wins if code and page differ.
type rule int

const (
	// ruleCode: the code wins, because a decoded value has no OCR errors (numbers, references).
	ruleCode rule = iota
	// ruleGap: the code only fills gaps.
	ruleGap
	// ruleAmount: merger.amount decides.
	ruleAmount
)

// mergeCodes merges the values of the document's QR codes into the set: SEPA and Swiss payment codes and ZATCA tax
// invoices. If page and code agree, the value keeps its place on the page. If amounts or accounts differ, the check
// code_matches_page fails. If two codes contradict each other, neither is used.
func mergeCodes(set *value.Set, doc *document.Document, kind result.DocumentType) []validate.CheckResult {
	m := merger{set: set, doc: doc}
	t := schema.Of(kind)
	fields, claims := t.CodeFields(), map[string]qrValue{}
	for i := range doc.Barcodes {
		for _, c := range qrValuesOf(&doc.Barcodes[i]) {
			if c.name == "issueDate" && !t.Has(c.name) {
				c.name = "date"
			}
			if c.value == "" || !slices.ContainsFunc(fields, func(f schema.Field) bool { return f.Name == c.name }) {
				continue
			}
			if before, ok := claims[c.name]; ok && before.value != c.value {
				c.value = contradicted
			}
			claims[c.name] = c
		}
	}
	for i := range fields {
		if c, ok := claims[fields[i].Name]; ok && c.value != contradicted {
			m.merge(c)
		}
	}
	return m.outcomes
}

// qrValuesOf parses a payment or tax code; it returns nothing for other codes.
func qrValuesOf(c *document.Barcode) []qrValue {
	var claims []qrValue
	add := func(rule rule, score float64, name, value string) {
		claims = append(claims, qrValue{name: name, value: value, rule: rule, score: score, from: c})
	}
	if s, err := paymentqr.ParseSEPA(c.Text); err == nil {
		add(ruleCode, codeScore, "iban", s.IBAN)
		add(ruleCode, codeScore, "bic", s.BIC)
		add(ruleCode, codeScore, "currency", "EUR")
		add(ruleAmount, payeeScore, "total", s.Amount)
		add(ruleCode, codeScore, "paymentReference", s.Reference)
		if s.Reference == "" {
			add(ruleGap, payeeScore, "paymentReference", s.Text)
		}
		add(ruleGap, payeeScore, "vendorName", s.Name)
	}
	if b, err := paymentqr.ParseSwissBill(c.Text); err == nil {
		add(ruleCode, codeScore, "iban", b.IBAN)
		add(ruleCode, codeScore, "currency", b.Currency)
		add(ruleAmount, payeeScore, "total", b.Amount)
		add(ruleCode, codeScore, "paymentReference", b.Reference)
		add(ruleGap, payeeScore, "vendorName", b.Creditor.Name)
		add(ruleGap, payeeScore, "vendorAddress", b.Creditor.Address)
		add(ruleGap, codeScore, "customerName", b.Debtor.Name)
		add(ruleGap, codeScore, "customerAddress", b.Debtor.Address)
		claims = append(claims, billingValues(c, b.Billing)...)
	}
	if t, err := paymentqr.ParseTaxInvoice(c.Text); err == nil {
		add(ruleGap, codeScore, "vendorName", t.Seller)
		add(ruleCode, codeScore, "vendorTaxId", t.VATID)
		add(ruleCode, codeScore, "issueDate", t.Date)
		add(ruleGap, codeScore, "time", t.Time)
		add(ruleGap, codeScore, "currency", "SAR")
		add(ruleAmount, codeScore, "total", t.Total)
		add(ruleAmount, codeScore, "taxTotal", t.VAT)
	}
	return claims
}

func billingValues(c *document.Barcode, billing string) []qrValue {
	s, err := paymentqr.ParseSwico(billing)
	if err != nil {
		return nil
	}
	var claims []qrValue
	for name, value := range map[string]string{
		"invoiceNumber": s.InvoiceNumber, "issueDate": s.IssueDate, "dueDate": s.DueDate, "vendorTaxId": s.TaxID,
	} {
		claims = append(claims, qrValue{name, value, ruleCode, codeScore, c})
	}
	for name, value := range map[string]string{
		"customerId": s.CustomerReference, "servicePeriodStart": s.PeriodStart, "servicePeriodEnd": s.PeriodEnd,
	} {
		claims = append(claims, qrValue{name, value, ruleGap, codeScore, c})
	}
	return claims
}

type merger struct {
	set      *value.Set
	doc      *document.Document
	outcomes []validate.CheckResult
}

func (m *merger) merge(c qrValue) {
	printed, shown := m.set.Scalars[c.name]
	switch {
	case c.rule == ruleAmount:
		m.amount(c)
	case !shown:
		m.put(c)
	case recognize.Compact(printed.Value) == recognize.Compact(c.value):
		m.confirm(c, c.name)
		if c.name == "iban" {
			m.check(true, c.value+" in the code and on the page", c.name)
		}
	case c.rule == ruleGap:
	default:
		m.put(c)
		// An account with valid check digits was not misread: the code names another account than the page.
		if c.name == "iban" && recognize.ValidIBAN(printed.Value) {
			shown := strings.Contains(recognize.Compact(m.doc.Text()), recognize.Compact(c.value))
			m.check(shown, c.value+" in the code, "+printed.Value+" on the page", c.name)
		}
	}
}

// amount merges an amount. The amount due may be less than the total; unproven OCR totals are replaced.
func (m *merger) amount(c qrValue) {
	printed, shown := m.set.Scalars[c.name]
	switch {
	case !shown:
		m.put(c)
		return
	case sameAmount(printed.Value, c.value):
		m.confirm(c, c.name)
		m.check(true, c.value+" in the code and on the page", c.name)
		return
	case c.name == "total" && sameAmount(m.set.Text("amountDue"), c.value):
		m.confirm(c, "amountDue")
		m.check(true, c.value+" in the code and due on the page", "amountDue")
		return
	}
	m.check(false, c.value+" in the code, "+printed.Value+" on the page", c.name)
	if printed.Source == document.SourceOCR && !m.addsUp() {
		m.put(c)
	}
}

// addsUp reports whether the page's net amount, taxes and total agree.
func (m *merger) addsUp() bool {
	return slices.ContainsFunc(validate.Run(m.set), func(o validate.CheckResult) bool {
		return o.Name == validate.Sum &&
			o.Passed
	})
}

func sameAmount(a, b string) bool {
	zeros := func(s string) string {
		if strings.Contains(s, ".") {
			s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	return a != "" && zeros(a) == zeros(b)
}

func (m *merger) put(c qrValue) {
	m.set.Scalars[c.name] = value.Value{
		Value: c.value, Raw: c.value, Page: c.from.Page, Box: c.from.Box,
		Source: document.SourceCode, Score: c.score, Legibility: 1,
	}
}

// confirm keeps the printed value's place and raises its score to that of the code.
func (m *merger) confirm(c qrValue, name string) {
	v := m.set.Scalars[name]
	v.Source, v.Score, v.Legibility = document.SourceCode, codeScore, 1
	if c.rule == ruleCode { // use the normalized form
		v.Value = c.value
	}
	m.set.Scalars[name] = v
}

func (m *merger) check(passed bool, detail, path string) {
	m.outcomes = append(m.outcomes, validate.CheckResult{
		Check: result.Check{Name: validate.CodeMatchesPage, Passed: passed, Detail: detail}, Paths: []string{path},
	})
}
