package fields

// moreSums lists further ways to announce what the other tables do: those of
// tills, of single countries, and words that say less on their own.
//
//nolint:misspell // phrases of eight languages
func moreSums() []labelEntry {
	return []labelEntry{
		{roleSubtotal, 0.9, "base de incidencia|base tributavel|bill subtotal|excl btw|food drink|goederenbedrag|goods total|importe bruto" +
			"|incidencia|lacznie netto|mercadoria servicos|netto umsatz|nettowert|ogolem netto|prix total ht|s total" +
			"|sous total ttc|sprzedaz netto|sub totaal|sub totale|suma articulos|suma czesciowa|suma pozycji|summe artikel" +
			"|tot imponibile|total avant taxes|total h t|total parcial|total s iva|totale merce|totale parziale|tussentotaal" +
			"|valor dos servicos|wartosc netto razem|wartosc towarow|zw summe|zwischen summe"},
		{roleSubtotal, 0.65, "entgelt|parziale|podsuma|soma"},
		{roleSubtotal, 0.5, "neto|nett|suma|taxable"},
		{roleTax, 0.9, "i v a|t v a|b t w|v a t|g s t|p s t|h s t|q s t|add gst|add sst|add tax|add vat|btw hoog|btw inbegrepen|btw over|cuota iva incluida|darin mwst|darin ust" +
			"|davon ust|di cui iva|do qual iva|dont tva|enthaltene ust|gst included|im betrag enthaltene mwst" +
			"|im betrag enthaltene ust|imposta iva|incl btw|incl gst|incl sst|incl tax|incl vat|includes gst|includes sst" +
			"|includes tax|includes vat|inclui iva|inclusief btw|incluye iva|inkl ust|iva compresa|iva incl|iva incluido" +
			"|iva inclusa|iva sobre|mwst auf|mwst von|of which gst|of which sst|of which tax|of which vat|plus mwst|plus ust" +
			"|podatek ptu|sst included|tax included|total includes gst of|total includes sst of|total includes tax of" +
			"|total includes vat of|tva comprise|tva incluse|tva sur|ust auf|ust von|vat included|w tym podatek|w tym vat" +
			"|waarvan btw|zawiera vat"},
		{roleTax, 0.65, "gst at|gst on|iva a|iva al|iva s|iva su|sst at|sst on|tax at|tax on|tva a|vat at|vat od|vat on"},
		{roleTaxTotal, 0.9, "dont tva|enthaltene ust|tot iva"},
		{roleTaxTotal, 0.65, "cuota"},
		{roleTotal, 0.9, "a pagar|a payer|amount credited|auftragswert|balance to pay|bar total|bedrag incl btw|bestellsumme|bestellwert" +
			"|credit amount|credit total|creditbedrag|do zwrotu|eindtotaal|erstattungsbetrag|estimated total|gesamttotal" +
			"|gutschrift gesamt|gutschriftsbetrag|gutschriftssumme|importe abonado|importo accreditato|importo pagato" +
			"|incl btw|kwota zwrotu|lacznie brutto|liquido a percibir|montant a regler|montant de lavoir|montant reel" +
			"|montante total|naleznosc|naleznosc ogolem|net a votre credit|ordertotaal|po total|prix total ttc|rechnungstotal" +
			"|sale total|sprzedaz brutto|te ontvangen|tot fattura|totaal bestelling|totaal credit|totaal generaal" +
			"|totaal order|totaal te voldoen|totaal tegoed|total a creditar|total a devolver|total a rembourser|total abono" +
			"|total avoir ttc|total c iva|total commande|total compra|total credit|total da encomenda" +
			"|total da nota de credito|total de la commande|total de la orden|total de lavoir|total do pedido|total iliquido" +
			"|total nota de credito|total orden|total order value|total pedido|total refunded|total t t c|total ticket" +
			"|total venta|totale accredito|totale dovuto|totale iva inclusa|totale nota di credito|totale ordine" +
			"|valor creditado|wartosc korekty|wartosc zamowienia|zu bezahlen"},
		{roleTotal, 0.65, "bruto|lacznie|ogolem"},
		{roleTotal, 0.5, "betrag|importe"},
		{roleTotal, 0.45, "ttc"},
	}
}

// moreSettlements does so for what is due, paid, taken off and added.
//
//nolint:misspell // phrases of eight languages
func moreSettlements() []labelEntry {
	return []labelEntry{
		{roleAmountDue, 0.9, "a pagar|a payer|amount owing|do doplaty|due now|falta pagar|forderung|net due|noch offen|now due|openstaand" +
			"|outstanding balance|pendiente de pago|pozostaje do zaplaty|residuo da pagare|resta por pagar|reste du" +
			"|saldo dovuto|saldo em divida|saldo pendiente|solde du|uberweisungsbetrag|valor em divida"},
		{roleAmountDue, 0.65, "restant"},
		{roleAmountDue, 0.5, "saldo|solde"},
		{roleAmountPaid, 0.9, "a cuenta|abzgl anzahlung|abzuglich vorauszahlung|acconto versato|acompte recu|acomptes deduits|adiantamento" +
			"|already paid|anticipo ricevuto|bereits gezahlt|entregado a cuenta|geleistete abschlage|gia pagato" +
			"|importo versato|ja pago|less payments|ontvangen|otrzymana zaliczka|pagamentos recebidos|pagos recibidos" +
			"|paid to date|payments credits|przedplata|reeds voldaan|reglement recu|versements|voorschot|vooruitbetaald" +
			"|ya pagado|zahlungen"},
		{roleAmountPaid, 0.65, "acconti|advance|erhalten|oplacono|sinal|wplacono|zaliczka"},
		{roleDiscount, 0.9, "abatimento|abzuglich rabatt|actiekorting|avantage carte|bon de reduction|bonificacion|bonifikata|buono sconto" +
			"|desc cartao|desconto comercial|desconto imediato|descuento especial|dto comercial|kassakorting|klantkorting" +
			"|kortingen|kortingsbon|kundenrabatt|loyalty discount|member saving|personalrabatt|preisnachlass|preisvorteil" +
			"|promocion|promotional discount|promozione|reduction|remise commerciale|remise exceptionnelle|remise immediate" +
			"|sconto cliente|sconto incondizionato|sofortrabatt|staff disc|trade discount|treuerabatt|udzielony rabat" +
			"|uw voordeel"},
		{roleDiscount, 0.65, "abbuono|actie|afslag|ahorro|aktion|coupon|cupao|cupon|desc|escompte|kupon|obnizka|oferta|offerta|opust|poupanca" +
			"|promo|promocao|promocja|rabais|rebate|upust|znizka"},
		{roleDiscount, 0.45, "dto"},
		{roleShipping, 0.9, "administratie en verzendkosten|anlieferung|bezorgkosten|custos de envio|despesas de envio|frais denvoi" +
			"|frais dexpedition|gastos de transporte|koszt transportu|koszt wysylki|koszty dostawy|manipulacion y envio" +
			"|port et emballage|porto e imballo|porto und verpackung|spese di trasporto|spese trasporto|transporte" +
			"|versandkosten de|vrachtkosten"},
		{roleShipping, 0.65, "flete|fracht|frete|vracht"},
		{roleShipping, 0.45, "p p|s h"},
		{roleTip, 0.9, "added gratuity|gratificacao|tip thank you"},
	}
}

// morePayments does so for what tills print under the total.
//
//nolint:misspell // phrases of eight languages
func morePayments() []labelEntry {
	return []labelEntry{
		{roleCash, 0.9, "argent comptant|bancontact|barzahlung|betaald met pin|card payment|carta di credito|carta di debito" +
			"|cartao de credito|cartao de debito|cartao debito|carte bleue|carte de debit|cash paid|cb sans contact" +
			"|contactless|contactloos|contant betaald|debitkarte|ec cash|elettronico|entregado|geg bar|gegeben bar" +
			"|karta kredytowa|karta platnicza|karte kontaktlos|kartenzahlung|kreditkarte|multibanco|numerario|ontvangen" +
			"|otrzymano|pagamento cartao|pagamento contante|pagamento elettronico|pago tarjeta|paye en especes|recu especes" +
			"|su pago|tarjeta bancaria|tarjeta de credito|tarjeta debito|valor entregue|visa debit|zaplacono gotowka" +
			"|zaplacono karta"},
		{roleCash, 0.65, "bargeld|blik|comptant|contado|contante|dinheiro|entregue|erhalten|gegeven|interac|maestro|mb way|metalico|pinpas" +
			"|recebido|recibido|ricevuto|v pay|versato|wplacono"},
		{roleCash, 0.45, "esp|pos"},
		{roleChange, 0.9, "a devolver|a rendre|cash back|devolucion|do wydania|monnaie rendue|resto dovuto|reszta gotowka|ruck geld" +
			"|su cambio|teruggave|troco em dinheiro"},
		{roleChange, 0.65, "monnaie|retour|terug|vuelta"},
		{roleRounding, 0.9, "5 rappen rundung|afrondingsverschil|ajuste redondeo|arredondamento|rundungsdifferenz|zaokraglenie"},
		{roleRounding, 0.65, "arred|arrondis|arrot|rounded"},
		{roleRounding, 0.45, "afr"},
		{roleOtherAmount, 0.9, "aantal artikelen|aantal stuks|anz positionen|anzahl artikel|articulos|artikelen|bediening|bedienungszuschlag" +
			"|bonuspunkte|cargo por servicio|economie realisee|frais de service|gesammelte treuepunkte|gespaarde punten" +
			"|ha ahorrado|hai risparmiato|ilosc artykulow|items sold|liczba pozycji|liczba sztuk|loyalty points today" +
			"|n articoli|n articulos|n artigos|n de artigos|nb articles|no items|nombre darticles|numero pezzi|obsluga 10" +
			"|oplata serwisowa|points balance|points earned|points fidelite|pontos acumulados|poupou hoje|punktestand" +
			"|puntensaldo|punti spesa|puntos acumulados|puntos de hoy|qtd total de itens|saldo de puntos|saldo em cartao" +
			"|saldo punti|serv charge|service 10|service charge|servicekosten|servicepauschale|servico 10|servizio 10" +
			"|sie haben gespart|solde de points|stamps collected|stan punktow|stuckzahl|svc chg|taxa de servico|totaal aantal" +
			"|total articles|total articulos|total de artigos|total piezas|totale pezzi|uw voordeel vandaag|votre cagnotte" +
			"|you have saved|zaoszczedzono|zebrane punkty"},
		{roleOtherAmount, 0.65, "articles|articoli|artikel|bollini|coperto|couvert|cubierto|itens|lineas|nb art|pezzi|pontos|posten|pozycji" +
			"|punkty|quantite|servizio|unidades|zegels"},
	}
}
