package classify_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

// text makes a document without places, with one line each.
func text(lines ...string) *layout.Layout {
	p := document.Page{Number: 1}
	for _, l := range lines {
		line := document.Line{}
		for w := range strings.FieldsSeq(l) {
			line.Words = append(line.Words, document.Word{Text: w, Confidence: 1})
		}
		p.Lines = append(p.Lines, line)
	}
	return layout.Analyze(&document.Document{Pages: []document.Page{p}})
}

func scorers(t *testing.T) classify.Scorers {
	t.Helper()
	s, err := classify.Trained()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  result.DocumentType
	}{
		"invoice":        {[]string{"INVOICE", "Invoice No. 7", "Total 12.00"}, result.TypeInvoice},
		"French invoice": {[]string{"Facture n° 7", "Total TTC 12,00 €"}, result.TypeInvoice},
		"invoice for an order": {[]string{"Rechnung", "Rechnungsnummer 7", "Ihre Bestellung 12", "Summe 12,00"},
			result.TypeInvoice},
		"credit note":    {[]string{"Gutschrift", "Gutschriftsnummer 3", "Summe 12,00"}, result.TypeCreditNote},
		"purchase order": {[]string{"Purchase Order", "PO Number 7", "Ship to", "Total 12.00"}, result.TypePurchaseOrder},
		"receipt":        {[]string{"Receipt", "Coffee 3.00", "Cash 5.00", "Change 2.00"}, result.TypeReceipt},
		"bank statement": {[]string{"Bank Statement", "Opening balance 1.00", "Closing balance 2.00"},
			result.TypeBankStatement},
		"Norwegian invoice": {[]string{"Faktura", "Fakturanr. 7", "Forfallsdato 01.03.2031", "Å betale 12,00"},
			result.TypeInvoice},
		"Norwegian credit note": {[]string{"Kreditnota", "Kreditnota nr. 3", "Gjelder faktura 7", "Sum 12,00"},
			result.TypeCreditNote},
		"Norwegian order": {[]string{"Innkjøpsordre", "Bestillingsnr. 7", "Leverandør", "Sum 12,00"},
			result.TypePurchaseOrder},
		"Norwegian receipt": {[]string{"Kvittering", "Kaffe 30,00", "Kontant 50,00", "Tilbake 20,00"}, result.TypeReceipt},
		"Finnish invoice": {[]string{"Lasku", "Laskun numero 7", "Eräpäivä 1.3.2031", "Maksettava yhteensä 12,00"},
			result.TypeInvoice},
		"Finnish credit note": {[]string{"Hyvityslasku", "Koskee laskua 7", "Yhteensä 12,00"}, result.TypeCreditNote},
		"Finnish order": {[]string{"Ostotilaus", "Tilausnumero 7", "Toimittaja", "Yhteensä 12,00"},
			result.TypePurchaseOrder},
		"Finnish receipt": {[]string{"Kuitti", "Kahvi 3,00", "Käteinen 5,00", "Takaisin 2,00"}, result.TypeReceipt},
		"Finnish statement": {[]string{"Tiliote", "Alkusaldo 1,00", "Loppusaldo 2,00", "Tilinomistaja"},
			result.TypeBankStatement},
		"Hungarian invoice": {[]string{"Számla", "Számla sorszáma 7", "Fizetési határidő 2031.03.01.", "Fizetendő 1 200 Ft"},
			result.TypeInvoice},
		"Hungarian credit note": {[]string{"Jóváíró számla", "Eredeti számla 7", "Összesen 1 200 Ft"},
			result.TypeCreditNote},
		"Hungarian order": {[]string{"Megrendelés", "Megrendelés száma 7", "Szállítási cím", "Összesen 1 200 Ft"},
			result.TypePurchaseOrder},
		"Hungarian receipt": {[]string{"Nyugta", "Kávé 300 Ft", "Készpénz 500 Ft", "Visszajáró 200 Ft"}, result.TypeReceipt},
		"letter": {[]string{"Dear Sir,", "we met on 3 March and spoke of the invoice that you never sent."},
			result.TypeGeneric},
		"nothing": {nil, result.TypeGeneric},
	} {
		if v := scorers(t).Classify(annotate.New(text(c.lines...))); v.Type != c.want || v.Certainty < 0 || v.Certainty > 1 {
			t.Errorf("%s: %+v, want %s", name, v, c.want)
		}
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for want, line := range map[string]string{
		"en": "Please pay this invoice with the reference you find on the page",
		"de": "Bitte zahlen Sie den Betrag nach Erhalt der Rechnung auf das Konto von uns",
		"fr": "Veuillez payer le montant de la facture dans les trente jours avec votre référence",
		"es": "Por favor pague el importe de la factura con su número y la fecha para los pagos",
		"it": "Si prega di pagare la fattura con il numero che trovate nella data del documento",
		"nl": "Wij verzoeken u het bedrag van deze factuur te betalen met het nummer van uw klant",
		"pt": "Por favor pague o valor da fatura com a data e o número dos documentos em uma conta",
		"pl": "Prosimy o zapłatę kwoty na konto od dnia wystawienia i nie jest to kwota w walucie",
		"sk": "Ďakujeme, že ste nakúpili, spolu na úhradu je suma, ktorá stojí pod dátumom vystavenia",
		"hr": "Molimo da iznos uplatite na račun do datuma dospijeća, hvala na povjerenju, vaš broj je na dokumentu",
		"sl": "Prosimo, da znesek nakažete na naš račun, hvala za nakup, številka naročila je tudi pri plačilu",
		"nb": "Vennligst betal beløpet innen forfall, ikke bruk andre kontoer fra oss uten å spørre deg selv",
		"fi": "Maksakaa lasku viimeistään eräpäivänä ja ilmoittakaa viite, joka on tämän sivun lopussa, kun maksatte",
		"hu": "Kérjük, hogy az összeget a számla kézhezvétele után és a határidő előtt utalja át, ha nem fizetett még",
		"":   "12 34 56",
	} {
		if got := classify.Language(text(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
