package sniff

import (
	"encoding/xml"
	"strings"
)

// Vocabulary is what an XML file with an e-invoice is written in.
type Vocabulary string

// The vocabularies.
const (
	UBL     Vocabulary = "ubl"     // OASIS Universal Business Language 2
	CII     Vocabulary = "cii"     // UN/CEFACT Cross Industry Invoice
	ZUGFeRD Vocabulary = "zugferd" // ZUGFeRD 1.0
	OrderX  Vocabulary = "order-x" // Order-X 1.0
	// National formats: Italy, Mexico, Austria, Spain, Poland.
	FatturaPA   Vocabulary = "fatturapa"
	CFDI        Vocabulary = "cfdi"
	EbInterface Vocabulary = "ebinterface"
	Facturae    Vocabulary = "facturae"
	KSeF        Vocabulary = "ksef"

	Envelope Vocabulary = "envelope" // another file inside, as an element or as text
)

const nsUBL = "urn:oasis:names:specification:ubl:schema:xsd:"

// rootElement is a root by its name and the beginning of its namespace.
type rootElement struct {
	local, namespace string
	vocabulary       Vocabulary
}

func rootElements() []rootElement {
	return []rootElement{
		{"Invoice", nsUBL + "Invoice-2", UBL},
		{"CreditNote", nsUBL + "CreditNote-2", UBL},
		{"DebitNote", nsUBL + "DebitNote-2", UBL},
		{"SelfBilledInvoice", nsUBL + "SelfBilledInvoice-2", UBL},
		{"SelfBilledCreditNote", nsUBL + "SelfBilledCreditNote-2", UBL},
		{"FreightInvoice", nsUBL + "FreightInvoice-2", UBL},
		{"Order", nsUBL + "Order-2", UBL},
		{"OrderChange", nsUBL + "OrderChange-2", UBL},
		{"OrderCancellation", nsUBL + "OrderCancellation-2", UBL},
		{"OrderResponse", nsUBL + "OrderResponse-2", UBL},
		{"OrderResponseSimple", nsUBL + "OrderResponseSimple-2", UBL},
		{"CrossIndustryInvoice", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:", CII},
		{"CrossIndustryDocument", "urn:ferd:CrossIndustryDocument:invoice:1p0", ZUGFeRD},
		{"SCRDMCCBDACIOMessageStructure", "urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:", OrderX},
		{"FatturaElettronica", "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/", FatturaPA},
		{"FatturaElettronica", "http://www.fatturapa.gov.it/sdi/fatturapa/", FatturaPA},
		{"FatturaElettronicaSemplificata", "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/", FatturaPA},
		{"Comprobante", "http://www.sat.gob.mx/cfd/", CFDI},
		{"Invoice", "http://www.ebinterface.at/schema/", EbInterface},
		{"Facturae", "http://www.facturae.", Facturae},
		{"Faktura", "http://crd.gov.pl/wzor/", KSeF},
		{"StandardBusinessDocument", "http://www.unece.org/cefact/namespaces/", Envelope},
		{"AttachedDocument", nsUBL + "AttachedDocument-2", Envelope},
		{"XHE", "http://docs.oasis-open.org/bdxr/ns/XHE/", Envelope},
		{"Signature", "http://www.w3.org/2000/09/xmldsig#", Envelope},
		{"Envelope", "http://schemas.xmlsoap.org/soap/envelope/", Envelope},
		{"Envelope", "http://www.w3.org/2003/05/soap-envelope", Envelope},
	}
}

// VocabularyOf identifies a document by its root element.
func VocabularyOf(root xml.Name) (Vocabulary, bool) {
	for _, r := range rootElements() {
		if root.Local == r.local && strings.HasPrefix(root.Space, r.namespace) {
			return r.vocabulary, true
		}
	}
	return "", false
}

// Root returns the root element of XML text, which may end behind the start tag.
func Root(text string) (xml.Name, bool) {
	t, err := xml.NewDecoder(strings.NewReader(skipProlog(trimSpace(text)))).Token()
	start, ok := t.(xml.StartElement)
	return start.Name, err == nil && ok
}

// SkipMarkup returns the text behind a comment, CDATA section, processing instruction or document type definition.
// It returns "" if the markup does not end, and the text itself if it starts with none.
func SkipMarkup(text string) string {
	if !strings.HasPrefix(text, "<!") && !strings.HasPrefix(text, "<?") {
		return text
	}
	for _, m := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if inside, ok := strings.CutPrefix(text, m[0]); ok {
			_, after, _ := strings.Cut(inside, m[1])
			return after
		}
	}
	return skipDefinition(text)
}

// skipDefinition skips "<!DOCTYPE … [ … ]>" with its declarations, comments and quoted texts.
func skipDefinition(text string) string {
	depth := 0
	for rest := text; rest != ""; {
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "<!--"), strings.HasPrefix(rest, "<?"):
			rest = SkipMarkup(rest)
			continue
		case c == '"' || c == '\'':
			_, rest, _ = strings.Cut(rest[1:], string(c))
			continue
		case c == '<':
			depth++
		case c == '>':
			depth--
		}
		if rest = rest[1:]; depth == 0 {
			return rest
		}
	}
	return ""
}

func trimSpace(text string) string { return strings.TrimLeft(text, " \t\r\n\v\f\ufeff") }

// skipProlog drops what precedes the first element.
func skipProlog(text string) string {
	for {
		after := SkipMarkup(text)
		if len(after) == len(text) {
			return text
		}
		text = trimSpace(after)
	}
}
