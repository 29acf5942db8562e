package header_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/header"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// The customer's order number is preferred over the vendor's.
func TestCustomerAndVendorOrderNumbers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"ours in words":      {[]string{"Our order no.|7710", "Your order no.|T-204"}, "T-204"},
		"ours without words": {[]string{"Order number|7710", "Your order number|T-204"}, "T-204"},
		"a reference":        {[]string{"Ordernummer|7710", "Uw referentie|TB31-07"}, "TB31-07"},
		"one order":          {[]string{"Order number|7710"}, "7710"},
		"initials":           {[]string{"Your order no.|T&K/31-077", "Our order no.|7710"}, "T&K/31-077"},
		"a box at the post":  {[]string{"Remit to: P.O. Box 70431"}, ""},
		"yours, shortened":   {[]string{"V/Commande|T-204"}, "T-204"},
		"su pedido":          {[]string{"S/pedido: T-204"}, "T-204"},
		"of the state":       {[]string{"N° d’engagement|T-204"}, "T-204"},
		"a purchase order":   {[]string{"Cust. PO|T-204"}, "T-204"},
		"the buyer's":        {[]string{"Buyer's Order No.|Dated", "T-204|2 May 2031"}, "T-204"},
		"a waybill":          {[]string{"Consignment No.|T-204"}, ""},
		"a requisition":      {[]string{"Faktura|Rekv. 31-7702"}, "31-7702"},
	} {
		l := sheettest.Linker(result.TypeInvoice, append([]string{"Invoice number: F-7031"}, c.rows...)...)
		if got := header.Find(l).Text("purchaseOrderNumber"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Words next to an order number belong to it, unless they are its label or an explanation.
func TestOrderNumberWords(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"TC 2031-77":            "TC 2031-77",
		"Resolution TC 2031-77": "Resolution TC 2031-77",
		"Res. TC/2031-77":       "Res. TC/2031-77",
		"T-204 / mw":            "T-204 / mw",
		"T-204 NORTH":           "T-204 NORTH",
		"PO T-204":              "PO T-204",
		"T-204 of 14.05.2031":   "T-204",
		"T-204, by telephone":   "T-204",
		"T-204 (urgent)":        "T-204",
		"T-204 Ms. Weller":      "T-204",
		"T-204 as agreed":       "T-204",
		"Order no.: T-204":      "T-204",
	} {
		for _, rows := range [][]string{{"Your order: " + cell}, {"Your order|" + cell}, {"Your order", cell}} {
			l := sheettest.Linker(result.TypeInvoice, append([]string{"Invoice number: F-7031"}, rows...)...)
			if got := header.Find(l).Text("purchaseOrderNumber"); got != want {
				t.Errorf("%q: %q, want %q", rows, got, want)
			}
		}
	}
}

func TestOrderNumberAboveLabel(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	for x, texts := range map[float64][2]string{50: {"PO 4471/B", "Your order"}, 180: {"A-1713", "Invoice number"},
		310: {"3 May 2031", "Issue date"}} {
		s.Put(x, 100, 10, texts[0])
		s.Put(x, 113, 8, texts[1])
	}
	l := sheettest.LinkerOf(result.TypeInvoice, sheettest.Read(sheettest.Bind(s), result.TypeInvoice).Layout)
	sheettest.Holds(t, header.Find(l),
		map[string]string{"purchaseOrderNumber": "PO 4471/B", "invoiceNumber": "A-1713", "issueDate": "2031-05-03"})
}
