package receipt_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/receipt"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// slip is a receipt of one country.
type slip struct {
	name                  string
	head                  []string // shop, address, telephone
	number                string
	stamp                 string // date and time as printed
	date, time            string
	net, tax, total, paid string // labels; net may be absent
	currency, sign        string
	point                 string
	goods                 [2]string
	vendor, address       string
}

//nolint:misspell // words of other languages
func slips() []slip {
	return []slip{
		{
			name: "British", head: []string{"Marlow Fish Bar", "6 Quay Street", "Whitby YO21 1AB",
				"Tel: 01947 555 010"}, number: "Receipt No: 88213",
			stamp: "14/09/2031 13:07", date: "2031-09-14", time: "13:07", net: "Sub Total", tax: "VAT 20%",
			total: "TOTAL DUE", paid: "Card", currency: "GBP",
			sign: "£", point: ".", goods: [2]string{"Haddock and chips", "Mushy peas"}, vendor: "Marlow Fish Bar",
			address: "6 Quay Street, Whitby YO21 1AB",
		},
		{
			name: "American", head: []string{"BLUE HERON DINER", "1187 Harbor Avenue", "Astoria, OR 97103",
				"503-555-0182", "Server: Maria"}, number: "Check #: 88213",
			stamp: "09/14/2031 1:07 PM", date: "2031-09-14", time: "13:07", net: "Subtotal", tax: "Tax",
			total: "Total", paid: "Visa", currency: "USD", sign: "$",
			point: ".", goods: [2]string{"Clam chowder", "Iced tea"}, vendor: "BLUE HERON DINER",
			address: "1187 Harbor Avenue, Astoria, OR 97103",
		},
		{
			name: "German", head: []string{"Bäckerei Hansen", "Dorfstraße 3", "24960 Glücksburg",
				"Tel. 04631 55512"}, number: "Bon-Nr.: 88213",
			stamp: "14.09.2031 13:07", date: "2031-09-14", time: "13:07", net: "Netto", tax: "MwSt 7%",
			total: "SUMME", paid: "Bar", currency: "EUR", sign: "€",
			point: ",", goods: [2]string{"Roggenbrot", "Franzbrötchen"}, vendor: "Bäckerei Hansen",
			address: "Dorfstraße 3, 24960 Glücksburg",
		},
		{
			name: "French", head: []string{"Librairie Victor", "8 rue des Écoles", "21000 Dijon",
				"Tél : 03 80 55 01 82"}, number: "Ticket n° 88213",
			stamp: "14/09/2031 13:07", date: "2031-09-14", time: "13:07", net: "Total HT", tax: "TVA 20%",
			total: "TOTAL TTC", paid: "Carte bancaire",
			currency: "EUR", sign: "€", point: ",", goods: [2]string{"Roman de poche", "Cahier"},
			vendor: "Librairie Victor", address: "8 rue des Écoles, 21000 Dijon",
		},
		{
			name: "Spanish", head: []string{"Ferretería Luna", "Calle Real 14", "11001 Cádiz", "Tel: 956 55 01 82"},
			number: "Ticket: 88213",
			stamp:  "14/09/2031 13:07", date: "2031-09-14", time: "13:07", net: "Base imponible", tax: "IVA 21%",
			total: "TOTAL", paid: "Efectivo", currency: "EUR",
			sign: "€", point: ",", goods: [2]string{"Tornillos", "Martillo"}, vendor: "Ferretería Luna",
			address: "Calle Real 14, 11001 Cádiz",
		},
		{
			name: "Italian", head: []string{"Bar Stazione di Rossi", "Piazza Garibaldi 2", "37121 Verona",
				"Tel. 045 5550182"}, number: "Scontrino n. 88213",
			stamp: "14-09-2031 13:07", date: "2031-09-14", time: "13:07", tax: "di cui IVA", total: "TOTALE EURO",
			paid: "Contanti", currency: "EUR", sign: "€",
			point: ",", goods: [2]string{"Cappuccino", "Cornetto"}, vendor: "Bar Stazione di Rossi",
			address: "Piazza Garibaldi 2, 37121 Verona",
		},
		{
			name: "Dutch", head: []string{"Kaasboer De Wit", "Markt 9", "1811 LC Alkmaar", "Tel: 072 555 0182"},
			number: "Bonnummer 88213",
			stamp:  "14-09-2031 13:07", date: "2031-09-14", time: "13:07", tax: "BTW 9%", total: "TOTAAL",
			paid: "PIN", currency: "EUR", sign: "€", point: ",",
			goods: [2]string{"Oude kaas", "Mosterd"}, vendor: "Kaasboer De Wit", address: "Markt 9, 1811 LC Alkmaar",
		},
		{
			name: "Polish", head: []string{"Piekarnia Złoty Kłos", "ul. Polna 4", "62-800 Kalisz",
				"NIP: 5260001246"}, number: "Paragon nr 88213",
			stamp: "2031-09-14 13:07", date: "2031-09-14", time: "13:07", tax: "PTU A 23%", total: "SUMA PLN",
			paid: "Gotówka", currency: "PLN", sign: "zł", point: ",",
			goods: [2]string{"Chleb żytni", "Drożdżówka"}, vendor: "Piekarnia Złoty Kłos",
			address: "ul. Polna 4, 62-800 Kalisz",
		},
		{
			name: "Malaysian", head: []string{"KEDAI BUKU MAJU SDN BHD", "(204177-X)", "NO. 12, JALAN PERDANA 3,",
				"TAMAN PERDANA,", "81300 SKUDAI, JOHOR.", "07-555 0182"},
			number: "INV NO: 88213", stamp: "14/09/2031 1:07:22 PM", date: "2031-09-14", time: "13:07:22",
			tax: "GST 6%", total: "TOTAL (RM)", paid: "CASH", currency: "MYR",
			sign: "RM", point: ".", goods: [2]string{"PENCIL BOX", "RULER 30CM"}, vendor: "KEDAI BUKU MAJU SDN BHD",
			address: "NO. 12, JALAN PERDANA 3, TAMAN PERDANA, 81300 SKUDAI, JOHOR.",
		},
	}
}

func (s slip) money(cents int) string { return fmt.Sprintf("%d%s%02d", cents/100, s.point, cents%100) }

// print draws the receipt: two goods, net 18.20, tax 1.30, total 19.50.
func (s slip) print() *document.Document {
	p := sheettest.Till(460)
	y := 20.0
	for _, line := range s.head {
		p.Middle(113, y, 9, line)
		y += 13
	}
	row := func(label, value string) {
		p.Put(12, y, 8, label)
		p.End(214, y, 8, value)
		y += 13
	}
	y += 8
	p.Put(12, y, 8, s.number)
	p.Put(12, y+13, 8, s.stamp)
	y += 32
	row("2 "+s.goods[0], s.money(1560))
	row("1 "+s.goods[1], s.money(390))
	y += 6
	if s.net != "" {
		row(s.net, s.money(1820))
		row(s.tax, s.money(130))
	}
	row(s.total, s.sign+" "+s.money(1950))
	row(s.paid, s.money(1950))
	if s.net == "" {
		row(s.tax, s.money(130))
	}
	return sheettest.Bind(p)
}

func TestReceipts(t *testing.T) {
	t.Parallel()
	for _, s := range slips() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			doc := s.print()
			set := read(doc)
			want := map[string]string{
				"vendorName": s.vendor, "vendorAddress": s.address, "date": s.date, "time": s.time,
				"receiptNumber": "88213", "currency": s.currency,
				"taxTotal": "1.30", "total": "19.50",
			}
			if s.net != "" {
				want["subtotal"] = "18.20"
			}
			sheettest.Holds(t, set, want)
			rows := set.Lists["lineItems"]
			if len(rows) != 2 || rows[0]["description"].Value != s.goods[0] || rows[0]["quantity"].Value != "2" ||
				rows[0]["amount"].Value != "15.60" {
				t.Errorf("line items %v", rows)
			}
			sheettest.Cites(t, doc, set)
		})
	}
}

// "Sdn Bhd" is a legal form, not the dinar of Bahrain: no currency is printed.
func TestLegalFormNotCurrency(t *testing.T) {
	t.Parallel()
	p := sheettest.Till(200)
	p.Middle(113, 20, 9, "KEDAI BUKU MAJU SDN. BHD.")
	p.Put(12, 50, 8, "14/09/2031")
	p.Put(12, 70, 8, "TOTAL")
	p.End(214, 70, 8, "19.50")
	set := read(sheettest.Bind(p))
	if v, ok := set.Scalars["currency"]; ok {
		t.Errorf("currency %q from %q", v.Value, v.Raw)
	}
	if total := set.Scalars["total"].Value; total != "19.50" {
		t.Errorf("total %q", total)
	}
}

func read(doc *document.Document) *value.Set {
	trained, err := receipt.Trained()
	if err != nil {
		panic(err)
	}
	return receipt.Find(sheettest.Read(doc, result.TypeReceipt), trained)
}
