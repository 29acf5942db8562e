package classify_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

func page(title string, rows ...string) *annotate.Document {
	return annotate.New(sheettest.Rows(append([]string{title, ""}, rows...)...))
}

func TestClassifyByTitle(t *testing.T) {
	t.Parallel()
	invoiceWords := []string{"Spett.le Edil Ponte S.r.l.", "Coordinate bancarie|IBAN", "Data|3/5/2031",
		"Modalità di pagamento|bonifico", "Totale|122,00"}
	for title, want := range map[string]result.DocumentType{
		"Fattura n. 81/2031 del 18-11-2031":         result.TypeInvoice,
		"Nota di credito n. 81/2031 del 18-11-2031": result.TypeCreditNote,
		"Offerta n. 81/2031 del 18-11-2031":         result.TypeGeneric,
		"Ordine d'acquisto n. 81/2031":              result.TypePurchaseOrder,
	} {
		if got := scorers(t).Rank(page(title, invoiceWords...)).Types[0].Type; got != want {
			t.Errorf("%q is %s, not %s", title, got, want)
		}
	}
}

func TestOtherDocumentTypes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc  *annotate.Document
		want bool
	}{
		"an offer's number":           {page("Bau Jansen", "Offertenummer|10270", "Totaal|12,00"), true},
		"an invoice's delivery note":  {page("Rechnung", "Lieferschein Nr. 4711", "Summe|12,00"), false},
		"a sentence about a quote":    {page("Invoice", "as agreed in our quote of May", "Total|12.00"), false},
		"a bill that names no other":  {page("Invoice", "Total|12.00"), false},
		"a page without any words":    {annotate.New(sheettest.Rows()), false},
		"a delivery note by its name": {page("Lieferschein Nr. 4711", "Schrauben|200 Stk"), true},
		"a title that lost a space":   {page("DOCUMENTO DITRASPORTO", "Viti|200 pz"), true},
		"and one that lost all":       {page("DOCUMENTODITRASPORTO", "Viti|200 pz"), true},
	} {
		if got := scorers(t).Rank(c.doc).OtherKind > 0; got != c.want {
			t.Errorf("%s: votes for other kinds is %v, not %v", name, got, c.want)
		}
	}
}

func TestRankingProbabilities(t *testing.T) {
	t.Parallel()
	for _, doc := range []*annotate.Document{page("Invoice", "Total|12.00"), page(""), annotate.New(text("Avoir n° 7"))} {
		sum, last := 0.0, 1.0
		for _, v := range scorers(t).Rank(doc).Types {
			if v.Certainty > last {
				t.Error("the ranking is not sorted")
			}
			last, sum = v.Certainty, sum+v.Certainty
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("the probabilities add up to %v", sum)
		}
	}
	if v := (classify.Ranking{}).Verdict(); v.Type != result.TypeGeneric {
		t.Errorf("nothing is %s", v.Type)
	}
}

// "Purchase order" in a row of labels does not make an invoice a purchase order.
func TestHeadingsNotTitles(t *testing.T) {
	t.Parallel()
	rows := []string{"Sold to:|Ship to:", "Weber Ltd|same", "Due date:|2031-05-03", "Subtotal|100.00", "Total invoice|112.00"}
	for heading, want := range map[string]bool{"Purchase order|Reference|Terms|Date": false, "Purchase order": true} {
		got := scorers(t).Rank(page(heading, rows...)).Types[0].Type == result.TypePurchaseOrder
		if got != want {
			t.Errorf("%q is the title of an order: %v", heading, got)
		}
	}
}
