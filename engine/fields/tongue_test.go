package fields_test

import (
	"fmt"
	"slices"
	"strings"
)

// tongue holds the words and formats of a country's documents.
type tongue struct {
	name                                      string
	title, number, date, due, order, customer string
	from, to                                  string // headings of the parties
	description, quantity, price, amount      string
	net, tax, gross                           string // tax takes the rate
	rate                                      int
	currency, sign                            string // ISO 4217 code, as printed
	signFirst                                 bool
	thousands, point                          string
	dates                                     string // Y, M, D by their letters; N is the month's name
	months                                    [12]string
	vendor, street, town                      string
	buyer, buyerStreet, buyerTown             string
	taxID, taxIDLabel                         string
	iban                                      string
	items                                     [3]string
}

func (t tongue) day(y, m, d int) string {
	return strings.NewReplacer("YYYY", fmt.Sprint(y), "YY", fmt.Sprintf("%02d", y%100), "MM", fmt.Sprintf("%02d", m), "M",
		fmt.Sprint(m),
		"DD", fmt.Sprintf("%02d", d), "D", fmt.Sprint(d), "N", t.months[m-1]).Replace(t.dates)
}

// figure formats cents without a currency.
func (t tongue) figure(cents int) string {
	whole := fmt.Sprint(cents / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + t.thousands + whole[i:]
	}
	return fmt.Sprintf("%s%s%02d", whole, t.point, cents%100)
}

func (t tongue) money(cents int) string {
	if t.signFirst {
		return t.sign + t.figure(cents)
	}
	return t.figure(cents) + " " + t.sign
}

func isoDay(y, m, d int) string { return fmt.Sprintf("%04d-%02d-%02d", y, m, d) }

func plain(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

func names(list string) [12]string {
	var months [12]string
	copy(months[:], strings.Fields(list))
	return months
}

func allTongues() []tongue {
	return slices.Concat(tongues(),
		balkanTongues(),
		northernTongues(),
	)
}

// tongues returns English (British, American, Irish), German (Germany, Austria, Switzerland), French, Spanish,
// Italian, Dutch, Portuguese and Polish, and those of the other files.
func tongues() []tongue {
	all := []tongue{
		{
			name: "British", title: "TAX INVOICE", number: "Invoice Number", date: "Tax Point", due: "Payment due by",
			order:    "Your Order No",
			customer: "Customer Ref", from: "From", to: "Invoice To", description: "Details", quantity: "Quantity",
			price: "Price", amount: "Net Amount",
			net: "Net Total", tax: "VAT @ %d%%", gross: "Invoice Total", rate: 20, currency: "GBP", sign: "£", signFirst: true,
			thousands: ",", point: ".",
			dates: "D N YYYY", months: names(
				"January February March April May June July August September October November December"),
			vendor: "Thornbury Print Works Ltd", street: "Unit 4, Station Road", town: "Bristol BS1 6QH",
			buyer: "Copperfield Schools Trust", buyerStreet: "27 Elm Grove", buyerTown: "Exeter EX4 3RT",
			taxID: "GB123456789", taxIDLabel: "VAT Reg No", iban: "GB29NWBK60161331926819",
			items: [3]string{"Prospectus, 48 pages, stapled", "Poster A2", "Courier to site"},
		},
		{
			name: "American", title: "Invoice", number: "Invoice #", date: "Invoice Date", due: "Due Date", order: "P.O. #",
			customer: "Customer ID",
			from:     "Bill From", to: "Bill To", description: "Item", quantity: "Hours", price: "Rate", amount: "Line Total",
			net: "Subtotal", tax: "Sales Tax (%d%%)", gross: "Total Due", rate: 8, currency: "USD", sign: "$", signFirst: true,
			thousands: ",", point: ".",
			dates: "MM/DD/YYYY", vendor: "Redwood Analytics, Inc.", street: "4100 Pine Street, Suite 210",
			town:  "Portland, OR 97204",
			buyer: "Lakeside Dental Group", buyerStreet: "2558 Maple Avenue", buyerTown: "Boise, ID 83702", iban: "",
			items: [3]string{"Data review", "Dashboard design", "Training on site"},
		},
		{
			name: "German", title: "Rechnung", number: "Rechnungs-Nr.", date: "Datum", due: "Zahlbar bis",
			order: "Ihre Bestellnummer", customer: "Kunden-Nr.",
			from: "Lieferant", to: "Rechnungsempfänger", description: "Beschreibung", quantity: "Anzahl", price: "Einzelpreis",
			amount: "Betrag",
			net:    "Zwischensumme netto", tax: "Umsatzsteuer %d %%", gross: "Rechnungsbetrag", rate: 19, currency: "EUR",
			sign: "€", thousands: ".", point: ",",
			dates: "D. N YYYY", months: names(
				"Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
			vendor: "Gartenbau Sommer GmbH & Co. KG", street: "Lindenallee 17b", town: "01067 Dresden",
			buyer: "Stadtwerke Elbtal AG", buyerStreet: "Postfach 11 20", buyerTown: "01445 Radebeul",
			taxID: "DE136695976", taxIDLabel: "USt-IdNr.", iban: "DE89370400440532013000",
			items: [3]string{"Heckenschnitt, beidseitig", "Rollrasen verlegen", "Anfahrt"},
		},
		{
			name: "Austrian", title: "Honorarnote / Rechnung", number: "Rechnung Nr.", date: "Rechnungsdatum", due: "Fällig am",
			order: "Bestellung", customer: "Kd.-Nr.",
			from: "Rechnungssteller", to: "Rechnung an", description: "Leistung", quantity: "Menge", price: "Preis",
			amount: "Gesamt",
			net:    "Summe netto", tax: "%d% USt.", gross: "Gesamtbetrag", rate: 20, currency: "EUR", sign: "EUR",
			signFirst: false, thousands: ".", point: ",",
			dates: "DD.MM.YYYY", vendor: "Alpenblick Architektur ZT GmbH", street: "Mariahilfer Straße 88", town: "1070 Wien",
			buyer: "Seehotel Traunblick", buyerStreet: "Uferpromenade 3", buyerTown: "4810 Gmunden",
			taxID: "ATU13585627", taxIDLabel: "UID-Nr.", iban: "AT611904300234573201",
			items: [3]string{"Entwurfsplanung", "Bauaufsicht", "Plandrucke"},
		},
		{
			name: "Swiss", title: "Rechnung", number: "Rechnungsnummer", date: "Datum", due: "Fälligkeitsdatum",
			order: "Bestellnummer", customer: "Kundennummer",
			from: "Absender", to: "Rechnungsadresse", description: "Bezeichnung", quantity: "Menge", price: "Einzelpreis",
			amount: "Total CHF",
			net:    "Nettobetrag", tax: "MWST %d%%", gross: "Total CHF", rate: 8, currency: "CHF", sign: "CHF", signFirst: false,
			thousands: "'", point: ".",
			dates: "DD.MM.YYYY", vendor: "Zürcher Uhrenservice AG", street: "Bahnhofstrasse 101", town: "8001 Zürich",
			buyer: "Hotel Edelweiss", buyerStreet: "Dorfstrasse 9", buyerTown: "3920 Zermatt", iban: "CH9300762011623852957",
			items: [3]string{"Turmuhr warten", "Ersatzzeiger", "Fahrspesen"},
		},
		{
			name: "French", title: "FACTURE", number: "N° de facture", date: "Date d'émission", due: "À régler avant",
			order: "Bon de commande", customer: "Code client",
			from: "Émetteur", to: "Facturé à", description: "Désignation", quantity: "Qté", price: "P.U. HT", amount: "Total HT",
			net: "Total HT", tax: "TVA %d%%", gross: "Net à payer", rate: 20, currency: "EUR", sign: "€", thousands: " ",
			point: ",",
			dates: "D N YYYY", months: names(
				"janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
			vendor: "Menuiserie Beaulieu SARL", street: "12 bis, rue du Moulin", town: "35000 Rennes",
			buyer: "Mairie de Fougères", buyerStreet: "2 place d'Armes", buyerTown: "35300 Fougères",
			taxID: "FR40303265045", taxIDLabel: "N° TVA intracommunautaire", iban: "FR1420041010050500013M02606",
			items: [3]string{"Porte en chêne massif", "Pose et réglage", "Quincaillerie"},
		},
		{
			name: "Spanish", title: "FACTURA", number: "Factura nº", date: "Fecha", due: "Vencimiento", order: "Nº de pedido",
			customer: "Nº cliente",
			from:     "Emisor", to: "Facturar a", description: "Concepto", quantity: "Unidades", price: "Precio",
			amount: "Importe",
			net:    "Base imponible", tax: "IVA (%d%%)", gross: "Total a pagar", rate: 21, currency: "EUR", sign: "€",
			thousands: ".", point: ",",
			dates: "DD/MM/YYYY", vendor: "Construcciones Ebro S.L.", street: "Paseo de la Ribera, 45", town: "50001 Zaragoza",
			buyer: "Comunidad Vista Alegre", buyerStreet: "Calle del Pino 3", buyerTown: "22002 Huesca",
			taxID: "ESB58378431", taxIDLabel: "NIF", iban: "ES9121000418450200051332",
			items: [3]string{"Reparación de fachada", "Pintura exterior", "Retirada de escombros"},
		},
		{
			name: "Italian", title: "FATTURA", number: "Numero fattura", date: "Data", due: "Data scadenza", order: "Vs. ordine",
			customer: "Codice cliente",
			from:     "Fornitore", to: "Spett.le", description: "Descrizione", quantity: "Q.tà", price: "Prezzo unit.",
			amount: "Importo",
			net:    "Totale imponibile", tax: "IVA %d%%", gross: "Totale fattura", rate: 22, currency: "EUR", sign: "€",
			thousands: ".", point: ",",
			dates: "DD/MM/YYYY", vendor: "Ceramiche Adriatica S.r.l.", street: "Via dell'Industria 7", town: "61121 Pesaro",
			buyer: "Edilizia Monti", buyerStreet: "Corso Cavour 15", buyerTown: "60121 Ancona",
			taxID: "IT00743110157", taxIDLabel: "P.IVA", iban: "IT60X0542811101000000123456",
			items: [3]string{"Piastrelle 30x60", "Battiscopa", "Trasporto"},
		},
		{
			name: "Dutch", title: "FACTUUR", number: "Factuurnr.", date: "Datum", due: "Te betalen voor",
			order: "Uw ordernummer", customer: "Debiteurnr.",
			from: "Leverancier", to: "Factuuradres", description: "Omschrijving", quantity: "Aantal", price: "Stukprijs",
			amount: "Bedrag",
			net:    "Subtotaal", tax: "%d%% BTW", gross: "Totaal te betalen", rate: 21, currency: "EUR", sign: "€",
			signFirst: true, thousands: ".", point: ",",
			dates: "DD-MM-YYYY", vendor: "Boekhandel Het Anker B.V.", street: "Oude Haven 5", town: "4301 JK Zierikzee",
			buyer: "Basisschool De Meeuw", buyerStreet: "Schoolstraat 12", buyerTown: "4461 HT Goes",
			taxID: "NL004495445B01", taxIDLabel: "BTW-nummer", iban: "NL91ABNA0417164300",
			items: [3]string{"Leesboeken groep 4", "Atlas", "Verzendkosten pakket"},
		},
		{
			name: "Portuguese", title: "FATURA", number: "Fatura nº", date: "Data de emissão", due: "Vencimento",
			order: "Encomenda nº", customer: "Cliente nº",
			from: "Fornecedor", to: "Faturar a", description: "Descrição", quantity: "Qtd.", price: "Preço", amount: "Total",
			net: "Total ilíquido", tax: "IVA %d%%", gross: "Total a pagar", rate: 23, currency: "EUR", sign: "€", thousands: ".",
			point: ",",
			dates: "YYYY-MM-DD", vendor: "Cortiças do Alentejo, Lda.", street: "Estrada Nacional 2", town: "7000-503 Évora",
			buyer: "Vinhos da Serra", buyerStreet: "Largo da Igreja 6", buyerTown: "6000-001 Castelo Branco",
			taxID: "PT501964843", taxIDLabel: "NIF", iban: "PT50000201231234567890154",
			items: [3]string{"Rolhas naturais", "Placas de cortiça", "Transporte"},
		},
		{
			name: "Polish", title: "FAKTURA VAT", number: "Nr faktury", date: "Data wystawienia", due: "Termin zapłaty",
			order: "Nr zamówienia", customer: "Nr klienta",
			from: "Sprzedawca", to: "Nabywca", description: "Nazwa towaru lub usługi", quantity: "Ilość", price: "Cena jedn.",
			amount: "Wartość netto",
			net:    "Suma netto", tax: "VAT %d%%", gross: "Razem do zapłaty", rate: 23, currency: "PLN", sign: "zł",
			thousands: " ", point: ",",
			dates: "DD.MM.YYYY", vendor: "Stolarnia Bukowa Sp. z o.o.", street: "ul. Tartaczna 8", town: "34-500 Zakopane",
			buyer: "Pensjonat Pod Lasem", buyerStreet: "ul. Krótka 2", buyerTown: "34-400 Nowy Targ",
			taxID: "PL5260001246", taxIDLabel: "NIP", iban: "PL61109010140000071219812874",
			items: [3]string{"Stół dębowy", "Krzesło", "Montaż"},
		},
	}
	all = append(all, centralTongues()...)
	return all
}
