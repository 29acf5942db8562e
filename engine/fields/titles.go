package fields

// moreTitles are further titles of documents.
//
//nolint:misspell // phrases of eight languages
func moreTitles() string {
	return "a sua fatura|abono|abrechnung|account statement|addition|afschrift betaalrekening|auftrag|avoir|avoir client" +
		"|bank statement|barrechnung|barverkauf|beleg|bestelbon|bestelling|bestellschein|bestellung" +
		"|bestellung purchase order|betaalbewijs|bill|bon|bon de commande|bon de commande purchase order|btw bon" +
		"|cash bill|cash receipt|cash sale|checking summary|commande|commande dachat|commande fournisseur" +
		"|commercial invoice|commissione|comprobante|conferma dordine fornitore|consulta de mesa|copia cliente" +
		"|credit invoice|credit memo|credit nota|credit note|creditering|creditfactuur|creditnota|credito|cupom fiscal" +
		"|cupom nao fiscal|current account statement|customer copy|documento commerciale" +
		"|documento commerciale di vendita o prestazione|dowod sprzedazy|eindfactuur|einkaufsbestellung|encomenda" +
		"|encomenda a fornecedor|estado de cuenta|estado de cuenta mensual|estratto conto|estratto conto corrente" +
		"|extracto de cuenta|extracto mensual|extrait de compte|extrato bancario|extrato combinado|extrato de conta" +
		"|extrato de conta corrente|extrato mensal|factura|factura comercial|factura de abono|factura de venta" +
		"|factura invoice|factura rectificativa|factura simplificada|facture|facture client|facture commerciale" +
		"|facture dacompte|facture davoir|facture de vente|facture invoice|factuur|factuur invoice|faktura" +
		"|faktura invoice|faktura koncowa|faktura korygujaca|faktura sprzedazy|faktura uproszczona|faktura vat" +
		"|faktura zaliczkowa|fattura|fattura accompagnatoria|fattura di cortesia|fattura di vendita|fattura differita" +
		"|fattura immediata|fattura invoice|fatura|fatura comercial|fatura de servicos|fatura invoice|fatura recibo" +
		"|fatura simplificada|finanzstatus|fra simplificada|guest check|gutschrift|gutschrift credit note" +
		"|historia rachunku|hoja de pedido|honorarrechnung|ihr kontoauszug|ihre rechnung|il tuo estratto conto" +
		"|inkoopopdracht|inkooporder|invoice|invoice tax invoice|justificante de compra|justificatif|kassabon|kassaticket" +
		"|kassenbeleg|kassenbon|kassenzettel|klantenbon|klantticket|kontoauszug|kontoauszug girokonto|kopia dla klienta" +
		"|kopie factuur|korekta faktury|korekta faktury vat|korrekturrechnung|kundenbeleg|kwitantie|lieferauftrag" +
		"|lista movimenti|minuta|movimientos de cuenta|n di credito|nota|nota credito|nota de abono|nota de credito" +
		"|nota de debito|nota de devolucao|nota de encomenda|nota de venta|nota di accredito|nota di credito" +
		"|nota fiscal de servicos|nota kredytowa|nota uznaniowa|note|note client|note de credit|note dhonoraires" +
		"|official receipt|opdracht|ordem de compra|orden de compra|order|order form|ordine|ordine a fornitore" +
		"|ordine dacquisto|ordine di acquisto|ordine fornitore|original|p o|paragon|paragon fiskalny|parcella|pedido" +
		"|pedido a proveedor|pedido de compra|potwierdzenie sprzedazy|preconto|privatkonto auszug|purchase order" +
		"|purchase order form|quittung|rachunek|receipt|rechnung|rechnung bon|rechnung invoice|rechnungskorrektur|recibo" +
		"|recu|recu de vente|refund note|rekening|rekeningafschrift|rekeningoverzicht|rekeninguittreksel|releve de compte" +
		"|releve de compte courant|releve de vos comptes|rendiconto|ricevuta|ricevuta fiscale|sales credit note" +
		"|sales invoice|sales receipt|sales slip|savings statement|schlussrechnung|scontrino|scontrino fiscale" +
		"|simplified tax invoice|statement|statement of account|storno|storno fattura|stornorechnung|su factura" +
		"|supply order|talao|tax credit note|tax invoice|teilrechnung|ticket|ticket client|ticket de caisse" +
		"|ticket de venta|tique|umsatzubersicht|uw factuur|uw rekeningafschrift|venda a dinheiro|verkoopfactuur" +
		"|votre facture|votre releve de compte|warengutschrift|warenrechnung|wyciag bankowy|wyciag z konta" +
		"|wyciag z rachunku|wyciag z rachunku bankowego|your account statement|your invoice|your statement|zamowienie" +
		"|zamowienie do dostawcy|zamowienie towaru|zamowienie zakupu|zestawienie operacji|zlecenie"
}
