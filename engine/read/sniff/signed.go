package sniff

import (
	"bytes"
	"encoding/base64"
)

// IsSignedData reports whether data starts like CMS signed data (RFC 5652): a sequence with its object identifier.
func IsSignedData(data []byte) bool {
	const longestHeader = 6
	oid := []byte("\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02")
	at := bytes.Index(data[:min(len(data), longestHeader+len(oid))], oid)
	return at > 1 && data[0] == 0x30
}

// isSignedText reports whether text is signed data in base64 or PEM.
func isSignedText(text string) bool {
	const needed = 24 // characters of the header and the identifier
	body := []byte(trimSpace(text))
	if bytes.HasPrefix(body, []byte("-----BEGIN ")) {
		_, body, _ = bytes.Cut(body, []byte("\n"))
	}
	body = bytes.Join(bytes.Fields(body[:min(len(body), 2*needed)]), nil)
	head := make([]byte, needed)
	n, _ := base64.StdEncoding.Decode(head, body[:min(len(body), needed)])
	return IsSignedData(head[:n])
}
