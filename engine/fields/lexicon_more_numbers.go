package fields

// moreNumbers lists further ways to announce what the other tables do: those of
// tills, of single countries, and words that say less on their own.
func moreNumbers() []labelEntry {
	return []labelEntry{
		{roleInvoiceNumber, 0.9, "abono n|credit no|creditnota|documentnummer|documento|documento n|fact nr|korrekturnummer|n davoir|n de abono" +
			"|n de piece|nota credito n|nota nr|notanummer|note de credit n|nr documento|nr dokumentu|nr fakt|nr korekty" +
			"|onze factuur|our invoice|rechn nr|rectificativa n|rekeningnummer factuur|storno nr"},
		{roleInvoiceNumber, 0.65, "beleg|c n no|cn no|creditnr|doc n|fact n|fatt n|fv nr|n fra|nc n"},
		{roleInvoiceNumber, 0.45, "rnr"},
		{roleOrderNumber, 0.9, "auftrag nr|auftragsnummer|bc client|belegnummer|best nr|bestelbon nr|cust order no|encomenda do cliente" +
			"|ihr auftrag|kundenbestellnr|ns ordine|opdrachtnummer|orden no|order ref|ordernummer klant|ordine cliente" +
			"|panstwa zamowienie|pedido cliente|pedido do cliente|requisicao|riferimento ordine|uw bestelling|uw bestelnummer" +
			"|uw order|votre ref commande|wasze zamowienie|your po|zamowienie klienta|zlecenie nr"},
		{roleOrderNumber, 0.65, "bc n|nr zam|o c n|ord n|zam nr"},
		{roleOrderNumber, 0.45, "o c"},
		{roleCustomerID, 0.9, "account no|account number|account ref|cod cli|compte client|conta cliente|conto cliente|cuenta cliente|cust no" +
			"|ihre kundennummer|kod nabywcy|kontrahent nr|nr konta klienta|uw klantnummer|votre compte"},
		{roleCustomerID, 0.65, "a c no|debiteur|debitor|kdnr|mandant"},
		{rolePaymentReference, 0.9, "bank reference|betaalreferentie|bitte angeben|buchungszeichen|causale bonifico|codice pagamento|communication" +
			"|communication structuree|gestructureerde mededeling|indicar en el pago|kassenzeichen|mededeling|nr referencyjny" +
			"|please quote|quote when paying|ref multibanco|ref pagamento|ref pago|ref paiement|reference a rappeler" +
			"|reference virement|referencia|referentie|remittance reference|riferimento|tytul wplaty|zahlungsgrund"},
		{rolePaymentReference, 0.65, "causale|concepto|kenmerk|referenz"},
	}
}

// moreAccounts does so for receipts, accounts, taxes and telephones.
func moreAccounts() []labelEntry {
	return []labelEntry{
		{roleReceiptNumber, 0.9, "doc gest|documento|documento n|extrato n|factura simpl|fatura simplificada n|fra simplificada n|kassabon nr" +
			"|kassenbon nr|n recibo|n scontrino|n ticket|n trans|no ticket|nr rach|nr transakcji|nr wydr|operacion" +
			"|operazione n|piece n|quittung nr|rachunek nr|rcpt no|rekening nr|ricevuta n|sale no|scontr fisc|talao n" +
			"|trans nr|transacao|transactie|transaction|transaktion|venda n"},
		{roleReceiptNumber, 0.65, "booking id|booking no|booking number|booking reference|booking ref|reservation no|confirmation no|confirmation number|beleg|cupom|doc n|n doc|n note|n op|note n|nr dok|nr sys|recu n|ta nr|tick|ticketnr|tique|trx id|volgnr|vorgang"},
		{roleReceiptNumber, 0.45, "bnr|bon|coo|ref"},
		{roleAccountNumber, 0.9, "bank a c|conta corrente|n de compte|n de conta|n de cuenta|nr konta|rekeningnr"},
		{roleAccountNumber, 0.65, "c c n|clabe"},
		{roleAccountNumber, 0.45, "c c|cta|kto"},
		{roleIBAN, 0.9, "bank account iban|bankrekening|cod iban|codice iban|compte iban|conta iban|cuenta iban|nib iban|nr konta" +
			"|nr rachunku|numer konta|numer rachunku|rachunek bankowy|rekening iban"},
		{roleIBAN, 0.65, "n iban"},
		{roleIBAN, 0.9, "bank account|bank account no|bank account number|bankkonto|bankkontonummer|compte bancaire|cuenta bancaria|conto bancario" +
			"|conta bancaria|account iban|konto bankowe"},
		{roleBIC, 0.9, "code bic|code swift|codice bic|codigo swift|kod swift"},
		{roleTaxID, 0.9, "n i f|c i f|r f c|p iva|u i d|btw identificatienummer|c f e p iva|c f p iva|c n p j|cnpj mf|co reg gst no|federal id|federal tax id" +
			"|gst registration|gstin no|gstin uin|idu tva|n de tps|n id tva|n tva intracom|nif iva|nip sprzedawcy" +
			"|ondernemingsnummer|p iva e c f|part iva|reg gst no|reg sst no|reg tax no|reg vat no|rfc emisor|service tax no" +
			"|sst reg no|sst reg number|sst registration|tax id no|tax reg no|tax reg number|tax registration|tps tvh" +
			"|tva intra|tva intracom|uid nummer|vat registration"},
		{roleTaxID, 0.65, "a b n|atu nr|c i f|cnpj n|fein|gst in|n i f|n i p|n tps|no tps|ond nr|r f c|sst id|sst no"},
		{roleTaxID, 0.45, "p i|uen"},
		{roleCustomerTaxID, 0.9, "btw nr klant|btw nummer afnemer|buyers gstin|cif cliente|cif nif|cnpj cliente|cnpj do cliente|cnpj do tomador" +
			"|contribuinte cliente|customer abn|customer gst no|customer gstin|customer uen|gstin of recipient|ihre mwst nr" +
			"|ihre uid|ihre uid nr|kunden ust id|mwst nr kunde|n tps client|n tva client|n tva du client|nif cliente" +
			"|nif del cliente|nif do cliente|nip kupujacego|nip nabywcy|nr nip nabywcy|p iva cliente|partita iva cliente" +
			"|party gstin|rfc cliente|rfc receptor|tva client|tva intracom client|uid kunde|ust id kunde|ust idnr des kunden" +
			"|uw btw nr|v contribuinte|vat no of customer|vs p iva|your abn|your gst no|your tax id"},
		{roleCustomerTaxID, 0.65, "su nif|v nif"},
		{roleCustomerTaxID, 0.45, "nip"},
		{rolePhone, 0.9, "call us|infolinia|rufnummer|tel kom|tel service client|telefon service|telefoonnr"},
		{rolePhone, 0.65, "cell|contacto|tel nr|telef|telf|tfno"},
		{rolePhone, 0.45, "tlf"},
		{roleOtherNumber, 0.9, "autorisatie|autorisation|autorizacao|autorizacion|autorizzazione|bonuskarte|carta fedelta|carta n|cartao cliente" +
			"|carte fidelite|club card no|cod aut|contactless|entry chip|facsimile|genehmigungs nr|ident tpa|karta klienta" +
			"|karten nr|klantenkaart|kod autoryzacji|kundenkarte|kundennummer|leesmethode|loyalty card|matricola rt|member id" +
			"|n cartao|n client|n socio|n tarjeta|no terminal|nr autoryzacji|nr klienta|nr unikatowy|operacion aprobada" +
			"|sans contact|seriennr kasse|signature electronique|spaarkaart|tarjeta cliente|telecopie|trace nr|trans aprovada" +
			"|transakcja zaakceptowana|transazione eseguita|tse signatur|zahlung erfolgt"},
		{roleOtherNumber, 0.65, "aiic|akkoord|approval|cliente|comercio|faks|fax nr|kd nr|klantnr|merchant|n aut|n auto|n fax|periode|socio|stan" +
			"|telec|tessera|vu nr"},
		{roleOtherNumber, 0.45, "aid|nsu|tml"},
	}
}
