// Package associated finds the embedded files of a PDF that are not in its name tree: those associated with the
// document (/AF; ISO 32000-2, 14.13) and those of annotations (ISO 32000-1, 12.5.6.15). It also finds the XFA form.
// PDFium gives no access to the catalog.
package associated

import (
	"bytes"
	"compress/zlib"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/docmill/docmill/engine/document"
)

// Limits of the search for associated files.
const (
	maxSearched      = 256 << 20 // bytes of a file
	maxInflated      = 64 << 20  // bytes of all object streams
	maxObjectStreams = 2000
)

// Files returns the associated files of a PDF and those of annotations, at most maxFiles and budget bytes. Use it if
// the name tree of embedded files is empty or HasAnnotatedFiles. It returns nothing for encrypted PDFs. The last
// revision of an object counts.
func Files(data []byte, maxFiles, budget int) []document.Attachment {
	if len(data) > maxSearched || !bytes.Contains(data, []byte("/EmbeddedFile")) && !HasAnnotatedFiles(data) {
		return nil
	}
	o := indexObjects(data)
	catalog := o.catalog()
	if catalog == nil {
		return nil
	}
	specs, _ := o.resolve(catalog["AF"]).(array)
	specs = slices.Concat(specs, o.annotated())
	seen := map[reference]bool{}
	var out []document.Attachment
	for _, ref := range specs[:min(len(specs), maxFiles)] {
		spec, _ := o.resolve(ref).(dictionary)
		files, _ := o.resolve(spec["EF"]).(dictionary)
		for _, key := range []name{"UF", "F"} {
			at, ok := files[key].(reference)
			if !ok || seen[at] {
				continue
			}
			seen[at] = true
			if content, ok := o.stream(at, budget); ok {
				budget -= len(content)
				out = append(out, document.Attachment{Name: o.fileName(spec), Data: content})
			}
			break
		}
	}
	return out
}

// HasAnnotatedFiles reports whether a PDF may have files in annotations that are not packed.
func HasAnnotatedFiles(data []byte) bool { return bytes.Contains(data, []byte("/FileAttachment")) }

// annotated returns the file specifications of annotations, in the order of their numbers.
func (o *objects) annotated() array {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(o.offsets)), maps.Keys(o.packed))
	slices.Sort(ids)
	var specs array
	for _, id := range ids {
		if d, _ := o.resolve(id).(dictionary); d["Subtype"] == name("FileAttachment") {
			specs = append(specs, d["FS"])
		}
	}
	return specs
}

// XFA returns the XFA form of a PDF (ISO 32000-1, 12.7.8), at most budget bytes. It returns nothing for encrypted PDFs.
func XFA(data []byte, budget int) (form []byte) {
	if len(data) > maxSearched {
		return nil
	}
	o := indexObjects(data)
	fields, _ := o.resolve(o.catalog()["AcroForm"]).(dictionary)
	packets, ok := o.resolve(fields["XFA"]).(array) // names and streams, which together are the form
	if !ok {
		packets = array{fields["XFA"]}
	}
	for _, p := range packets {
		if at, ok := p.(reference); ok {
			content, _ := o.stream(at, budget-len(form))
			form = append(form, content...)
		}
	}
	return form
}

// objects finds the objects of a file by searching, without cross references.
type objects struct {
	data    []byte
	offsets map[reference]int    // behind "obj"
	packed  map[reference][]byte // those of object streams
	trailer dictionary
}

// objectStart is "12 0 obj".
var objectStart = regexp.MustCompile(`(?:^|[\s>])(\d{1,10})\s+\d{1,5}\s+obj\b`)

func indexObjects(data []byte) *objects {
	o := &objects{data: data, offsets: map[reference]int{}, packed: map[reference][]byte{}, trailer: dictionary{}}
	inflated, streams := maxInflated, 0
	for _, m := range objectStart.FindAllSubmatchIndex(data, -1) {
		id, err := strconv.Atoi(string(data[m[2]:m[3]]))
		if err != nil {
			continue
		}
		o.offsets[reference(id)] = m[1]
		delete(o.packed, reference(id))
		d, _ := o.objectAt(m[1]).(dictionary)
		switch d["Type"] {
		case name("XRef"):
			o.addTrailer(d)
		case name("ObjStm"):
			if streams++; streams <= maxObjectStreams {
				inflated -= o.unpack(reference(id), d, inflated)
			}
		}
	}
	for rest := data; ; {
		i := bytes.Index(rest, []byte("trailer"))
		if i < 0 {
			return o
		}
		rest = rest[i+len("trailer"):]
		if d, ok := (&parser{data: rest}).value(0); ok {
			if d, ok := d.(dictionary); ok {
				o.addTrailer(d)
			}
		}
	}
}

func (o *objects) addTrailer(d dictionary) {
	for _, key := range []name{"Root", "Encrypt"} {
		if v, ok := d[key]; ok {
			o.trailer[key] = v
		}
	}
}

func (o *objects) catalog() dictionary {
	if o.trailer["Encrypt"] != nil {
		return nil
	}
	catalog, _ := o.resolve(o.trailer["Root"]).(dictionary)
	return catalog
}

// unpack reads the objects of an object stream (ISO 32000-1, 7.5.7) and returns its size in bytes.
func (o *objects) unpack(id reference, d dictionary, limit int) int {
	content, ok := o.stream(id, limit)
	first, _ := d["First"].(float64)
	n, _ := d["N"].(float64)
	if !ok || first < 0 || int(first) > len(content) {
		return len(content)
	}
	header := parser{data: content[:int(first)]}
	for range int(min(max(n, 0), float64(len(content)))) {
		member, ok1 := header.value(0)
		offset, ok2 := header.value(0)
		number, isNumber := member.(float64)
		at, isOffset := offset.(float64)
		if !ok1 || !ok2 || !isNumber || !isOffset || at < 0 || int(first+at) > len(content) {
			break
		}
		o.packed[reference(number)] = content[int(first+at):]
		delete(o.offsets, reference(number))
	}
	return len(content)
}

func (o *objects) objectAt(offset int) any {
	v, _ := (&parser{data: o.data, at: offset}).value(0)
	return v
}

// resolve follows references; missing objects are nil.
func (o *objects) resolve(v any) any {
	const furthest = 10
	for range furthest {
		ref, ok := v.(reference)
		if !ok {
			return v
		}
		if b, ok := o.packed[ref]; ok {
			v, _ = (&parser{data: b}).value(0)
		} else if offset, ok := o.offsets[ref]; ok {
			v = o.objectAt(offset)
		} else {
			return nil
		}
	}
	return nil
}

// stream returns the content of a stream object without a filter or with Flate, at most limit bytes.
func (o *objects) stream(id reference, limit int) ([]byte, bool) {
	offset, ok := o.offsets[id]
	if !ok || limit <= 0 {
		return nil, false
	}
	p := parser{data: o.data, at: offset}
	v, ok := p.value(0)
	d, isDictionary := v.(dictionary)
	p.skipSpace()
	if !ok || !isDictionary || !p.literal("stream") {
		return nil, false
	}
	p.literal("\r")
	p.literal("\n")
	raw := o.data[p.at:]
	if n, ok := o.resolve(d["Length"]).(float64); ok && n >= 0 && int(n) <= len(raw) {
		raw = raw[:int(n)]
	} else if end := bytes.Index(raw, []byte("endstream")); end >= 0 {
		raw = raw[:end]
	}
	return decode(raw, o.resolve(d["Filter"]), limit)
}

func decode(raw []byte, filter any, limit int) ([]byte, bool) {
	if list, ok := filter.(array); ok {
		switch len(list) {
		case 0:
			filter = nil
		case 1:
			filter = list[0]
		}
	}
	switch filter {
	case nil:
		return bytes.Clone(raw), len(raw) <= limit
	case name("FlateDecode"):
	default:
		return nil, false
	}
	r, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, false
	}
	content, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	return content, err == nil && len(content) <= limit
}

// fileName reads the name of a file specification, preferably Unicode.
func (o *objects) fileName(spec dictionary) string {
	for _, key := range []name{"UF", "F"} {
		if s, ok := o.resolve(spec[key]).([]byte); ok {
			return textString(s)
		}
	}
	return ""
}

// textString decodes UTF-16BE or UTF-8 with a byte order mark, or else Latin-1, which is close to
// PDFDocEncoding (ISO 32000-1, 7.9.2.2).
func textString(s []byte) string {
	if rest, ok := bytes.CutPrefix(s, []byte("\xef\xbb\xbf")); ok {
		return string(rest)
	}
	rest, ok := bytes.CutPrefix(s, []byte("\xfe\xff"))
	if !ok {
		runes := make([]rune, len(s))
		for i, c := range s {
			runes[i] = rune(c)
		}
		return string(runes)
	}
	units := make([]uint16, len(rest)/2)
	for i := range units {
		units[i] = uint16(rest[2*i])<<8 | uint16(rest[2*i+1])
	}
	return string(utf16.Decode(units))
}
