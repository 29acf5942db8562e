package sniff

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
)

// sniffZip recognizes Office Open XML packages by the declared content types (ECMA-376 part 2, 7.2.3) if
// they are in head, or else by the usual folders. It returns "" for other archives.
func sniffZip(head []byte) Format {
	var byFolder Format
	for i, e := range zipEntries(head) {
		switch {
		case i == 0 && (e.hasName("mimetype") || bytes.HasPrefix(e.name, []byte("META-INF/"))):
			return "" // OpenDocument, EPUB; Java archives
		case e.hasName("[Content_Types].xml"):
			if types := e.content(); types != nil {
				return packageFormat(types)
			}
		case byFolder != "":
		case bytes.HasPrefix(e.name, []byte("word/")):
			byFolder = DOCX
		case bytes.HasPrefix(e.name, []byte("xl/")):
			byFolder = XLSX
		}
	}
	return byFolder
}

// packageFormat returns the format of the main part. Templates and macro files count as documents; macros
// are never run.
func packageFormat(types []byte) Format {
	for _, t := range []struct {
		main string
		kind Format
	}{
		{"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", DOCX},
		{"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml", DOCX},
		{"application/vnd.ms-word.document.macroEnabled.main+xml", DOCX},
		{"application/vnd.ms-word.template.macroEnabledTemplate.main+xml", DOCX},
		{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", XLSX},
		{"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml", XLSX},
		{"application/vnd.ms-excel.sheet.macroEnabled.main+xml", XLSX},
		{"application/vnd.ms-excel.template.macroEnabled.main+xml", XLSX},
	} {
		if bytes.Contains(types, []byte(t.main)) {
			return t.kind
		}
	}
	return ""
}

// zipEntry is an entry as far as head contains it.
type zipEntry struct {
	name   []byte
	method uint16
	data   []byte // from its first byte on
}

func (e zipEntry) hasName(name string) bool { return string(e.name) == name }

// zipEntries finds the local file headers in head (APPNOTE 4.3.7).
func zipEntries(head []byte) []zipEntry {
	const fixed = 30 // length of a local file header before the name
	var out []zipEntry
	for rest := head; ; rest = rest[4:] {
		i := bytes.Index(rest, []byte("PK\x03\x04"))
		if i < 0 || len(rest)-i < fixed {
			return out
		}
		rest = rest[i:]
		name := fixed + int(binary.LittleEndian.Uint16(rest[26:]))
		data := name + int(binary.LittleEndian.Uint16(rest[28:]))
		out = append(out, zipEntry{
			name:   rest[fixed:min(name, len(rest))],
			method: binary.LittleEndian.Uint16(rest[8:]),
			data:   rest[min(data, len(rest)):],
		})
	}
}

// content inflates the entry, or returns nil if head is too short. For stored entries it ignores the end.
func (e zipEntry) content() []byte {
	const most = 1 << 20
	switch e.method {
	case 0:
		if !bytes.Contains(e.data, []byte("</Types>")) {
			return nil
		}
		return e.data
	case 8:
		inflated, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(e.data)), most))
		if err != nil || len(inflated) == most {
			return nil
		}
		return inflated
	}
	return nil
}
