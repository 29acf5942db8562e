package synth_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/text/country"
	"github.com/docmill/docmill/lab/synth"
)

// Trade documents in Norwegian, Finnish and Hungarian have tax and account numbers with valid check digits, and a
// complete vocabulary.
func TestNordicAndHungarianDocuments(t *testing.T) {
	t.Parallel()
	for language, code := range map[string]string{"nb": "NO", "fi": "FI", "hu": "HU"} {
		checked := 0
		for seed := range uint64(90) {
			kind := []result.DocumentType{result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder}[seed%3]
			s := synth.New(seed, synth.Options{DocumentType: kind, Language: language})
			if iban := s.Truth.Scalars["iban"]; iban != "" && (!strings.HasPrefix(iban, code) || !validIBAN(iban)) {
				t.Errorf("%s %d: %s", language, seed, iban)
			}
			for _, field := range []string{"vendorTaxId", "customerTaxId"} {
				id := strings.ReplaceAll(s.Truth.Scalars[field], " ", "")
				if !strings.HasPrefix(id, code) {
					continue
				}
				checked++
				if outcome, _ := country.CheckVAT(id); outcome != country.Valid {
					t.Errorf("%s %d: %s", language, seed, id)
				}
			}
			for _, sheet := range s.Sheets {
				for _, m := range sheet.Marks {
					for _, key := range []string{"col.", "title.", "Number:", ".sentence", "unit."} {
						if strings.HasPrefix(m.Text, key) {
							t.Errorf("%s %d: %q is no word", language, seed, m.Text)
						}
					}
				}
			}
		}
		if checked == 0 {
			t.Errorf("no tax number of %s", code)
		}
	}
}
