package fields

// moreDates lists further ways to announce what the other tables do: those of
// tills, of single countries, and words that say less on their own.
//
//nolint:misspell // phrases of eight languages
func moreDates() []labelEntry {
	return []labelEntry{
		{roleIssueDate, 0.9, "afgedrukt|auftragsdatum|ausgestellt am|avoir du|best datum|besteld op|bestellung vom|commande du|con fecha" +
			"|credit date|creditdatum|data de facturacao|data do pedido|data doc|data dokumentu|data e hora|data e ora" +
			"|data godz|data hora|data i czas|data i godzina|data korekty|data nota|data ora|data sprzedazy|data venda" +
			"|data vendita|data wydruku|data wyst|data zlozenia|date davoir|date de la commande|date de lavoir|date et heure" +
			"|date heure|date of sale|date vente|datum bestelling|datum en tijd|datum tijd|edite le|emessa il|emesso il" +
			"|emitida el|emitida em|emitido el|emitido em|en date du|erstellt am|etablie le|f factura|fact datum" +
			"|fecha de abono|fecha de orden|fecha hora|fecha pedido|fecha venta|fecha y hora|gedruckt am|gutschrift vom" +
			"|impresso em|imprime le|in data|invoice tax date|issued on|notadatum|opgemaakt op|ordered on|ordine del|p o date" +
			"|printed on|rech dat|rg datum|sold on|stampato il|trans date|transaction date|uitgegeven op|verkaufsdatum" +
			"|verkoopdatum|wydrukowano|wystawiono"},
		{roleIssueDate, 0.65, "emitido|erstellt|printed|z dnia"},
		{roleIssueDate, 0.45, "d d|dat|del|dia|fec|tag"},
		{roleDueDate, 0.9, "a payer avant le|a regler avant le|betaaldatum|data venc|date de reglement|date decheance du paiement" +
			"|do zaplaty do dnia|echeance le|fecha de pago|net due date|pagamento entro il|pagar antes del|pagar ate" +
			"|pagavel ate|payable le|payment due by|platnosc do|scade il|termin platnosci do|uiterlijk te betalen|vence el" +
			"|vence em|vencimento em|zahlung bis|zaplata do"},
		{roleDueDate, 0.65, "scad"},
		{roleDeliveryDate, 0.9, "a livrer le|afleverdatum|anlieferung am|consegna prevista|consegna richiesta|consegnare entro" +
			"|date de livraison prevue|deliver by|dostawa dnia|dostawa do|entrega prevista|entregar ate|entregar el" +
			"|expected date|fecha entrega|gewenste leverdatum|gewunschter liefertermin|liefertag|lieferung bis" +
			"|livraison avant le|livraison le|livraison souhaitee|need by|plazo de entrega|prazo de entrega|required by" +
			"|required date|te leveren op|termin realizacji|wunschtermin"},
		{roleDeliveryDate, 0.65, "levering|termin"},
		{rolePeriod, 0.9, "abrechnungsperiode|billing cycle|competenza|dienstperiode|facturatieperiode|factuurperiode|invoice period" +
			"|leveringsperiode|okres swiadczenia uslugi|okres uslugi|okres zuzycia|period covered|periode de consommation" +
			"|periode de service|periode du|periode facturee|periodo de consumo|periodo de faturamento|periodo de servicio" +
			"|periodo di consumo|periodo di fatturazione|periodo facturado|periodo fatturato|periodo faturado|prestation du" +
			"|referente ao periodo|usage period|verbrauchszeitraum|verbruiksperiode|za okres"},
		{rolePaymentTerms, 0.9, "betalingsconditie|betalingstermijn|cond pagamento|condiciones|condicoes|condities|conditions|credit terms" +
			"|delai de paiement|forma platnosci|konditionen|modalita di pagamento|modalites de paiement|plazo de pago" +
			"|prazo de pagamento|reglement|sposob zaplaty|terminos de pago|zahlungsbed"},
		{rolePaymentTerms, 0.65, "platnosc|termin"},
		{roleCurrency, 0.9, "alle betrage in|bedragen in|belegwahrung|currency code|importes en|importi in|kwoty w|valores em"},
		{roleCurrency, 0.65, "curr|monnaie|munt"},
		{roleCurrency, 0.45, "whg"},
		{roleHolder, 0.9, "begunstigde|beneficiaire|beneficiario|beneficiary|empfanger|favorecido|intestatario conto|posiadacz|ten name van" +
			"|titular de la cuenta|wlasciciel rachunku|zahlungsempfanger"},
		{roleHolder, 0.65, "inhaber|odbiorca|payee|t n v"},
	}
}
