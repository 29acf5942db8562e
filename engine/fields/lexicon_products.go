package fields

import "strings"

// product announces a role by any pairing of a head with a mark, in either
// order: "invoice number", "numéro facture". A phrase that the lexicon lists
// itself is left as it is; see longestPhrase for a word such as "of" in between.
type product struct {
	role         role
	weight       float64
	heads, marks string
}

// Marks that stand beside many heads.
const (
	numberMarks = "no|nr|number|num|n|nummer|numero|numer"
	idMarks     = numberMarks + "|id|code|codigo|codice|cod|kod|ref|rif|reference"
	dateMarks   = "date|datum|data|fecha|dated|dat"
	vatWords    = "vat|gst|ust|mwst|mehrwertsteuer|umsatzsteuer|tva|iva|btw"
	sumWords    = "total|totaal|totale|summe|suma|gesamt|gesamtsumme|gesamtbetrag|betrag|montant|importe|importo|valor|bedrag|razem|kwota|" +
		"wartosc|amount|sum|rechnungsbetrag|rechnungssumme|totaalbedrag|montante"
	documentWords = "invoice|rechnung|facture|factura|fattura|factuur|fatura|faktura|faktury|documento|document"
)

// products are in English, German, French, Spanish, Italian, Dutch, Portuguese
// and Polish; a pairing across languages does no harm.
//
//nolint:misspell // words of eight languages
func products() []product {
	return []product{
		{roleInvoiceNumber, 1, "invoice|inv|bill|tax invoice|vat invoice|sales invoice|credit note|credit memo|rechnung|rechnungs|rg|gutschrift|" +
			"gutschrifts|rechnungskorrektur|facture|avoir|factura|factura rectificativa|nota de credito|fattura|nota di credito|factuur|" +
			"creditnota|creditfactuur|fatura|faktura|faktury|faktura vat|faktury vat|schlussrechnung|teilrechnung|abschlagsrechnung", idMarks},
		{roleOrderNumber, 1, "purchase order|po|p o|customer order|customer po|your order|your po|ihre bestellung|ihre bestell|kundenbestellung|" +
			"bestell|bestellung|votre commande|bon de commande|commande|su pedido|orden de compra|pedido|vs ordine|vostro ordine|rif ordine|" +
			"ordine di acquisto|ordine|uw order|uw bestelling|inkooporder|vossa encomenda|v encomenda|nota de encomenda|encomenda|ordem de compra|" +
			"zamowienie|zamowienia", idMarks},
		{roleCustomerID, 1, "customer|client|kunden|kunde|kd|debitoren|debitor|klant|klanten|debiteur|debiteuren|relatie|cliente|klienta|klient|" +
			"abonne|adherent|mandanten", idMarks},
		{roleTaxID, 1, vatWords + "|partita iva|p iva|nif|cif|nipc|contribuinte|nip|abn", numberMarks + "|id|id nr|idnr|ident nr|identnr|id no|reg no|" +
			"registration no|registration number|reg number|reg nr|identification number|identification no|identifikationsnummer|intracommunautaire|" +
			"intracomunitario|comunitario|ue"},
		{roleIssueDate, 1, documentWords + "|credit note|rechnungs|gutschrift|gutschrifts|avoir|faktury vat|nota de credito|nota di credito|creditnota|" +
			"issue|issued|billing|emission|emision|expedicion|emissione|emissao|wystawienia|uitgifte|ausstellung|ausstellungs|beleg", dateMarks},
		{roleDueDate, 1, "due|payment due|falligkeits|falligkeit|echeance|vencimiento|vencimento|scadenza|verval|limite de paiement|limite de reglement|" +
			"limite de pago|platnosci|zaplaty|scadenza pagamento", dateMarks + "|termin|dag"},
		{roleSubtotal, 1, sumWords + "|" + documentWords, "net|netto|nett|neto|ht|hors taxe|hors taxes|hors tva|imponibile|iliquido|liquido|sin iva|sem iva|" +
			"sin impuestos|base imponible|tributavel|before tax|before vat|untaxed"},
		{roleTotal, 1, sumWords + "|" + documentWords, "brutto|bruto|gross|ttc|toutes taxes comprises|con iva|com iva|ivato|lordo|payable|to pay|a pagar|" +
			"a payer|a pagare|da pagare|te betalen|do zaplaty|zu zahlen|to be paid|geral|general|generale|eur|usd|gbp|chf|pln|final|finale"},
		{roleTotal, 1, "total|totaal|totale|summe|suma|gesamtsumme|gesamtbetrag|montant|importe|importo|valor|bedrag|amount", documentWords},
		{roleTaxTotal, 1, sumWords, vatWords + "|tax|taxes|sst|imposta|impuestos|imposto|podatku|podatek|podatek vat"},
	}
}

// connective reports whether a folded word joins the two parts of a label:
// "numéro de facture", "date of issue".
func connective(word string) bool {
	switch word {
	case "de", "d", "di", "da", "do", "del", "della", "la", "van", "of", "der", "the":
		return true
	}
	return false
}

// pairings gives all phrases of a product.
func (p product) pairings(yield func(phrase string)) {
	heads, marks := strings.Split(p.heads, "|"), strings.Split(p.marks, "|")
	for _, h := range heads {
		for _, m := range marks {
			yield(h + " " + m)
			yield(m + " " + h)
		}
	}
}
