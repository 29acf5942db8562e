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

// claim is a code's value for one field.
type claim struct {
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
	// codeStands: the code wins, because a decoded value has no OCR errors (numbers, references).
	codeStands rule = iota
	// pageStands: the code only fills gaps.
	pageStands
	// amountRule: merger.amount decides.
	amountRule
)

// mergeCodes merges the values of the document's QR codes into the set: SEPA and Swiss payment codes and ZATCA tax
// invoices. If page and code agree, the value keeps its place on the page. If amounts or accounts differ, the check
// code_matches_page fails. If two codes contradict each other, neither is used.
func mergeCodes(set *value.Set, doc *document.Document, kind result.DocumentType) []validate.Outcome {
	m := merger{set: set, doc: doc}
	fields, claims := schema.Of(kind).CodeFields(), map[string]claim{}
	for i := range doc.Barcodes {
		for _, c := range claimsOf(&doc.Barcodes[i]) {
			if c.name == "issueDate" && kind == result.TypeReceipt {
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

// claimsOf parses a payment or tax code; it returns nothing for other codes.
func claimsOf(c *document.Barcode) []claim {
	var claims []claim
	add := func(rule rule, score float64, name, value string) {
		claims = append(claims, claim{name: name, value: value, rule: rule, score: score, from: c})
	}
	if s, err := paymentqr.ParseSEPA(c.Text); err == nil {
		add(codeStands, codeScore, "iban", s.IBAN)
		add(codeStands, codeScore, "bic", s.BIC)
		add(codeStands, codeScore, "currency", "EUR")
		add(amountRule, payeeScore, "total", s.Amount)
		add(codeStands, codeScore, "paymentReference", s.Reference)
		if s.Reference == "" {
			add(pageStands, payeeScore, "paymentReference", s.Text)
		}
		add(pageStands, payeeScore, "vendorName", s.Name)
	}
	if b, err := paymentqr.ParseSwissBill(c.Text); err == nil {
		add(codeStands, codeScore, "iban", b.IBAN)
		add(codeStands, codeScore, "currency", b.Currency)
		add(amountRule, payeeScore, "total", b.Amount)
		add(codeStands, codeScore, "paymentReference", b.Reference)
		add(pageStands, payeeScore, "vendorName", b.Creditor.Name)
		add(pageStands, payeeScore, "vendorAddress", b.Creditor.Address)
		add(pageStands, codeScore, "customerName", b.Debtor.Name)
		add(pageStands, codeScore, "customerAddress", b.Debtor.Address)
		claims = append(claims, billingClaims(c, b.Billing)...)
	}
	if t, err := paymentqr.ParseTaxInvoice(c.Text); err == nil {
		add(pageStands, codeScore, "vendorName", t.Seller)
		add(codeStands, codeScore, "vendorTaxId", t.VATID)
		add(codeStands, codeScore, "issueDate", t.Date)
		add(pageStands, codeScore, "time", t.Time)
		add(pageStands, codeScore, "currency", "SAR")
		add(amountRule, codeScore, "total", t.Total)
		add(amountRule, codeScore, "taxTotal", t.VAT)
	}
	return claims
}

func billingClaims(c *document.Barcode, billing string) []claim {
	s, err := paymentqr.ParseSwico(billing)
	if err != nil {
		return nil
	}
	var claims []claim
	for name, value := range map[string]string{
		"invoiceNumber": s.InvoiceNumber, "issueDate": s.IssueDate, "dueDate": s.DueDate, "vendorTaxId": s.TaxID,
	} {
		claims = append(claims, claim{name, value, codeStands, codeScore, c})
	}
	for name, value := range map[string]string{
		"customerId": s.CustomerReference, "servicePeriodStart": s.PeriodStart, "servicePeriodEnd": s.PeriodEnd,
	} {
		claims = append(claims, claim{name, value, pageStands, codeScore, c})
	}
	return claims
}

type merger struct {
	set      *value.Set
	doc      *document.Document
	outcomes []validate.Outcome
}

func (m *merger) merge(c claim) {
	printed, shown := m.set.Scalars[c.name]
	switch {
	case c.rule == amountRule:
		m.amount(c)
	case !shown:
		m.put(c)
	case recognize.Compact(printed.Value) == recognize.Compact(c.value):
		m.confirm(c, c.name)
		if c.name == "iban" {
			m.check(true, c.value+" in the code and on the page", c.name)
		}
	case c.rule == pageStands:
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
func (m *merger) amount(c claim) {
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
	return slices.ContainsFunc(validate.Run(m.set), func(o validate.Outcome) bool { return o.Name == validate.Sum && o.Passed })
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

func (m *merger) put(c claim) {
	m.set.Scalars[c.name] = value.Value{
		Value: c.value, Raw: c.value, Page: c.from.Page, Box: c.from.Box,
		Source: document.SourceCode, Score: c.score, Legibility: 1,
	}
}

// confirm keeps the printed value's place and raises its score to that of the code.
func (m *merger) confirm(c claim, name string) {
	v := m.set.Scalars[name]
	v.Source, v.Score, v.Legibility = document.SourceCode, codeScore, 1
	if c.rule == codeStands { // use the normalized form
		v.Value = c.value
	}
	m.set.Scalars[name] = v
}

func (m *merger) check(passed bool, detail, path string) {
	m.outcomes = append(m.outcomes, validate.Outcome{
		Check: result.Check{Name: validate.CodeMatchesPage, Passed: passed, Detail: detail}, Paths: []string{path},
	})
}
