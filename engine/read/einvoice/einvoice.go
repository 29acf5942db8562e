// Package einvoice reads electronic invoices and orders: the structured XML that is sent alone or embedded
// in a PDF.
//
// It reads these syntaxes into one set of business terms, those of EN 16931-1 ("BT-1" …):
//
//   - UBL 2.1 invoices and credit notes (XRechnung, Peppol BIS Billing 3) and
//     orders with their changes and responses (Peppol BIS Ordering 3),
//   - UN/CEFACT Cross Industry Invoice D16B (XRechnung, Factur-X and ZUGFeRD 2
//     in all profiles from MINIMUM to EXTENDED),
//   - ZUGFeRD 1.0 of 2014,
//   - Order-X: orders, order changes and order responses,
//   - national formats: FatturaPA, CFDI, ebInterface, Facturae and KSeF FA.
//
// The reader does not validate and skips missing elements. It identifies elements by namespace URI, not by
// prefix, and skips those of other namespaces (extensions). It skips document type definitions, never expands their
// entities, and never reads other files. It opens envelopes: a Standard Business Document, an AttachedDocument, SOAP,
// or a signature around the document.
package einvoice

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/sniff"
)

// Syntax is the vocabulary that a document is written in.
type Syntax = sniff.Vocabulary

// The syntaxes.
const (
	UBL     = sniff.UBL
	CII     = sniff.CII
	ZUGFeRD = sniff.ZUGFeRD
	OrderX  = sniff.OrderX
)

// Namespaces of elements.
const (
	nsUBL      = "urn:oasis:names:specification:ubl:schema:xsd:"
	nsZUGFeRD  = "urn:ferd:CrossIndustryDocument:invoice:1p0"
	nsUNCEFACT = "urn:un:unece:uncefact:data:" // of CII and Order-X

	nsSignature = "http://www.w3.org/2000/09/xmldsig#"
)

func belongs(s Syntax, namespace string) bool {
	switch s {
	case UBL:
		return strings.HasPrefix(namespace, nsUBL) && namespace != nsUBL+"CommonExtensionComponents-2"
	case CII, ZUGFeRD, OrderX:
		return strings.HasPrefix(namespace, nsUNCEFACT) || namespace == nsZUGFeRD
	}
	return namespace != nsSignature
}

// Read reads a whole XML file. Errors are *extractionerror.Error: UNSUPPORTED_FORMAT for another root
// element or entities of a document type definition, CORRUPT_FILE for malformed XML, TOO_COMPLEX beyond the limits.
func Read(data []byte) (*Invoice, error) {
	syntax, root, err := load(data)
	if err != nil {
		return nil, err
	}
	var doc *Invoice
	if format := national(syntax); format != nil {
		doc = readNational(root, format)
	} else if syntax == UBL {
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
	return parse(decode(data), maxEnvelopes)
}

// Recognize reports by the root element whether Read may read data. It looks at the first bytes only.
func Recognize(data []byte) (Syntax, bool) {
	root, _ := sniff.Root(decode(data[:min(len(data), sniff.MaxHeadSize)]))
	return sniff.VocabularyOf(root)
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
