package fields_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// Labels of invoices from many countries.
func TestLabels(t *testing.T) {
	t.Parallel()
	for field, c := range map[string]struct{ labels, value, want string }{
		"invoiceNumber": {
			"Invoice No.|Invoice #|INVOICE NUMBER:|Inv. No|Bill Number|Invoice ID|Tax Invoice No:|Rechnungsnr.:|Rechnung Nr.|Rechnungs-Nummer:|RG-Nr.|" +
				"Nr. der Rechnung|Belegnummer:|N° facture :|Facture N°|Numéro de la facture|Réf. facture :|Nº factura:|Número de la factura|Factura Núm.|" +
				"Fattura n°|N. fattura|Numero della fattura:|Factuurnummer:|Factuur nr.|Nr. factuur|Número da fatura|Fatura N.º|Faktura nr|Numer faktury:|Numer dokumentu|Número de crédito:|Beitragsrechnung Nr.|" +
				"Nr. der Honorarrechnung",
			"AB-2031/77", "AB-2031/77",
		},
		"issueDate": {
			"Invoice Date|Date of Invoice:|Issue date|Date issued:|Dated|Billing Date|Rechnungsdatum|Datum der Rechnung:|Ausstellungsdatum|Rechnung vom|" +
				"Date de la facture|Date facture :|Date d'émission|Émise le|Fecha de la factura|Fecha de emisión:|Fecha factura|Data fattura|Data della fattura|" +
				"Data emissione|Factuurdatum|Datum factuur:|Data da fatura|Data de emissão:|Data wystawienia|Data faktury:|Wystawiono dnia",
			"24.03.2031", "2031-03-24",
		},
		"dueDate": {
			"Due Date|Payment Due|Payment due date:|Pay by|Due on|Date Due|Fällig am|Fälligkeitsdatum|Zahlbar bis|Zahlungsziel|Zahlbar bis zum|Fälligkeit:|" +
				"Date d'échéance|Échéance :|À payer avant le|Date limite de paiement|Payable avant le|Fecha de vencimiento|Vencimiento:|Fecha vto.|" +
				"Fecha límite de pago|Scadenza|Data di scadenza|Scadenza pagamento|Vervaldatum|Uiterste betaaldatum|Te betalen vóór|Data de vencimento|" +
				"Data limite de pagamento|Termin płatności|Termin zapłaty:|Płatne do|Payment target:|Obiettivo di pagamento|" +
				"Termine di pagamento:|Alvo de pagamento",
			"24.03.2031", "2031-03-24",
		},
		"purchaseOrderNumber": {
			"PO Number|P.O. No.|PO #|Purchase Order No|Your Order Number|Customer PO|Order Number|Bestellnummer|Ihre Bestellnr.|Bestell-Nr.:|Ihre Bestellung|" +
				"N° de commande|Commande n°|Votre commande|Bon de commande n°|Nº de pedido|Pedido nº|Su pedido|Vs. ordine n.|Numero ordine|Rif. ordine|" +
				"Uw ordernummer|Bestelnummer|Ordernr.|N.º da encomenda|V/ encomenda|Nr zamówienia|Zamówienie nr|Numero d'ordine:|Ordine d'acquisto n.|" +
				"Número da ordem de compra",
			"4500-881", "4500-881",
		},
		"customerId": {
			"Customer No.|Customer ID|Client Number|Customer Number:|Client ID|Customer code|Kundennummer|Kunden-Nr.|Kd.-Nr.|Debitorennr.|N° client|Code client|" +
				"Numéro de client|Réf. client|Nº de cliente|Código de cliente|Cód. cliente|Codice cliente|Cod. cliente|Klantnummer|Klantnr.|Debiteurnummer|" +
				"N.º de cliente|Nr klienta|Kod klienta",
			"K10077", "K10077",
		},
		"total": {
			"Total|TOTAL:|Grand Total|Invoice Total|Total Amount|Total incl. VAT|Total (inc. GST)|Amount payable|Total due|Gesamtbetrag|Rechnungsbetrag|" +
				"Endbetrag|Gesamtsumme brutto|Bruttobetrag|Summe inkl. MwSt.|Zu zahlender Betrag|Zahlbetrag|Total TTC|Montant TTC|Net à payer|Total à payer|" +
				"Montant total TTC|Total factura|Importe total|TOTAL A PAGAR|Total con IVA|Totale fattura|Totale da pagare|Importo totale|Totale documento|" +
				"Netto a pagare|Totaal|Totaalbedrag|Totaal incl. BTW|Te betalen|Total a pagar|Total com IVA|Valor total|Razem brutto|Do zapłaty|Kwota do zapłaty|" +
				"Gesamt|Summe|Total EUR|Amount due|Balance due",
			"1.234,50 €", "1234.50",
		},
		"subtotal": {
			"Subtotal|Sub-total|Sub Total:|Net amount|Total excl. VAT|Total before tax|Total net|Nettobetrag|Summe netto|Zwischensumme|Gesamt netto|" +
				"Netto-Summe|Warenwert netto|Total HT|Montant HT|Sous-total|Total hors taxes|Base imponible|Subtotal sin IVA|Total neto|Imponibile|" +
				"Totale imponibile|Totale netto|Subtotaal|Totaal excl. btw|Totaal netto|Total ilíquido|Total sem IVA|Razem netto|Wartość netto|Suma netto",
			"1.234,50 €", "1234.50",
		},
		"taxTotal": {
			"VAT|Tax|Sales Tax|GST|VAT (20%)|VAT 20%|Total VAT|Tax amount|Total tax|MwSt.|USt.|19% MwSt.|zzgl. 19% USt.|Umsatzsteuer 19%|MwSt.-Betrag|" +
				"Mehrwertsteuer|Steuerbetrag|TVA|TVA 20%|Total TVA|Montant TVA|IVA|IVA 21%|Cuota IVA|Importe IVA|Totale IVA|Imposta|BTW|BTW 21%|21% btw|" +
				"Btw-bedrag|Valor IVA|Total de IVA|VAT 23%|Kwota VAT|Podatek VAT",
			"12,50 €", "12.50",
		},
	} {
		for label := range strings.SplitSeq(c.labels, "|") {
			for name, doc := range map[string]*document.Document{
				"beside": sheettest.Labeled(label, c.value, 60), "apart": sheettest.Labeled(label, c.value, 250),
			} {
				set := extract(doc, result.TypeInvoice)
				if got := set.Text(field); got != c.want {
					t.Errorf("%s %s: %s = %q, want %q", label, name, field, got, c.want)
				}
			}
		}
	}
}
