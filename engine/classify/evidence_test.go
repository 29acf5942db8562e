package classify_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/result"
)

// Titles and labels of more languages, and words for other kinds of documents.
func TestClassifyLanguages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  result.DocumentType
	}{
		"Swedish invoice": {[]string{"Faktura", "Fakturanummer 7", "Förfallodatum 2031-03-01", "Summa 12,00"},
			result.TypeInvoice},
		"Finnish invoice": {[]string{"Lasku", "Laskun numero 7", "Eräpäivä 1.3.2031", "Yhteensä 12,00"},
			result.TypeInvoice},
		"Czech invoice": {[]string{"Faktura", "Číslo faktury 7", "Datum splatnosti 1.3.2031", "Celkem 12,00"},
			result.TypeInvoice},
		"Hungarian invoice": {[]string{"Számla", "Számla sorszáma 7", "Fizetési határidő 2031.03.01", "Összesen 12,00"},
			result.TypeInvoice},
		"Romanian invoice": {[]string{"Factură fiscală", "Data scadenței 01.03.2031", "Total 12,00"}, result.TypeInvoice},
		"invoice by addressee": {[]string{"Invoice For: Marlow Fish Bar", "Remit to: Quay Street", "12.00"},
			result.TypeInvoice},
		"Danish credit note": {[]string{"Kreditnota", "Total 12,00"}, result.TypeCreditNote},
		"Czech credit note":  {[]string{"Dobropis", "Celkem 12,00"}, result.TypeCreditNote},
		"Slovak invoice": {[]string{"Faktúra - daňový doklad", "Dátum splatnosti 1.3.2031", "Spolu na úhradu 12,00"},
			result.TypeInvoice},
		"Slovak credit note": {[]string{"Dobropis č. 7", "Spolu 12,00"}, result.TypeCreditNote},
		"Slovak order": {[]string{"Objednávka č. 7", "Objednávame u Vás", "IČ DPH SK2021853504", "Spolu 12,00"},
			result.TypePurchaseOrder},
		"Slovak receipt": {[]string{"Pokladničný doklad", "Káva 2,50", "Hotovosť 5,00", "Výdavok 2,50"}, result.TypeReceipt},
		"Slovak statement": {[]string{"Výpis z účtu", "Počiatočný zostatok 12,00", "Konečný zostatok 9,00"},
			result.TypeBankStatement},
		"Croatian invoice": {[]string{"Račun br. 7-1-1", "Datum dospijeća 01.03.2031.", "Ukupno za platiti 12,00"},
			result.TypeInvoice},
		"Croatian credit note": {[]string{"Odobrenje br. 7", "Ukupno 12,00"}, result.TypeCreditNote},
		"Croatian order": {[]string{"Narudžbenica br. 7", "Rok isporuke 01.03.2031.", "Ukupno 12,00"},
			result.TypePurchaseOrder},
		"Croatian receipt": {[]string{"Račun br. 7/1/1", "Kava 2,50", "Blagajnik: Ana", "Gotovina 5,00", "Povrat 2,50",
			"JIR: 1a2b", "ZKI: 3c4d"}, result.TypeReceipt},
		"Croatian statement": {[]string{"Izvod po računu", "Početno stanje 12,00", "Završno stanje 9,00"},
			result.TypeBankStatement},
		"Slovenian invoice":     {[]string{"Račun št. 7", "Rok plačila 1. 3. 2031", "Za plačilo 12,00"}, result.TypeInvoice},
		"Slovenian credit note": {[]string{"Dobropis št. 7", "Skupaj 12,00"}, result.TypeCreditNote},
		"Slovenian order": {[]string{"Naročilnica št. 7", "Dobavni rok 1. 3. 2031", "Skupaj 12,00"},
			result.TypePurchaseOrder},
		"Slovenian receipt": {[]string{"Račun št. 7", "Kava 2,50", "Blagajnik: Ana", "Gotovina 5,00", "Vračilo 2,50",
			"EOR: 1a2b", "ZOI: 3c4d", "Hvala za obisk"}, result.TypeReceipt},
		"Slovenian statement": {[]string{"Izpisek prometa", "Začetno stanje 12,00", "Končno stanje 9,00"},
			result.TypeBankStatement},
		"Norwegian order": {[]string{"Innkjøpsordre", "Total 12,00"}, result.TypePurchaseOrder},
		"Spanish order": {[]string{"Pedido", "Datos del proveedor:", "Entregar el: 1/3/2031", "Total 12,00"},
			result.TypePurchaseOrder},
		"Swedish receipt": {[]string{"Kvitto", "Kaffe 12,00", "Kassa nr 2"}, result.TypeReceipt},
		"parking slip": {[]string{"Ticket No. 4", "Entry Time 19:44", "Paid Time 23:14", "Parking Fee 3.00"},
			result.TypeReceipt},
		"Romanian statement": {[]string{"Extras de cont", "Sold final 12,00"}, result.TypeBankStatement},
		"quotation":          {[]string{"Quotation", "Oak board 4 15.00 60.00", "Total 60.00"}, result.TypeGeneric},
		"pro forma":          {[]string{"Proforma Invoice", "Oak board 4 15.00 60.00"}, result.TypeGeneric},
		"loan disclosure": {[]string{"Closing Disclosure", "Borrower A. Lee", "Lender Quay Bank", "Loan Amount 9,000.00",
			"Escrow 12.00"}, result.TypeGeneric},
		"payslip":       {[]string{"Gehaltsabrechnung", "Steuerklasse 1", "Bruttolohn 3.000,00"}, result.TypeGeneric},
		"delivery note": {[]string{"Lieferschein", "Eichenbrett 4 15,00"}, "delivery_note"},
	} {
		if v := scorers(t).Classify(annotate.New(text(c.lines...))); v.Type != c.want {
			t.Errorf("%s: %+v, want %s", name, v, c.want)
		}
	}
}
