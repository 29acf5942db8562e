package extract_test

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/document"
)

// canvas places words on an A4 page, as a reader would return them.
type canvas struct {
	page document.Page
}

const pageWidth, pageHeight = 595.0, 842.0

func newCanvas() *canvas {
	return &canvas{page: document.Page{Number: 1, Width: pageWidth, Height: pageHeight}}
}

func textWidth(s string, size float64) float64 {
	return float64(utf8.RuneCountInString(s)) * size * 0.5
}

// put writes text with its left edge at x and its top at y, in points.
func (c *canvas) put(x, y, size float64, text string) {
	line := document.Line{}
	for word := range strings.FieldsSeq(text) {
		w := textWidth(word, size)
		box := document.Box{X0: x / pageWidth, Y0: y / pageHeight, X1: (x + w) / pageWidth, Y1: (y + size*1.15) / pageHeight}
		line.Words = append(line.Words, document.Word{Text: word, Box: box, Confidence: 1, Size: size,
			Source: document.SourceText})
		line.Box = line.Box.Union(box)
		x += w + size*0.28
	}
	c.page.Lines = append(c.page.Lines, line)
}

// right writes text with its right edge at x.
func (c *canvas) right(x, y, size float64, text string) {
	words := strings.Fields(text)
	w := size * 0.28 * float64(len(words)-1)
	for _, word := range words {
		w += textWidth(word, size)
	}
	c.put(x-w, y, size, text)
}

func (c *canvas) document() *document.Document {
	return &document.Document{MIMEType: "application/pdf", Pages: []document.Page{c.page}}
}

type locale struct {
	name                                 string
	title, number, date, due, customer   string
	description, quantity, price, amount string
	net, tax, gross, iban, currency      string
	vendor, street, town                 string
	buyer, buyerStreet, buyerTown        string
	writeDate                            func(y, m, d int) string
	writeMoney                           func(cents int) string
	items                                [2]string
	ibanValue                            string
}

func dotted(y, m, d int) string  { return fmt.Sprintf("%02d.%02d.%04d", d, m, y) }
func slashed(y, m, d int) string { return fmt.Sprintf("%02d/%02d/%04d", d, m, y) }
func dashed(y, m, d int) string  { return fmt.Sprintf("%02d-%02d-%04d", d, m, y) }
func english(y, m, d int) string {
	return fmt.Sprintf("%s %d, %d", []string{"January", "February", "March", "April", "May", "June", "July",
		"August", "September", "October", "November", "December"}[m-1], d, y)
}

func grouped(cents int, thousands, point string) string {
	whole := fmt.Sprint(cents / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousands + whole[i:]
	}
	return fmt.Sprintf("%s%s%02d", whole, point, cents%100)
}

func continental(cents int) string { return grouped(cents, ".", ",") }
func anglo(cents int) string       { return grouped(cents, ",", ".") }
func spaced(cents int) string      { return grouped(cents, " ", ",") }

func locales() []locale {
	return []locale{
		{
			name: "en", title: "INVOICE", number: "Invoice No.", date: "Invoice Date", due: "Due Date", customer: "Bill To",
			description: "Description", quantity: "Qty", price: "Unit Price", amount: "Amount",
			net: "Subtotal", tax: "VAT 20%", gross: "Total", iban: "IBAN", currency: "GBP",
			vendor: "Harrow Tools Ltd", street: "14 Mill Lane", town: "Leeds LS1 4AP",
			buyer: "Oak & Sons", buyerStreet: "3 High Street", buyerTown: "York YO1 7HH",
			writeDate: english, writeMoney: anglo, items: [2]string{"Steel bracket", "Delivery of goods"},
			ibanValue: "GB29 NWBK 6016 1331 9268 19",
		},
		{
			name: "de", title: "Rechnung", number: "Rechnungsnummer", date: "Rechnungsdatum", due: "Fällig am",
			customer:    "Rechnung an",
			description: "Bezeichnung", quantity: "Menge", price: "Einzelpreis", amount: "Gesamtpreis",
			net: "Nettobetrag", tax: "zzgl. 19% MwSt.", gross: "Gesamtbetrag", iban: "IBAN", currency: "EUR",
			vendor: "Nordlicht Technik GmbH", street: "Hafenstraße 8", town: "24103 Kiel",
			buyer: "Bäckerei Korn", buyerStreet: "Am Markt 2", buyerTown: "23552 Lübeck",
			writeDate: dotted, writeMoney: continental, items: [2]string{"Schaltschrank komplett", "Montage vor Ort"},
			ibanValue: "DE89 3704 0044 0532 0130 00",
		},
		{
			name: "fr", title: "Facture", number: "Facture n°", date: "Date de facture", due: "Date d'échéance",
			customer:    "Facturé à",
			description: "Désignation", quantity: "Quantité", price: "Prix unitaire", amount: "Montant HT",
			net: "Total HT", tax: "TVA 20 %", gross: "Total TTC", iban: "IBAN", currency: "EUR",
			vendor: "Atelier Lumière SARL", street: "5 rue des Lilas", town: "69003 Lyon",
			buyer: "Café du Port", buyerStreet: "18 quai Vert", buyerTown: "13002 Marseille",
			writeDate: slashed, writeMoney: spaced, items: [2]string{"Lampe de bureau", "Installation sur site"},
			ibanValue: "FR14 2004 1010 0505 0001 3M02 606",
		},
		{
			name: "es", title: "Factura", number: "Número de factura", date: "Fecha de factura", due: "Fecha de vencimiento",
			customer:    "Cliente",
			description: "Descripción", quantity: "Cantidad", price: "Precio unitario", amount: "Importe",
			net: "Base imponible", tax: "IVA 21%", gross: "Total factura", iban: "IBAN", currency: "EUR",
			vendor: "Talleres Rioja SL", street: "Calle Mayor 21", town: "26001 Logroño",
			buyer: "Hotel Sol", buyerStreet: "Avenida del Mar 7", buyerTown: "29016 Málaga",
			writeDate: slashed, writeMoney: continental, items: [2]string{"Mesa plegable", "Transporte urgente"},
			ibanValue: "ES91 2100 0418 4502 0005 1332",
		},
		{
			name: "it", title: "Fattura", number: "Fattura n.", date: "Data fattura", due: "Scadenza", customer: "Destinatario",
			description: "Descrizione", quantity: "Quantità", price: "Prezzo unitario", amount: "Importo",
			net: "Imponibile", tax: "IVA 22%", gross: "Totale documento", iban: "IBAN", currency: "EUR",
			vendor: "Officina Bellini SRL", street: "Via Garibaldi 10", town: "40121 Bologna",
			buyer: "Trattoria Nonna", buyerStreet: "Piazza Roma 4", buyerTown: "50123 Firenze",
			writeDate: slashed, writeMoney: continental, items: [2]string{"Valvola a sfera", "Manodopera"},
			ibanValue: "IT60 X054 2811 1010 0000 0123 456",
		},
		{
			name: "nl", title: "Factuur", number: "Factuurnummer", date: "Factuurdatum", due: "Vervaldatum",
			customer:    "Factuuradres",
			description: "Omschrijving", quantity: "Aantal", price: "Prijs", amount: "Bedrag",
			net: "Totaal excl. btw", tax: "BTW 21%", gross: "Totaal incl. btw", iban: "IBAN", currency: "EUR",
			vendor: "De Vries Bouw B.V.", street: "Keizersgracht 99", town: "1015 CH Amsterdam",
			buyer: "Fietsenmaker Jan", buyerStreet: "Dorpsplein 1", buyerTown: "3511 AB Utrecht",
			writeDate: dashed, writeMoney: continental, items: [2]string{"Gevelsteen rood", "Arbeid per uur"},
			ibanValue: "NL91 ABNA 0417 1643 00",
		},
		{
			name: "pt", title: "Fatura", number: "Fatura n.º", date: "Data da fatura", due: "Data de vencimento",
			customer:    "Adquirente",
			description: "Descrição", quantity: "Quantidade", price: "Preço unitário", amount: "Valor",
			net: "Total sem IVA", tax: "IVA 23%", gross: "Total com IVA", iban: "IBAN", currency: "EUR",
			vendor: "Azulejos Tejo Lda", street: "Rua Augusta 30", town: "1100-053 Lisboa",
			buyer: "Padaria Central", buyerStreet: "Rua do Sol 8", buyerTown: "4000-123 Porto",
			writeDate: slashed, writeMoney: continental, items: [2]string{"Azulejo azul", "Entrega ao domicílio"},
			ibanValue: "PT50 0002 0123 1234 5678 9015 4",
		},
		{
			name: "pl", title: "Faktura VAT", number: "Faktura nr", date: "Data wystawienia", due: "Termin płatności",
			customer:    "Nabywca",
			description: "Nazwa towaru", quantity: "Ilość", price: "Cena netto", amount: "Wartość netto",
			net: "Razem netto", tax: "VAT 23%", gross: "Do zapłaty", iban: "IBAN", currency: "PLN",
			vendor: "Zielony Las Sp. z o.o.", street: "ul. Leśna 12", town: "00-950 Warszawa",
			buyer: "Sklep Wanda", buyerStreet: "ul. Długa 5", buyerTown: "31-147 Kraków",
			writeDate: dotted, writeMoney: spaced, items: [2]string{"Deska sosnowa", "Transport krajowy"},
			ibanValue: "PL61 1090 1014 0000 0712 1981 2874",
		},
	}
}

type sample struct {
	locale
	rate               int // percent
	quantities, prices [2]int
	netCents, taxCents int
	invoiceNumber      string
	issueISO, dueISO   string
	issue, dueDate     string
}

func newSample(l locale) sample {
	s := sample{locale: l, quantities: [2]int{3, 12}, prices: [2]int{41250, 1995}, invoiceNumber: "2024-00731"}
	s.rate = map[string]int{"en": 20, "de": 19, "fr": 20, "es": 21, "it": 22, "nl": 21, "pt": 23, "pl": 23}[l.name]
	for i := range s.prices {
		s.netCents += s.quantities[i] * s.prices[i]
	}
	s.taxCents = (s.netCents*s.rate + 50) / 100
	s.issueISO, s.dueISO = "2024-03-18", "2024-04-17"
	s.issue, s.dueDate = l.writeDate(2024, 3, 18), l.writeDate(2024, 4, 17)
	return s
}

func plain(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

func (s sample) body(c *canvas, y float64) {
	c.put(60, y, 9, s.description)
	c.right(330, y, 9, s.quantity)
	c.right(440, y, 9, s.price)
	c.right(540, y, 9, s.amount)
	for i, item := range s.items {
		y += 18
		c.put(60, y, 9, item)
		c.right(330, y, 9, fmt.Sprint(s.quantities[i]))
		c.right(440, y, 9, s.writeMoney(s.prices[i]))
		c.right(540, y, 9, s.writeMoney(s.quantities[i]*s.prices[i]))
	}
	for _, line := range [][2]string{
		{s.net, s.writeMoney(s.netCents)}, {s.tax, s.writeMoney(s.taxCents)},
		{s.gross, s.writeMoney(s.netCents+s.taxCents) + " " + s.currency},
	} {
		y += 20
		c.put(360, y, 9, line[0])
		c.right(540, y, 9, line[1])
	}
	c.put(60, 790, 8, s.iban+": "+s.ibanValue)
}

// letterhead has the vendor at the top, the customer under a heading, and labels with values on the right.
func (s sample) letterhead() *document.Document {
	c := newCanvas()
	c.put(60, 40, 16, s.vendor)
	c.put(60, 62, 9, s.street)
	c.put(60, 74, 9, s.town)
	c.right(540, 40, 18, s.title)
	c.put(60, 130, 9, s.customer)
	c.put(60, 144, 9, s.buyer)
	c.put(60, 156, 9, s.buyerStreet)
	c.put(60, 168, 9, s.buyerTown)
	for i, line := range [][2]string{{s.number, s.invoiceNumber}, {s.date, s.issue}, {s.due, s.dueDate}} {
		c.put(330, 130+14*float64(i), 9, line[0]+":")
		c.put(460, 130+14*float64(i), 9, line[1])
	}
	s.body(c, 260)
	return c.document()
}

// window has a sender line above the address window, and labels in one run with their values.
func (s sample) window() *document.Document {
	c := newCanvas()
	c.put(60, 120, 7, s.vendor+" · "+s.street+" · "+s.town)
	c.put(60, 140, 10, s.buyer)
	c.put(60, 153, 10, s.buyerStreet)
	c.put(60, 166, 10, s.buyerTown)
	c.put(60, 220, 14, s.title)
	c.put(60, 244, 9, s.number+" "+s.invoiceNumber)
	c.put(60, 258, 9, s.date+": "+s.issue)
	c.put(60, 272, 9, s.due+": "+s.dueDate)
	s.body(c, 310)
	return c.document()
}

// columns has the values below their labels, side by side.
func (s sample) columns() *document.Document {
	c := newCanvas()
	c.put(60, 40, 15, s.vendor)
	c.put(60, 60, 9, s.street)
	c.put(60, 72, 9, s.town)
	c.put(60, 110, 9, s.customer+":")
	c.put(60, 123, 9, s.buyer)
	c.put(60, 135, 9, s.buyerStreet)
	c.put(60, 147, 9, s.buyerTown)
	c.put(60, 190, 13, s.title)
	for i, column := range [][2]string{{s.number, s.invoiceNumber}, {s.date, s.issue}, {s.due, s.dueDate}} {
		c.put(60+170*float64(i), 215, 9, column[0])
		c.put(60+170*float64(i), 228, 9, column[1])
	}
	s.body(c, 280)
	return c.document()
}
