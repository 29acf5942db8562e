package classify

import "github.com/docmill/docmill/engine/result"

// evidenceTable lists what stands on documents of a type beside their title:
// how a customer is addressed and asked to pay, what tills and card terminals
// print.
func evidenceTable() []phraseEntry {
	return []phraseEntry{
		{result.TypeInvoice, 1.6, "invoice for|invoiced to|billed to|invoice total|invoice amount|total invoice|invoice due|remit to|remit payment|remittance advice" +
			"|rechnung an|rechnungsadresse|rechnungsanschrift|kundennummer|facture a|adresse de facturation|facturer a|date d echeance|facturado a|facturar a" +
			"|datos de facturacion|total factura|fecha de vencimiento|intestatario fattura|totale fattura|data scadenza|fatturare a|spett le|spettabile" +
			"|factuuradres|factuur aan|factuurbedrag|exmo s senhor|exmos senhores|exmo s|faturar a|data de vencimento|data da fatura|numero da fatura" +
			"|numer faktury|termin zaplaty|nabywca|odbiorca faktury"},
		{result.TypeInvoice, 0.8, "sold to|total due|make checks payable|payable to|net 30|net 14|due upon receipt|due on receipt|bank details|sort code|swift|bic" +
			"|bankverbindung|zahlbar bis|fallig am|leistungszeitraum|leistungsdatum|skonto|uberweisung auf|uberweisen sie|numero client|code client" +
			"|conditions de paiement|mode de reglement|reglement|rib|condiciones de pago|cuenta bancaria|datos del cliente|condizioni di pagamento" +
			"|modalita di pagamento|coordinate bancarie|klantnummer|betalingstermijn|betaaltermijn|betalingsvoorwaarden|condicoes de pagamento|dados bancarios" +
			"|dados documento|data da emissao|data de emissao|sprzedawca|numer konta|nr konta|sposob zaplaty"},
		{result.TypeReceipt, 1.4, "call again|change due|cash tendered|amount tendered|items sold|no of items|total items|no items|total no items|entry time|exit time" +
			"|paid time|parking|parking fee|parking time|pump|auth code|approval code|terminal id|merchant id|credit card|card number|card type|served by|your server" +
			"|covers|order type|dine in|take away|takeaway|to go|drive thru|eat in|goods sold|not refundable|rounding adj|rounding adjustment|sales person|salesperson" +
			"|vat analysis|gst summary|sales tax|receipt number|ticket no|chk|checkno|swiped|entry method|beleg nr|bon nr|kasse nr|es bediente|es bediente sie" +
			"|kartenzahlung|girocard|terminal nr|signaturzahler|transaktionsnummer|tisch|trinkgeld|caissier|carte bancaire|a rendre|couverts|nb articles|merci de votre" +
			"|tarjeta|entregado|su visita|le atendio|comensales|propina|cajero|cassiere|pagamento contante|pagamento elettronico|arrivederci|coperto|coperti|tavolo" +
			"|bancomat|pinnen|bediend door|tot ziens|tafel|caixa|operador|cartao|multibanco|volte sempre|kasjer|kasa|karta platnicza|zapraszamy ponownie" +
			"|sprzedaz opodatkowana|suma pln|kassor|kassa nr|moms kvitto|kortbetaling|kortti|pokladna|penztar|casa de marcat|atm|withdrawal|retiro|retrait"},
		{result.TypeCreditNote, 3, "storno|storno nr|gutschriftsdatum|gutschrift nr|gutschriftsbetrag|korekta|korekta nr|numer korekty|credito n|credit note date|credit note n" +
			"|credit no|credit date|amount credited|total credit|credit total|relates to invoice|date de l avoir|numero d avoir|avoir n|fecha de abono|abono n|creditnummer" +
			"|numero nota credito|data nota credito|do faktury|dotyczy faktury|fatura relacionada|factura rectificada|rechnungsbezug"},
		{result.TypeCreditNote, 2, "we refund|we credit|we have credited|schreiben wir ihnen|schreiben wir gut|nous vous creditons|nous creditons|le abonamos|les abonamos" +
			"|vi accreditiamo|accreditiamo|crediteren wij|wij crediteren|creditamos|uznajemy"},
		{result.TypePurchaseOrder, 1.8, "please supply|please deliver|we order|we hereby order|order to|wir bestellen|bestellen wir|hiermit bestellen|nous commandons" +
			"|nous vous commandons|veuillez livrer|les pedimos|datos del proveedor|ordiniamo|vi ordiniamo|hierbij bestellen|wij bestellen|encomendamos|zamawiamy"},
		{result.TypePurchaseOrder, 1, "pedido|commande|ordine|encomenda|n de pedido|no de pedido|numero de pedido|fecha de pedido|fecha pedido|numero d ordine|data ordine" +
			"|date de commande|numero de commande|bestelnummer|besteldatum|numer zamowienia|data zamowienia|bestellnummer|p o number|p o no|p o|po no|po|date of order" +
			"|entregar a|entregar el|entrega prevista|livrer a|livraison avant|proveedor|fournisseur|fornitore|lieferant|leverancier|fornecedor"},
	}
}

// neighbourTable lists titles and labels in further languages: Swedish,
// Danish, Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian, Croatian.
func neighbourTable() []phraseEntry {
	return []phraseEntry{
		{result.TypeInvoice, 2, "fakturanummer|fakturadatum|fakturanr|fakturadato|forfallodatum|forfallodag|forfaldsdato|forfallsdato|lasku|laskun numero|laskunumero" +
			"|laskun paivays|laskun pvm|erapaiva|danovy doklad|faktura danovy doklad|cislo faktury|datum splatnosti|datum vystaveni|datum vystavenia|szamla|szamlaszam" +
			"|szamla sorszama|szamla szama|fizetesi hatarido|kiallitas datuma|factura fiscala|factura seria|data scadentei|termen de plata|racun|racun br" +
			"|racun broj|datum dospijeca|rok placanja"},
		{result.TypeCreditNote, 5, "kreditfaktura|kreditnota|kreditt nota|hyvityslasku|dobropis|opravny danovy doklad|sztorno szamla|helyesbito szamla|jovairo szamla" +
			"|factura de stornare|factura storno|odobrenje"},
		{result.TypePurchaseOrder, 3, "inkopsorder|bestallning|indkobsordre|innkjopsordre|bestilling|ostotilaus|objednavka|megrendeles|comanda de achizitie" +
			"|comanda de cumparare|comanda furnizor|narudzbenica"},
		{result.TypeReceipt, 2.2, "kvitto|kassakvitto|kvittering|kassebon|salgskvittering|kuitti|ostokuitti|uctenka|pokladni doklad|pokladnicny doklad" +
			"|zjednoduseny danovy doklad|nyugta|blokk|bon fiscal|chitanta|fiskalni racun"},
		{result.TypeBankStatement, 3.5, "kontoutdrag|kontoudskrift|kontoudtog|kontoutskrift|tiliote|vypis z uctu|szamlakivonat|bankszamlakivonat|extras de cont" +
			"|izvod po racunu"},
	}
}

// otherTable lists the titles and labels of documents of other kinds, many of
// which have prices, dates and addresses too.
//
//nolint:misspell // phrases of many languages
func otherTable() []phraseEntry {
	return []phraseEntry{
		{result.TypeGeneric, 2, "quotation|angebot|kostenvoranschlag|devis|offre de prix|presupuesto|cotizacion|preventivo|offerte|orcamento|oferta cenowa|tarjous" +
			"|nabidka|arajanlat|proforma|proforma invoice|pro forma invoice|proforma rechnung|proformarechnung|pro forma rechnung|facture proforma|facture pro forma" +
			"|factura proforma|fattura proforma|proformafactuur|pro forma factuur|fatura proforma|fatura pro forma|faktura proforma|faktura pro forma" +
			"|delivery note|packing slip|packing list|lieferschein|bon de livraison|bordereau de livraison|albaran|albaran de entrega|documento di trasporto" +
			"|bolla di consegna|pakbon|leveringsbon|guia de remessa|guia de transporte|dowod dostawy|list przewozowy|foljesedel|folgeseddel|dodaci list" +
			"|szallitolevel|aviz de insotire|payment reminder|zahlungserinnerung|mahnung|rappel de paiement|recordatorio de pago|sollecito di pagamento" +
			"|betalingsherinnering|aanmaning|aviso de pagamento|wezwanie do zaplaty|price list|preisliste"},
		{result.TypeGeneric, 2, "payslip|pay slip|pay stub|earnings statement|lohnabrechnung|gehaltsabrechnung|verdienstabrechnung|entgeltabrechnung|bulletin de paie" +
			"|bulletin de salaire|nomina|recibo de nomina|recibo de salarios|busta paga|cedolino|loonstrook|salarisstrook|recibo de vencimento|pasek wynagrodzen" +
			"|lonespecifikation|lonnsslipp|passport|passeport|reisepass|driver license|driving licence|identity card|personalausweis|carte d identite|carta d identita" +
			"|curriculum vitae|lebenslauf|closing disclosure|loan estimate|loan application|tax return|income tax|insurance policy|versicherungsschein|boarding pass"},
		{result.TypeGeneric, 0.9, "borrower|lender|mortgage|escrow|loan amount|loan term|loan type|loan id|loan costs|interest rate|applicant|employer|taxpayer|omb no" +
			"|social security|internal revenue service|date of birth|nationality|member id|group number|deductible|policy number|hereby|gross pay|net pay" +
			"|bruttolohn|steuerklasse|salaire brut|salario bruto|retribuzione|brutoloon|wynagrodzenie brutto"},
	}
}
