package layout

// moreHeaderPhrases are further words that head columns: abbreviations of tills
// and of banks, and words that are common in one country or trade.
//
//nolint:misspell // phrases of eight languages
func moreHeaderPhrases() map[Column]string {
	return map[Column]string{
		ColumnPosition: "l p|lfd nr|lin|poz|rang|s n|s no",
		ColumnCode: "art no|artigo|bestell nr|clave|cod art|cod artigo|codigo articulo|kod towaru|materialnr|n article|nr kat|pkwiu" +
			"|productcode|rif|produktnr|ref article|sachnummer|stock code",
		ColumnDescription: "artikelomschrijving|conceptos|denominacion|descricao dos servicos|descrizione articolo|descrizione dei beni" +
			"|designation des articles|detail|detalle|discriminacao|gegenstand|intitule|nazwa towaru uslugi|oggetto" +
			"|product service|servizio|specificatie|tatigkeit|usluga|werkzaamheden|wyszczegolnienie|towar|ware|causale" +
			"|descricao do movimento|descritivo|descrizione operazioni|erlauterung|historico|libelle des operations" +
			"|mededeling|movimiento|naam omschrijving|narrative|nature de loperation|operacion|operazione|opis operacji" +
			"|payment type and details|rodzaj operacji|szczegoly transakcji|transaction details|tytul|vorgang",
		ColumnDate: "dag|data prestazione|date prestation|day|dia|dzien|fecha servicio|giorno|jour|leistungsdatum|service date|tag" +
			"|boekdatum|boeking|bu tag|data contabile|data ksieg|data ksiegowania|data lanc|data mov|data movimento|data oper" +
			"|date compt|date comptable|f contable|f oper|fecha operacion|trans date|transaction date|verwerkt op|d valor" +
			"|d waluty|data valor|data valuta|data waluty|date de valeur|f valor|rentedatum|valeur|valutadatum|waluta" +
			"|wertstellung",
		ColumnQuantity: "aant|qt|godziny|hoev|liefermenge|mge|nb|pezzi|qty shipped|stuks|pz|unid",
		ColumnUnit:     "eenh|eh|eht|jedn|measure|un mis|und|unite de vente",
		ColumnUnitPrice: "a preis|c netto|each|einzelpreis netto|eur einheit|importo unitario|p st|p unit|pr unit|pr unitario|precio ud" +
			"|precio unit|price each|price unit|prijs excl|prix unit|prix unit ht|stundensatz|tarief|tarif|tarifa|tariffa" +
			"|uurtarief|v unit|valor unitario|cena j|e prijs|p u ttc|pr un|pvp|vl unit",
		ColumnDiscount: "kort|rab|rem|sc|nachl|upust",
		ColumnTaxRate:  "al iva|aliq|gst rate|sst|sst rate|st vat|tx tva",
		ColumnAmount: "extended|gesamt netto|imponibile|importancia|importe neto|importo netto|montant h t|precio total|preis gesamt" +
			"|razem|regeltotaal|subtotaal|tot riga|total ligne|total linea|total linha|total liquido|wart netto|bedr|eur|euro" +
			"|ext|mont|value|vl total|wart|betrag in|kwota operacji|umsatz in",
		ColumnBalance: "account balance|saldo contabilistico|saldo na mutatie|saldo progressivo|solde progressif",
		ColumnDebit: "afgeschreven|ausgang|bedrag af|belastung|debe|debet|movimenti dare|retiros|retraits|saidas|uscite|wyplywy" +
			"|zu ihren lasten",
		ColumnCredit: "bedrag bij|bijgeschreven|depositos|depots|eingang|entradas|entrate|haber|movimenti avere|wplywy|zu ihren gunsten",
	}
}
