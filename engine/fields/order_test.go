package fields_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// orderForm is a purchase order: the buyer has the letterhead, and the vendor is under a heading.
type orderForm struct {
	name                            string
	title, number, date, delivery   string
	supplier, shipTo                string
	item, quantity, price, amount   string
	net, tax, gross                 string
	buyer, buyerStreet, buyerTown   string
	vendor, vendorStreet            string
	vendorTown, shipStreet          string
	issued, due                     string // as printed
	unitPrice, lineAmount, taxMoney string
	total                           string
}

func orderForms() []orderForm {
	return []orderForm{
		{
			name: "English", title: "PURCHASE ORDER", number: "PO Number", date: "Order Date",
			delivery: "Requested delivery date", supplier: "Supplier", shipTo: "Deliver To",
			item: "Description", quantity: "Qty", price: "Unit Price", amount: "Total", net: "Subtotal", tax: "VAT 20%",
			gross: "Total",
			buyer: "Fenwick Boats Ltd", buyerStreet: "Dock Road 11", buyerTown: "Poole BH15 4AA", vendor: "Solent Ropes Ltd",
			vendorStreet: "22 Chandler Street",
			vendorTown:   "Gosport PO12 1DX", shipStreet: "Slipway 3", issued: "3 March 2031", due: "17 March 2031",
			unitPrice: "£12.50", lineAmount: "£1,250.00",
			taxMoney: "£250.00", total: "£1,500.00",
		},
		{
			name: "German", title: "Bestellung", number: "Bestellnummer", date: "Bestelldatum", delivery: "Liefertermin",
			supplier: "Lieferant", shipTo: "Lieferanschrift",
			item: "Bezeichnung", quantity: "Menge", price: "Einzelpreis", amount: "Gesamtpreis", net: "Summe netto",
			tax: "20% USt.", gross: "Gesamtsumme",
			buyer: "Donauwerft GmbH", buyerStreet: "Hafenstraße 11", buyerTown: "4020 Linz", vendor: "Seilerei Gruber KG",
			vendorStreet: "Mühlgasse 22",
			vendorTown:   "4400 Steyr", shipStreet: "Slipanlage 3", issued: "03.03.2031", due: "17.03.2031", unitPrice: "12,50",
			lineAmount: "1.250,00",
			taxMoney:   "250,00", total: "1.500,00 EUR",
		},
		{
			name: "French", title: "Bon de commande", number: "N° de commande", date: "Date de commande",
			delivery: "Date de livraison", supplier: "Fournisseur",
			shipTo: "Adresse de livraison", item: "Désignation", quantity: "Qté", price: "Prix unitaire", amount: "Montant HT",
			net: "Total HT", tax: "TVA 20%",
			gross: "Total TTC", buyer: "Ateliers Bretons SAS", buyerStreet: "11 quai Sud", buyerTown: "29200 Brest",
			vendor:       "Corderie Royale SARL",
			vendorStreet: "22 rue des Voiles", vendorTown: "17300 Rochefort", shipStreet: "Cale 3", issued: "03/03/2031",
			due: "17/03/2031", unitPrice: "12,50 €",
			lineAmount: "1 250,00 €", taxMoney: "250,00 €", total: "1 500,00 €",
		},
	}
}

func (o orderForm) draw() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 11, o.buyer, o.buyerStreet, o.buyerTown)
	s.End(545, 40, 17, o.title)
	for i, p := range [][2]string{{o.number, "PO-70331"}, {o.date, o.issued}, {o.delivery, o.due}} {
		s.Put(330, 80+14*float64(i), 9, p[0]+":")
		s.Put(460, 80+14*float64(i), 9, p[1])
	}
	s.Put(50, 150, 9, o.supplier)
	s.Column(50, 164, 9, o.vendor, o.vendorStreet, o.vendorTown)
	s.Put(300, 150, 9, o.shipTo)
	s.Column(300, 164, 9, o.buyer, o.shipStreet, o.buyerTown)
	s.Put(50, 250, 9, o.item)
	s.End(360, 250, 9, o.quantity)
	s.End(450, 250, 9, o.price)
	s.End(545, 250, 9, o.amount)
	s.Put(50, 268, 9, "Mooring line 12 mm")
	s.End(360, 268, 9, "100")
	s.End(450, 268, 9, o.unitPrice)
	s.End(545, 268, 9, o.lineAmount)
	for i, p := range [][2]string{{o.net, o.lineAmount}, {o.tax, o.taxMoney}, {o.gross, o.total}} {
		s.Put(380, 300+16*float64(i), 9, p[0])
		s.End(545, 300+16*float64(i), 9, p[1])
	}
	return sheettest.Bind(s)
}

func TestPurchaseOrders(t *testing.T) {
	t.Parallel()
	for _, o := range orderForms() {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			doc := o.draw()
			set := extractTagged(doc, result.TypePurchaseOrder)
			sheettest.Holds(t, set, map[string]string{
				"purchaseOrderNumber": "PO-70331", "issueDate": "2031-03-03", "deliveryDate": "2031-03-17", "vendorName": o.vendor,
				"vendorAddress": o.vendorStreet + ", " + o.vendorTown, "customerName": o.buyer,
				"customerAddress": o.buyerStreet + ", " + o.buyerTown,
				"shippingAddress": o.shipStreet + ", " + o.buyerTown, "subtotal": "1250.00", "taxTotal": "250.00",
				"total": "1500.00",
			})
			rows := set.Lists["lineItems"]
			if len(rows) != 1 || rows[0]["quantity"].Value != "100" || rows[0]["unitPrice"].Value != "12.50" ||
				rows[0]["amount"].Value != "1250.00" {
				t.Errorf("line items %v", rows)
			}
			sheettest.Cites(t, doc, set)
		})
	}
}
