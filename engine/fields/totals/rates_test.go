package totals_test

import "testing"

// The taxes of several rates make the tax total, and the base of one rate is not the net amount.
func TestTaxesOfSeveralRates(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"prices with tax": {
			[]string{"Rechnungsbetrag|226,00 €", "Netto 7 %|100,00|MwSt. 7 %|7,00", "Netto 19 %|100,00|MwSt. 19 %|19,00"},
			[]string{"taxTotal=26.00", "total=226.00"},
		},
		"prices with tax, in sentences": {
			[]string{"TOTAL TTC|132,00 €", "dont TVA 10 % (base 100,00)|10,00 €", "dont TVA 20 % (base 18,33)|3,67 €",
				"ARRHES|-50,00 €", "NET À PAYER|82,00 €"},
			[]string{"taxTotal=13.67", "total=132.00", "amountPaid=50.00", "amountDue=82.00"},
		},
		"a table with its sums": {
			[]string{"Stawka|Netto|VAT|Brutto", "23%|100,00|23,00|123,00", "8%|50,00|4,00|54,00", "Razem|150,00|27,00|177,00",
				"Do zapłaty|177,00 PLN"},
			[]string{"subtotal=150.00", "taxTotal=27.00", "total=177.00", "amountDue=177.00"},
		},
		"bases in a table beside the sums": {
			[]string{"Brakunta:|950.35", "Brak 23%:|28.78", "Brak 10%:|72.40", "23%|125.15|28.78", "10%|724.02|72.40",
				"|849.17|101.18"},
			[]string{"subtotal=849.17", "taxTotal=101.18", "total=950.35"},
		},
		"a net amount of words unknown": {
			[]string{"Brakunta:|950.35", "Brak 23%:|125.15|28.78", "Brak 10%:|724.02|72.40", "|849.17|101.18"},
			[]string{"subtotal=849.17", "taxTotal=101.18", "total=950.35"},
		},
		"rates without a sign, under headings": {
			[]string{"Base|% IVA|Cuota", "100,00|21|21,00", "200,00|10|20,00", "50,00|4|2,00", "TOTAL FACTURA|393,00 €"},
			[]string{"taxTotal=43.00", "total=393.00"},
		},
		"rates without a sign, with all sums": {
			[]string{"Imponibile|IVA %|Imposta|Totale", "500,00|22|110,00|610,00", "100,00|10|10,00|110,00",
				"Totale imponibile|600,00", "Totale IVA|120,00", "Totale documento|720,00"},
			[]string{"subtotal=600.00", "taxTotal=120.00", "total=720.00"},
		},
		"a rate of zero among them": {
			[]string{"Code|Rate|Net|VAT", "1|20.00|1,200.00|240.00", "0|0.00|300.00|0.00", "Goods|1,500.00", "VAT|240.00",
				"Total|1,740.00"},
			[]string{"subtotal=1500.00", "taxTotal=240.00", "total=1740.00"},
		},
		"two taxes on one amount": {
			[]string{"Sub-total|4,500.00", "PST 7% of 4,500.00|315.00", "GST 5% of 4,500.00|225.00", "TOTAL|5,040.00"},
			[]string{"subtotal=4500.00", "taxTotal=540.00", "total=5040.00"},
		},
		"a tax on stays, which is none on the price": {
			[]string{"Total HT|100,00", "TVA 10 %|8,00", "TVA 20 %|4,00", "Taxe de séjour|6,60", "Total TTC|118,60"},
			[]string{"subtotal=100.00", "taxTotal=12.00", "total=118.60"},
		},
	})
}

// A surcharge with a rate is not a tax if it is taxed itself.
func TestTaxedSurcharges(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"of a fund": {
			[]string{"Imponibile|1.000,00", "Cassa 4%|40,00", "IVA 22%|228,80", "Totale fattura|1.268,80",
				"Ritenuta d'acconto 20%|-200,00", "Netto a pagare|1.068,80"},
			[]string{"subtotal=1000.00", "taxTotal=228.80", "total=1268.80", "amountDue=1068.80"},
		},
		"a stamp": {
			[]string{"Totale imponibile|600,00", "IVA 0%|0,00", "Bolli|2,00", "Totale documento|602,00"},
			[]string{"subtotal=600.00", "taxTotal=0.00", "total=602.00"},
		},
		"for fuel": {
			[]string{"Subtotal|1,000.00", "Fuel surcharge 8.5%|85.00", "VAT 20%|217.00", "Total|1,302.00"},
			[]string{"subtotal=1000.00", "taxTotal=217.00", "total=1302.00"},
		},
	})
}

func TestItemColumnSums(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"with a rounding": {
			[]string{"Součet položek|1 000,20|210,04|1 210,24", "Zaokrouhlení|||-0,24", "Celkem s DPH|1 210,00"},
			[]string{"subtotal=1000.20", "taxTotal=210.04", "total=1210.00"},
		},
	})
}

func TestEarlyPaymentDiscounts(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"by a day": {
			[]string{"Rechnungsbetrag netto|1.000,00", "Umsatzsteuer 19,00%|190,00", "Rechnungsbetrag brutto|1.190,00",
				"bei Zahlung bis 01.03.2031 abzgl. 2% Skonto|-23,80", "Zahlbetrag bei Skonto|1.166,20"},
			[]string{"subtotal=1000.00", "taxTotal=190.00", "total=1190.00"},
		},
		"within days": {
			[]string{"Nettobetrag|1.000,00", "USt. 20 %|200,00", "Gesamtbetrag|1.200,00",
				"Bei Zahlung innerhalb 10 Tagen 3 % Skonto|36,00", "Zahlbetrag|1.164,00"},
			[]string{"subtotal=1000.00", "taxTotal=200.00", "total=1200.00"},
		},
	})
}

func TestPaymentTotalsWithUnknownLabels(t *testing.T) {
	t.Parallel()
	expectAll(t, map[string]sheet{
		"a tax in it": {
			[]string{"Brakunta|4 624,83", "Momsbeløb 25%|924,97", "Modtagne betalinger|-1 387,45", "Udestående beløb|3 237,38"},
			[]string{"taxTotal=924.97", "total=4624.83", "amountPaid=1387.45", "amountDue=3237.38"},
		},
	})
}
