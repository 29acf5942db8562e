package classify

import (
	"slices"
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/result"
)

// maxPhrase is the longest phrase in folded words.
const maxPhrase = 3

// phrase is what a phrase votes for, and how strongly.
type phrase struct {
	kind   result.DocumentType
	weight float64
}

// phraseIndex maps a phrase to its votes.
//
//nolint:gochecknoglobals // built once, then only read
var phraseIndex = sync.OnceValue(func() map[string][]phrase {
	index := map[string][]phrase{}
	for _, e := range slices.Concat(phraseTable(), titleTable(), evidenceTable(), neighbourTable(), otherTable()) {
		for p := range strings.SplitSeq(e.phrases, "|") {
			if slices.ContainsFunc(index[p], func(o phrase) bool { return o.kind == e.kind }) {
				continue
			}
			index[p] = append(index[p], phrase{e.kind, e.weight})
		}
	}
	return index
})

// phraseEntry lists phrases that vote for a type.
type phraseEntry struct {
	kind    result.DocumentType
	weight  float64
	phrases string
}

// phraseTable lists folded phrases in English, German, French, Spanish,
// Italian, Dutch, Portuguese and Polish.
//
//nolint:misspell // phrases of eight languages
func phraseTable() []phraseEntry {
	return []phraseEntry{
		{result.TypeInvoice, 2, "invoice|tax invoice|rechnung|facture|factura|fattura|factuur|fatura|faktura|faktura vat|handelsrechnung|" +
			"invoice number|invoice no|invoice date|rechnungsnummer|rechnungsdatum|rechnung nr|rechnungs nr|numero de facture|date de facture|numero de factura|" +
			"fecha de factura|numero fattura|data fattura|factuurnummer|factuurdatum|data wystawienia|bill to|schlussrechnung|teilrechnung|facture n|factura n|fattura n|factuur nr|fatura n|faktura nr|faktura vat nr|invoice id"},
		{result.TypeInvoice, 0.8, "due date|payment terms|amount due|balance due|zahlbar|falligkeitsdatum|zahlungsziel|rechnungsbetrag|echeance|" +
			"net a payer|vencimiento|scadenza|vervaldatum|termin platnosci|payment due|rechnungsempfanger|invoice to|zahlungsbedingungen|iban|" +
			"rechnungssteller|rechnungssumme|rechnungsersteller|bruttosumme|steuerbetrag|zahlbetrag|billing period|vat|ust idnr"},
		{result.TypePurchaseOrder, -2.5, "invoice number|invoice no|invoice date|rechnungsnummer|rechnungsdatum|rechnung nr|rechnungs nr|handelsrechnung|numero de facture|" +
			"facture n|fecha de factura|numero de factura|numero fattura|data fattura|factuurnummer|factuurdatum|teilrechnung|schlussrechnung"},
		{result.TypeCreditNote, 5, "credit note|credit memo|gutschrift|rechnungskorrektur|stornorechnung|avoir|facture d avoir|facture davoir|nota de credito|" +
			"factura rectificativa|nota di credito|creditnota|creditfactuur|faktura korygujaca|korekta faktury|credit note no|gutschriftsnummer|credit note number"},
		{result.TypeReceipt, 2.2, "receipt|cash receipt|sales receipt|payment receipt|official receipt|kassenbon|kassenbeleg|quittung|ticket de caisse|recu|recibo|" +
			"ticket|scontrino|documento commerciale|kassabon|bon|talao|paragon|paragon fiskalny|guest check|receipt no|cash bill"},
		{result.TypeReceipt, 1.4, "cash|change|cashier|server|subtotal|tip|gratuity|wechselgeld|ruckgeld|gegeben|kasse|kassierer|especes|rendu|efectivo|" +
			"cambio|contanti|resto|contant|wisselgeld|troco|gotowka|reszta|table|guests|visa|mastercard|tendered|rounding|thank you|please come again|terminal|till|qty|item s|counter|pos|bedient|bar"},
		{result.TypePurchaseOrder, 3.8, "purchase order|bestellung|bon de commande|orden de compra|ordine di acquisto|ordine d acquisto|inkooporder|bestelbon|" +
			"nota de encomenda|ordem de compra|zamowienie|pedido de compra|order response|order change|purchase order number|bestellauftrag|purchase order change|" +
			"purchase order response"},
		{result.TypePurchaseOrder, 0.8, "ship to|deliver to|requested delivery date|liefertermin|vendor|buyer|po number|wunschliefertermin|delivery date|bestelldatum|order date"},
		{result.TypeBankStatement, 3.5, "bank statement|account statement|statement of account|kontoauszug|kontoauszuge|releve de compte|releve bancaire|extracto bancario|" +
			"extracto de cuenta|estratto conto|rekeningafschrift|rekeningoverzicht|extrato bancario|extrato de conta|wyciag bankowy|wyciag z rachunku"},
		{result.TypeBankStatement, 2, "opening balance|closing balance|beginning balance|ending balance|alter saldo|neuer saldo|anfangssaldo|endsaldo|kontostand|" +
			"ancien solde|nouveau solde|saldo anterior|saldo final|saldo inicial|saldo iniziale|saldo finale|beginsaldo|eindsaldo|saldo poczatkowe|saldo koncowe|" +
			"withdrawals|deposits|balance brought forward|saldovortrag|statement period"},
	}
}
