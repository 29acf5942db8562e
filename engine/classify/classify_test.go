package classify_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// text makes a document without places, with one line each.
func text(lines ...string) *layout.Layout {
	p := document.Page{Number: 1}
	for _, l := range lines {
		line := document.Line{}
		for w := range strings.FieldsSeq(l) {
			line.Words = append(line.Words, document.Word{Text: w, Confidence: 1})
		}
		p.Lines = append(p.Lines, line)
	}
	return layout.Analyze(&document.Document{Pages: []document.Page{p}})
}

func scorers(t *testing.T) classify.Scorers {
	t.Helper()
	s, err := classify.Trained()
	require.NoError(t, err)
	return s
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  result.DocumentType
	}{
		"invoice":        {[]string{"INVOICE", "Invoice No. 7", "Total 12.00"}, result.TypeInvoice},
		"French invoice": {[]string{"Facture n° 7", "Total TTC 12,00 €"}, result.TypeInvoice},
		"invoice for an order": {[]string{"Rechnung", "Rechnungsnummer 7", "Ihre Bestellung 12", "Summe 12,00"},
			result.TypeInvoice},
		"credit note":    {[]string{"Gutschrift", "Gutschriftsnummer 3", "Summe 12,00"}, result.TypeCreditNote},
		"purchase order": {[]string{"Purchase Order", "PO Number 7", "Ship to", "Total 12.00"}, result.TypePurchaseOrder},
		"receipt":        {[]string{"Receipt", "Coffee 3.00", "Cash 5.00", "Change 2.00"}, result.TypeReceipt},
		"bank statement": {[]string{"Bank Statement", "Opening balance 1.00", "Closing balance 2.00"},
			result.TypeBankStatement},
		"Norwegian invoice": {[]string{"Faktura", "Fakturanr. 7", "Forfallsdato 01.03.2031", "Å betale 12,00"},
			result.TypeInvoice},
		"Norwegian credit note": {[]string{"Kreditnota", "Kreditnota nr. 3", "Gjelder faktura 7", "Sum 12,00"},
			result.TypeCreditNote},
		"Norwegian order": {[]string{"Innkjøpsordre", "Bestillingsnr. 7", "Leverandør", "Sum 12,00"},
			result.TypePurchaseOrder},
		"Norwegian receipt": {[]string{"Kvittering", "Kaffe 30,00", "Kontant 50,00", "Tilbake 20,00"}, result.TypeReceipt},
		"Finnish invoice": {[]string{"Lasku", "Laskun numero 7", "Eräpäivä 1.3.2031", "Maksettava yhteensä 12,00"},
			result.TypeInvoice},
		"Finnish credit note": {[]string{"Hyvityslasku", "Koskee laskua 7", "Yhteensä 12,00"}, result.TypeCreditNote},
		"Finnish order": {[]string{"Ostotilaus", "Tilausnumero 7", "Toimittaja", "Yhteensä 12,00"},
			result.TypePurchaseOrder},
		"Finnish receipt": {[]string{"Kuitti", "Kahvi 3,00", "Käteinen 5,00", "Takaisin 2,00"}, result.TypeReceipt},
		"Finnish statement": {[]string{"Tiliote", "Alkusaldo 1,00", "Loppusaldo 2,00", "Tilinomistaja"},
			result.TypeBankStatement},
		"Hungarian invoice": {[]string{"Számla", "Számla sorszáma 7", "Fizetési határidő 2031.03.01.", "Fizetendő 1 200 Ft"},
			result.TypeInvoice},
		"Hungarian credit note": {[]string{"Jóváíró számla", "Eredeti számla 7", "Összesen 1 200 Ft"},
			result.TypeCreditNote},
		"Hungarian order": {[]string{"Megrendelés", "Megrendelés száma 7", "Szállítási cím", "Összesen 1 200 Ft"},
			result.TypePurchaseOrder},
		"Hungarian receipt": {[]string{"Nyugta", "Kávé 300 Ft", "Készpénz 500 Ft", "Visszajáró 200 Ft"}, result.TypeReceipt},
		"letter": {[]string{"Dear Sir,", "we met on 3 March and spoke of the invoice that you never sent."},
			result.TypeGeneric},
		"nothing": {nil, result.TypeGeneric},
	} {
		v := scorers(t).Classify(annotate.New(text(c.lines...)))
		assert.True(t, v.Type == c.want && v.Certainty >= 0 && v.Certainty <= 1, name, v, "want", c.want)
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for want, line := range map[string]string{
		"en": "Please pay this invoice with the reference you find on the page",
		"de": "Bitte zahlen Sie den Betrag nach Erhalt der Rechnung auf das Konto von uns",
		"fr": "Veuillez payer le montant de la facture dans les trente jours avec votre référence",
		"es": "Por favor pague el importe de la factura con su número y la fecha para los pagos",
		"it": "Si prega di pagare la fattura con il numero che trovate nella data del documento",
		"nl": "Wij verzoeken u het bedrag van deze factuur te betalen met het nummer van uw klant",
		"pt": "Por favor pague o valor da fatura com a data e o número dos documentos em uma conta",
		"pl": "Prosimy o zapłatę kwoty na konto od dnia wystawienia i nie jest to kwota w walucie",
		"sk": "Ďakujeme, že ste nakúpili, spolu na úhradu je suma, ktorá stojí pod dátumom vystavenia",
		"hr": "Molimo da iznos uplatite na račun do datuma dospijeća, hvala na povjerenju, vaš broj je na dokumentu",
		"sl": "Prosimo, da znesek nakažete na naš račun, hvala za nakup, številka naročila je tudi pri plačilu",
		"nb": "Vennligst betal beløpet innen forfall, ikke bruk andre kontoer fra oss uten å spørre deg selv",
		"fi": "Maksakaa lasku viimeistään eräpäivänä ja ilmoittakaa viite, joka on tämän sivun lopussa, kun maksatte",
		"hu": "Kérjük, hogy az összeget a számla kézhezvétele után és a határidő előtt utalja át, ha nem fizetett még",
		"":   "12 34 56",
	} {
		assert.Equal(t, classify.Language(text(line)), want, line)
	}
}

func page(title string, rows ...string) *annotate.Document {
	return annotate.New(sheettest.Rows(append([]string{title, ""}, rows...)...))
}

func TestClassifyByTitle(t *testing.T) {
	t.Parallel()
	invoiceWords := []string{"Spett.le Edil Ponte S.r.l.", "Coordinate bancarie|IBAN", "Data|3/5/2031",
		"Modalità di pagamento|bonifico", "Totale|122,00"}
	for title, want := range map[string]result.DocumentType{
		"Fattura n. 81/2031 del 18-11-2031":         result.TypeInvoice,
		"Nota di credito n. 81/2031 del 18-11-2031": result.TypeCreditNote,
		"Offerta n. 81/2031 del 18-11-2031":         result.TypeGeneric,
		"Ordine d'acquisto n. 81/2031":              result.TypePurchaseOrder,
	} {
		assert.Equal(t, scorers(t).Rank(page(title, invoiceWords...)).Types[0].Type, want, title)
	}
}

func TestOtherDocumentTypes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc  *annotate.Document
		want bool
	}{
		"an offer's number":           {page("Bau Jansen", "Offertenummer|10270", "Totaal|12,00"), true},
		"an invoice's delivery note":  {page("Rechnung", "Lieferschein Nr. 4711", "Summe|12,00"), false},
		"a sentence about a quote":    {page("Invoice", "as agreed in our quote of May", "Total|12.00"), false},
		"a bill that names no other":  {page("Invoice", "Total|12.00"), false},
		"a page without any words":    {annotate.New(sheettest.Rows()), false},
		"a delivery note by its name": {page("Lieferschein Nr. 4711", "Schrauben|200 Stk"), true},
		"a title that lost a space":   {page("DOCUMENTO DITRASPORTO", "Viti|200 pz"), true},
		"and one that lost all":       {page("DOCUMENTODITRASPORTO", "Viti|200 pz"), true},
	} {
		assert.Equal(t, scorers(t).Rank(c.doc).OtherKind > 0, c.want, name, "votes for other kinds")
	}
}

func TestRankingProbabilities(t *testing.T) {
	t.Parallel()
	for _, doc := range []*annotate.Document{page("Invoice", "Total|12.00"), page(""), annotate.New(text("Avoir n° 7"))} {
		sum, last := 0.0, 1.0
		for _, v := range scorers(t).Rank(doc).Types {
			assert.True(t, v.Certainty <= last, "the ranking is not sorted")
			last, sum = v.Certainty, sum+v.Certainty
		}
		assert.True(t, sum >= 0.999 && sum <= 1.001, "the probabilities add up to", sum)
	}
	assert.Equal(t, (classify.Ranking{}).Verdict().Type, result.TypeGeneric, "nothing")
}

// "Purchase order" in a row of labels does not make an invoice a purchase order.
func TestHeadingsNotTitles(t *testing.T) {
	t.Parallel()
	rows := []string{"Sold to:|Ship to:", "Weber Ltd|same", "Due date:|2031-05-03", "Subtotal|100.00", "Total invoice|112.00"}
	for heading, want := range map[string]bool{"Purchase order|Reference|Terms|Date": false, "Purchase order": true} {
		got := scorers(t).Rank(page(heading, rows...)).Types[0].Type == result.TypePurchaseOrder
		assert.Equal(t, got, want, heading, "is the title of an order")
	}
}

// "Gutschrift in EUR" beside "Belastung in EUR" heads a ledger, and does not make a statement a credit note.
func TestLedgerHeadings(t *testing.T) {
	t.Parallel()
	rows := []string{"Max Beispiel", "Kontoauszug Nummer 012 / 2031 vom 15.12.2031 bis 15.01.2032",
		"Belastung in EUR|Gutschrift in EUR", "16.12. Miete|650,00", "30.12. Abrechnung|0,02", "04.01. Gehalt|2.100,00",
		"11.01. Lastschrift|83,00", "Alter Kontostand|1.234,36", "Neuer Kontostand|2.601,38"}
	got := scorers(t).Rank(page("Sparkasse Wesertal", rows...)).Types[0].Type
	assert.Equal(t, got, result.TypeBankStatement)
}

// The rows of a ledger may name the months of their days.
func TestNamedMonths(t *testing.T) {
	t.Parallel()
	for _, days := range [][]string{{"04-Jun", "05-Jun", "14-Jun", "16-Jun"}, {"Jun 4", "Jun 5", "Jun 14", "Jun 16"}} {
		rows := []string{"Account no 40117788", "Statement period 01 Jun 2031 to 30 Jun 2031",
			"Date|Transaction|Receipts|Payments|Balance", days[0] + "|Invoice 12|10.37|87.05", days[1] + "|Cash|92.00|99.13",
			days[2] + "|Gas|67.38|71.51", days[3] + "|Cash|49.66|21.85"}
		assert.Equal(t, scorers(t).Rank(page("Wyvern Bank", rows...)).Types[0].Type, result.TypeBankStatement)
	}
}

// The text of a booking is not a title.
func TestBookingsAreNoTitles(t *testing.T) {
	t.Parallel()
	got := scorers(t).Rank(page("Sparkasse Wesertal", "Umsätze vom 01.03.2031 bis 31.03.2031", "Datum|Text|Betrag",
		"03.03.2031|Gutschrift|650,00+", "15.03.2031|Gutschrift|2.100,00+", "16.03.2031|Rechnung|12,00-",
		"Alter Saldo|1.234,36", "Neuer Saldo|3.972,36")).Types[0].Type
	assert.Equal(t, got, result.TypeBankStatement)
}

// Titles and labels of more languages, and words for other kinds of documents.
func TestClassifyLanguages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  result.DocumentType
	}{
		"Swedish invoice": {[]string{"Faktura", "Fakturanummer 7", "Förfallodatum 2031-03-01", "Summa 12,00"},
			result.TypeInvoice},
		"Finnish invoice": {[]string{"Lasku", "Laskun numero 7", "Eräpäivä 1.3.2031", "Yhteensä 12,00"},
			result.TypeInvoice},
		"Czech invoice": {[]string{"Faktura", "Číslo faktury 7", "Datum splatnosti 1.3.2031", "Celkem 12,00"},
			result.TypeInvoice},
		"Hungarian invoice": {[]string{"Számla", "Számla sorszáma 7", "Fizetési határidő 2031.03.01", "Összesen 12,00"},
			result.TypeInvoice},
		"Romanian invoice": {[]string{"Factură fiscală", "Data scadenței 01.03.2031", "Total 12,00"}, result.TypeInvoice},
		"invoice by addressee": {[]string{"Invoice For: Marlow Fish Bar", "Remit to: Quay Street", "12.00"},
			result.TypeInvoice},
		"Danish credit note": {[]string{"Kreditnota", "Total 12,00"}, result.TypeCreditNote},
		"Czech credit note":  {[]string{"Dobropis", "Celkem 12,00"}, result.TypeCreditNote},
		"Slovak invoice": {[]string{"Faktúra - daňový doklad", "Dátum splatnosti 1.3.2031", "Spolu na úhradu 12,00"},
			result.TypeInvoice},
		"Slovak credit note": {[]string{"Dobropis č. 7", "Spolu 12,00"}, result.TypeCreditNote},
		"Slovak order": {[]string{"Objednávka č. 7", "Objednávame u Vás", "IČ DPH SK2021853504", "Spolu 12,00"},
			result.TypePurchaseOrder},
		"Slovak receipt": {[]string{"Pokladničný doklad", "Káva 2,50", "Hotovosť 5,00", "Výdavok 2,50"}, result.TypeReceipt},
		"Slovak statement": {[]string{"Výpis z účtu", "Počiatočný zostatok 12,00", "Konečný zostatok 9,00"},
			result.TypeBankStatement},
		"Croatian invoice": {[]string{"Račun br. 7-1-1", "Datum dospijeća 01.03.2031.", "Ukupno za platiti 12,00"},
			result.TypeInvoice},
		"Croatian credit note": {[]string{"Odobrenje br. 7", "Ukupno 12,00"}, result.TypeCreditNote},
		"Croatian order": {[]string{"Narudžbenica br. 7", "Rok isporuke 01.03.2031.", "Ukupno 12,00"},
			result.TypePurchaseOrder},
		"Croatian receipt": {[]string{"Račun br. 7/1/1", "Kava 2,50", "Blagajnik: Ana", "Gotovina 5,00", "Povrat 2,50",
			"JIR: 1a2b", "ZKI: 3c4d"}, result.TypeReceipt},
		"Croatian statement": {[]string{"Izvod po računu", "Početno stanje 12,00", "Završno stanje 9,00"},
			result.TypeBankStatement},
		"Slovenian invoice":     {[]string{"Račun št. 7", "Rok plačila 1. 3. 2031", "Za plačilo 12,00"}, result.TypeInvoice},
		"Slovenian credit note": {[]string{"Dobropis št. 7", "Skupaj 12,00"}, result.TypeCreditNote},
		"Slovenian order": {[]string{"Naročilnica št. 7", "Dobavni rok 1. 3. 2031", "Skupaj 12,00"},
			result.TypePurchaseOrder},
		"Slovenian receipt": {[]string{"Račun št. 7", "Kava 2,50", "Blagajnik: Ana", "Gotovina 5,00", "Vračilo 2,50",
			"EOR: 1a2b", "ZOI: 3c4d", "Hvala za obisk"}, result.TypeReceipt},
		"Slovenian statement": {[]string{"Izpisek prometa", "Začetno stanje 12,00", "Končno stanje 9,00"},
			result.TypeBankStatement},
		"Norwegian order": {[]string{"Innkjøpsordre", "Total 12,00"}, result.TypePurchaseOrder},
		"Spanish order": {[]string{"Pedido", "Datos del proveedor:", "Entregar el: 1/3/2031", "Total 12,00"},
			result.TypePurchaseOrder},
		"Swedish receipt": {[]string{"Kvitto", "Kaffe 12,00", "Kassa nr 2"}, result.TypeReceipt},
		"parking slip": {[]string{"Ticket No. 4", "Entry Time 19:44", "Paid Time 23:14", "Parking Fee 3.00"},
			result.TypeReceipt},
		"Romanian statement": {[]string{"Extras de cont", "Sold final 12,00"}, result.TypeBankStatement},
		"quotation":          {[]string{"Quotation", "Oak board 4 15.00 60.00", "Total 60.00"}, result.TypeGeneric},
		"pro forma":          {[]string{"Proforma Invoice", "Oak board 4 15.00 60.00"}, result.TypeGeneric},
		"loan disclosure": {[]string{"Closing Disclosure", "Borrower A. Lee", "Lender Quay Bank", "Loan Amount 9,000.00",
			"Escrow 12.00"}, result.TypeGeneric},
		"payslip":       {[]string{"Gehaltsabrechnung", "Steuerklasse 1", "Bruttolohn 3.000,00"}, result.TypeGeneric},
		"delivery note": {[]string{"Lieferschein", "Eichenbrett 4 15,00"}, "delivery_note"},
	} {
		v := scorers(t).Classify(annotate.New(text(c.lines...)))
		assert.Equal(t, v.Type, c.want, name, v)
	}
}

func TestBalkanLanguages(t *testing.T) {
	t.Parallel()
	for want, lines := range map[string][]string{
		"ro": {"Furnizor: Bradul SRL", "Cumpărător: Orizont SA", "Nr. crt. Denumirea produselor Cantitatea Valoarea",
			"Vă rugăm să achitați factura până la scadență"},
		"bg": {"Доставчик", "Получател", "Моля платете сумата до датата на падежа по банкова сметка"},
		"el": {"Στοιχεία πελάτη", "ΑΦΜ", "Περιγραφή", "Ποσότητα", "Αξία", "Παρακαλούμε για την πληρωμή του ποσού"},
	} {
		assert.Equal(t, classify.Language(text(lines...)), want, lines)
	}
}

//nolint:misspell // words of other languages
func TestTypesInBalkanLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want  result.DocumentType
		lines []string
	}{
		{result.TypeInvoice, []string{"FACTURĂ FISCALĂ", "Seria BRD nr. 417", "Furnizor", "Total de plată 12,00 lei"}},
		{result.TypeCreditNote, []string{"FACTURĂ STORNO", "Storno la factura 417", "Total -12,00 lei"}},
		{result.TypePurchaseOrder, []string{"COMANDĂ", "Nr. comandă 7", "Vă rugăm livrați", "Adresă de livrare"}},
		{result.TypeReceipt, []string{"BON FISCAL", "TOTAL LEI 5,00", "NUMERAR 10,00", "REST 5,00"}},
		{result.TypeBankStatement, []string{"EXTRAS DE CONT", "Sold inițial 1,00", "Sold final 2,00"}},
		{result.TypeInvoice, []string{"ФАКТУРА", "№ 0000000417", "Доставчик", "Получател", "Сума за плащане 12,00 лв."}},
		{result.TypeCreditNote, []string{"КРЕДИТНО ИЗВЕСТИЕ", "Към фактура № 417", "Общо 12,00 лв."}},
		{result.TypePurchaseOrder, []string{"ПОРЪЧКА", "Номер на поръчка 7", "Моля доставете", "Адрес за доставка"}},
		{result.TypeReceipt, []string{"ФИСКАЛЕН БОН", "ОБЩА СУМА 5,00", "В БРОЙ 10,00", "РЕСТО 5,00"}},
		{result.TypeBankStatement, []string{"БАНКОВО ИЗВЛЕЧЕНИЕ", "Начално салдо 1,00", "Крайно салдо 2,00"}},
		{result.TypeInvoice, []string{"ΤΙΜΟΛΟΓΙΟ ΠΑΡΟΧΗΣ ΥΠΗΡΕΣΙΩΝ", "Αριθμός 417", "Στοιχεία πελάτη", "Πληρωτέο 12,00 €"}},
		{result.TypeCreditNote, []string{"ΠΙΣΤΩΤΙΚΟ ΤΙΜΟΛΟΓΙΟ", "Σχετικό τιμολόγιο 417", "Σύνολο 12,00 €"}},
		{result.TypePurchaseOrder, []string{"ΔΕΛΤΙΟ ΠΑΡΑΓΓΕΛΙΑΣ", "Αρ. παραγγελίας 7", "Τόπος παράδοσης"}},
		{result.TypeReceipt, []string{"ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΠΩΛΗΣΗΣ", "ΣΥΝΟΛΟ 5,00", "ΜΕΤΡΗΤΑ 10,00", "ΡΕΣΤΑ 5,00"}},
		{result.TypeBankStatement, []string{"ΚΙΝΗΣΗ ΛΟΓΑΡΙΑΣΜΟΥ", "Αρχικό υπόλοιπο 1,00", "Τελικό υπόλοιπο 2,00"}},
	} {
		assert.Equal(t, scorers(t).Classify(annotate.New(text(c.lines...))).Type, c.want, c.lines)
	}
}
