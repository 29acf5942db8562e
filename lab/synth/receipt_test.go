package synth_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/shopspring/decimal"
)

// each calls check with samples of a kind in all languages.
func each(kind result.DocumentType, seeds uint64, check func(*synth.Sample)) {
	for _, language := range synth.Languages() {
		for seed := range seeds {
			check(synth.New(seed, synth.Options{DocumentType: kind, Language: language}))
		}
	}
}

// Making a sample takes longer than checking it, so each sample gets all checks.
func TestReceiptSamples(t *testing.T) {
	t.Parallel()
	layouts := map[string]bool{}
	agree := 0
	each(result.TypeReceipt, 60, func(s *synth.Sample) {
		layouts[s.Layout] = true
		for _, field := range []string{"vendorName", "date", "total"} {
			if s.Truth.Scalars[field] == "" {
				t.Errorf("%s: no %s", s.Layout, field)
			}
		}
		if len(s.Truth.LineItems) == 0 {
			t.Errorf("%s: nothing was sold", s.Layout)
		}
		receiptItemsMultiply(t, s)
		currencyIsPrinted(t, s)
		printsNoKeys(t, s)
		if addsUp(s) {
			agree++
		}
	})
	if len(layouts) < 60 {
		t.Errorf("%d layouts, want many", len(layouts))
	}
	if agree < 60 {
		t.Errorf("subtotal, tax and total agree on %d receipts only", agree)
	}
}

func receiptItemsMultiply(t *testing.T, s *synth.Sample) {
	t.Helper()
	for _, item := range s.Truth.LineItems {
		quantity, price, amount := item["quantity"], item["unitPrice"], decimal.RequireFromString(item["amount"])
		if quantity == "" || price == "" {
			continue
		}
		if got := decimal.RequireFromString(quantity).Mul(decimal.RequireFromString(price)).Round(2); !got.Equal(amount) {
			t.Errorf("%s: %s × %s is not %s", s.Layout, quantity, price, amount)
		}
	}
}

// addsUp reports whether subtotal, tax and tip make the total. The total includes the printed tax or adds it, and
// there may be a discount, a service charge or rounding.
func addsUp(s *synth.Sample) bool {
	fields := s.Truth.Scalars
	if fields["subtotal"] == "" || fields["taxTotal"] == "" {
		return false
	}
	value := func(field string) decimal.Decimal {
		v, _ := decimal.NewFromString(fields[field])
		return v
	}
	return value("subtotal").Add(value("taxTotal")).Add(value("tip")).Equal(value("total"))
}

func TestStatementSamples(t *testing.T) {
	t.Parallel()
	each(result.TypeBankStatement, 60, func(s *synth.Sample) {
		printsNoKeys(t, s)
		fields := s.Truth.Scalars
		for _, field := range []string{"bankName", "accountHolder", "periodStart", "periodEnd", "openingBalance",
			"closingBalance"} {
			if fields[field] == "" {
				t.Errorf("%s: no %s", s.Layout, field)
			}
		}
		if fields["iban"] == "" && fields["accountNumber"] == "" {
			t.Errorf("%s: no number of the account", s.Layout)
		}
		if fields["periodEnd"] <= fields["periodStart"] {
			t.Errorf("%s: period from %s to %s", s.Layout, fields["periodStart"], fields["periodEnd"])
		}
	})
}

func TestNegativeSamples(t *testing.T) {
	t.Parallel()
	kinds := map[string]bool{}
	each(result.TypeGeneric, 60, func(s *synth.Sample) {
		printsNoKeys(t, s)
		kinds[strings.SplitN(strings.TrimPrefix(s.Layout, "other/"), "-", 2)[0]] = true
		if len(s.Truth.Scalars) != 0 || len(s.Truth.LineItems) != 0 {
			t.Errorf("%s has fields %v", s.Layout, s.Truth)
		}
	})
	if len(kinds) < 20 {
		t.Errorf("%d kinds of papers, want 20 or more", len(kinds))
	}
}

// printsNoKeys fails for missing words, which are printed as their keys.
func printsNoKeys(t *testing.T, s *synth.Sample) {
	t.Helper()
	for _, sheet := range s.Sheets {
		for _, m := range sheet.Marks {
			low := strings.ToLower(m.Text)
			if strings.Contains(low, "till-") || strings.Contains(low, "bank-") || strings.Contains(low, "look-") ||
				strings.Contains(m.Text, "{") {
				t.Errorf("%s %s: %q", s.Language, s.Layout, m.Text)
			}
		}
	}
}

func currencyIsPrinted(t *testing.T, s *synth.Sample) {
	t.Helper()
	signs := map[string][]string{
		"EUR": {"€", "Euro", "EURO", "Eur", "евро", "ЕВРО", "ευρώ", "ΕΥΡΏ"}, "USD": {"$"}, "GBP": {"£"},
		"PLN": {"zł", "zl", "ZŁ", "ZL"}, "MYR": {"RM"},
		"RON": {"lei", "Lei", "LEI"}, "BGN": {"лв", "лева", "ЛВ", "ЛЕВА"},
		"INR": {"Rs", "RS", "₹"},
		"CHF": {"Fr.", "FR.", "SFr."}, "BRL": {"R$"}, "MXN": {"$"}, "SGD": {"S$"}, "AUD": {"A$"}, "CAD": {"$"},
	}
	code := s.Truth.Scalars["currency"]
	if code == "" {
		return
	}
	page := printedText(s)
	for _, sign := range append(signs[code], code) {
		if strings.Contains(page, sign) {
			return
		}
	}
	t.Errorf("%s: %s is not on the page", s.Layout, code)
}

func printedText(s *synth.Sample) string {
	var sb strings.Builder
	for _, p := range s.Document().Pages {
		for _, l := range p.Lines {
			sb.WriteString(l.Text() + "\n")
		}
	}
	return sb.String()
}
