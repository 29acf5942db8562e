package einvoice

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/sniff"
)

// node is an element of the document's namespaces.
type node struct {
	name     string // without namespace
	text     string // its own text, trimmed; see maxBytesOf
	attrs    []xml.Attr
	children []*node
}

// parse returns the text as a tree, without elements of other namespaces and the text of embedded files. It opens up
// to maxEnvelopes envelopes.
func parse(text string, maxEnvelopes int) (Syntax, *node, error) {
	text, err := bounded(text)
	if err != nil {
		return "", nil, err
	}
	d := xml.NewDecoder(strings.NewReader(text))
	isEnvelope, inside := false, error(nil)
	for {
		t, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && isEnvelope:
			if inside == nil {
				inside = unsupported("The XML is an envelope without an e-invoice that can be read.")
			}
			return "", nil, inside
		case err != nil:
			return "", nil, malformed(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			syntax, ok := sniff.VocabularyOf(t.Name)
			switch {
			case ok && syntax == sniff.Envelope:
				isEnvelope = true
			case ok:
				b := builder{syntax: syntax, decoder: d}
				root, err := b.element(t, "")
				if err != nil {
					return "", nil, malformed(err)
				}
				return syntax, root, nil
			case !isEnvelope:
				return "", nil, unsupported(
					"The XML is no e-invoice that can be read. Send UBL, UN/CEFACT CII, ZUGFeRD, Order-X, FatturaPA, CFDI, " +
						"ebInterface, Facturae or KSeF FA.")
			}
		case xml.CharData:
			if !isEnvelope || maxEnvelopes == 0 {
				continue
			}
			if file := enclosedFile(t); file != nil {
				syntax, root, err := parse(decode(file), maxEnvelopes-1)
				if err == nil {
					return syntax, root, nil
				}
				inside = cmp.Or(inside, err)
			}
		}
	}
}

// maxEnvelopes is the maximum number of envelopes around a document.
const maxEnvelopes = 3

// enclosedFile returns the XML file that the text of an element is, as it is or in base64, or nil.
func enclosedFile(text []byte) []byte {
	if text = bytes.TrimSpace(text); bytes.HasPrefix(text, []byte("<")) {
		return text
	}
	const sample = 8
	head := make([]byte, sample)
	n, err := base64.StdEncoding.Decode(head, text[:min(len(text), sample)])
	if err != nil || !bytes.HasPrefix(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), []byte("<")) {
		return nil
	}
	file, err := base64.StdEncoding.DecodeString(string(text)) // which may have line breaks
	if err != nil {
		return nil
	}
	return file
}

func unsupported(message string) error {
	return extractionerror.New(extractionerror.UnsupportedFormat, nil, "%s", message)
}

func malformed(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if strings.Contains(err.Error(), "invalid character entity") {
		return extractionerror.New(extractionerror.UnsupportedFormat, err,
			"The XML uses entities that only a document type definition explains. Replace them by their text.")
	}
	return extractionerror.New(extractionerror.CorruptFile, err, "The XML is damaged or incomplete and cannot be read.")
}

type builder struct {
	syntax  Syntax
	decoder *xml.Decoder
}

// element reads the element that start opened. MaxDepth bounds its depth.
func (b *builder) element(start xml.StartElement, parent string) (*node, error) {
	n := &node{name: b.name(start.Name.Local, parent), attrs: plainAttrs(start.Attr)}
	var text []byte
	limit := maxBytesOf(n.name)
	for {
		t, err := b.decoder.Token()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if !belongs(b.syntax, t.Name.Space) {
				if err := b.decoder.Skip(); err != nil {
					return nil, err
				}
				continue
			}
			child, err := b.element(t, n.name)
			if err != nil {
				return nil, err
			}
			n.children = append(n.children, child)
		case xml.CharData:
			if len(text) == 0 {
				t = bytes.TrimLeftFunc(t, unicode.IsSpace)
			}
			if !isBinary(n.name) && len(text) <= limit {
				text = append(text, t[:min(len(t), limit+1)]...)
			}
		case xml.EndElement:
			n.text = strings.TrimSpace(document.TruncateText(string(text), limit))
			return n, nil
		}
	}
}

// isBinary reports elements that hold files in base64.
func isBinary(name string) bool {
	switch name {
	case "EmbeddedDocumentBinaryObject", "AttachmentBinaryObject", "Attachment", "AttachmentData":
		return true
	}
	return false
}

const nsSchemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

// plainAttrs returns the attributes other than declarations.
func plainAttrs(attrs []xml.Attr) []xml.Attr {
	var out []xml.Attr
	for _, a := range attrs {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" && !strings.HasPrefix(a.Name.Space, nsSchemaInstance) {
			out = append(out, a)
		}
	}
	return out
}

// name translates a name of ZUGFeRD 1.0 or Order-X to CII D16B.
func (b *builder) name(local, parent string) string {
	if b.syntax == OrderX && local == "OrderCurrencyCode" {
		return "InvoiceCurrencyCode"
	}
	if b.syntax != ZUGFeRD {
		return local
	}
	switch local {
	case "SpecifiedExchangedDocumentContext":
		return "ExchangedDocumentContext"
	case "HeaderExchangedDocument":
		return "ExchangedDocument"
	case "SpecifiedSupplyChainTradeTransaction":
		return "SupplyChainTradeTransaction"
	case "ApplicableSupplyChainTradeAgreement":
		return "ApplicableHeaderTradeAgreement"
	case "ApplicableSupplyChainTradeDelivery":
		return "ApplicableHeaderTradeDelivery"
	case "ApplicableSupplyChainTradeSettlement":
		return "ApplicableHeaderTradeSettlement"
	case "SpecifiedSupplyChainTradeAgreement":
		return "SpecifiedLineTradeAgreement"
	case "SpecifiedSupplyChainTradeDelivery":
		return "SpecifiedLineTradeDelivery"
	case "SpecifiedSupplyChainTradeSettlement":
		return "SpecifiedLineTradeSettlement"
	case "ApplicablePercent":
		return "RateApplicablePercent"
	case "SpecifiedTradeSettlementMonetarySummation":
		if parent == "SpecifiedLineTradeSettlement" {
			return "SpecifiedTradeSettlementLineMonetarySummation"
		}
		return "SpecifiedTradeSettlementHeaderMonetarySummation"
	}
	return local
}

// all returns the elements at a path of names separated by slashes. It works on a nil node.
func (n *node) all(path string) []*node {
	if n == nil {
		return nil
	}
	name, rest, deeper := strings.Cut(path, "/")
	var out []*node
	for _, c := range n.children {
		switch {
		case c.name != name && name != "*":
		case deeper:
			out = append(out, c.all(rest)...)
		default:
			out = append(out, c)
		}
	}
	return out
}

func (n *node) first(path string) *node {
	if n == nil {
		return nil
	}
	name, rest, deeper := strings.Cut(path, "/")
	for _, c := range n.children {
		switch {
		case c.name != name:
		case !deeper:
			return c
		default:
			if found := c.first(rest); found != nil {
				return found
			}
		}
	}
	return nil
}

// textAt returns the first text found at the paths.
func (n *node) textAt(paths ...string) string {
	for _, path := range paths {
		for _, found := range n.all(path) {
			if found.text != "" {
				return found.text
			}
		}
	}
	return ""
}

func (n *node) texts(path string) []string {
	var out []string
	for _, found := range n.all(path) {
		if found.text != "" {
			out = append(out, found.text)
		}
	}
	return out
}

// note joins the texts at a path with line breaks.
func (n *node) note(path string) string {
	return document.TruncateText(strings.Join(n.texts(path), "\n"), MaxNoteBytes)
}

func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return document.TruncateText(strings.TrimSpace(a.Value), MaxValueBytes)
		}
	}
	return ""
}

// decimalAt, quantity and date read the first element at a path.
func (n *node) decimalAt(paths ...string) Decimal { return parseDecimal(n.textAt(paths...)) }

// firstQuantity reads the first of the paths that has a number.
func firstQuantity(n *node, paths ...string) Quantity {
	for _, path := range paths {
		if q := n.quantity(path); q.Known() {
			return q
		}
	}
	return Quantity{}
}

func (n *node) quantity(path string) Quantity {
	found := n.first(path)
	return Quantity{Decimal: parseDecimal(n.textAt(path)), Unit: found.attr("unitCode")}
}

func (n *node) date(paths ...string) Date {
	for _, path := range paths {
		if found := n.first(path); found != nil && found.text != "" {
			return parseDate(found.text, found.attr("format"))
		}
	}
	return Date{}
}
