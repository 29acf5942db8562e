package synth_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/shopspring/decimal"
)

// tradeSamples calls each with invoices, credit notes and orders in all languages.
func tradeSamples(t *testing.T, each func(t *testing.T, name string, s *synth.Sample)) {
	t.Helper()
	for _, language := range synth.Languages() {
		for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder} {
			for seed := range uint64(60) {
				name := fmt.Sprintf("%s %s %d", language, kind, seed)
				each(t, name, synth.New(seed, synth.Options{DocumentType: kind, Language: language, Design: synth.DesignFixed}))
			}
		}
	}
}

func TestTradeSamples(t *testing.T) {
	t.Parallel()
	tradeSamples(t, func(t *testing.T, name string, s *synth.Sample) {
		t.Helper()
		tradeTruthIsComplete(t, name, s)
		tradeSumsAddUp(t, name, s)
	})
}

func tradeTruthIsComplete(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	wanted := []string{"vendorName", "customerName", "issueDate", "total"}
	if s.DocumentType == result.TypePurchaseOrder {
		wanted = append(wanted, "purchaseOrderNumber")
	} else {
		wanted = append(wanted, "invoiceNumber")
	}
	for _, field := range wanted {
		if s.Truth.Scalars[field] == "" {
			t.Errorf("%s (%s): no %s", name, s.Layout, field)
		}
	}
	if len(s.Truth.LineItems) == 0 {
		t.Errorf("%s: no line items", name)
	}
}

func tradeSumsAddUp(t *testing.T, name string, s *synth.Sample) {
	t.Helper()
	value := func(field string) decimal.Decimal {
		v, _ := decimal.NewFromString(s.Truth.Scalars[field])
		return v
	}
	items := decimal.Zero
	for _, row := range s.Truth.LineItems {
		amount := decimal.RequireFromString(row["amount"])
		items = items.Add(amount)
		checkRow(t, name, row, amount)
	}
	if s.DocumentType == result.TypePurchaseOrder {
		return // orders have no field for discount and shipping
	}
	plain := items.Sub(value("discountTotal")).Add(value("shippingTotal"))
	withTax := plain.Add(value("taxTotal"))
	if total := value("total"); !total.Equal(withTax) && !total.Equal(plain) {
		t.Errorf("%s: total %s of items %s in %v", name, total, items, s.Truth.Scalars)
	}
	subtotal, has := s.Truth.Scalars["subtotal"]
	if net := value("subtotal"); has && !net.Equal(items) && !net.Equal(plain) &&
		!net.Equal(value("total").Sub(value("taxTotal"))) {
		t.Errorf("%s: subtotal %s of items %s in %v", name, subtotal, items, s.Truth.Scalars)
	}
}

func checkRow(t *testing.T, name string, row map[string]string, amount decimal.Decimal) {
	t.Helper()
	if row["quantity"] == "" || row["unitPrice"] == "" {
		return
	}
	full := decimal.RequireFromString(row["quantity"]).Mul(decimal.RequireFromString(row["unitPrice"])).Round(2)
	if d := row["discount"]; d != "" {
		full = full.Sub(full.Mul(decimal.RequireFromString(d)).Shift(-2).Round(2))
	}
	if !full.Equal(amount) {
		t.Errorf("%s: %v comes to %s", name, row, full)
	}
}

func TestTradeLayoutFamilies(t *testing.T) {
	t.Parallel()
	families := map[string]int{}
	for seed := range uint64(600) {
		families[synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Design: synth.DesignFixed}).Layout]++
	}
	if n := len(families); n < 20 || n > 60 {
		t.Errorf("%d families of layouts: %v", n, families)
	}
}
