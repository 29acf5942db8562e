package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// billed is an invoice with one more labeled date.
func billed(label, day string) *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 11, "Fenwick Boats Ltd", "Dock Road 11", "Poole BH15 4AA")
	s.End(545, 40, 17, "INVOICE")
	for i, p := range [][2]string{{"Invoice number", "F-7031"}, {"Invoice date", "24.03.2031"}, {label, day}} {
		s.Put(330, 80+14*float64(i), 9, p[0]+":")
		s.Put(460, 80+14*float64(i), 9, p[1])
	}
	s.Put(380, 300, 9, "Total")
	s.End(545, 300, 9, "£1,500.00")
	return sheettest.Bind(s)
}

func TestInvoiceDeliveryDate(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"Delivery date": "2031-03-20", "Lieferdatum": "2031-03-20", "Liefer- und Leistungsdatum": "2031-03-20",
		"Date de livraison": "2031-03-20", "Fecha de entrega": "2031-03-20", "Data di consegna": "2031-03-20",
		"Leverdatum": "2031-03-20", "Data de entrega": "2031-03-20", "Data dostawy": "2031-03-20",
		"Termin": "", // the due date on an invoice
	} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			doc := billed(label, "20.03.2031")
			for _, kind := range []result.DocumentType{result.TypeInvoice, result.TypeCreditNote} {
				set := read(doc, kind)
				sheettest.Holds(t, set, map[string]string{"issueDate": "2031-03-24", "deliveryDate": want})
				sheettest.Cites(t, doc, set)
			}
			period := read(billed(label, "18.03.2031 - 20.03.2031"), result.TypeInvoice)
			sheettest.Holds(t, period, map[string]string{"deliveryDate": ""})
			if set := read(doc, result.TypeReceipt); set.Has("deliveryDate") {
				t.Error("a receipt has a day of delivery")
			}
		})
	}
}

func read(doc *document.Document, kind result.DocumentType) *value.Set {
	return header.Find(sheettest.Read(doc, kind))
}
