package fields

// numberLabels announce numbers of documents and customers.
func numberLabels() []labelEntry {
	return []labelEntry{
		{roleInvoiceNumber, 1, "invoice number|invoice no|invoice nr|invoice num|invoice id|inv no|inv number|bill no|bill number|" +
			"tax invoice no|tax invoice number|invoice ref|invoice reference|rechnungsnummer|rechnungsnr|rechnungs nr|rechnung nr|" +
			"rechnung no|re nr|rg nr|rechnungs no|rechnungs nummer|handelsrechnung nr|handelsrechnung 380 nr|belegnummer|" +
			"numero de facture|n de facture|facture n|facture no|no facture|no de facture|numero facture|num facture|n facture|facture numero|" +
			"factura n|factura no|factura num|numero de factura|n factura|num factura|no factura|no de factura|n de factura|factura numero|" +
			"fattura n|numero fattura|n fattura|fattura nr|fattura no|num fattura|nr fattura|fattura numero|" +
			"factuurnummer|factuur nr|factuurnr|factuur nummer|factuur no|fatura n|numero da fatura|n da fatura|fatura no|n fatura|" +
			"no da fatura|fatura numero|faktura nr|faktura vat nr|nr faktury|numer faktury|faktura vat no|faktura no|" +
			"credit note number|credit note no|credit memo no|credit memo number|gutschrift nr|gutschriftsnummer|gutschriftnummer|" +
			"rechnungskorrektur nr|avoir n|numero d avoir|numero davoir|creditnota nummer|creditfactuur nr|nota de credito n|nota di credito n|" +
			"booking id|booking no|korekta nr|faktura korygujaca nr"},
		{roleInvoiceNumber, 0.7, "invoice|tax invoice|rechnung|facture|factura|fattura|factuur|fatura|faktura|faktura vat|beleg nr|belegnr|" +
			"document number|document no|doc no|numero documento|n documento|numero|nummer|belegnr|bill|credit note|gutschrift|avoir|" +
			"vat invoice|proforma invoice|sales invoice|folio"},
		{roleInvoiceNumber, 0.45, "nr|no|number"},
		{roleOrderNumber, 1, "purchase order number|purchase order no|purchase order|po number|po no|p o number|p o no|po nr|p o|order number|" +
			"your order|your order no|customer order number|customer order no|customer po|po|bestellnummer|bestellnr|bestell nr|" +
			"ihre bestellung|ihre bestellnummer|bestellung nr|bestellung|bestellung nr kunde|bestellung nr kaufer|auftragsnummer kunde|" +
			"numero de commande|n de commande|commande n|bon de commande|votre commande|bon de commande n|numero de pedido|" +
			"n de pedido|pedido n|su pedido|orden de compra|numero ordine|n ordine|ordine n|vostro ordine|ordine di acquisto|ordernummer|" +
			"inkoopordernummer|uw ordernummer|inkooporder|numero da encomenda|encomenda n|nota de encomenda|ordem de compra|numer zamowienia|" +
			"nr zamowienia|zamowienie nr|zamowienie|buyer order reference|order response|order change|" +
			"purchase order change|purchase order response|order acknowledgement|order confirmation"},
		{roleOrderNumber, 0.85, "v encomenda|bestelnummer|bestelnr|vs ordine|vostro rif|vs rif|vossa encomenda|purchase order id|order confirmation no"},
		{roleOrderNumber, 0.65, "order no|order id|order nr|order|buyer reference|your reference|your ref|ihr zeichen|ihre referenz|votre reference|" +
			"uw referentie|order reference|pedido|commande|bestelling|encomenda"},
		{roleCustomerID, 1, "customer id|customer number|customer no|customer nr|client id|client no|client number|account id|kundennummer|" +
			"kundennr|kunden nr|kd nr|debitorennummer|debitor nr|numero client|n client|code client|numero de cliente|n cliente|" +
			"codigo cliente|codigo de cliente|codice cliente|klantnummer|klant nr|debiteurnummer|numero de cliente|n de cliente|" +
			"nr klienta|numer klienta|kundenkonto|customer"},
	}
}

// accountLabels announce numbers of accounts, registers, payments and receipts.
func accountLabels() []labelEntry {
	return []labelEntry{
		{roleIBAN, 1, "iban|iban nr|iban no|iban number|konto iban"},
		{roleBIC, 1, "bic|swift|swift code|bic swift|swift bic|bic code|swift bic code|bic nr"},
		{roleTaxID, 1, "vat id|vat no|vat number|vat reg no|vat registration no|vat registration number|vat identification number|" +
			"tax id|tax registration number|gst no|gst id|gst reg no|gst registration no|gstin|gst number|abn|ust id|ust idnr|" +
			"ust id nr|ust id no|ustid|ust ident nr|ust identnr|umsatzsteuer id|umsatzsteuer identifikationsnummer|ust id nummer|mwst nr|uid|uid nr|" +
			"tva intracommunautaire|numero de tva|n tva|no tva|tva n|tva|n tva intracommunautaire|numero tva|nif|cif|nif cif|cif nif|" +
			"partita iva|p iva|piva|p iva c f|codice fiscale|btw nummer|btw nr|btw id|btw|contribuinte|nipc|n contribuinte|numero de contribuinte|" +
			"nip|ein|vat|gst|seller vat id|rfc|cnpj|iva"},
		{roleTaxID, 0.5, "steuernummer|steuer nr|st nr|steuernr|siret|siren|kvk|tax no|tax number|fiscal code|steuer id"},
		{roleCustomerTaxID, 1, "ihre ust identnr|ihre ust idnr|ihre ust id|ihre ust id nr|your vat id|your vat no|your vat number|customer vat|" +
			"customer vat no|customer vat id|uw btw nummer|btw nummer klant|votre n tva|votre tva|buyer vat id|client vat|ust idnr kunde|customer tax id"},
		{rolePaymentReference, 1, "payment reference|payment ref|communication for your payment|verwendungszweck|zahlungsreferenz|" +
			"reference de paiement|referencia de pago|riferimento pagamento|betalingskenmerk|referencia de pagamento|" +
			"tytul przelewu|tytulem|structured communication|remittance information"},
		{roleReceiptNumber, 1, "receipt no|receipt number|receipt|bill no|bill number|bill|slip no|check no|check|ticket no|ticket|trans no|" +
			"transaction no|transaction id|bon nr|bonnr|beleg nr|belegnr|ticket n|recibo n|scontrino n|paragon nr|nr paragonu|bonnummer|doc no|" +
			"document no|invoice no|cash bill no|cb no|trn|rcpt|inv no|tax invoice no|kassenbon|kassabon|chk|order no"},
		{roleAccountNumber, 1, "account number|account no|acct no|account|konto nr|kontonummer|kontonr|numero de compte|compte n|compte|" +
			"numero de cuenta|cuenta|numero conto|conto n|conto corrente|rekeningnummer|rekening|numero da conta|conta|numer rachunku|" +
			"nr rachunku|rachunek|a c no|account id"},
		{rolePhone, 1, "phone|tel|telephone|telefon|telefoon|telefono|telefone|phone no|tel no|mobile|mobil|fon|hp|contact no|hotline|call|ph|" +
			"telefoonnummer|numero de telephone"},
		{roleOtherNumber, 1, "fax|telefax|fax no|page|seite|pagina|strona|gln|hrb|hra|registration no|reg no|company reg no|co reg no|" +
			"handelsregisternummer|rcs|capital|delivery note|delivery note no|lieferschein|lieferschein nr|lieferscheinnummer|bon de livraison|" +
			"contract|contract no|contract number|vertragsnummer|vertrag|contrat|contrato|project|projekt|projektnummer|job no|auftragsnummer|" +
			"auftrag nr|our reference|unser zeichen|sales order|quote no|angebot nr|angebotsnummer|blz|bankleitzahl|sort code|routing number|" +
			"ifsc|ifsc code|cin|table|table no|cashier|terminal|terminal id|till|pos|merchant id|tid|mid|auth code|approval code|batch|" +
			"tracking no|package tracking no|ean|gtin|creditor id|glaubiger id|mandate|mandatsreferenz|glaubiger identifikationsnummer|" +
			"member no|card no|card number|numero de dossier|rechnung gemass|chassis|fg nr|leasingnummer|wn|zip|postcode|po box|postfach|giro no|" +
			"global id gln|legal registration id|bestellnr lieferant|salesperson|shipment method|account no"},
	}
}

// dateLabels announce dates and periods.
//
//nolint:misspell // phrases of eight languages
func dateLabels() []labelEntry {
	return []labelEntry{
		{roleIssueDate, 1, "invoice date|date of invoice|inv date|issue date|issued|date of issue|date issued|issued at|bill date|billing date|" +
			"tax invoice date|document date|rechnungsdatum|re datum|datum der rechnung|rechnung vom|belegdatum|ausstellungsdatum|rechnungsdat|" +
			"date de facture|date de facturation|date facture|date d emission|date demission|facture du|emise le|fecha de factura|fecha factura|" +
			"fecha de emision|fecha emision|fecha de expedicion|fecha expedicion|data fattura|data di emissione|data emissione|data documento|" +
			"factuurdatum|factuur datum|datum factuur|data da fatura|data de emissao|data fatura|data wystawienia|data faktury|wystawiono dnia|" +
			"data wystawienia faktury|credit note date|gutschriftsdatum|order date|date of order|bestelldatum|date de commande|fecha de pedido|" +
			"fecha del pedido|data ordine|orderdatum|besteldatum|data da encomenda|data zamowienia|po date|purchase order date|statement date|issue date time"},
		{roleIssueDate, 0.75, "tax point|date tax point|date|datum|dated|fecha|data|dato|vom|le|den|dnia|rechnung vom|date time|datum zeit|date issue|date hour|datum uhrzeit"},
		{roleDueDate, 1, "due date|payment due|payment due date|due by|due on|pay by|date due|payable by|please pay by|due|please remit until|" +
			"falligkeitsdatum|fallig am|falligkeit|zahlbar bis|zahlungsziel|zu zahlen bis|fallig|bitte uberweisen sie bis zum|zahlbar bis zum|" +
			"zahlungsfrist|falligkeitstermin|netto bis|ohne abzug bis|date d echeance|date decheance|echeance|a payer avant|a regler avant|" +
			"date limite de paiement|payable avant le|fecha de vencimiento|vencimiento|fecha vencimiento|vence|scadenza|data scadenza|" +
			"data di scadenza|scadenza pagamento|da pagare entro|vervaldatum|betalen voor|uiterste betaaldatum|te betalen voor|vervaldag|" +
			"data de vencimento|vencimento|data vencimento|termin platnosci|termin zaplaty|platne do|fecha vto|vto|data limite de pagamento|prazo de pagamento|zahlbar zum|ist zahlbar zum|rechnung ist zahlbar zum"},
		{roleDeliveryDate, 1, "delivery date|date of delivery|requested delivery date|expected delivery|delivery by|lieferdatum|liefertermin|" +
			"leistungsdatum|liefer und leistungsdatum|wunschliefertermin|date de livraison|fecha de entrega|data di consegna|data consegna|" +
			"leverdatum|leveringsdatum|data de entrega|data dostawy|termin dostawy|data sprzedazy|date of supply|tax point|ship date|shipment date|" +
			"leistungszeitpunkt|delivered on|date de prestation"},
		{rolePeriod, 1, "service period|billing period|period|statement period|leistungszeitraum|abrechnungszeitraum|zeitraum|periode|" +
			"lieferzeitraum|periodo|periode de facturation|periodo de facturacion|periodo di riferimento|okres|okres rozliczeniowy|periodo de faturacao|" +
			"rechnungszeitraum|for the period|kontoauszug vom|auszug vom|berechnungszeitraum"},
		{rolePeriodStart, 1, "period start|start date|from date|von|date start|vom|startdatum|effective period start|service from|period from|billing from|supply from|" +
			"leistung von|zeitraum von|leistungsbeginn|okres od|periode van|fecha inicio|fecha de inicio|periodo desde|desde|date de debut|debut de periode|periode du|" +
			"data inizio|periodo dal|dal|data inicio|data de inicio|periodo de"},
		{rolePeriodEnd, 1, "period end|end date|to date|date end|einddatum|effective period end|service to|service until|period to|billing to|supply to|" +
			"leistung bis|zeitraum bis|leistungsende|okres do|tot en met|fecha fin|fecha de fin|periodo hasta|hasta|date de fin|fin de periode|data fine|data fim|data de fim|ate"},
		{roleOtherDate, 1, "order placed|bestellung vom|lieferschein vom|print date|druckdatum|gedruckt am|printed|check in|check out|arrival|" +
			"departure|date of birth|geburtsdatum|valid until|gultig bis|expiry date|exp date|skonto bis|bis zum|value date|due since|" +
			"stylesheet version|version|stand|abzug bis|skonto innerhalb|auftragsdatum|bestellt am|payment date|paid on|bezahlt am|lieferschein"},
	}
}

// partyLabels announce names.
func partyLabels() []labelEntry {
	return []labelEntry{
		{roleVendorName, 1, "seller name|vendor name|supplier name|company name|firmenname"},
		{roleCustomerName, 1, "customer name|client name|buyer name|guest name|guest|kundenname|nom du client|nombre del cliente|nome cliente"},
		{roleHolder, 1, "account holder|account name|kontoinhaber|titulaire|titulaire du compte|titular|intestatario|intestato a|rekeninghouder|" +
			"wlasciciel|posiadacz rachunku|titular da conta|name of account holder"},
		{roleBankName, 1, "bank name|bankname|bank|kreditinstitut|banque|banco|banca"},
		{roleCurrency, 1, "currency|wahrung|devise|moneda|divisa|valuta|moeda|waluta|betrage in|amounts in|invoice currency|montants en|all amounts in"},
		{rolePaymentTerms, 1, "payment terms|terms|zahlungsbedingungen|zahlungsbedingung|zahlungskonditionen|conditions de paiement|" +
			"conditions de reglement|condiciones de pago|forma de pago|termini di pagamento|condizioni di pagamento|betalingsvoorwaarden|" +
			"betaaltermijn|condicoes de pagamento|warunki platnosci|terms of payment|zahlungsinformationen"},
	}
}
