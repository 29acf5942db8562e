package sniff

import (
	"slices"
	"strings"
)

// MIMEType is the registered media type of the kind, "application/octet-stream"
// for an unknown one.
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
	case OLE:
		return "application/x-ole-storage"
	case HEIC:
		return "image/heic"
	case AVIF:
		return "image/avif"
	}
	return "application/octet-stream"
}

// name is how the kind is called in a message to a person.
func (k Format) displayName() string {
	switch k {
	case PDF, PNG, JPEG, TIFF, BMP, GIF, DOCX, XLSX, HTML, CSV, EML, HEIC, AVIF:
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

// readable lists the kinds that this build's readers read, in the order in
// which a message names them.
func readableFormats() []Format {
	return []Format{PDF, PNG, JPEG, TIFF, WebP, BMP, GIF, DOCX, XLSX, HTML, Text, CSV, EML, XML}
}

// IsReadable reports whether this build can read files of that format.
func IsReadable(k Format) bool {
	return slices.Contains(readableFormats(), k)
}

// IsAccepted reports whether the gateway accepts files of that format: all that can
// be read and, beyond that, the containers that are known for what they are but
// hold what no reader understands (OLE). Those end with a reason of their own.
func IsAccepted(k Format) bool {
	return IsReadable(k) || k == OLE
}

// RefusalMessage is the message for files of a format that is recognized but not read,
// with what to send instead; "" for all other kinds.
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

// SupportedNames lists the readable kinds as a message names them: "PDF",
// "plain text" …
func SupportedNames() []string {
	kinds := readableFormats()
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.displayName()
	}
	return names
}
