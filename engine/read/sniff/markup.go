package sniff

import "strings"

// sniffMarkup recognizes HTML and electronic invoices by their beginning. It returns ("", true) for other
// XML.
func sniffMarkup(text string) (Format, bool) {
	body := strings.TrimLeft(text, " \t\r\n\v\f\ufeff")
	if !strings.HasPrefix(body, "<") {
		return "", false
	}
	isXML := strings.HasPrefix(body, "<?xml")
	body = skipProlog(body)
	if startsTag(body, "!doctype html", "html", "head", "body") {
		return HTML, true
	}
	root, attributes := startElement(body)
	switch {
	case isStructuredDocument(root, attributes):
		return XML, true
	case isXML, strings.HasPrefix(body, "<!DOCTYPE"), strings.Contains(attributes, "xmlns"):
		return "", true
	}
	if startsTag(body, "title", "meta", "table", "div", "p", "style", "script", "center", "span", "h1", "h2",
		"br", "font") {
		return HTML, true
	}
	return "", false
}

// isStructuredDocument recognizes the roots of invoices and orders: UBL 2 by document namespaces, UN/CEFACT
// CII and Order-X by message namespaces, ZUGFeRD 1 by its own namespace.
func isStructuredDocument(root, attributes string) bool {
	_, local, prefixed := strings.Cut(root, ":")
	if !prefixed {
		local = root
	}
	switch local {
	case "Invoice", "CreditNote", "Order", "OrderChange", "OrderResponse", "OrderResponseSimple", "OrderCancellation":
		return strings.Contains(attributes, "urn:oasis:names:specification:ubl:schema:xsd:"+local+"-2")
	case "CrossIndustryInvoice", "SCRDMCCBDACIOMessageStructure":
		return strings.Contains(attributes, "urn:un:unece:uncefact:data:")
	case "CrossIndustryDocument":
		return strings.Contains(attributes, "urn:ferd:CrossIndustryDocument:invoice:")
	}
	return false
}

// startElement returns the name and the attributes of the first element; they may be truncated.
func startElement(s string) (name, attributes string) {
	tag, _, _ := strings.Cut(strings.TrimPrefix(s, "<"), ">")
	end := strings.IndexAny(tag, " \t\r\n/")
	if end < 0 {
		return tag, ""
	}
	return tag[:end], tag[end:]
}

func startsTag(s string, tags ...string) bool {
	for _, tag := range tags {
		n := len(tag) + 1
		if len(s) >= n && strings.EqualFold(s[1:n], tag) && (len(s) == n || strings.IndexByte(" \t\r\n/>", s[n]) >= 0) {
			return true
		}
	}
	return false
}

// skipProlog drops the processing instructions and comments before the first element.
func skipProlog(s string) string {
	for {
		end := ""
		switch {
		case strings.HasPrefix(s, "<?"):
			end = "?>"
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		default:
			return s
		}
		_, after, found := strings.Cut(s, end)
		if !found {
			return s
		}
		s = strings.TrimLeft(after, " \t\r\n")
	}
}
