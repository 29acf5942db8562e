package einvoice_test

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/einvoice"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/lab/xmlgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"golang.org/x/text/encoding/charmap"
)

const root = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">`

func TestRefusals(t *testing.T) {
	t.Parallel()
	laughs := `<?xml version="1.0"?><!DOCTYPE Invoice [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&` +
		`a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`
	for _, c := range []struct {
		name, xml string
		want      extractionerror.Code
	}{
		{"entities within entities", laughs + root + `&c;</Invoice>`, extractionerror.UnsupportedFormat},
		{"outside entity", `<!DOCTYPE Invoice [<!ENTITY c SYSTEM "file:///etc/passwd">]>` + root + `<ID>&c;</ID></Invoice>`,
			extractionerror.UnsupportedFormat},
		{"endless definition", `<!DOCTYPE Invoice [` + strings.Repeat(`<!ENTITY a "`, 10_000), extractionerror.CorruptFile},
		{"empty envelope", envelopes["SOAP"]("<Fault/>"), extractionerror.UnsupportedFormat},
		{"damaged file in an envelope", envelopes["SOAP, escaped"]("<Invoice"), extractionerror.CorruptFile},
		{"deep envelopes", deepEnvelope(5), extractionerror.UnsupportedFormat},
		{"unknown entity", root + `&c;</Invoice>`, extractionerror.UnsupportedFormat},
		{"other root", `<note xmlns="urn:x">hello</note>`, extractionerror.UnsupportedFormat},
		{"name without namespace", `<Invoice><ID>1</ID></Invoice>`, extractionerror.UnsupportedFormat},
		{"cut", ublInvoice[:len(ublInvoice)/2], extractionerror.CorruptFile},
		{"cut in a tag", ublInvoice[:strings.Index(ublInvoice, "CustomizationID")], extractionerror.CorruptFile},
		{"crossed tags", root + `<a><b></a></b></Invoice>`, extractionerror.CorruptFile},
		{"empty", "", extractionerror.CorruptFile},
		{"text", "Invoice", extractionerror.CorruptFile},
		{"deep", root + strings.Repeat("<a>", einvoice.MaxDepth) + strings.Repeat("</a>", einvoice.MaxDepth) + `</Invoice>`,
			extractionerror.TooComplex},
		{"endlessly deep", root + strings.Repeat("<a>", 1_000_000), extractionerror.TooComplex},
		{"many elements", root + strings.Repeat("<a/>", einvoice.MaxElements+1) + `</Invoice>`, extractionerror.TooComplex},
		{"huge attribute", root + `<a b="` + strings.Repeat("x", einvoice.MaxTag) + `"/></Invoice>`, extractionerror.TooComplex},
		{"many attributes", root + `<a ` + strings.Repeat("b=''\n", 100_000) + `/></Invoice>`, extractionerror.TooComplex},
		{"attribute that hides its end", root + `<a ` + strings.Repeat(`b=">" `, 10_000) + `/></Invoice>`,
			extractionerror.TooComplex},
		{"huge file", root + strings.Repeat(" ", einvoice.MaxBytes), extractionerror.TooComplex},
	} {
		d, err := einvoice.Read([]byte(c.xml))
		if extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, %v, want %s", c.name, d, err, c.want)
		}
	}
}

func TestLargeInvoices(t *testing.T) {
	t.Parallel()
	line := `<a:InvoiceLine><ID>1</ID><InvoicedQuantity ` +
		`unitCode="C62">1</InvoicedQuantity><LineExtensionAmount>1.00</LineExtensionAmount><a:Item><Name>x</Name></a:Item></a:InvoiceLine>`
	d := read(t, strings.Replace(ublInvoice, "</u:Invoice>", strings.Repeat(line, 10_000)+"</u:Invoice>", 1))
	assert.Equal(t, len(d.Lines), 10_002, "lines")
	attachment := "JVBERi0" + strings.Repeat("A", 8<<20)
	if d = read(t, strings.Replace(ublInvoice, "JVBERi0=", attachment, 1)); d.Number != "HT-1188" {
		t.Errorf("number %q", d.Number)
	}
	// Padding and a second root after the end are ignored, and so are tags in comments and CDATA sections.
	odd := strings.Replace(ublInvoice, "<ID>HT-1188</ID>", "<!-- <x ' > --><ID><![CDATA[HT-<&>'1188]]></ID>", 1)
	if d = read(t, odd+"\x00\x00<Invoice>"); d.Number != "HT-<&>'1188" {
		t.Errorf("number %q", d.Number)
	}
}

func TestLongValuesTruncated(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é ", 1<<20)
	xml := strings.NewReplacer("<ID>HT-1188</ID>", "<ID>\n\t"+long+"</ID>", "galvanised", long,
		"</u:Invoice>", strings.Repeat("<a:PaymentTerms><Note>"+long[:40<<10]+"</Note></a:PaymentTerms>", 5)+"</u:Invoice>").
		Replace(ublInvoice)
	d := read(t, xml)
	for name, c := range map[string]struct {
		got      string
		min, max int
	}{
		"number":      {d.Number, einvoice.MaxValueBytes - 4, einvoice.MaxValueBytes},
		"description": {d.Lines[0].Description, einvoice.MaxNoteBytes - 4, einvoice.MaxNoteBytes},
		"terms":       {d.Terms, einvoice.MaxNoteBytes - 4, einvoice.MaxNoteBytes},
	} {
		if len(c.got) < c.min || len(c.got) > c.max || !utf8.ValidString(c.got) {
			t.Errorf("%s: %d bytes, valid UTF-8: %v", name, len(c.got), utf8.ValidString(c.got))
		}
	}
	if d.Seller.Name != "Harrow Tools Ltd" || len(d.Lines) != 2 {
		t.Errorf("the rest of the invoice: %q, %d lines", d.Seller.Name, len(d.Lines))
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	text := strings.Replace(ublInvoice, "Harrow Tools Ltd", "Müller & Söhne €", 1)
	text = strings.Replace(text, "Müller & ", "Müller &amp; ", 1)
	declared := func(name string) string { return strings.Replace(text, `encoding="UTF-8"`, `encoding='`+name+`'`, 1) }
	table := func(c *charmap.Charmap, s string) []byte {
		b, err := c.NewEncoder().Bytes([]byte(s))
		require.NoError(t, err)
		return b
	}
	wide := func(order binary.AppendByteOrder, s string) []byte {
		var b []byte
		for _, u := range utf16.Encode([]rune(s)) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	for name, data := range map[string][]byte{
		"utf-8":                                []byte(text),
		"utf-8 with a mark":                    []byte("\xef\xbb\xbf" + text),
		"mark and line break":                  []byte("\xef\xbb\xbf\r\n" + text),
		"made-up name":                         []byte(declared("UTF8-unknown")),
		"windows-1252":                         table(charmap.Windows1252, declared("windows-1252")),
		"iso-8859-1":                           table(charmap.Windows1252, declared("ISO-8859-1")),
		"iso-8859-15":                          table(charmap.ISO8859_15, declared("ISO-8859-15")),
		"windows-1252 that calls itself utf-8": table(charmap.Windows1252, text),
		"latin-1":                              table(charmap.Windows1252, declared("latin-1")),
		"utf-16 with a mark":                   wide(binary.LittleEndian, "\ufeff"+declared("UTF-16")),
		"big-endian utf-16":                    wide(binary.BigEndian, "\ufeff"+declared("UTF-16")),
		"utf-16 without a mark":                wide(binary.LittleEndian, declared("UTF-16")),
		"without declaration":                  []byte(text[strings.Index(text, "<!--"):]),
	} {
		if syntax, ok := einvoice.Recognize(data); !ok || syntax != einvoice.UBL {
			t.Errorf("%s: not recognised", name)
		}
		d, err := einvoice.Read(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d.Seller.Name != "Müller & Söhne €" {
			t.Errorf("%s: %q", name, d.Seller.Name)
		}
	}
	greek := strings.Replace(strings.Replace(ublInvoice, "Harrow Tools Ltd", "Ελληνικά ΑΕ", 1), `"UTF-8"`, `"iso-8859-7"`, 1)
	assert.Equal(t, read(t, string(table(charmap.ISO8859_7, greek))).Seller.Name, "Ελληνικά ΑΕ", "iso-8859-7")
}

func TestProlog(t *testing.T) {
	t.Parallel()
	invoice := ublInvoice[strings.Index(ublInvoice, "<u:Invoice"):]
	for name, prolog := range map[string]string{
		"long comment":     "<?xml version='1.0'?>\n<!-- " + strings.Repeat("licence ' > ", 1000) + "-->\n",
		"style sheets":     strings.Repeat("<?xml-stylesheet type='text/xsl' href='a.xsl'?>", 300),
		"definition":       `<!DOCTYPE u:Invoice SYSTEM "no-such-file.dtd">`,
		"inner definition": "<!DOCTYPE u:Invoice [<!-- ]> ' --><!ENTITY a \"]>\"><!ELEMENT b (c|d)><?x ]>?>]>\n<!-- > -->",
		"entities":         `<!DOCTYPE u:Invoice [` + strings.Repeat("<!ENTITY a '<b/>'>", 1000) + `]>`,
	} {
		data := []byte(prolog + invoice)
		if kind, _ := sniff.Sniff(data); kind != sniff.XML {
			t.Errorf("%s: sniffed %q", name, kind)
		}
		_, ok := einvoice.Recognize(data)
		assert.True(t, ok, name, "is not recognized")
		assert.Equal(t, read(t, string(data)).Number, "HT-1188", name)
	}
}

const sbdh = `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">` +
	`<StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>`

// envelopes put a file into others, as an element or as text.
var envelopes = map[string]func(string) string{
	"Peppol": func(xml string) string { return sbdh + xml + `</StandardBusinessDocument>` },
	"Peppol, base64": func(xml string) string {
		text := base64.StdEncoding.EncodeToString([]byte("\xef\xbb\xbf" + xml))
		return sbdh + `<BinaryContent mimeType="application/xml">` + text[:76] + "\r\n" + text[76:] +
			`</BinaryContent></StandardBusinessDocument>`
	},
	"Colombia": func(xml string) string {
		return `<AttachedDocument xmlns="urn:oasis:names:specification:ubl:schema:xsd:AttachedDocument-2">` +
			`<ID>HT-1188</ID><Note>&lt;none&gt;</Note><Description><![CDATA[` + xml + `]]></Description></AttachedDocument>`
	},
	"SOAP": func(xml string) string {
		return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` + xml + `</s:Body></s:Envelope>`
	},
	"SOAP, escaped": func(xml string) string {
		return `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a>` +
			strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(xml) + `</a></s:Body></s:Envelope>`
	},
	"signature": func(xml string) string {
		return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/><ds:SignatureValue>AAAA` +
			`</ds:SignatureValue><ds:Object>` + xml + `</ds:Object></ds:Signature>`
	},
}

func deepEnvelope(levels int) string {
	xml := ublInvoice
	for range levels {
		xml = envelopes["SOAP, escaped"](xml)
	}
	return xml
}

func TestEnvelopes(t *testing.T) {
	t.Parallel()
	_, invoice, _ := strings.Cut(ublInvoice, "?>\n")
	for name, wrap := range envelopes {
		data := []byte(wrap(invoice))
		if kind, _ := sniff.Sniff(data); kind != sniff.XML {
			t.Errorf("%s: sniffed %q", name, kind)
		}
		d := read(t, string(data))
		assert.True(t, d.Syntax == einvoice.UBL && d.Number == "HT-1188" && len(d.Lines) == 2, name, d.Number)
		entries, err := einvoice.Outline(data)
		assert.True(t, err == nil && entries[0].Text == "urn:cen.eu:en16931:2017", name, entries, err)
	}
	assert.Equal(t, read(t, envelopes["Colombia"](ciiInvoice)).Syntax, einvoice.CII, "CII in an envelope")
	assert.Equal(t, read(t, deepEnvelope(3)).Number, "HT-1188", "envelopes in envelopes")
}

func TestRecognizeHeadOnly(t *testing.T) {
	t.Parallel()
	if _, ok := einvoice.Recognize([]byte(ciiInvoice[:1000])); !ok {
		t.Error("the head of an invoice is not recognised")
	}
	for _, other := range []string{"", "%PDF-1.7", `<?xml version="1.0"?><html/>`, "<", `<Invoice xmlns="urn:x">`,
		"\xff\xfe", strings.Repeat("<!-- x -->", sniff.MaxHeadSize/10) + root} {
		if s, ok := einvoice.Recognize([]byte(other)); ok {
			t.Errorf("%.30q is taken for %s", other, s)
		}
	}
}

// FuzzRead changes short files: what it makes of longer ones is seldom well-formed.
func FuzzRead(f *testing.F) {
	for _, xml := range []string{root + "<ID>1</ID></Invoice>", `<?xml version="1.0" encoding="latin1"?><a/>`,
		"<?xml encoding=\"utf-16\"?>", " 000000\xfe", "\xff\xfe<\x00", "<!DOCTYPE a><a/>",
		"<!DOCTYPE a [<!ENTITY b '>'><!-- ] -->]>" + root + "&b;</Invoice>", envelopes["Colombia"](root + "</Invoice>"),
		envelopes["Peppol, base64"](root + "<ID>1</ID></Invoice>"), envelopes["SOAP, escaped"]("<a/>"), "<a><!-- b --><![CDATA[c]]></a>"} {
		f.Add([]byte(xml))
	}
	f.Fuzz(checkRead)
}

// FuzzElements changes the elements of documents in all syntaxes, which stay well-formed.
func FuzzElements(f *testing.F) {
	const longest = 40 // so many elements are minimized in a moment
	samples := []string{ublInvoice, creditNote(), ublOrder, ciiInvoice, zugferdInvoice, orderResponse,
		fatturaPA, cfdi, ebInterface, facturae, ksef}
	dictionaries := make([]*xmlgen.Dictionary, len(samples))
	for i, sample := range samples {
		dictionaries[i] = xmlgen.NewDictionary(sample)
		program := dictionaries[i].Program(sample)
		for len(program) > 1 {
			n := min(longest, len(program)-1)
			f.Add(uint8(i), append(program[:1:1], program[1:n+1]...)) //nolint:gosec // a few samples
			program = append(program[:1:1], program[n+1:]...)
		}
	}
	f.Fuzz(func(t *testing.T, syntax uint8, program []byte) {
		checkRead(t, []byte(dictionaries[int(syntax)%len(dictionaries)].XML(program)))
	})
}

func checkRead(t *testing.T, data []byte) {
	d, err := einvoice.Read(data)
	readtest.Check(t, nil, err)
	if err == nil && (d.Syntax == "" || d.Type == "") {
		t.Fatalf("%+v", d)
	}
	if _, err := einvoice.Outline(data); (err == nil) != (d != nil) {
		t.Fatalf("outline: %v", err)
	}
}
