package sniff_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		head string
		want sniff.Format // "" for unknown
	}{
		{"pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", sniff.PDF},
		{"pdf after a banner", "junk\x00\x01\n%PDF-1.4\n", sniff.PDF},
		{"pdf at the last allowed offset", strings.Repeat("\x00", 1024) + "%PDF-1.4", sniff.PDF},
		{"pdf header too late", strings.Repeat("\x00", 1025) + "%PDF-1.4", ""},
		{"pdf without a header", "1 0 obj\n<< /Type /Catalog >>\nendobj\n", sniff.PDF},
		{"png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", sniff.PNG},
		{"jpeg", "\xff\xd8\xff\xe0\x00\x10JFIF", sniff.JPEG},
		{"jpeg with a pdf header inside", "\xff\xd8\xff\xe0\x00\x10JFIF%PDF-1.4", sniff.JPEG},
		{"gif", "GIF89a\x01\x00\x01\x00", sniff.GIF},
		{"tiff little endian", "II*\x00\x08\x00\x00\x00", sniff.TIFF},
		{"tiff big endian", "MM\x00*\x00\x00\x00\x08", sniff.TIFF},
		{"webp", "RIFF\x24\x00\x00\x00WEBPVP8 ", sniff.WebP},
		{"wave is no webp", "RIFF\x24\x00\x00\x00WAVEfmt ", ""},
		{"bmp", "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x02\x00", sniff.BMP},
		{"text that starts with BM", "BMW Leasing\nInvoice 12\n", sniff.Text},
		{"html", "\n<!DOCTYPE html><html><body>x", sniff.HTML},
		{"html after a comment", "<!-- x --><HTML lang=\"de\">", sniff.HTML},
		{"xhtml", "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"x\"><html>", sniff.HTML},
		{"ubl", `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">`, sniff.XML},
		{"ubl with a prefix", "<?xml version='1.0'?>\n<!-- x -->\n<ubl:CreditNote\n " +
			"xmlns:ubl='urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2'>", sniff.XML},
		{"ubl order", `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>`, sniff.XML},
		{"cii with a byte order mark", "\xef\xbb\xbf<?xml version=\"1.0\"?><rsm:CrossIndustryInvoice " +
			"xmlns:rsm=\"urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100\">", sniff.XML},
		{"zugferd 1", `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0">`, sniff.XML},
		{"order-x", `<rsm:SCRDMCCBDACIOMessageStructure ` +
			`xmlns:rsm="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100">`, sniff.XML},
		{"ubl that is no invoice", `<Catalogue xmlns="urn:oasis:names:specification:ubl:schema:xsd:Catalogue-2"/>`, ""},
		{"xml of another kind", "<?xml version=\"1.0\"?><Invoice/>", ""},
		{"xml with a document type", "<!DOCTYPE note SYSTEM \"x\"><note/>", ""},
		{"svg", `<svg xmlns="http://www.w3.org/2000/svg">`, ""},
		{"text in angle brackets", "<Bob> wrote:\nInvoice 12\n", sniff.Text},
		{"html fragment", "<div class=\"x\">Invoice", sniff.HTML},
		{"office before 2007", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", sniff.OLE},
		{"rich text", "{\\rtf1\\ansi Invoice}", ""},
		{"postscript", "%!PS-Adobe-3.0\n", ""},
		{"mail", "From: a@example.com\r\nTo: b@example.com\r\nMIME-Version: 1.0\r\n\r\nHi", sniff.EML},
		{"mail with folded field", "Received: from x\r\n\tby y\r\nFrom: a@example.com\r\n\r\nHi", sniff.EML},
		{"mail of long headers", "ARC-Seal: i=1; b=" + strings.Repeat("A", 2*sniff.HeadSize), sniff.EML},
		{"mail cut in a name", "Received: " + strings.Repeat("x", sniff.HeadSize-15) + "\nX-Som", sniff.EML},
		{"letter that looks like mail", "From: Acme\nTo: Bob\nDate: 1 May\n\nInvoice", sniff.Text},
		{"csv", "date;text;amount\n2026-01-02;Rent;-500,00\n", sniff.CSV},
		{"csv with quotes", "date,text,amount\n2026-01-02,\"Rent, May\",-500.00\n", sniff.CSV},
		{"csv of a bank", "\"Account\";\"DE12\"\n\n\"Date\";\"Text\";\"Amount\"\n" +
			strings.Repeat("\"1.2.2026\";\"Rent\";\"-500,00\"\n", 5), sniff.CSV},
		{"csv that declares its delimiter", "sep=;\na;b\n", sniff.CSV},
		{"prose with commas", "Dear Bob, hello\nI am fine, thanks\n", sniff.Text},
		{"text", "Invoice 4711\nTotal 12.00\n", sniff.Text},
		{"latin-1", "Rechnung f\xfcr M\xfcller, Gr\xf6\xdfe 4\nSumme 12,00\n", sniff.Text},
		{"windows-1252", "Total 12,00 \x80\n", sniff.Text},
		{"cyrillic in eight bits", strings.Repeat("\xd1\xf7\xe5\xf2 \xed\xee\xec\xe5\xf0 12\n", 8), sniff.Text},
		{"utf-16 without a mark", "I\x00n\x00v\x00o\x00i\x00c\x00e\x00", sniff.Text},
		{"executable", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", ""},
		{"windows executable", "MZ\x90\x00\x03\x00\x00\x00\x04", ""},
		{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00", ""},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, ok := sniff.Sniff([]byte(c.head))
			if got != c.want || ok != (c.want != "") {
				t.Fatalf("Sniff = %q, %v; want %q", got, ok, c.want)
			}
		})
	}
}

func TestRootBeyondHead(t *testing.T) {
	t.Parallel()
	const start = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"`
	wide := []byte("\xff\xfe")
	for _, c := range "<!-- " + strings.Repeat("x", sniff.HeadSize) + " -->" + start + ">" {
		wide = append(wide, byte(c), 0)
	}
	for name, c := range map[string]struct {
		file string
		want sniff.Format
	}{
		"long comment":             {"<?xml version='1.0'?><!-- " + strings.Repeat("x", sniff.HeadSize) + " -->" + start + ">", sniff.XML},
		"many namespaces":          {start + strings.Repeat(` xmlns:abc="urn:x"`, 1) + strings.Repeat(" ", sniff.HeadSize) + ">", sniff.XML},
		"long definition":          {"<!DOCTYPE Invoice [" + strings.Repeat("<!ENTITY a 'b'>", 1000) + "]>" + start + "/>", sniff.XML},
		"utf-16":                   {string(wide), sniff.XML},
		"web page":                 {"<!-- " + strings.Repeat("x", sniff.HeadSize) + " --><!DOCTYPE html><html>", sniff.HTML},
		"other XML":                {"<?xml version='1.0'?><!-- " + strings.Repeat("x", sniff.HeadSize) + " --><svg/>", ""},
		"comment without end":      {"<?xml version='1.0'?><!-- " + strings.Repeat("x", 2*sniff.MaxHeadSize), ""},
		"root beyond the maximum":  {"<?xml version='1.0'?><!--" + strings.Repeat("x", sniff.MaxHeadSize) + "-->" + start + ">", ""},
		"definition that has none": {"<!DOCTYPE [" + strings.Repeat("<!--", sniff.MaxHeadSize/8), ""},
	} {
		data := []byte(c.file)
		got, _ := sniff.Sniff(data)
		assert.Equal(t, got, c.want, name)
		assert.True(t, sniff.WantsMore(data[:sniff.HeadSize]), name, "wants more")
	}
	for _, head := range []string{"", "<", start + ">" + strings.Repeat(" ", sniff.HeadSize), "%PDF-1.7",
		strings.Repeat("a", sniff.HeadSize), "<!-- short -->"} {
		assert.True(t, !sniff.WantsMore([]byte(head)), head, "wants no more")
	}
}

func TestSniffUTF16(t *testing.T) {
	t.Parallel()
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		head := order.AppendUint16(nil, 0xfeff)
		for _, u := range utf16.Encode([]rune("Rechnung für Müller\n")) {
			head = order.AppendUint16(head, u)
		}
		if got, _ := sniff.Sniff(head); got != sniff.Text {
			t.Fatalf("Sniff of %v text = %q", order, got)
		}
	}
}

func TestSniffCutRune(t *testing.T) {
	t.Parallel()
	head := []byte(strings.Repeat("a", sniff.HeadSize-1) + "ü")
	if got, _ := sniff.Sniff(head); got != sniff.Text {
		t.Fatalf("Sniff = %q, want text", got)
	}
}

// Entries of archives: the name and, after a bar, the content.
const (
	docxTypes  = "[Content_Types].xml|application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	xlsxTypes  = "[Content_Types].xml|application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	macroTypes = "[Content_Types].xml|application/vnd.ms-excel.sheet.macroEnabled.main+xml"
)

func TestSniffZip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entries []string
		want    sniff.Format
	}{
		{[]string{docxTypes, "_rels/.rels", "word/document.xml"}, sniff.DOCX},
		{[]string{xlsxTypes, "_rels/.rels", "docProps/app.xml", "xl/workbook.xml"}, sniff.XLSX},
		{[]string{macroTypes, "_rels/.rels", "xl/workbook.xml"}, sniff.XLSX},
		{[]string{"_rels/.rels", "docProps/app.xml", "word/document.xml", docxTypes}, sniff.DOCX},
		{[]string{"_rels/.rels", "xl/workbook.xml"}, sniff.XLSX},
		{[]string{"[Content_Types].xml|presentation", "word/document.xml"}, ""},
		{[]string{"mimetype", "content.xml", "word/x.xml"}, ""},
		{[]string{"META-INF/MANIFEST.MF", "word/Main.class"}, ""},
		{[]string{"readme.txt"}, ""},
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range c.entries {
			name, content, _ := strings.Cut(name, "|")
			w, err := z.Create(name)
			require.NoError(t, err)
			if _, err := w.Write([]byte("<Types>" + content + "</Types>")); err != nil {
				t.Fatal(err)
			}
		}
		require.NoError(t, z.Close())
		if got, ok := sniff.Sniff(b.Bytes()); got != c.want || ok != (c.want != "") {
			t.Errorf("Sniff of %v = %q, %v; want %q", c.entries, got, ok, c.want)
		}
	}
}

func TestSniffRandomBytes(t *testing.T) {
	t.Parallel()
	r := rand.NewChaCha8([32]byte{1})
	head := make([]byte, sniff.HeadSize)
	for range 200 {
		_, _ = r.Read(head)
		if got, ok := sniff.Sniff(head); ok {
			t.Fatalf("random bytes are %q", got)
		}
	}
}

func TestSupportedNames(t *testing.T) {
	t.Parallel()
	if !sniff.IsReadable(sniff.PDF) || sniff.IsReadable("") {
		t.Fatal("PDF must be readable, the empty kind not")
	}
	if !sniff.IsAccepted(sniff.OLE) || sniff.IsReadable(sniff.OLE) || !sniff.IsAccepted(sniff.DOCX) || sniff.IsAccepted("") {
		t.Fatal("containers of unreadable content must be accepted, unknown bytes not")
	}
	names := sniff.SupportedNames()
	for _, want := range []string{"PDF", "WebP", "DOCX", "XLSX", "HTML", "EML", "plain text", "e-invoice XML"} {
		if !slices.Contains(names, want) {
			t.Errorf("SupportedNames %v lacks %q", names, want)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("%PDF-1.7"))
	f.Add([]byte("PK\x03\x04" + strings.Repeat("\xff", 40)))
	f.Add([]byte("<?xml <!-- \xc3"))
	f.Add([]byte(ftyp("mif1", "heic")))
	f.Fuzz(func(t *testing.T, head []byte) {
		k, ok := sniff.Sniff(head)
		if ok != (k != "") {
			t.Fatalf("Sniff = %q, %v", k, ok)
		}
		if ok && k.MIMEType() == "application/octet-stream" {
			t.Fatalf("kind %q has no media type", k)
		}
	})
}

// ftyp makes the box that files of ISO/IEC 14496-12 begin with, and the start
// of the next one.
func ftyp(brand string, compatible ...string) string {
	body := "ftyp" + brand + "\x00\x00\x00\x00" + strings.Join(compatible, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(4+len(body)))) + body + "\x00\x00\x02\x00meta"
}

func TestSniffHEIF(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		head string
		want sniff.Format
	}{
		{"photo of an iPhone", ftyp("heic", "mif1", "miaf", "MiHB", "heic"), sniff.HEIC},
		{"photo of ten bits", ftyp("heix", "mif1"), sniff.HEIC},
		{"burst", ftyp("hevc", "msf1"), sniff.HEIC},
		{"layered", ftyp("heim"), sniff.HEIC},
		{"layered, of ten bits", ftyp("heis"), sniff.HEIC},
		{"layered burst", ftyp("hevm"), sniff.HEIC},
		{"layered burst of ten bits", ftyp("hevs"), sniff.HEIC},
		{"container's brand first", ftyp("mif1", "heic"), sniff.HEIC},
		{"container's brand alone", ftyp("msf1"), sniff.HEIC},
		{"unknown brand first", ftyp("MiHE", "mif1"), sniff.HEIC},
		{"avif", ftyp("avif", "mif1", "miaf"), sniff.AVIF},
		{"avif, container's brand first", ftyp("mif1", "avif"), sniff.AVIF},
		{"animated avif", ftyp("avis", "msf1"), sniff.AVIF},
		{"box longer than what is there", "\x00\x00\x04\x00ftypheic\x00\x00\x00\x00", sniff.HEIC},
		{"video", ftyp("isom", "iso2", "mp41"), ""},
		{"film of an iPhone", ftyp("qt  "), ""},
		{"brand behind the box", ftyp("isom")[:16] + "heic", ""},
		{"box without brands", "\x00\x00\x00\x08ftypheic\x00\x00\x00\x00", ""},
		{"cut in the box", "\x00\x00\x00\x18ftypheic", ""},
		{"text about it", "....ftypheic and mif1 are brands\n", sniff.Text},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, ok := sniff.Sniff([]byte(c.head))
			if got != c.want || ok != (c.want != "") {
				t.Fatalf("Sniff = %q, %v; want %q", got, ok, c.want)
			}
		})
	}
}

func TestUnsupportedPhotoAdvice(t *testing.T) {
	t.Parallel()
	for kind, advice := range map[sniff.Format]string{
		sniff.HEIC: "Settings → Camera → Formats → Most Compatible",
		sniff.AVIF: "JPEG or PNG",
	} {
		if sniff.IsAccepted(kind) || sniff.IsReadable(kind) || !strings.Contains(sniff.RefusalMessage(kind), advice) {
			t.Errorf("%s: accepted %v, readable %v, %q", kind, sniff.IsAccepted(kind), sniff.IsReadable(kind),
				sniff.RefusalMessage(kind))
		}
	}
	for _, kind := range []sniff.Format{sniff.JPEG, sniff.OLE, ""} {
		if got := sniff.RefusalMessage(kind); got != "" {
			t.Errorf("%q is refused: %s", kind, got)
		}
	}
}
