package fields

// moreSidePhrases are further headings of a party's block.
//
//nolint:misspell // phrases of eight languages
func moreSidePhrases() map[side]string {
	return map[side]string{
		sideVendor: "afzender|dane sprzedawcy|datos del emisor|emis par|emittente|empresa|mittente|opdrachtnemer|payable to|societe",
		sideCustomer: "a la atencion de|a lattention de|adresse a|dados do cliente|dane nabywcy|datos de facturacion|exmos senhores" +
			"|geadresseerde|intestatario|platnik|rekening voor|spett le ditta|tomador|committente|dane do faktury" +
			"|donneur dordre|fatturare a|intestare fattura a|opdrachtgever|purchaser|requisitante|solicitante",
		sideShipping: "adres wysylki|afleveren bij|bezorgadres|consignee|delivered to|destinazione merce|dostawa do|endereco de entrega" +
			"|entregar em|entregar en|enviar para|envio a|expedie a|leveradres|levering aan|lieu de livraison|livrer a" +
			"|local de descarga|lugar de entrega|luogo di consegna|miejsce dostawy|spedire a|versandadresse|verzonden aan",
		sideOther: "appoggio bancario|bankgegevens|banking information|bankverbindungen|betaalgegevens|betalingsgegevens" +
			"|conta bancaria|coordinate bancarie|coordonnees bancaires|cuenta bancaria|dados bancarios|dados para pagamento" +
			"|dane do przelewu|dane platnosci|dati bancari|dati per il pagamento|datos bancarios|datos de pago" +
			"|estremi per il bonifico|forma de pago|how to pay|informations de paiement|konto bankowe|onze bankrekening" +
			"|pagamento por transferencia|payment information|rachunek bankowy|references bancaires|reglement par virement" +
			"|transferencia a|uberweisung an|unsere bankverbindung|wire instructions|zahlungsinformationen|account manager" +
			"|affaire suivie par|agente|atendido por|bearbeiter|behandeld door|betreuer|comercial|commercial|contacto" +
			"|contactpersoon|contatto|dossier suivi par|es betreut sie|handled by|handlowiec|ihr ansprechpartner" +
			"|interlocuteur|kontakt|opiekun|osoba kontaktowa|osoba upowazniona|persona de contacto|pratica seguita da" +
			"|prepared by|referente|responsavel|sachbearbeiter|sales rep|salesperson|uw contact|vertegenwoordiger" +
			"|votre contact|vs riferimento|wystawil|your contact",
	}
}
