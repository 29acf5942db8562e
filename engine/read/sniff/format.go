package sniff

import (
	"slices"
	"strings"
)

// MIMEType returns the registered media type, or "application/octet-stream".
func (k Format) MIMEType() string {
	switch k {
	case PDF:
		return "application/pdf"
	case PNG:
		return "image/png"
	case JPEG:
		return "image/jpeg"
	case TIFF:
		return "image/tiff"
	case WebP:
		return "image/webp"
	case BMP:
		return "image/bmp"
	case GIF:
		return "image/gif"
	case DOCX:
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case HTML:
		return "text/html"
	case Text:
		return "text/plain"
	case CSV:
		return "text/csv"
	case EML:
		return "message/rfc822"
	case XML:
		return "application/xml"
	case P7M:
		return "application/pkcs7-mime"
	case OLE:
		return "application/x-ole-storage"
	case HEIC:
		return "image/heic"
	case AVIF:
		return "image/avif"
	}
	return "application/octet-stream"
}

func (k Format) displayName() string {
	switch k {
	case PDF, PNG, JPEG, TIFF, BMP, GIF, DOCX, XLSX, HTML, CSV, EML, P7M, HEIC, AVIF:
		return strings.ToUpper(string(k))
	case WebP:
		return "WebP"
	case Text:
		return "plain text"
	case XML:
		return "e-invoice XML"
	case OLE:
		return "legacy Office document"
	}
	return string(k)
}

// readableFormats returns the formats this build reads, in the order of messages.
func readableFormats() []Format {
	return []Format{PDF, PNG, JPEG, TIFF, WebP, BMP, GIF, DOCX, XLSX, HTML, Text, CSV, EML, XML, P7M}
}

// IsReadable reports whether this build can read files of that format.
func IsReadable(k Format) bool {
	return slices.Contains(readableFormats(), k)
}

// IsAccepted reports whether the gateway accepts the format: all readable ones, and containers without a
// readable content (OLE), which fail with a specific error.
func IsAccepted(k Format) bool {
	return IsReadable(k) || k == OLE
}

// RefusalMessage returns the message for a recognized but unreadable format, with an alternative to send,
// or "".
func RefusalMessage(k Format) string {
	switch k {
	case HEIC:
		return "HEIC photos are not read. Send JPEG: on an iPhone choose Settings → Camera → Formats → Most Compatible, " +
			"or export the photo as JPEG."
	case AVIF:
		return "AVIF images are not read. Save the image as JPEG or PNG and send that."
	}
	return ""
}

// SupportedNames returns the names of the readable formats in messages: "PDF", "plain text" …
func SupportedNames() []string {
	kinds := readableFormats()
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.displayName()
	}
	return names
}
