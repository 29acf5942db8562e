package classify

import "github.com/docmill/docmill/engine/result"

// titleTable lists further titles of documents.
//
//nolint:misspell // phrases of eight languages
func titleTable() []phraseEntry {
	return []phraseEntry{
		{result.TypeInvoice, 2, "a sua fatura|abrechnung|commercial invoice|eindfactuur|factura comercial|factura de venta|factura invoice" +
			"|factura simplificada|facture client|facture commerciale|facture dacompte|facture de vente|facture invoice" +
			"|factuur invoice|faktura|faktura invoice|faktura koncowa|faktura sprzedazy|faktura vat|faktura zaliczkowa" +
			"|fattura|fattura accompagnatoria|fattura di cortesia|fattura di vendita|fattura differita|fattura immediata" +
			"|fattura invoice|fatura invoice|fatura recibo|fatura simplificada|honorarrechnung|ihre rechnung" +
			"|invoice tax invoice|kopie factuur|minuta|note dhonoraires|parcella|rechnung invoice|sales invoice" +
			"|schlussrechnung|su factura|teilrechnung|uw factuur|verkoopfactuur|votre facture|warenrechnung|your invoice" +
			"|fatura comercial|fatura de servicos|nota de debito"},
		{result.TypeCreditNote, 5, "avoir|avoir client|credit invoice|credit memo|credit nota|credit note|creditering|creditfactuur|creditnota" +
			"|factura de abono|factura rectificativa|facture davoir|faktura korygujaca|gutschrift|gutschrift credit note" +
			"|korekta faktury|korekta faktury vat|korrekturrechnung|n di credito|nota credito|nota de abono|nota de credito" +
			"|nota de devolucao|nota di accredito|nota di credito|nota kredytowa|nota uznaniowa|note de credit" +
			"|rechnungskorrektur|refund note|sales credit note|storno fattura|stornorechnung|tax credit note|warengutschrift"},
		{result.TypePurchaseOrder, 3, "bestelbon|bestelling|bestellschein|bestellung|bestellung purchase order|bon de commande|commande dachat" +
			"|commande fournisseur|commissione|conferma dordine fornitore|einkaufsbestellung|encomenda|encomenda a fornecedor" +
			"|hoja de pedido|inkoopopdracht|inkooporder|lieferauftrag|nota de encomenda|ordem de compra|orden de compra" +
			"|order form|ordine|ordine a fornitore|ordine dacquisto|ordine di acquisto|ordine fornitore|pedido a proveedor" +
			"|pedido de compra|purchase order|purchase order form|supply order|zamowienie|zamowienie do dostawcy" +
			"|zamowienie towaru|zamowienie zakupu|zlecenie"},
		{result.TypeReceipt, 2, "barrechnung|barverkauf|beleg|betaalbewijs|bon|btw bon|cash bill|cash receipt|cash sale|comprobante" +
			"|consulta de mesa|cupom fiscal|cupom nao fiscal|customer copy|documento commerciale|dowod sprzedazy" +
			"|faktura uproszczona|fra simplificada|guest check|justificante de compra|justificatif|kassabon|kassaticket" +
			"|kassenbeleg|kassenbon|kassenzettel|klantenbon|klantticket|kopia dla klienta|kundenbeleg|kwitantie|nota de venta" +
			"|note client|official receipt|paragon|paragon fiskalny|potwierdzenie sprzedazy|preconto|quittung|receipt" +
			"|rechnung bon|recibo|recu|recu de vente|ricevuta|ricevuta fiscale|sales receipt|sales slip|scontrino" +
			"|scontrino fiscale|simplified tax invoice|talao|ticket|ticket client|ticket de caisse|ticket de venta|tique" +
			"|venda a dinheiro"},
		{result.TypeBankStatement, 3.5, "account statement|afschrift betaalrekening|bank statement|checking summary|current account statement" +
			"|estado de cuenta|estratto conto|estratto conto corrente|extracto de cuenta|extracto mensual|extrait de compte" +
			"|extrato bancario|extrato combinado|extrato de conta|extrato mensal|finanzstatus|historia rachunku" +
			"|ihr kontoauszug|kontoauszug|kontoauszug girokonto|lista movimenti|movimientos de cuenta|privatkonto auszug" +
			"|rekeningafschrift|rekeningoverzicht|rekeninguittreksel|releve de compte|savings statement|statement of account" +
			"|umsatzubersicht|uw rekeningafschrift|wyciag bankowy|wyciag z konta|wyciag z rachunku|your account statement" +
			"|your statement|zestawienie operacji"},
	}
}
