package sniff

import "strings"

// sniffMarkup recognizes HTML and electronic invoices by their beginning. It returns ("", true) for other
// XML.
func sniffMarkup(text string) (Format, bool) {
	body := trimSpace(text)
	if !strings.HasPrefix(body, "<") {
		return "", false
	}
	isXML := strings.HasPrefix(body, "<?xml")
	for strings.HasPrefix(body, "<?") || strings.HasPrefix(body, "<!--") {
		body = trimSpace(SkipMarkup(body))
	}
	if startsTag(body, "!doctype html", "html", "head", "body") {
		return HTML, true
	}
	isXML = isXML || strings.HasPrefix(body, "<!DOCTYPE")
	body = skipProlog(body)
	root, _ := Root(body)
	if _, ok := VocabularyOf(root); ok {
		return XML, true
	}
	if isXML || strings.Contains(startTag(body), "xmlns") {
		return "", true
	}
	if startsTag(body, "title", "meta", "table", "div", "p", "style", "script", "center", "span", "h1", "h2",
		"br", "font") {
		return HTML, true
	}
	return "", false
}

// startTag returns the tag at the start of s, which may be cut.
func startTag(s string) string {
	tag, _, _ := strings.Cut(s, ">")
	return tag
}

// WantsMore reports whether head starts like XML but ends before its root element is known. Sniff then needs up to
// MaxHeadSize bytes.
func WantsMore(head []byte) bool {
	text, ok := decodeText(head[:min(len(head), HeadSize)])
	body := trimSpace(text)
	if !ok || len(head) < HeadSize || !strings.HasPrefix(body, "<") {
		return false
	}
	body = skipProlog(body)
	return body == "" || strings.HasPrefix(body, "<") && !strings.Contains(body, ">")
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
