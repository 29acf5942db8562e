package party_test

import (
	"testing"

	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
)

// letter is the parties of a bill as a country's companies write them.
type letter struct {
	heading, title string
	vendor, buyer  [3]string // name, street, town
	vendorTown     string    // as it is found, where a country's code is left out
	buyerTown      string
}

func letters() map[string]letter {
	return map[string]letter{
		"Germany": {
			heading: "Rechnung an:", title: "Rechnung", vendor: [3]string{"Brückner Pumpen GmbH", "Hafenstr. 4",
				"20457 Hamburg"},
			buyer: [3]string{"Weber & Söhne OHG", "Lindenallee 27a", "D-80333 München"}, buyerTown: "80333 München",
		},
		"Austria": {
			heading: "Kunde", title: "Honorarnote", vendor: [3]string{"Alpenholz Gruber KG", "Marktplatz 3", "A-5020 Salzburg"},
			vendorTown: "5020 Salzburg",
			buyer:      [3]string{"Tischlerei Moser e.U.", "Seegasse 11", "1090 Wien"},
		},
		"France": {
			heading: "Facturé à", title: "Facture", vendor: [3]string{"Ateliers Vernay SARL", "12 rue des Tanneurs",
				"69001 Lyon"},
			buyer: [3]string{"Boulangerie Maret SAS", "3 place du Marché", "75008 Paris Cedex 08"},
		},
		"Spain": {
			heading: "Cliente:", title: "Factura", vendor: [3]string{"Talleres Ibarra S.L.", "Calle Mayor 7", "50001 Zaragoza"},
			buyer: [3]string{"Frutas del Sur S.A.", "Avenida del Puerto 31", "41001 Sevilla"},
		},
		"Italy": {
			heading: "Destinatario", title: "Fattura", vendor: [3]string{"Officine Bassi S.r.l.", "Via Garibaldi 15",
				"20900 Monza (MB)"},
			buyer: [3]string{"Caffè Lucania S.p.A.", "Corso Italia 88", "85100 Potenza (PZ)"},
		},
		"the Netherlands": {
			heading: "Factuuradres", title: "Factuur", vendor: [3]string{"Jansen Fietsen B.V.", "Prinsengracht 8",
				"1015 DK Amsterdam"},
			buyer: [3]string{"Bakkerij De Molen", "Dorpsstraat 21", "3512 JE Utrecht"},
		},
		"Poland": {
			heading: "Nabywca:", title: "Faktura", vendor: [3]string{"Młyn Zdrój Sp. z o.o.", "ul. Polna 5", "00-950 Warszawa"},
			buyer: [3]string{"Piekarnia Kłos s.c.", "ul. Lipowa 14", "31-005 Kraków"},
		},
		"Portugal": {
			heading: "Cliente", title: "Fatura", vendor: [3]string{"Calçados do Minho, Lda.", "Rua Nova 40", "4700-368 Braga"},
			buyer: [3]string{"Mercearia Sol Lda", "Largo da Sé 2", "1249-068 Lisboa"},
		},
		"America": {
			heading: "Bill To", title: "Invoice", vendor: [3]string{"Acme Pumps, Inc.", "12 Hill Street", "Austin, TX 78701"},
			buyer: [3]string{"Juniper Bakery LLC", "480 Lake Ave, Suite 9", "Seattle, WA 98109-5210"},
		},
		"Canada": {
			heading: "Bill to", title: "Invoice", vendor: [3]string{"Maple Tools Inc.", "88 King Street", "Laval, QC H7T 2G3"},
			buyer: [3]string{"Harbour Foods Ltd.", "5 Water Street", "Halifax, NS B3J 1A1"},
		},
		"Singapore": {
			heading: "Bill to:", title: "Tax Invoice", vendor: [3]string{"Lim Seng Trading Pte Ltd", "21 Tanjong Road",
				"Singapore 390309"},
			buyer: [3]string{"Orchid Florists Pte Ltd", "7 Temple Street", "Singapore 058560"},
		},
		"Australia": {
			heading: "Invoice to:", title: "Tax Invoice", vendor: [3]string{"Derwent Sails Pty Ltd", "4 Harbour Road",
				"Hobart TAS 7000"},
			buyer: [3]string{"Reef Divers Pty Ltd", "19 Coral Street", "Cairns QLD 4870"},
		},
	}
}

func (l letter) want() map[string]string {
	if l.vendorTown == "" {
		l.vendorTown = l.vendor[2]
	}
	if l.buyerTown == "" {
		l.buyerTown = l.buyer[2]
	}
	return map[string]string{
		"vendorName": l.vendor[0], "vendorAddress": l.vendor[1] + ", " + l.vendorTown,
		"customerName": l.buyer[0], "customerAddress": l.buyer[1] + ", " + l.buyerTown,
	}
}

func TestCountryAddresses(t *testing.T) {
	t.Parallel()
	for name, l := range letters() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			buyer := append([]string{l.heading}, l.buyer[:]...)
			over := draw(
				block{50, 40, 12, l.vendor[:]}, block{50, 130, 9, buyer}, block{50, 300, 14, []string{l.title}}, block{50, 330, 9,
					[]string{"A-1713"}},
			)
			sheettest.Holds(t, find(t, result.TypeInvoice, over), l.want())
			beside := draw(
				block{50, 80, 9, buyer}, block{350, 40, 11, l.vendor[:]}, block{50, 300, 14, []string{l.title}}, block{50, 330, 9,
					[]string{"A-1713"}},
			)
			sheettest.Holds(t, find(t, result.TypeInvoice, beside), l.want())
		})
	}
}

// On a credit note the parties stand as on an invoice.
func TestCreditNoteParties(t *testing.T) {
	t.Parallel()
	for name, l := range letters() {
		doc := draw(
			block{50, 40, 12, l.vendor[:]}, block{50, 130, 9, append([]string{l.heading}, l.buyer[:]...)}, block{50, 300, 14,
				[]string{"Credit note"}},
		)
		set := find(t, result.TypeCreditNote, doc)
		if want := l.want(); set.Text("vendorName") != want["vendorName"] ||
			set.Text("customerName") != want["customerName"] {
			t.Errorf("%s: from %q for %q", name, set.Text("vendorName"), set.Text("customerName"))
		}
	}
}
