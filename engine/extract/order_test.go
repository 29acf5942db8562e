package extract_test

import (
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

//go:embed testdata/orders.json
var ordersJSON []byte

// orderForm is a purchase order: the buyer has the letterhead, and the vendor is under a heading.
type orderForm struct {
	Name, Title, Number, Date, Delivery, Supplier, ShipTo string
	Item, Quantity, Price, Amount, Net, Tax, Gross        string
	Buyer, BuyerStreet, BuyerTown                         string
	Vendor, VendorStreet, VendorTown, ShipStreet          string
	Issued, Due, UnitPrice, LineAmount, TaxMoney, Total   string // as printed
}

func (o orderForm) draw() *document.Document {
	s := sheettest.A4()
	s.Column(50, 40, 11, o.Buyer, o.BuyerStreet, o.BuyerTown)
	s.End(545, 40, 17, o.Title)
	for i, p := range [][2]string{{o.Number, "PO-70331"}, {o.Date, o.Issued}, {o.Delivery, o.Due}} {
		s.Put(330, 80+14*float64(i), 9, p[0]+":")
		s.Put(460, 80+14*float64(i), 9, p[1])
	}
	s.Put(50, 150, 9, o.Supplier)
	s.Column(50, 164, 9, o.Vendor, o.VendorStreet, o.VendorTown)
	s.Put(300, 150, 9, o.ShipTo)
	s.Column(300, 164, 9, o.Buyer, o.ShipStreet, o.BuyerTown)
	for i, row := range [][4]string{
		{o.Item, o.Quantity, o.Price, o.Amount}, {"Mooring line 12 mm", "100", o.UnitPrice, o.LineAmount},
	} {
		y := 250 + 18*float64(i)
		s.Put(50, y, 9, row[0])
		s.End(360, y, 9, row[1])
		s.End(450, y, 9, row[2])
		s.End(545, y, 9, row[3])
	}
	for i, p := range [][2]string{{o.Net, o.LineAmount}, {o.Tax, o.TaxMoney}, {o.Gross, o.Total}} {
		s.Put(380, 300+16*float64(i), 9, p[0])
		s.End(545, 300+16*float64(i), 9, p[1])
	}
	return sheettest.Bind(s)
}

func TestPurchaseOrders(t *testing.T) {
	t.Parallel()
	var forms []orderForm
	if err := json.Unmarshal(ordersJSON, &forms); err != nil {
		t.Fatal(err)
	}
	for _, o := range forms {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			doc := o.draw()
			res := models().Document(doc, result.TypeAuto)
			expect(t, res, result.TypePurchaseOrder, map[string]string{
				"purchaseOrderNumber": "PO-70331", "issueDate": "2031-03-03", "deliveryDate": "2031-03-17", "vendorName": o.Vendor,
				"vendorAddress": o.VendorStreet + ", " + o.VendorTown, "customerName": o.Buyer,
				"customerAddress": o.BuyerStreet + ", " + o.BuyerTown,
				"shippingAddress": o.ShipStreet + ", " + o.BuyerTown, "subtotal": "1250.00", "taxTotal": "250.00",
				"total": "1500.00",
			})
			items := rows(res, "lineItems")
			if len(items) != 1 {
				t.Fatalf("line items %v", items)
			}
			expectRow(t, items[0], map[string]string{"quantity": "100", "unitPrice": "12.50", "amount": "1250.00"})
			checkAnchors(t, doc, res)
		})
	}
}
