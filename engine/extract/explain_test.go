package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// explained returns how much a page extracted as a type explains, in log-odds.
func explained(kind result.DocumentType, otherVotes float64, rows ...string) float64 {
	doc := annotate.New(sheettest.Rows(rows...))
	return extract.Explain(doc, kind, models().Fields.Extract(doc, kind, "en"), otherVotes)
}

func TestExplanationScore(t *testing.T) {
	t.Parallel()
	bill := []string{
		"Alder Works Ltd", "1 Mill Lane, Leeds", "", "Invoice number|A-17", "Invoice date|3 May 2031", "Subtotal|100.00",
		"VAT 20%|20.00", "Total|120.00",
	}
	whole := explained(result.TypeInvoice, 0, bill...)
	for name, less := range map[string]float64{
		"another type":          explained(result.TypePurchaseOrder, 0, bill...),
		"no type":               explained(result.TypeGeneric, 0, bill...),
		"a number without name": explained(result.TypeInvoice, 0, append([]string{"", "", "", "", ""}, bill[4:]...)...),
		"sums that do not hold": explained(result.TypeInvoice, 0, append(append([]string{}, bill[:7]...), "Total|129.00")...),
	} {
		if less >= whole {
			t.Errorf("%s explains %.2f, the invoice %.2f", name, less, whole)
		}
	}
}

func TestExplanationWithoutTotals(t *testing.T) {
	t.Parallel()
	letter := []string{"Dear Mr Lee,", "we met on 3 March and spoke about the roof.", "Kind regards,", "Ann Porter"}
	generic := explained(result.TypeGeneric, 0, letter...)
	for _, kind := range []result.DocumentType{
		result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement,
	} {
		if got := explained(kind, 0, letter...); got >= generic {
			t.Errorf("as %s the letter explains %.2f, as generic %.2f", kind, got, generic)
		}
	}
	if explained(result.TypeGeneric, 2, letter...) <= generic {
		t.Error("words for papers of other kinds do not speak for a generic document")
	}
}

// A document with a missing key field keeps its type.
func TestTypeWithMissingKeyField(t *testing.T) {
	t.Parallel()
	res := extractRows("INVOICE", "Billed to: Marlow Fish Bar", "Payment due on receipt")
	if res.DocumentType != result.TypeInvoice {
		t.Errorf("is read as %s", res.DocumentType)
	}
}
