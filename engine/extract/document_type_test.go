package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

type drawnKind struct {
	name string
	kind result.DocumentType
	rows []string
	want map[string]string
}

// payable are invoices and credit notes under other names.
func payable() []drawnKind {
	return []drawnKind{
		{"insurer's premium", result.TypeInvoice, []string{
			"Nordlicht Versicherung AG|Hamburg, 03.04.2031", "Deichweg 8", "20457 Hamburg", "", "Frau Maren Holst",
			"Birkenallee 3", "24103 Kiel", "", "Beitragsrechnung 2031-0417",
			"Versicherungsschein-Nr. 88.123.456|Rechnungsdatum 03.04.2031", "Sehr geehrte Frau Holst,",
			"für Ihre Hausratversicherung berechnen wir den folgenden Beitrag:", "Nettobeitrag|100,00 EUR",
			"Versicherungsteuer 19 %|19,00 EUR", "Gesamtbeitrag|119,00 EUR", "Zahlbar bis 01.05.2031",
			"IBAN DE89 3704 0044 0532 0130 00",
		}, map[string]string{"invoiceNumber": "2031-0417", "issueDate": "2031-04-03", "total": "119.00"}},
		{"insurer's premium, another word", result.TypeInvoice, []string{
			"Alpstein Assekuranz AG", "Bahnhofstrasse 4", "9000 St. Gallen", "", "Prämienrechnung",
			"Rechnungs-Nr.|PR-55021", "Datum|12.01.2031", "Police|77.401", "Prämie Hausrat|320.40",
			"Stempelabgabe 5 %|16.02", "Total CHF|336.42", "Zahlbar innert 30 Tagen",
		}, map[string]string{"invoiceNumber": "PR-55021", "issueDate": "2031-01-12", "total": "336.42"}},
		{"French insurer", result.TypeInvoice, []string{
			"Mutuelle du Littoral", "4 quai des Chartrons", "33000 Bordeaux", "", "Avis d'échéance",
			"N° de quittance : Q-20331", "Date : 02/03/2031", "Contrat habitation n° 4471",
			"Cotisation hors taxes|200,00 €", "Taxes|18,00 €", "Total TTC|218,00 €", "À régler avant le 31/03/2031",
		}, map[string]string{"issueDate": "2031-03-02", "total": "218.00"}},
		{"fee note", result.TypeInvoice, []string{
			"Dr. Anke Brandt, Rechtsanwältin", "Marktplatz 2", "35037 Marburg", "", "Honorarnote Nr. 114/31",
			"Datum: 05.02.2031", "Beratung Arbeitsrecht|400,00", "Auslagen|20,00", "Umsatzsteuer 19 %|79,80",
			"Gesamtbetrag|499,80 EUR",
		}, map[string]string{"invoiceNumber": "114/31", "issueDate": "2031-02-05", "total": "499.80"}},
		{"fee note, English", result.TypeInvoice, []string{
			"Larkin & Boyle Solicitors", "9 Merrion Row, Dublin 2", "", "FEE NOTE", "Fee note no.|FN-2207",
			"Date|14 March 2031", "Professional fees|EUR 1,000.00", "VAT 23%|EUR 230.00", "Total due|EUR 1,230.00",
		}, map[string]string{"invoiceNumber": "FN-2207", "issueDate": "2031-03-14", "total": "1230.00"}},
		{"electricity bill", result.TypeInvoice, []string{
			"Harbour Power Ltd", "1 Dock Road, Hull", "", "Your electricity bill", "Bill number: 5541-220",
			"Bill date: 9 May 2031", "Account number: 850012", "Billing period 1 April 2031 to 30 April 2031",
			"Energy used 210 kWh|£58.80", "Standing charge|£13.20", "VAT at 5%|£3.60", "Total amount due|£75.60",
		}, map[string]string{"invoiceNumber": "5541-220", "issueDate": "2031-05-09"}},
		{"membership fee", result.TypeInvoice, []string{
			"Turnverein Eintracht 1904 e.V.", "Sportplatzweg 1", "97070 Würzburg", "", "Mitgliedsbeitrag 2031",
			"Rechnungsnummer: 31-0088", "Datum: 15.01.2031", "Jahresbeitrag Erwachsene|96,00 €",
			"Rechnungsbetrag|96,00 €", "Bitte überweisen Sie den Betrag bis 15.02.2031.",
		}, map[string]string{"invoiceNumber": "31-0088", "issueDate": "2031-01-15", "total": "96.00"}},
		{"rent", result.TypeInvoice, []string{
			"Hausverwaltung Tannert GmbH", "Ringstr. 5", "04103 Leipzig", "", "Mietrechnung Nr. M-2031-07",
			"Rechnungsdatum: 01.07.2031", "Miete Juli 2031|1.200,00 €", "Nebenkosten|150,00 €",
			"Gesamtbetrag|1.350,00 €",
		}, map[string]string{"invoiceNumber": "M-2031-07", "issueDate": "2031-07-01", "total": "1350.00"}},
		{"reminder", result.TypeInvoice, []string{
			"Ziegelei Albers KG", "Lehmweg 12", "31134 Hildesheim", "", "Zahlungserinnerung",
			"Rechnungsnummer: 20311", "Rechnungsdatum: 04.06.2031", "Offener Betrag|238,00 €", "Mahngebühr|5,00 €",
			"Gesamtbetrag|243,00 €", "Zahlbar bis 20.07.2031", "IBAN DE89 3704 0044 0532 0130 00",
		}, map[string]string{"invoiceNumber": "20311", "issueDate": "2031-06-04"}},
		{"debit note", result.TypeInvoice, []string{
			"Orient Trading LLP", "14 Park Street, Kolkata 700016", "", "DEBIT NOTE", "Debit Note No.|DN/044",
			"Date|11-08-2031", "Rate difference|500.00", "CGST 9%|45.00", "SGST 9%|45.00", "Total|590.00",
		}, map[string]string{"invoiceNumber": "DN/044", "issueDate": "2031-08-11", "total": "590.00"}},
		{"self-billing", result.TypeInvoice, []string{
			"Molkerei Brenner eG", "Alpweg 1", "87435 Kempten", "", "Self-billing invoice",
			"Invoice number|SB-7", "Date|30 September 2031", "Raw milk 1000 kg|450.00", "VAT 7%|31.50", "Total|481.50 EUR",
		}, map[string]string{"invoiceNumber": "SB-7", "total": "481.50"}},
		{"number in the title's line", result.TypeInvoice, []string{
			"Atelier Roche", "12 rue Haute", "69001 Lyon", "", "FACTURE A-17/2031", "Date : 04/05/2031",
			"Sculpture|500,00 €", "TVA 20 %|100,00 €", "Total TTC|600,00 €",
		}, map[string]string{"invoiceNumber": "A-17/2031", "issueDate": "2031-05-04", "total": "600.00"}},
		{"Portuguese invoice and receipt in one", result.TypeInvoice, []string{
			"Ana Lopes", "Rua Nova 3, Porto", "", "Fatura-Recibo FR 2031/12", "Data 2031-05-03", "Tradução|100,00",
			"IVA 23%|23,00", "Total|123,00 €",
		}, map[string]string{"issueDate": "2031-05-03", "total": "123.00"}},
		{"Italian insurer", result.TypeInvoice, []string{
			"Assicurazioni Delta S.p.A.", "Avviso di scadenza", "Polizza n. 77123", "Data 04/05/2031",
			"Premio netto|200,00", "Imposte|44,50", "Premio totale|244,50 €",
		}, map[string]string{"issueDate": "2031-05-04", "total": "244.50"}},
	}
}

// givenBack are corrections in the customer's favor.
func givenBack() []drawnKind {
	return []drawnKind{
		{"credit note, number in the title", result.TypeCreditNote, []string{
			"Farben Keller GmbH", "Industriestr. 9", "70565 Stuttgart", "", "Gutschrift Nr. 17",
			"Datum: 11.03.2031", "zu Rechnung 2031-004", "Rückgabe Lack|100,00", "USt 19 %|19,00",
			"Gesamtbetrag|119,00 EUR",
		}, map[string]string{"invoiceNumber": "17", "issueDate": "2031-03-11", "total": "119.00"}},
		{"correction of an invoice", result.TypeCreditNote, []string{
			"Werkzeug Ott e.K.", "Gasse 3", "90402 Nürnberg", "", "Rechnungskorrektur RK-88",
			"Datum: 02.10.2031", "zur Rechnung R-511 vom 01.09.2031", "Zange|-50,00", "USt 19 %|-9,50",
			"Gesamtbetrag|-59,50 EUR",
		}, map[string]string{"invoiceNumber": "RK-88", "issueDate": "2031-10-02"}},
		{"French credit note", result.TypeCreditNote, []string{
			"Papeterie Morel", "3 rue Basse", "59000 Lille", "", "AVOIR N° AV-031", "Date : 09/09/2031",
			"Facture d'origine F-220", "Retour ramettes|40,00 €", "TVA 20 %|8,00 €", "Total TTC|48,00 €",
		}, map[string]string{"invoiceNumber": "AV-031", "issueDate": "2031-09-09", "total": "48.00"}},
		{"Italian credit note", result.TypeCreditNote, []string{
			"Ceramiche Doria S.r.l.", "Via Nuova 4", "41049 Sassuolo", "", "Nota di accredito n. 12/2031 del 04/06/2031",
			"Spett.le Edil Ponte S.r.l.", "Via Po 9", "10121 Torino", "Modalità di pagamento: bonifico",
			"Reso piastrelle|300,00", "IVA 22%|66,00", "Totale documento|366,00 EUR",
		}, map[string]string{"invoiceNumber": "12/2031", "issueDate": "2031-06-04", "total": "366.00"}},
		{"Spanish correction", result.TypeCreditNote, []string{
			"Muebles Vega S.L.", "Calle Sol 8", "28012 Madrid", "", "FACTURA RECTIFICATIVA", "Número|R-09",
			"Fecha|12/05/2031", "Devolución silla|-80,00", "IVA 21%|-16,80", "Total|-96,80 €",
		}, map[string]string{"invoiceNumber": "R-09", "issueDate": "2031-05-12"}},
		{"Polish correction", result.TypeCreditNote, []string{
			"Hurtownia Wisła Sp. z o.o.", "ul. Długa 5", "31-147 Kraków", "", "Faktura korygująca KOR/5/2031",
			"Data wystawienia: 2031-05-06", "do faktury FV/44/2031", "Zwrot towaru|-100,00", "VAT 23%|-23,00",
			"Razem|-123,00 PLN",
		}, map[string]string{"issueDate": "2031-05-06"}},
		{"Dutch credit note", result.TypeCreditNote, []string{
			"Bloemen Vos B.V.", "Laan 2", "1431 AB Aalsmeer", "", "Creditfactuur", "Creditnummer|C-31",
			"Datum|03-02-2031", "Retour tulpen|60,00", "BTW 9%|5,40", "Totaal|€ 65,40",
		}, map[string]string{"issueDate": "2031-02-03", "total": "65.40"}},
		{"cancellation", result.TypeCreditNote, []string{
			"Funk & Licht OHG", "Am Wall 1", "28195 Bremen", "", "Stornorechnung Nr. ST-4", "Datum: 01.12.2031",
			"Lampe|-200,00", "USt 19 %|-38,00", "Rechnungsbetrag|-238,00 EUR",
		}, map[string]string{"invoiceNumber": "ST-4", "issueDate": "2031-12-01"}},
	}
}

// offered are documents with prices and sums that do not ask for money, and letters that mention an invoice.
func offered() []drawnKind {
	return []drawnKind{
		{"estimate", result.TypeGeneric, []string{
			"Gable Roofing Inc", "77 Hill St, Dayton OH", "", "Estimate Number|E-1044", "Estimate Date|2031-03-04",
			"Expiry Date|2031-04-04", "Bill to,", "Ada Court", "Shingles|2|500.00", "Subtotal|1,000.00",
			"Sales Tax (7%)|70.00", "Total|1,070.00",
		}, nil},
		{"quote", result.TypeGeneric, []string{
			"Gable Roofing Inc", "77 Hill St, Dayton OH", "", "QUOTE", "Quote #|1044", "Date|2031-03-04",
			"Valid until|2031-04-04", "Shingles|1,000.00", "Subtotal|1,000.00", "Tax|70.00", "Total|1,070.00",
		}, nil},
		{"German offer", result.TypeGeneric, []string{
			"Dachbau Lenz GmbH", "Hof 3", "36037 Fulda", "", "Angebot Nr. 311", "Angebotsdatum: 04.03.2031",
			"Gültig bis: 04.04.2031", "Ziegel|1.000,00", "USt 19 %|190,00", "Gesamtbetrag|1.190,00 EUR",
			"IBAN DE89 3704 0044 0532 0130 00",
		}, nil},
		{"German offer by its labels", result.TypeGeneric, []string{
			"Dachbau Lenz GmbH", "Hof 3", "36037 Fulda", "", "Angebotsnummer|311", "Angebotsdatum|04.03.2031",
			"Gültig bis|04.04.2031", "Rechnungsadresse", "Ina Moll", "Ziegel|1.000,00", "USt 19 %|190,00",
			"Gesamtbetrag|1.190,00 EUR",
		}, nil},
		{"Spanish quote", result.TypeGeneric, []string{
			"Reformas Sur S.L.", "Calle Luna 2", "41001 Sevilla", "", "Número de Presupuesto|P-56",
			"Fecha de Presupuesto|27/02/2031", "Válido hasta|09/03/2031", "Obra|433,35", "Subtotal|433,35",
			"IVA 10%|43,34", "Total|476,69 EUR",
		}, nil},
		{"Dutch quote", result.TypeGeneric, []string{
			"Bouw Jansen B.V.", "Kade 1", "1011 AB Amsterdam", "", "Offertenummer|#10270", "Offertedatum|13-03-2031",
			"Geldig tot|03-04-2031", "Hosting|2.375,39", "Subtotaal|2.375,39", "BTW 9%|213,79", "Totaal|EUR 2.589,18",
		}, nil},
		{"French quote", result.TypeGeneric, []string{
			"Menuiserie Petit", "2 rue du Bois", "35000 Rennes", "", "DEVIS N° D-12", "Date : 03/03/2031",
			"Valable jusqu'au 03/04/2031", "Porte|500,00 €", "TVA 20 %|100,00 €", "Total TTC|600,00 €",
		}, nil},
		{"Italian quote", result.TypeGeneric, []string{
			"Infissi Rossi S.r.l.", "Via Alta 1", "24121 Bergamo", "", "Offerta n. 7/2031", "Data: 03/03/2031",
			"Valido fino al 03/04/2031", "Porta|500,00", "IVA 22%|110,00", "Totale|610,00 €",
		}, nil},
		{"pro forma", result.TypeGeneric, []string{
			"Baltic Timber OU", "Sadama 4, Tallinn", "", "PROFORMA INVOICE No. PF-12", "Date: 3 May 2031",
			"Boards|900.00", "VAT 20%|180.00", "Total|1,080.00 EUR",
		}, nil},
		{"delivery note", schema.TypeDeliveryNote, []string{
			"Kern Logistik GmbH", "Hafen 1", "47119 Duisburg", "", "Lieferschein Nr. 5501", "Datum: 04.05.2031",
			"Kundennummer: 88", "Schrauben M8|200 Stk", "Muttern M8|200 Stk",
		}, nil},
		{"packing list", schema.TypeDeliveryNote, []string{
			"Copper Mill Co.", "15 Haven Rd", "", "PACKING LIST", "Ship To:", "Wilson Ward", "Invoice #|SI-26",
			"Order #|B90", "Date|February 17, 2031", "Item|Description", "1|Toner cartridge", "2|Filter",
		}, nil},
		{"time sheet", result.TypeGeneric, []string{
			"Timesheet May 2031", "Employee: Ann Porter", "Date|Hours", "03/05/2031|8.00", "04/05/2031|7.50", "Total|15.50",
		}, nil},
		{"expense report", result.TypeGeneric, []string{
			"Expense report", "Name: Ann Porter", "03/05/2031 Taxi|23.00", "04/05/2031 Lunch|17.50", "Total|40.50",
		}, nil},
		{"payslip", result.TypeGeneric, []string{
			"Backhaus Meier KG", "Gehaltsabrechnung Mai 2031", "Personalnummer|77", "Steuerklasse|1",
			"Bruttolohn|3.000,00", "Lohnsteuer|400,00", "Nettolohn|2.100,00", "Gesamtbetrag|2.100,00 EUR",
			"IBAN DE89 3704 0044 0532 0130 00",
		}, nil},
		{"letter about an invoice", result.TypeGeneric, []string{
			"Dear Mr Lee,", "thank you for your letter of 3 March 2031. We have looked at invoice 5512 that you",
			"sent us in January and found that the total of 120.00 was paid on the 4th of February.",
			"Please let us know if you need anything else.", "Kind regards,", "Ann Porter",
		}, nil},
	}
}

func understoodKind(t *testing.T, c drawnKind) *result.Result {
	t.Helper()
	return models().Document(drawn(c), result.TypeAuto)
}

func drawn(c drawnKind) *document.Document {
	return &document.Document{Pages: []document.Page{sheettest.RowsPage(c.rows...)}}
}

func TestDocumentTypeSynonyms(t *testing.T) {
	t.Parallel()
	for _, group := range [][]drawnKind{payable(), givenBack(), offered()} {
		for _, c := range group {
			res := understoodKind(t, c)
			if res.DocumentType != c.kind {
				t.Errorf("%s: is read as %s, not %s", c.name, res.DocumentType, c.kind)
			}
			for name, want := range c.want {
				if got := res.Fields[name].Value; got != want {
					t.Errorf("%s: %s is %q, not %q", c.name, name, got, want)
				}
			}
		}
	}
}
