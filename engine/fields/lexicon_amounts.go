package fields

// sumLabels announce net amount, tax and total.
func sumLabels() []labelEntry {
	return []labelEntry{
		{roleSubtotal, 1, "subtotal|sub total|subtotal excl vat|net total|total net|net amount|total excl vat|total excluding vat|total before tax|" +
			"total without vat|total amount without vat|amount before tax|total excl tax|total exclusive of tax|taxable amount|net|" +
			"invoice total excl vat|total sales excluding gst|total excl gst|total excluding gst|sub ttl|sub tot|subttl|sales subtotal|" +
			"zwischensumme netto|nettobetrag|netto|gesamt netto|summe netto|nettosumme|rechnungssumme netto|rechnungssumme ohne ust|" +
			"gesamtbetrag netto|netto gesamt|warenwert netto|gesamtsumme netto|rechnungsbetrag netto|nettogesamtbetrag|netto betrag|netto summe|" +
			"rechnungssumme netto excl ust|rechnungssumme netto exkl ust|summe netto eur|steuerbasisbetrag|" +
			"total ht|montant ht|sous total|total hors taxe|total hors taxes|total net ht|montant total ht|sous total ht|base imponible|" +
			"subtotal sin iva|importe neto|total sin iva|total neto|base imponivel|imponibile|totale imponibile|totale netto|subtotale|" +
			"totaal excl btw|totaal exclusief btw|subtotaal|totaal netto|bedrag excl btw|total sem iva|total liquido|total iliquido|valor liquido|" +
			"razem netto|suma netto|wartosc netto|kwota netto|total tax exclusive|total untaxed|untaxed amount|tax exclusive amount|total taxable"},
		{roleSubtotal, 0.6, "zwischensumme|summe waren|warenwert|positionssumme|base|basisbetrag|grundslag|grondslag|items total|item total|" +
			"summe positionen|total amount of lines|sub-total|amount excl vat|total lines|lines total|merchandise"},
		{roleSubtotal, 0.5, "charges|service charges|usage charges|current charges|charges before tax"},
		{roleTaxTotal, 1, "total tax|total vat|vat total|tax total|total vat amount|total tax amount|total gst|gst total|vat amount|tax amount|" +
			"summe umsatzsteuer|summe mwst|mwst gesamt|ust gesamt|steuerbetrag|gesamt mwst|umsatzsteuerbetrag|mwst betrag|gesamte ust|steuer gesamt|" +
			"total tva|montant tva|total de tva|montant de la tva|total iva|cuota iva|importe iva|iva total|totale iva|importo iva|imposta|" +
			"totale imposta|totaal btw|btw bedrag|btw totaal|valor iva|total de iva|valor do iva|razem vat|kwota vat|suma vat|podatek|" +
			"steuerbetrag in eur|sales tax total|total taxes|ust betrag|gst amount|gst amt|summe ust|iva totale|total de impuestos|total imposto"},
		{roleTax, 1, "vat|tax|sales tax|gst|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw|podatek vat|zzgl mwst|zzgl ust|zzgl umsatzsteuer|" +
			"plus vat|zuzuglich umsatzsteuer|inkl mwst|enthaltene mwst|davon mwst|service tax|hst|pst|qst|state tax|city tax|local tax|sst|steuer|" +
			"ptu|ptu a|ptu b|suma ptu|impuestos|imposto|impots|usst|gst payable|gst 6|inclusive gst|cgst|sgst|igst|vat incl|tax 1|tax 2|taxes"},
		{roleTotal, 1, "total|totals|grand total|sub w tax|sub with tax|subtotal with tax|total with tax|total w tax|total amount|invoice total|total incl vat|total including vat|total inc vat|total incl tax|" +
			"total gross amount|total gross|gross total|gross amount|invoice amount|total due|total payable|total amount payable|net total payable|" +
			"total inclusive gst|total incl gst|total inclusive of gst|total sales inclusive gst|total sales incl gst|total sales|nett total|" +
			"total amt|total rm|rounded total|total rounded|round total|total after rounding|total rounded rm|total sales inclusive of gst|nett|" +
			"total incl gst rm|total for this invoice|total incl gst 6|amount total|ttl|order total|total tax inclusive|" +
			"total amount incl gst|total amount inc gst|total inc gst|total includes gst|total inc of gst|total incl gs|total incl of gst|bill total|net amt|nett amount|net total rm|" +
			"gesamtbetrag|gesamtsumme|rechnungsbetrag|endbetrag|gesamt|summe|bruttobetrag|bruttosumme|rechnungssumme|rechnungssumme brutto|" +
			"gesamtbetrag brutto|rechnungssumme brutto inkl ust|rechnungssumme mit ust|brutto|gesamtpreis|zu zahlen|summe gesamt|rechnungsendbetrag|" +
			"gesamt brutto|summe brutto|total brutto|gesamtbetrag inkl mwst|summe eur|gesamtsumme brutto|rechnung gesamt|gesamt eur|endsumme|" +
			"total ttc|montant ttc|montant total ttc|montant total|total toutes taxes comprises|net a payer ttc|importe total|total factura|" +
			"total a pagar|total con iva|total eur|totale|totale fattura|totale documento|totale da pagare|importo totale|totale complessivo|" +
			"totale ivato|totaal|totaal incl btw|totaalbedrag|totaal inclusief btw|factuur totaal|factuurbedrag|totaal te betalen|te betalen|" +
			"total com iva|total geral|valor total|total da fatura|razem|suma|razem brutto|do zaplaty|kwota do zaplaty|suma pln|razem do zaplaty|" +
			"wartosc brutto|kwota brutto|suma brutto|total tax incl|total price|tax inclusive amount|total general|total charges|total cost"},
		{roleTotal, 0.75, "net total|net amount|total net|amount|amt"},
		{roleAmountDue, 1, "bal due|amt due|amount to be paid|to pay|to be paid|total to pay|amount due|balance due|due payable|amount payable|balance|total amount due|total amount due on|outstanding amount|" +
			"amount outstanding|please pay|total balance due|net payable|zahlbetrag|offener betrag|zu zahlender betrag|restbetrag|" +
			"falliger betrag|noch zu zahlen|net a payer|netto a pagare|montant du|reste a payer|solde a payer|importe a pagar|importe pendiente|importo dovuto|" +
			"da pagare|openstaand bedrag|nog te betalen|te voldoen|valor a pagar|montante a pagar|pozostalo do zaplaty|amount to pay|pay this amount"},
		{roleAmountDue, 0.7, "due|bal|pay"},
		{roleAmountPaid, 1, "amount paid|paid|payments received|prepaid|deposit paid|advance payment|payment received|less deposit|" +
			"bereits bezahlt|vorausbezahlter betrag|erhaltene anzahlungen|anzahlung|gezahlt|bezahlt|gezahlter betrag|montant paye|" +
			"acompte|deja regle|deja paye|acompte verse|pagado|importe pagado|anticipo|acconto|pagato|betaald|reeds betaald|aanbetaling|pago|valor pago|" +
			"zaplacono|total paid|payment"},
	}
}

// extraLabels announce what is added, taken off and paid.
//
//nolint:misspell // phrases of eight languages
func extraLabels() []labelEntry {
	return []labelEntry{
		{roleDiscount, 1, "discount|total discount|discounts|rabatt|nachlass|sonderrabatt|gesamtrabatt|gesamtbetrag der abschlage|remise|" +
			"remise globale|total remise|descuento|sconto|korting|desconto|rabat|less discount|abzgl rabatt|abzgl sondernachlass|allowances amount|" +
			"disc|total savings|savings|you saved|item discount"},
		{roleShipping, 1, "shipping|shipping handling|freight|delivery|delivery charge|postage|shipping cost|shipping costs|shipping and handling|" +
			"versand|versandkosten|porto|frachtkosten|lieferkosten|zzgl versandkosten|frais de port|frais de livraison|livraison|port|gastos de envio|" +
			"envio|portes|spese di spedizione|spedizione|trasporto|verzendkosten|verzending|portes de envio|koszt dostawy|koszty wysylki|przesylka|carriage"},
		{roleTip, 1, "tip|gratuity|trinkgeld|pourboire|propina|mancia|fooi|gorjeta|napiwek|tips"},
		{roleCash, 1, "cash|cash tendered|tendered|bar|gegeben|especes|efectivo|contanti|contant|visa|mastercard|card|debit card|credit card|" +
			"amex|eft|ec karte|girocard|carte bancaire|tarjeta|bancomat|pin|gotowka|karta|cash payment|paid cash|received|cash received|amount tendered|" +
			"visa card|master card|payment cash|paid amount"},
		{roleChange, 1, "change|change due|ruckgeld|wechselgeld|zuruck|rendu|rendu monnaie|cambio|resto|wisselgeld|troco|reszta|cash change|your change"},
		{roleRounding, 1, "rounding|rounding adj|rounding adjustment|round adj|rundung|arrondi|redondeo|arrotondamento|afronding|round|rnd adj|rounding adjust|rounding amt"},
	}
}

// balanceLabels announce balances, and figures that are no sums.
func balanceLabels() []labelEntry {
	return []labelEntry{
		{roleOpening, 1, "opening balance|beginning balance|balance brought forward|previous balance|start balance|starting balance|" +
			"anfangssaldo|alter saldo|alter kontostand|kontostand alt|saldovortrag|anfangskontostand|solde precedent|ancien solde|solde initial|" +
			"solde d ouverture|saldo anterior|saldo inicial|saldo iniziale|saldo precedente|beginsaldo|vorig saldo|saldo poczatkowe|saldo anterior em"},
		{roleClosing, 1, "closing balance|ending balance|balance carried forward|new balance|end balance|current balance|endsaldo|neuer saldo|" +
			"neuer kontostand|kontostand neu|endkontostand|schlusssaldo|kontostand am|nouveau solde|solde final|solde de cloture|solde au|saldo final|" +
			"saldo actual|saldo finale|eindsaldo|nieuw saldo|saldo koncowe|saldo atual"},
		{roleOtherAmount, 1, "total qty|total quantity|total items|total item|total no of items|no of items|item count|qty|total units|number of items|" +
			"previous unpaid balance|total discount amount|tax rate|capital|au capital de|total savings|points|total points|exchange rate|gst summary|" +
			"total weight|teilzahlung|gesamtbetrag der zuschlage|charges amount|unit price|total gst 0|page total|credits|total credit|" +
			"zuschlage|total item discount|total saving|total disc|qty total|total sku|item s|total pcs|eco tax|summe zuschlage|total a reporter"},
	}
}
