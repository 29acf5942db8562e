package fields

import (
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/layout"
)

// side is the part a company or person plays on a document.
type side int

const (
	sideUnknown side = iota
	sideVendor
	sideCustomer
	sideShipping
	sideOther
)

// sidePhrases are the folded headings of a party's block.
//
//nolint:misspell // phrases of eight languages
func sidePhrases() map[side]string {
	return map[side]string{
		sideVendor: "seller|vendor|supplier|from|bill from|sold by|issued by|service provider|provider|verkaufer|lieferant|" +
			"rechnungssteller|rechnungsersteller|rechnungsaussteller|auftragnehmer|leistungserbringer|absender|vendeur|fournisseur|emetteur|" +
			"vendedor|proveedor|emisor|prestataire|expediteur|prestador|emissor|dostawca|issuer|biller|anbieter|aussteller|seller details|vendor details|" +
			"supplier details|company details|rilasciata da|fatturato da|fornitore|cedente|cedente prestatore|venditore|leverancier|verkoper|fornecedor|emitente|sprzedawca|wystawca|invoice from",
		sideCustomer: "bill to|billed to|invoice for|bill to address|invoice to|invoiced to|sold to|customer|client|buyer|billing address|invoice address|" +
			"to|ordered by|invoicee|bill to party|attention|customer name and address|issued to|" +
			"rechnungsempfanger|rechnungsadresse|rechnungsanschrift|rechnung an|kaufer|kaufer leistungsempfanger|kunde|leistungsempfanger|" +
			"empfanger|auftraggeber|besteller|an|facture a|adresse de facturation|adresse facturation|destinataire|acheteur|facturer a|" +
			"client facture|cliente|facturar a|direccion de facturacion|comprador|destinatario|cessionario committente|cessionario|" +
			"indirizzo di fatturazione|spett le|spettabile|acquirente|factuuradres|klant|afnemer|koper|facturar a|morada de faturacao|adquirente|" +
			"faturar a|faturado a|facturado a|fatturato a|intestatario fattura|intestata a|intestato a|factureren aan|gefactureerd aan|aan|" +
			"rechnung fur|kundenadresse|kundendaten|invoice recipient|recipient|billing to|billing details|billing information|client details|customer details|" +
			"buyer details|debtor|payer|klient|zamawiajacy|wystawiono dla|destinataire de la facture|acheteur client|adresse client|" +
			"exmo s sr s|nabywca|odbiorca faktury|kupujacy|bill to customer|factuur aan|datos del cliente|dati cliente|klantgegevens",
		sideShipping: "ship to|ship to address|deliver to|delivery address|shipping address|delivery to|lieferanschrift|lieferadresse|warenempfanger|" +
			"abweichender warenempfanger|lieferung an|adresse de livraison|livre a|livraison|direccion de entrega|direccion de envio|enviar a|" +
			"indirizzo di consegna|destinazione|luogo di destinazione|afleveradres|leveringsadres|morada de entrega|local de entrega|adres dostawy|odbiorca|service address",
		sideOther: "remit to|ship from|contact|ansprechpartner|notes|bemerkungen|remarks|buyer requisitionner|requisitioner|payee|bank|bank details|account|" +
			"payment details|bankverbindung|notify party|agent|tax representative|hotel details",
	}
}

// sideIndex maps a heading to the side that it names.
//
//nolint:gochecknoglobals // built once, then only read
var sideIndex = sync.OnceValue(func() map[string]side {
	m := map[string]side{}
	for _, table := range []map[side]string{moreSidePhrases(), sidePhrases()} {
		for s, phrases := range table {
			for p := range strings.SplitSeq(phrases, "|") {
				m[p] = s
			}
		}
	}
	return m
})

// maxParties bounds the parties that are weighed against each other.
const maxParties = 100

// sideOf reads a party heading at the start of a segment and gives the token
// after it.
func sideOf(s *layout.Segment) (side, int) {
	words, token := s.Folded()
	for n := min(5, len(words)); n > 0; n-- {
		found, ok := sideIndex()[strings.Join(words[:n], " ")]
		if !ok || n < len(words) && token[n] == token[n-1] {
			continue
		}
		end := token[n-1]
		closed := strings.HasSuffix(s.Words[end], ":") || end == len(s.Words)-1
		if closed {
			return found, end + 1
		}
	}
	return sideUnknown, 0
}
