package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// delivery is a made delivery note.
type delivery struct {
	vendor, customer, shipping []string // lines
	title                      string
	facts                      [][2]string
	heads                      [4]string
	goods                      [][4]string
}

func (d delivery) pdf() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	for i, line := range d.vendor {
		p.Text(60, 50+12*float64(i), 9, line)
	}
	p.Bold(60, 120, 16, d.title)
	for i, line := range d.customer {
		p.Text(60, 150+12*float64(i), 9, line)
	}
	for i, line := range d.shipping {
		p.Text(220, 150+12*float64(i), 9, line)
	}
	for i, fact := range d.facts {
		p.Text(380, 150+14*float64(i), 9, fact[0])
		p.Text(480, 150+14*float64(i), 9, fact[1])
	}
	for i, row := range append([][4]string{d.heads}, d.goods...) {
		y := 280 + 16*float64(i)
		p.Text(60, y, 9, row[0])
		p.Text(140, y, 9, row[1])
		p.TextRight(430, y, 9, row[2])
		p.Text(460, y, 9, row[3])
	}
	return doc.Bytes()
}

func goods() [][4]string {
	return [][4]string{{"OB-200", "Oak board 200", "12", "pcs"}, {"SC-006", "Screws M6", "200", "pcs"}}
}

// deliveries are delivery notes with the fields that must be found, by language.
func deliveries() map[string]delivery {
	return map[string]delivery{
		"en": {
			[]string{"Harrow Tools Ltd", "14 Mill Lane", "Leeds LS1 4AP"},
			[]string{"Customer", "Marlow Joinery Ltd", "12 High Street", "Bristol BS1 2AB"},
			[]string{"Deliver to", "Marlow Joinery Ltd", "4 Quay Street", "Bristol BS1 6XA"}, "DELIVERY NOTE",
			[][2]string{{"Delivery note no:", "4711"}, {"Date:", "5 November 2031"}, {"Order number:", "7781"}},
			[4]string{"Item code", "Description", "Quantity", "Unit"}, goods(),
		},
		"de": {
			[]string{"Brunn & Falk GmbH", "Weidenweg 9", "20095 Hamburg"},
			[]string{"Kunde", "Alder Werkzeuge AG", "Lindenallee 14", "50667 K\u00f6ln"},
			[]string{"Lieferadresse", "Alder Werkzeuge AG", "Hafenweg 3", "51063 K\u00f6ln"}, "Lieferschein",
			[][2]string{{"Lieferschein-Nr.:", "4711"}, {"Datum:", "05.11.2031"}, {"Bestellnummer:", "7781"}},
			[4]string{"Artikelnr.", "Bezeichnung", "Menge", "Einheit"}, goods(),
		},
		"fr": {
			[]string{"Martin Outillage SARL", "14 rue du Moulin", "69002 Lyon"},
			[]string{"Client", "Menuiserie Durand SAS", "12 rue Haute", "31000 Toulouse"},
			[]string{"Adresse de livraison", "Menuiserie Durand SAS", "4 quai Neuf", "31200 Toulouse"}, "BON DE LIVRAISON",
			[][2]string{{"Bon de livraison n\u00b0 :", "4711"}, {"Date :", "05/11/2031"}, {"N\u00b0 de commande :", "7781"}},
			[4]string{"R\u00e9f\u00e9rence", "D\u00e9signation", "Quantit\u00e9", "Unit\u00e9"}, goods(),
		},
		"it": {
			[]string{"Ferramenta Bruni S.r.l.", "Via del Mulino 14", "20121 Milano"},
			[]string{"Cliente", "Falegnameria Conti S.r.l.", "Via Alta 12", "40121 Bologna"},
			[]string{"Indirizzo di consegna", "Falegnameria Conti S.r.l.", "Via Nuova 4", "40122 Bologna"},
			"DOCUMENTO DI TRASPORTO",
			[][2]string{{"DDT n.", "4711"}, {"Data", "05/11/2031"}, {"Ordine n.", "7781"}},
			[4]string{"Codice", "Descrizione", "Quantit\u00e0", "U.M."}, goods(),
		},
	}
}

func newEngine(t *testing.T) *engine.Engine {
	t.Helper()
	e, err := engine.New(t.Context(), engine.Options{CacheDir: engine.UserCacheDir()})
	require.NoError(t, err)
	t.Cleanup(func() { _ = e.Close(context.Background()) })
	return e
}

func TestDeliveryNotes(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for language, d := range deliveries() {
		res, err := e.Extract(t.Context(), extract.Request{Data: d.pdf()})
		require.NoError(t, err)
		expect(t, res, schema.TypeDeliveryNote, map[string]string{
			"deliveryNoteNumber": "4711", "issueDate": "2031-11-05", "purchaseOrderNumber": "7781",
			"vendorName": d.vendor[0], "vendorAddress": strings.Join(d.vendor[1:], ", "),
			"customerName": d.customer[1], "customerAddress": strings.Join(d.customer[2:], ", "),
			"shippingAddress": strings.Join(d.shipping[2:], ", "),
		})
		for _, name := range []string{"deliveryNoteNumber", "issueDate", "purchaseOrderNumber"} {
			sure := res.Fields[name].Confidence
			assert.True(t, sure >= 0.8, language, name, "with confidence", sure)
		}
		items, _ := res.Data["lineItems"].([]map[string]string)
		if len(items) != 2 || items[0]["description"] != "Oak board 200" || items[0]["quantity"] != "12" ||
			items[1]["description"] != "Screws M6" || items[1]["quantity"] != "200" {
			t.Errorf("%s: %v", language, items)
		}
	}
}

// Numbers of the invoice and of items are not the number of a packing list. The bare word for a number announces it.
func TestDeliveryNoteNumber(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	d := deliveries()["en"]
	d.title, d.heads[0] = "PACKING LIST", "Number"
	for want, fact := range map[string][2]string{"": {"Invoice no:", "SI-4712"}, "4711": {"Number:", "4711"}} {
		d.facts[0] = fact
		res, err := e.Extract(t.Context(), extract.Request{Data: d.pdf()})
		require.NoError(t, err)
		if got, _ := res.Data["deliveryNoteNumber"].(string); got != want || res.DocumentType != schema.TypeDeliveryNote {
			t.Errorf("%v: %s with number %q, want %q", fact, res.DocumentType, got, want)
		}
	}
}

// A bill that refers to a delivery note stays a bill.
func TestBillsWithDeliveryNotes(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	res, err := e.Extract(t.Context(), extract.Request{
		Data: []byte("Harrow Tools Ltd\nDelivery note 123\nInvoice No: A-17\nDate: 2024-03-01\nTotal: 12.00 EUR\n"),
	})
	require.NoError(t, err, "a bill without a title")
	assert.NotEqual(t, res.DocumentType, schema.TypeDeliveryNote, "a bill without a title", res)
	for _, text := range []string{
		"INVOICE\nDelivery note no. 123\nInvoice No: A-17\nDate: 2024-03-01\nTotal: 12.00 EUR\n",
		"Rechnung\nLieferschein Nr. 123\nRechnungsnummer: A-17\nDatum: 01.03.2024\nGesamtbetrag: 12,00 EUR\n",
		"Lieferschein Nr. 123\nRechnung\nRechnungsnummer: A-17\nDatum: 01.03.2024\nGesamtbetrag: 12,00 EUR\n",
		"Facture\nBon de livraison n\u00b0 123\nFacture n\u00b0 : A-17\nDate : 01/03/2024\nTotal TTC : 12,00 EUR\n",
		"Fattura\nDDT n. 123\nFattura n. A-17\nData 01/03/2024\nTotale fattura 12,00 EUR\n",
	} {
		res, err := e.Extract(t.Context(), extract.Request{Data: []byte(text)})
		require.NoError(t, err)
		expect(t, res, result.TypeInvoice, map[string]string{
			"invoiceNumber": "A-17", "issueDate": "2024-03-01", "total": "12.00",
		})
	}
}
