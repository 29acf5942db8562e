package read_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"image/png"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func smallPDF(text string) []byte {
	gen := pdfgen.New()
	gen.AddPage(600, 800).Text(60, 100, 12, text)
	return gen.Bytes()
}

// attached makes a part of a mail.
func attached(name string, data []byte) string {
	return "Content-Type: application/octet-stream; name=\"" + name + "\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		base64.StdEncoding.EncodeToString(data)
}

func mixed(parts ...string) []byte {
	head := "Message-ID: <1@example.com>\r\nFrom: Billing <a@example.com>\r\nSubject: Your invoice\r\nContent-Type: " +
		"multipart/mixed; boundary=x\r\n\r\n"
	return []byte(head + "--x\r\n" + strings.Join(parts, "\r\n--x\r\n") + "\r\n--x--\r\n")
}

const mailBody = "Content-Type: text/plain; charset=iso-8859-1\r\n\r\nThe mail's own text f\xfcr you"

func TestReadMail(t *testing.T) {
	t.Parallel()
	docx := officegen.DOCX(officegen.Paragraph("A letter"))
	xml := []byte(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>1</ID></Invoice>`)
	for name, c := range map[string]struct {
		parts       []string
		want        string
		attachments int
	}{
		"its text": {[]string{mailBody}, "The mail's own text für you", 0},
		"the pdf": {[]string{mailBody, attached("b.docx", docx), attached("a.pdf", smallPDF("A page"))},
			"A page", 1},
		"the pdf that is named so": {[]string{attached("terms.pdf", smallPDF("Terms")),
			attached("Rechnung.pdf", smallPDF("A page"))}, "A page", 1},
		"the pdf with amounts": {[]string{attached("a.pdf", smallPDF("Terms of 14.03.2025, fee 5.00")),
			attached("b.pdf", smallPDF("Total 119.00 €, due 119,00"))}, "Total 119.00 €, due 119,00", 1},
		"the first pdf with amounts": {[]string{attached("a.pdf", smallPDF("Net 100.00 Total £119.00")),
			attached("b.pdf", smallPDF("1.00 2.00 3.00 4.00"))}, "Net 100.00 Total £119.00", 1},
		"the pdf without amounts": {[]string{attached("a.pdf", smallPDF("A page")),
			attached("b.csv", []byte("a;1.00\nb;2.00\n"))}, "A page", 1},
		"the letter": {[]string{mailBody, attached("b", docx), attached("c.csv", []byte("a;b\n1;2\n"))},
			"A letter", 1},
		"the pdf and its data": {[]string{attached("x.xml", xml), attached("a.pdf", smallPDF("A page"))}, "A page", 1},
		"what can be read": {[]string{attached("a.pdf", []byte("%PDF-1.7 broken")), attached("b.docx", docx)},
			"A letter", 1},
		"no programs": {[]string{mailBody, attached("a.exe", []byte("MZ\x90\x00\x03"))}, "The mail's own text für you", 1},
		"no text files": {[]string{mailBody, attached("ATT1.txt", []byte("sent from a telephone"))},
			"The mail's own text für you", 1},
	} {
		doc := mustRead(t, mixed(c.parts...))
		if got := visible(doc); got != c.want || len(doc.Attachments) != c.attachments {
			t.Errorf("%s: %q with %d attachments", name, got, len(doc.Attachments))
		}
		if doc.MIMEType != "message/rfc822" || doc.Info["Subject"] != "Your invoice" ||
			doc.Info["From"] != "Billing <a@example.com>" {
			t.Errorf("%s: %s, %v", name, doc.MIMEType, doc.Info)
		}
	}
}

// signedFile is a file in CMS signed data (RFC 5652) of indefinite lengths.
func signedFile(content string) []byte {
	octets := string([]byte{0x04, 0x82, byte(len(content) >> 8), byte(len(content))}) + content
	const start, oid = "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07", "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80"
	end := strings.Repeat("\x00\x00", 5)
	return []byte(start + "\x02\xa0\x80\x30\x80\x02\x01\x01\x31\x00" + oid + octets + end)
}

func TestReadSigned(t *testing.T) {
	t.Parallel()
	xml := `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>1</ID></Invoice>`
	for name, data := range map[string][]byte{"XML": signedFile(xml), "PDF": signedFile(string(smallPDF("A page"))),
		"mail": mixed(mailBody, attached("a.xml.p7m", signedFile(xml)))} {
		doc := mustRead(t, data)
		wantText, wantType := "ID: 1", "application/pkcs7-mime"
		switch name {
		case "PDF":
			wantText = "A page"
		case "mail":
			wantType = "message/rfc822"
		}
		assert.True(t, doc.MIMEType == wantType && strings.Contains(visible(doc), wantText), name, doc.MIMEType, visible(doc))
	}
	bounds := mustDraw(t, signedFile(string(smallPDF("A page"))), 1, 300).Bounds()
	assert.Equal(t, bounds.Dx(), 300, "width of the page")
	_, err := reader(t).Read(t.Context(), signedFile("\x00\x01"))
	assert.Equal(t, extractionerror.CodeOf(err), extractionerror.UnsupportedFormat, "program in a signed file")
}

func TestReadMailPicture(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, scan(t)))
	picture := strings.Replace(attached("", b.Bytes()), "application/octet-stream; name=\"\"",
		"image/png\r\nContent-ID: <1>", 1)
	html := "Content-Type: text/html\r\n\r\n<img src=\"cid:1\">"
	if got := visible(mustRead(t, mixed(html, picture))); !strings.Contains(got, "119.00") {
		t.Errorf("a mail that is a picture reads %q", got)
	}
	if got := visible(mustRead(t, mixed(html+"Hello", picture))); got != "Hello" {
		t.Errorf("a mail with a picture in its text reads %q", got)
	}
}

func TestReadFlowing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data []byte
		mime string
	}{
		"docx": {officegen.DOCX(officegen.Table([]string{"Total", "12.00"})),
			"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"xlsx": {officegen.XLSX("", "", "",
			officegen.Sheet{XML: `<sheetData><row><c t="str"><v>Total</v></c><c t="str"><v>12.00</v></c></row></sheetData>`}),
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		"html": {[]byte("<!DOCTYPE html><table><tr><td>Total<td>12.00</table>"), "text/html"},
		"csv":  {[]byte("Total;12.00\nTotal;12.00\n"), "text/csv"},
		"text": {[]byte("Total    12.00"), "text/plain"},
	} {
		doc := mustRead(t, c.data)
		line := doc.Pages[0].Lines[0]
		if line.Text() != "Total 12.00" || doc.MIMEType != c.mime || !doc.Pages[0].Nominal {
			t.Errorf("%s: %s: %q, nominal %v", name, doc.MIMEType, line.Text(), doc.Pages[0].Nominal)
		}
		if gap := (line.Words[1].Box.X0 - line.Words[0].Box.X1) * doc.Pages[0].Width; gap < 10 {
			t.Errorf("%s: the columns are %g points apart", name, gap)
		}
	}
}

// compound makes the start of a compound file with a stream of a name.
func compound(stream string) []byte {
	data := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 504)...)
	for _, u := range utf16.Encode([]rune(stream)) {
		data = binary.LittleEndian.AppendUint16(data, u)
	}
	return data
}

func TestReadOldOffice(t *testing.T) {
	t.Parallel()
	for stream, want := range map[string]struct {
		code extractionerror.Code
		says string
	}{
		"WordDocument":     {extractionerror.UnsupportedFormat, ".docx"},
		"Workbook":         {extractionerror.UnsupportedFormat, ".xlsx"},
		"EncryptedPackage": {extractionerror.PasswordProtected, "password"},
		"Anything":         {extractionerror.UnsupportedFormat, "old Office format"},
	} {
		_, err := reader(t).Read(t.Context(), compound(stream))
		var f *extractionerror.Error
		if !errors.As(err, &f) || f.Code != want.code || !strings.Contains(f.Message, want.says) {
			t.Errorf("%s: %v", stream, err)
		}
	}
}

// heic is the start of an iPhone's photo.
const heic = "\x00\x00\x00\x1cftypheic\x00\x00\x00\x00mif1heicmiaf\x00\x00\x01\x3cmeta"

func TestReadUnsupportedPhotos(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"alone":                     []byte(heic),
		"in a mail":                 mixed(mailBody, attached("IMG_0815.HEIC", []byte(heic))),
		"in a mail, with a program": mixed(attached("a.exe", []byte("MZ\x90\x00\x03")), attached("a", []byte(heic))),
	} {
		_, err := reader(t).Read(t.Context(), data)
		var f *extractionerror.Error
		if !errors.As(err, &f) || f.Code != extractionerror.UnsupportedFormat || !strings.Contains(f.Message, "Most Compatible") {
			t.Errorf("%s: %v", name, err)
		}
	}
	doc := mustRead(t, mixed(attached("IMG_0815.HEIC", []byte(heic)), attached("a.pdf", smallPDF("A page"))))
	assert.Equal(t, visible(doc), "A page", "beside a PDF")
}

func TestReadMailFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data []byte
		want extractionerror.Code
	}{
		"nothing in it": {mixed("Content-Type: text/plain\r\n\r\n "), extractionerror.NoTextFound},
		"an archive": {mixed("Content-Type: text/plain\r\n\r\n ",
			attached("a.zip", officegen.Zip(officegen.Part{Name: "x"}))), extractionerror.NoTextFound},
		"an unreadable pdf": {mixed(mailBody, attached("a.pdf", []byte("%PDF-1.7 broken"))), extractionerror.CorruptFile},
		"a protected file":  {mixed(mailBody, attached("a.docx", compound("EncryptedPackage"))), extractionerror.PasswordProtected},
	} {
		if _, err := reader(t).Read(t.Context(), c.data); extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestXML(t *testing.T) {
	t.Parallel()
	r := reader(t)
	data := []byte(`<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">` +
		`<ExchangedDocument><ID>A-18</ID></ExchangedDocument></CrossIndustryInvoice>`)
	doc, err := r.Read(context.Background(), data)
	require.NoError(t, err)
	page := doc.Pages[0]
	if doc.MIMEType != "application/xml" || !page.Nominal || len(page.Lines) != 1 ||
		page.Lines[0].Text() != "Exchanged Document ID: A-18" {
		t.Errorf("%s, %+v", doc.MIMEType, doc.Pages)
	}
	if w := page.Lines[0].Words[3]; w.Source != document.SourceText || !w.Box.Empty() {
		t.Errorf("word %+v", w)
	}
	if len(doc.Attachments) != 1 || string(doc.Attachments[0].Data) != string(data) {
		t.Errorf("attachments %+v", doc.Attachments)
	}
	_, err = r.Read(context.Background(), data[:len(data)-10])
	if extractionerror.CodeOf(err) != extractionerror.CorruptFile {
		t.Errorf("cut: %v", err)
	}
}
