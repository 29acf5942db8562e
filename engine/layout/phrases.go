package layout

// headerPhrases are the folded words that head the columns of item and
// transaction tables, in English, German, French, Spanish, Italian, Dutch,
// Portuguese and Polish.
//
//nolint:misspell // phrases of eight languages
func headerPhrases() map[Column]string {
	return map[Column]string{
		ColumnPosition: "pos|position|line|ln|item no|item number|lp|nr|no|riga|ligne|linea|regel|linha|pos nr",
		ColumnCode: "sku|code|item code|product code|article no|article number|part no|part number|product id|product no|" +
			"artikelnummer|artikelnr|artikel nr|art nr|unsere art nr|ihre art nr|bestellnummer|material|materialnummer|" +
			"reference|ref|code article|codigo|referencia|codice|codice articolo|articolo|artikelcode|artikel|cod|" +
			"kod|indeks|symbol|ean|gtin|item id|cod articolo|art nr lieferant|art nr kunde",
		ColumnDescription: "description|item|items|item description|product|products|service|services|particulars|details|" +
			"article|item desc|desc item|desc|item name|product description|goods|activity|description of goods|" +
			"beschreibung|bezeichnung|artikelbezeichnung|artikelbeschreibung|produkt|leistung|leistungen|text|" +
			"produktbezeichnung|leistungsbeschreibung|position bezeichnung|designation|libelle|produit|prestation|" +
			"descripcion|concepto|producto|articulo|servicio|descrizione|prodotto|prestazione|omschrijving|product omschrijving|" +
			"beschrijving|descricao|produto|servico|designacao|nazwa|opis|nazwa towaru|nazwa towaru lub uslugi|" +
			"nazwa uslugi|towar usluga|name|transaction|transactions|buchungstext|verwendungszweck|operation|" +
			"description des articles|nature|dienst|details of transaction",
		ColumnDate: "date|datum|data|fecha|buchung|buchungstag|valuta|date valeur|value date|posting date|buchungsdatum|" +
			"date operation|fecha valor|data operazione|data operacji|shipment date|booking date",
		ColumnQuantity: "qty|quantity|quant|q ta|q te|q t|quantities|unidades|unids|ud|days|tage|jours|dias|giorni|dagen|dni|no of units|qty hrs|hours qty|anz|szt|menge|anzahl|stuck|stk|quantite|qte|nombre|cantidad|cant|uds|quantita|qta|" +
			"aantal|hoeveelheid|quantidade|qtd|qtde|ilosc|hours|hrs|qty hr|units|std|stunden|heures|horas|ore|uren|" +
			"meng|bestellmenge|qty ordered|nights|ordered qty|quantity ordered|liczba",
		ColumnPriceBase: "price base qty|price base quantity|base qty|base quantity|price basis|preisbasis|preisbasismenge|basismenge|preiseinheit|pe|" +
			"unite de prix|base prix|base precio|base prezzo|prijseenheid|jedn ceny|base preco",
		ColumnUnit: "unit|qty unit|quantity unit|uom|um|u m|einheit|einh|me|unite|unidad|unita|eenheid|unidade|un|jm|j m|mengeneinheit|meng einheit",
		ColumnUnitPrice: "unit price|price|rate|price per unit|unit cost|cost|unit price excl vat|net price|u price|unit net price|" +
			"net unit price|einzelpreis|e preis|preis|nettopreis|ep|stuckpreis|einzel|preis eur|preis einheit|netto preis|" +
			"prix unitaire|p u|pu|prix|pu ht|prix unitaire ht|p u ht|prix ht|precio|precio unitario|precio unidad|p unitario|" +
			"prezzo|prezzo unitario|prezzo unit|prijs|stukprijs|eenheidsprijs|prijs per stuk|preco|preco unitario|preco unit|" +
			"cena|cena netto|cena jedn|cena jednostkowa|cena jednostkowa netto|cena jedn netto|unit price eur|einzelpreis eur|" +
			"price ea|unit price usd|gross price|bruttopreis|u price rm",
		ColumnDiscount: "discount|disc|rabatt|nachlass|nachlasse|nachlasse zuschlage|zuschlage|remise|descuento|dto|sconto|" +
			"korting|desconto|rabat|discount or charge",
		ColumnTaxRate: "vat|tax|taxes|vat rate|tax rate|mwst|ust|ust satz|mwst satz|steuersatz|steuer|umsatzsteuer|tva|taux tva|" +
			"taux|iva|tipo iva|aliquota|btw|btw tarief|stawka vat|stawka|taxa|taxa iva|gst|sales tax|usst",
		ColumnTaxAmount: "vat amount|tax amount|steuerbetrag|mwst betrag|ust betrag|montant tva|importe iva|importo iva|" +
			"imposta|btw bedrag|kwota vat|valor iva|valor do iva|gst amount",
		ColumnAmount: "amount|total|line total|net amount|total price|line amount|net total|ext price|extended price|amount due|" +
			"total amount|amt|sum|line amount excl vat|subtotal|net|total excl vat|amount rm|amt rm|line net amount|total rm|" +
			"betrag|gesamt|gesamtpreis|summe|gp|nettobetrag|gesamtbetrag|netto|positionsbetrag|entgelt|gesamt eur|betrag eur|" +
			"gesamtpreis eur|netto eur|g preis|wert eur|nettobetrag eur|" +
			"montant|montant ht|total ht|prix total|prix total ht|montant total|importe|importe total|total neto|" +
			"importo|totale|importo totale|prezzo totale|bedrag|totaal|totaal excl btw|totaalprijs|valor|valor total|montante|" +
			"preco total|wartosc|wartosc netto|kwota|kwota netto|wert|total eur|amount eur|total usd|amount usd|total net",
		ColumnGross: "gross|gross amount|total incl vat|brutto|bruttobetrag|bruttopreis gesamt|ttc|montant ttc|total ttc|" +
			"wartosc brutto|kwota brutto|totaal incl btw|brutto eur|total com iva",
		ColumnBalance: "balance|running balance|saldo|solde|kontostand|saldo eur|saldo contable|saldo po operacji",
		ColumnDebit: "debit|debits|withdrawals|withdrawal|soll|lastschrift|paid out|money out|cargo|cargos|addebiti|dare|af|" +
			"debito|debitos|obciazenia|payments",
		ColumnCredit: "credit|credits|deposits|deposit|haben|gutschrift|paid in|money in|abono|abonos|accrediti|avere|bij|" +
			"credito|creditos|uznania|receipts",
	}
}
