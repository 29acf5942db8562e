package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// Numbers whose check digits are right.
const (
	taxID, otherTaxID = "DE136695976", "ATU13585627"
	iban, otherIBAN   = "DE89370400440532013000", "NL91ABNA0417164300"
)

// picked are the fields of a set by name.
func picked(set *value.Set, names ...string) *value.Set {
	out := value.New()
	for _, name := range names {
		out.Put(name, set.Scalars[name])
	}
	return out
}

// ruled reads the parties of a page with a row for each text, by rules alone.
func ruled(kind result.DocumentType, rows ...string) *value.Set {
	return party.Find(party.Input{Linker: sheettest.Linker(kind, rows...)})
}

// chosen compares the parties that rules alone choose with those wanted: these and
// no others.
func chosen(t *testing.T, name string, kind result.DocumentType, rows []string, want ...string) {
	t.Helper()
	set := ruled(kind, rows...)
	sheettest.Expect(t, name, picked(set, "vendorName", "vendorAddress", "customerName", "customerAddress",
		"shippingAddress"), want...)
}

func TestChoiceByRules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ rows, want []string }{
		"under headings": {
			[]string{"From:|To:", "Marlow Pumps Ltd|Tully Brothers", "4 Quay Street|27 Orchard Lane",
				"Leeds LS1 4DY|York YO1 7HH"},
			[]string{
				"vendorName=Marlow Pumps Ltd", "vendorAddress=4 Quay Street, Leeds LS1 4DY",
				"customerName=Tully Brothers", "customerAddress=27 Orchard Lane, York YO1 7HH",
			},
		},
		"a letter": {
			[]string{
				"Brückner Pumpen GmbH · Hafenstr. 4 · 20457 Hamburg", "", "", "", "", "", "", "", "", "", "Anna Weber",
				"Lindenallee 27", "80333 München",
				"", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "Rechnung Nr. 4711",
			},
			[]string{
				"vendorName=Brückner Pumpen GmbH", "vendorAddress=Hafenstr. 4, 20457 Hamburg",
				"customerName=Anna Weber", "customerAddress=Lindenallee 27, 80333 München",
			},
		},
		"a company and a labelled name": {
			[]string{"Marlow Pumps Ltd", "", "", "", "Customer name: Rose Field"}, []string{"vendorName=Marlow Pumps Ltd",
				"customerName=Rose Field"},
		},
		"a short name and its full one": {
			[]string{"Marlow", "", "", "Invoice", "", "", "Marlow Pumps Ltd"}, []string{"vendorName=Marlow Pumps Ltd"},
		},
		"the name of who holds the account": {
			[]string{"Order of May", "", "", "", "", "Account holder: Rosa Quay"}, []string{"vendorName=Rosa Quay"},
		},
		"goods go elsewhere": {
			[]string{
				"Marlow Pumps Ltd", "", "", "Bill to:|Ship to:", "Tully Brothers|Tully Depot", "27 Orchard Lane|9 Canal Road",
				"York YO1 7HH|Hull HU1 2AB",
			},
			[]string{
				"vendorName=Marlow Pumps Ltd", "customerName=Tully Brothers", "customerAddress=27 Orchard Lane, York YO1 7HH",
				"shippingAddress=9 Canal Road, Hull HU1 2AB",
			},
		},
		"nobody": {[]string{"12.00", "Invoice", "3 May 2031"}, nil},
	} {
		chosen(t, name, result.TypeInvoice, c.rows, c.want...)
	}
}

// The letterhead of an order is the buyer's, where the supplier is named.
func TestOrdersByRules(t *testing.T) {
	t.Parallel()
	rows := []string{
		"Tully Brothers Ltd", "27 Orchard Lane", "York YO1 7HH", "", "", "", "Purchase Order", "", "", "Supplier:",
		"Marlow Pumps Ltd", "4 Quay Street",
		"Leeds LS1 4DY",
	}
	chosen(t, "order", result.TypePurchaseOrder, rows,
		"vendorName=Marlow Pumps Ltd", "vendorAddress=4 Quay Street, Leeds LS1 4DY",
		"customerName=Tully Brothers Ltd", "customerAddress=27 Orchard Lane, York YO1 7HH")
}

// A receipt's shop is found elsewhere.
func TestReceiptsHaveNoParties(t *testing.T) {
	t.Parallel()
	set := ruled(result.TypeReceipt, "Corner Deli Ltd", "4 Quay Street", "Leeds LS1 4DY", "Phone: +44 113 496 0000")
	sheettest.Expect(t, "receipt", set, "vendorPhone=+44 113 496 0000")
}
