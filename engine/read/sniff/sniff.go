// Package sniff detects file formats by the first bytes, never by the name or the client's claim. It
// depends only on the standard library.
package sniff

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Format is a family of file formats.
type Format string

// The formats of documents. See IsReadable.
const (
	PDF  Format = "pdf"
	PNG  Format = "png"
	JPEG Format = "jpeg"
	TIFF Format = "tiff"
	WebP Format = "webp"
	BMP  Format = "bmp"
	GIF  Format = "gif"
	DOCX Format = "docx"
	XLSX Format = "xlsx"
	HTML Format = "html"
	Text Format = "text"
	CSV  Format = "csv"
	EML  Format = "eml"
	// XML is an electronic invoice or order, see Vocabulary; other XML is unknown.
	XML Format = "xml"
	// P7M is a signed file around another one.
	P7M Format = "p7m"
	// OLE is the compound file of Office before 2007, and the container of encrypted Office files.
	OLE Format = "ole"
	// HEIC and AVIF are detected for a helpful error message.
	HEIC Format = "heic"
	AVIF Format = "avif"
)

// HeadSize is how many of a file's first bytes Sniff needs, and MaxHeadSize those of XML with a long comment or
// document type definition before the root element; see WantsMore.
const (
	HeadSize    = 4096
	MaxHeadSize = 1 << 20
)

// pdfOffset is the maximum offset of a PDF header in readers, by Adobe's implementation notes to ISO
// 32000-1, 7.5.2.
const pdfOffset = 1024

// Sniff returns the format of the file that starts with head. It uses the first HeadSize bytes only, or
// MaxHeadSize if it WantsMore. It returns false for unknown formats: executables, other archives, random
// bytes, empty files.
//
// A signature at the first byte has priority, so a file valid in two formats has exactly one.
func Sniff(head []byte) (Format, bool) {
	markup := head[:min(len(head), MaxHeadSize)]
	head = head[:min(len(head), HeadSize)]
	if k, ok := sniffMagic(head); ok {
		return k, k != ""
	}
	text, isText := decodeText(head)
	if isText {
		begin := text
		if WantsMore(head) {
			if more, ok := decodeText(markup); ok {
				begin = more
			}
		}
		if k, ok := sniffMarkup(begin); ok {
			return k, k != ""
		}
	}
	if bytes.Contains(head[:min(len(head), pdfOffset+len("%PDF-"))], []byte("%PDF-")) {
		return PDF, true
	}
	if !isText {
		return "", false
	}
	if isHeadlessPDF(text) {
		return PDF, true
	}
	if isSignedText(text) {
		return P7M, true
	}
	return sniffText(text), true
}

// sniffMagic detects binary formats by their signatures. It returns ("", true) for signatures of
// unsupported formats.
func sniffMagic(head []byte) (Format, bool) {
	switch {
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return PDF, true
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return PNG, true
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return JPEG, true
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return GIF, true
	case bytes.HasPrefix(head, []byte("II*\x00")), bytes.HasPrefix(head, []byte("MM\x00*")):
		return TIFF, true
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return WebP, true
	case isBMP(head):
		return BMP, true
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return sniffZip(head), true
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return OLE, true
	case IsSignedData(head):
		return P7M, true
	case bytes.HasPrefix(head, []byte("{\\rtf")), bytes.HasPrefix(head, []byte("%!PS")):
		return "", true // text by its bytes, but its commands are no document
	}
	k := sniffHEIF(head)
	return k, k != ""
}

// isHeadlessPDF reports the body of a PDF without its header, which must not be read as plain text.
func isHeadlessPDF(text string) bool {
	return strings.Contains(text, " 0 obj") && strings.Contains(text, "<<") && strings.Contains(text, "endobj")
}

// isBMP checks the file header and the size of the DIB header, because "BM" alone also begins text.
func isBMP(head []byte) bool {
	if len(head) < 18 || head[0] != 'B' || head[1] != 'M' {
		return false
	}
	if binary.LittleEndian.Uint32(head[6:]) != 0 {
		return false
	}
	switch binary.LittleEndian.Uint32(head[14:]) {
	case 12, 16, 40, 52, 56, 64, 108, 124:
		return true
	}
	return false
}
