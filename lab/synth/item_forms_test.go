package synth_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/synth/trade"
	"github.com/shopspring/decimal"
)

func TestItemForms(t *testing.T) {
	t.Parallel()
	for _, form := range trade.ItemForms() {
		for _, language := range synth.Languages() {
			t.Run(form+"/"+language, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(15) {
					opt := synth.Options{DocumentType: result.TypeInvoice, Language: language, Items: form}
					s := synth.New(seed, opt)
					if !reflect.DeepEqual(s, synth.New(seed, opt)) {
						t.Errorf("seed %d gives two samples", seed)
					}
					if !strings.HasSuffix(s.Layout, "-"+form) || len(s.Truth.LineItems) == 0 {
						t.Errorf("seed %d: layout %q, %d line items", seed, s.Layout, len(s.Truth.LineItems))
					}
					for _, row := range s.Truth.LineItems {
						followsForm(t, form, row)
					}
					staysOnThePage(t, s.Layout, s)
					doesNotOverlap(t, s.Layout, s)
				}
			})
		}
	}
}

func followsForm(t *testing.T, form string, row map[string]string) {
	t.Helper()
	if coded := form == trade.ItemsCoded || form == trade.ItemsStacked; (row["productCode"] != "") != coded {
		t.Errorf("%s: %v", form, row)
	}
	full := decimal.RequireFromString(row["quantity"]).Mul(decimal.RequireFromString(row["unitPrice"]))
	if cut := row["discount"]; cut != "" {
		full = full.Round(2).Sub(decimal.RequireFromString(cut))
	}
	amount := decimal.RequireFromString(row["amount"])
	bases := []int32{0}
	if form == trade.ItemsPerMany {
		bases = []int32{0, -2, -3}
	}
	for _, base := range bases {
		if full.Shift(base).Round(2).Equal(amount) {
			return
		}
	}
	t.Errorf("%s: %v comes to %s", form, row, full)
}
