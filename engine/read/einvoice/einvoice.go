// Package einvoice reads electronic invoices and orders: the structured XML that is sent alone or embedded
// in a PDF.
//
// It reads four syntaxes into one set of business terms, those of EN 16931-1 ("BT-1" …):
//
//   - UBL 2.1 invoices and credit notes (XRechnung, Peppol BIS Billing 3) and
//     orders with their changes and responses (Peppol BIS Ordering 3),
//   - UN/CEFACT Cross Industry Invoice D16B (XRechnung, Factur-X and ZUGFeRD 2
//     in all profiles from MINIMUM to EXTENDED),
//   - ZUGFeRD 1.0 of 2014,
//   - Order-X: orders, order changes and order responses.
//
// The reader does not validate and skips missing elements. It identifies elements by namespace URI, not by
// prefix, and skips those of other namespaces (extensions). It rejects document type definitions and
// unknown entities.
package einvoice

import (
	"encoding/xml"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/extractionerror"
)

// Syntax is the vocabulary that a document is written in.
type Syntax string

// The syntaxes.
const (
	UBL     Syntax = "ubl"     // OASIS Universal Business Language 2.1
	CII     Syntax = "cii"     // UN/CEFACT Cross Industry Invoice D16B
	ZUGFeRD Syntax = "zugferd" // ZUGFeRD 1.0
	OrderX  Syntax = "order-x" // Order-X 1.0
)

// Namespaces of the root elements.
const (
	nsUBL      = "urn:oasis:names:specification:ubl:schema:xsd:"             // and name and version of the schema
	nsCII      = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:" // and a version
	nsZUGFeRD  = "urn:ferd:CrossIndustryDocument:invoice:1p0"
	nsOrderX   = "urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:" // and a version
	nsUNCEFACT = "urn:un:unece:uncefact:data:"                               // what the last three are made of
)

// syntaxOf identifies a document by its root element.
func syntaxOf(root xml.Name) (Syntax, bool) {
	switch {
	case isUBLDocument(root.Local) && root.Space == nsUBL+root.Local+"-2":
		return UBL, true
	case root.Local == "CrossIndustryInvoice" && strings.HasPrefix(root.Space, nsCII):
		return CII, true
	case root.Local == "CrossIndustryDocument" && root.Space == nsZUGFeRD:
		return ZUGFeRD, true
	case root.Local == "SCRDMCCBDACIOMessageStructure" && strings.HasPrefix(root.Space, nsOrderX):
		return OrderX, true
	}
	return "", false
}

func isUBLDocument(name string) bool {
	switch name {
	case "Invoice", "CreditNote", "Order", "OrderChange", "OrderCancellation", "OrderResponse", "OrderResponseSimple":
		return true
	}
	return false
}

func (s Syntax) belongs(namespace string) bool {
	if s == UBL {
		return strings.HasPrefix(namespace, nsUBL) && namespace != nsUBL+"CommonExtensionComponents-2"
	}
	return strings.HasPrefix(namespace, nsUNCEFACT) || namespace == nsZUGFeRD
}

// Read reads a whole XML file. Errors are *extractionerror.Error: UNSUPPORTED_FORMAT for another root
// element or a document type definition, CORRUPT_FILE for malformed XML, TOO_COMPLEX beyond the limits.
func Read(data []byte) (*Invoice, error) {
	syntax, root, err := load(data)
	if err != nil {
		return nil, err
	}
	var doc *Invoice
	if syntax == UBL {
		doc = readUBL(root)
	} else {
		doc = readCII(root)
	}
	doc.Syntax = syntax
	for i := range doc.Lines {
		doc.Lines[i].settlePrice()
	}
	return doc, nil
}

func load(data []byte) (Syntax, *node, error) {
	if len(data) > MaxBytes {
		return "", nil, extractionerror.New(extractionerror.TooComplex, nil,
			"The XML is larger than %d MB, more than can be read.",
			MaxBytes>>20)
	}
	text, err := decode(data)
	if err != nil {
		return "", nil, err
	}
	if text, err = bounded(text); err != nil {
		return "", nil, err
	}
	return parse(text)
}

// headBytes is how much of a file Recognize reads: comments and style-sheet instructions may precede the
// root.
const headBytes = 16 << 10

// Recognize reports by the root element whether Read can read data. It looks at the first bytes only.
func Recognize(data []byte) (Syntax, bool) {
	text, err := decode(data[:min(len(data), headBytes)&^1]) // an even number, for UTF-16
	if err != nil {
		return "", false
	}
	d := decoder(text)
	for {
		t, err := d.Token()
		if err != nil {
			return "", false
		}
		if start, ok := t.(xml.StartElement); ok {
			return syntaxOf(start.Name)
		}
	}
}

// Entry is an element with text.
type Entry struct {
	Label string // the name of the element and of the one around it, as words
	Text  string
}

// maxEntries bounds an outline.
const maxEntries = 4000

// Outline returns the document's texts in order, without embedded files, for fields without a business
// term. Errors are those of Read.
func Outline(data []byte) ([]Entry, error) {
	_, root, err := load(data)
	if err != nil {
		return nil, err
	}
	var out []Entry
	root.outline("", &out)
	return out, nil
}

func (n *node) outline(parent string, out *[]Entry) {
	if len(*out) == maxEntries {
		return
	}
	if text := strings.Join(strings.Fields(n.text), " "); text != "" {
		*out = append(*out, Entry{Label: strings.TrimSpace(spaced(parent) + " " + spaced(n.name)), Text: text})
	}
	for _, c := range n.children {
		c.outline(n.name, out)
	}
}

// spaced splits a name into words: "PayableAmount" becomes "Payable Amount", "IBANID" stays.
func spaced(name string) string {
	var sb strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			sb.WriteByte(' ')
		}
		small = !unicode.IsUpper(r)
		sb.WriteRune(r)
	}
	return sb.String()
}
