package extract_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"html"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	for _, l := range languages()[:11] {
		b := newBill(l)
		b.TaxID = "" // the files have none
		for _, f := range []struct {
			name, mime string
			data       []byte
		}{
			{"pdf", "application/pdf", b.pdf()},
			{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", b.docx()},
			{"docx with tabs", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", b.docxTabs()},
			{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b.xlsx(t)},
			{"html", "text/html", []byte(b.html())},
			{"html boxes", "text/html", []byte(b.htmlBoxes())},
			{"csv", "text/csv", b.csv()},
			{"text", "text/plain", []byte(b.text())},
			{"mail with pdf", "message/rfc822", b.mail("application/pdf", "base64", base64.StdEncoding.EncodeToString(b.pdf()))},
			{"mail with docx", "message/rfc822",
				b.mail("application/octet-stream", "base64", base64.StdEncoding.EncodeToString(b.docx()))},
			{"html mail", "message/rfc822", b.mail("", "8bit", b.html())},
		} {
			if strings.Contains(f.name, "pdf") && l.Name == "Polish" {
				continue // the standard PDF fonts lack Polish letters
			}
			t.Run(l.Name+"/"+f.name, func(t *testing.T) {
				res, err := e.Extract(t.Context(), extract.Request{Data: f.data})
				require.NoError(t, err)
				checkInvoice(t, b, res)
				assert.Equal(t, res.MIMEType, f.mime, "media type")
				for path, field := range res.Fields {
					if (field.Page != nil) != (field.Box != nil) || field.Page == nil && field.Source != "derived" {
						t.Errorf("%s stands on page %v at %v", path, field.Page, field.Box)
					}
				}
				checkShown(t, e, f.data, res)
			})
		}
	}
}

// checkShown checks that the total's box contains the words on the page, and ink on its image.
func checkShown(t *testing.T, e *engine.Engine, data []byte, res *result.Result) {
	t.Helper()
	const width = 1000
	total := res.Fields["total"]
	words, err := e.Words(t.Context(), engine.WordsRequest{Data: data, Page: *total.Page})
	require.NoError(t, err)
	box := *total.Box
	var said []string
	for _, w := range words {
		if x, y := (w.Box[0]+w.Box[2])/2, (w.Box[1]+w.Box[3])/2; x > box[0] && x < box[2] && y > box[1] && y < box[3] {
			said = append(said, w.Text)
		}
	}
	assert.Equal(t, strings.Join(said, " "), total.Raw, "at", box, "stands")
	drawn, err := e.Picture(t.Context(), engine.PictureRequest{Data: data, Page: *total.Page, Width: width})
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(drawn.Data))
	require.NoError(t, err)
	dark := 0
	for y := int(box[1] * float64(drawn.Height)); y < int(box[3]*float64(drawn.Height)); y++ {
		for x := int(box[0] * width); x < int(box[2]*width); x++ {
			if gray, _ := color.GrayModel.Convert(img.At(x, y)).(color.Gray); gray.Y < 128 {
				dark++
			}
		}
	}
	area := (box[2] - box[0]) * width * (box[3] - box[1]) * float64(drawn.Height)
	assert.True(t, float64(dark) >= area/20, dark, "of", area, "pixels at", box, "are dark")
}

func BenchmarkFormats(b *testing.B) {
	e := newEngine(b)
	s := newBill(languages()[2])
	for name, data := range map[string][]byte{
		"pdf": s.pdf(), "docx": s.docx(), "xlsx": s.xlsx(b), "html": []byte(s.html()), "csv": s.csv(),
		"text": []byte(s.text()), "mail": s.mail("", "8bit", s.html()),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Extract(b.Context(), extract.Request{Data: data}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func (b bill) facts() [][]string { return b.particulars()[:3] }

func (b bill) buyerLines() []string { return append([]string{b.To}, b.buyer()...) }

func (b bill) foot() string { return "IBAN: " + b.IBAN }

// indentedTotals have the width of the table.
func (b bill) indentedTotals() (rows [][]string) {
	for _, total := range b.totals() {
		rows = append(rows, []string{"", "", total[0], total[1]})
	}
	return rows
}

func (b bill) pdf() []byte {
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	for i, line := range b.vendor() {
		p.Text(60, 60+12*float64(i), 9, line)
	}
	p.BoldRight(540, 60, 18, b.Title)
	for i, line := range b.buyerLines() {
		p.Text(60, 130+12*float64(i), 9, line)
	}
	for i, fact := range b.facts() {
		p.Text(340, 130+14*float64(i), 9, fact[0]+":")
		p.Text(460, 130+14*float64(i), 9, fact[1])
	}
	y := 250.0
	for _, row := range b.table() {
		p.Text(60, y, 9, row[0])
		for i, x := range []float64{330, 440, 540} {
			p.TextRight(x, y, 9, row[i+1])
		}
		y += 18
	}
	for _, sum := range b.totals() {
		p.Text(360, y, 9, sum[0])
		p.TextRight(540, y, 9, sum[1])
		y += 18
	}
	p.Text(60, 790, 9, b.foot())
	return doc.Bytes()
}

// docx has header and footer parts, and the numbers in a text box.
func (b bill) docx() []byte {
	var facts string
	for _, f := range b.facts() {
		facts += officegen.Paragraph(f[0] + ":\t" + f[1])
	}
	box := `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + facts +
		`</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + facts +
		`</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
	title := `<w:p><w:r><w:rPr><w:b/><w:sz w:val="40"/></w:rPr><w:t>` + b.Title + `</w:t></w:r></w:p>`
	body := officegen.Paragraph(strings.Join(b.buyerLines(), "\n")) + officegen.Paragraph("") + box + title +
		officegen.Paragraph("") + officegen.Table(append(b.table(), b.indentedTotals()...)...) +
		`<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:footerReference w:type="default" ` +
		`r:id="footer1"/></w:sectPr>`
	return officegen.DOCX(body,
		officegen.Part{Name: "header1", Content: officegen.Paragraph(strings.Join(b.vendor(), "\n"))},
		officegen.Part{Name: "footer1", Content: officegen.Paragraph(b.foot())})
}

func (b bill) docxTabs() []byte {
	line := func(cells ...string) string {
		stops := `<w:pPr><w:tabs><w:tab w:val="left" w:pos="4600"/><w:tab w:val="right" w:pos="6600"/><w:tab w:val="right" ` +
			`w:pos="8600"/></w:tabs></w:pPr>`
		return strings.Replace(officegen.Paragraph(strings.Join(cells, "\t")), "<w:p>", "<w:p>"+stops, 1)
	}
	var body string
	for _, l := range b.vendor() {
		body += officegen.Paragraph(l)
	}
	body += officegen.Paragraph("") + officegen.Paragraph(b.Title) + officegen.Paragraph("")
	for i, l := range b.buyerLines() {
		if i < len(b.facts()) {
			body += line(l, b.facts()[i][0], b.facts()[i][1])
		} else {
			body += line(l)
		}
	}
	body += officegen.Paragraph("")
	for _, row := range b.table() {
		body += line(row...)
	}
	for _, sum := range b.totals() {
		body += line("", "", sum[0], sum[1])
	}
	return officegen.DOCX(body + officegen.Paragraph("") + officegen.Paragraph(b.foot()))
}

// xlsx holds numbers and dates as typed cells with formats.
func (b bill) xlsx(t testing.TB) []byte {
	f := excelize.NewFile()
	set := func(row int, column string, value any) {
		require.NoError(t, f.SetCellValue("Sheet1", fmt.Sprint(column, row), value))
	}
	format := func(code, from, to string) {
		style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err == nil {
			err = f.SetCellStyle("Sheet1", from, to, style)
		}
		require.NoError(t, err)
	}
	for i, l := range b.vendor() {
		set(i+1, "A", l)
	}
	set(5, "A", b.Title)
	for i, l := range b.buyerLines() {
		set(7+i, "A", l)
	}
	set(7, "D", b.Number)
	set(7, "E", b.number)
	set(8, "D", b.Date)
	set(8, "E", time.Date(2031, 3, 24, 0, 0, 0, 0, time.UTC))
	set(9, "D", b.Due)
	set(9, "E", time.Date(2031, 4, 23, 0, 0, 0, 0, time.UTC))
	format("m/d/yyyy", "E8", "E9")
	for i, heading := range b.table()[0] {
		set(13, []string{"A", "C", "D", "E"}[i], heading)
	}
	row := 14
	for i, item := range b.Items {
		set(row, "A", item)
		set(row, "C", b.quantities[i])
		set(row, "D", float64(b.prices[i])/100)
		set(row, "E", float64(b.quantities[i]*b.prices[i])/100)
		row++
	}
	for i, cents := range []int{b.netCents(), b.taxCents(), b.netCents() + b.taxCents()} {
		set(row+i, "D", b.totals()[i][0])
		set(row+i, "E", float64(cents)/100)
	}
	format("#,##0.00", "D14", fmt.Sprint("E", row+1))
	format(`#,##0.00 "`+b.Currency+`"`, fmt.Sprint("E", row+2), fmt.Sprint("E", row+2))
	set(row+5, "A", b.foot())
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	return out.Bytes()
}

func htmlTable(rows [][]string) string {
	var sb strings.Builder
	sb.WriteString("<table>")
	for _, row := range rows {
		sb.WriteString("<tr>")
		for _, cell := range row {
			sb.WriteString("<td>" + html.EscapeString(cell) + "</td>")
		}
		sb.WriteString("</tr>")
	}
	return sb.String() + "</table>"
}

func htmlLines(lines []string) string {
	escaped := make([]string, len(lines))
	for i, l := range lines {
		escaped[i] = html.EscapeString(l)
	}
	return strings.Join(escaped, "<br>\n")
}

// html uses nested tables, as mails do.
func (b bill) html() string {
	return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title><style>.pre{display:none}</style></head><body>
<div class="pre">Total 999.00 EUR, invoice number 12345</div>
<table width="600"><tr><td><table><tr><td><p>` + htmlLines(b.vendor()) + `</p></td><td><h1>` + b.Title + `</h1></td></tr></table></td></tr>
<tr><td><table><tr><td>` + htmlLines(b.buyerLines()) + `</td><td>` + htmlTable(b.facts()) + `</td></tr></table></td></tr>
<tr><td>` + htmlTable(append(b.table(), b.indentedTotals()...)) + `</td></tr></table><p>` + b.foot() + `</p></body></html>`
}

// htmlBoxes uses boxes side by side, placed by CSS.
func (b bill) htmlBoxes() string {
	var facts, items, sums string
	for _, f := range b.facts() {
		facts += `<div class="row"><span>` + f[0] + `</span><span>` + f[1] + `</span></div>`
	}
	for i, row := range b.table() {
		cell := "td"
		if i == 0 {
			cell = "th"
		}
		items += "<tr>"
		for _, c := range row {
			items += "<" + cell + ">" + html.EscapeString(c)
		}
	}
	for _, v := range b.totals() {
		sums += `<tr><td colspan=3>` + v[0] + `<td>` + v[1]
	}
	return `<html><head><style>
/* the page */ .row { display: flex; } .left { float: left } .right { float: right; width: 40% }
@media print { .row { display: none } }
</style></head><body><header><div>` + htmlLines(b.vendor()) + `</div></header><h1>` + b.Title + `</h1>
<div><div class="left">` + htmlLines(b.buyerLines()) + `</div> <div class="right">` + facts + `</div></div>
<table><thead>` + items + sums + `</table><footer>` + b.foot() + `</footer><script>document.write("Total 1.00")</script>`
}

func (b bill) csv() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = ';'
	var rows [][]string
	for _, l := range b.vendor() {
		rows = append(rows, []string{l, "", "", ""})
	}
	rows = append(rows, []string{b.Title, "", "", ""}, []string{"", "", "", ""})
	for i, l := range b.buyerLines() {
		row := []string{l, "", "", ""}
		if i < len(b.facts()) {
			row[2], row[3] = b.facts()[i][0], b.facts()[i][1]
		}
		rows = append(rows, row)
	}
	rows = append(rows, []string{"", "", "", ""})
	rows = append(rows, b.table()...)
	rows = append(rows, b.indentedTotals()...)
	rows = append(rows, []string{"", "", "", ""}, []string{b.foot(), "", "", ""})
	_ = w.WriteAll(rows)
	return out.Bytes()
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(s)))
}

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(1, width-utf8.RuneCountInString(s))) + s
}

func (b bill) text() string {
	var sb strings.Builder
	for _, l := range b.vendor() {
		sb.WriteString(l + "\n")
	}
	sb.WriteString("\n" + pad("", 60) + strings.ToUpper(b.Title) + "\n\n")
	for i, l := range b.buyerLines() {
		sb.WriteString(pad(l, 45))
		if i < len(b.facts()) {
			sb.WriteString(pad(b.facts()[i][0]+":", 25) + b.facts()[i][1])
		}
		sb.WriteString("\n")
	}
	sb.WriteString("\n" + strings.Repeat("-", 85) + "\n")
	for _, row := range b.table() {
		sb.WriteString(pad(row[0], 35) + padLeft(row[1], 12) + padLeft(row[2], 20) + padLeft(row[3], 18) + "\n")
	}
	sb.WriteString(strings.Repeat("-", 85) + "\n")
	for _, v := range b.totals() {
		sb.WriteString(pad("", 40) + pad(v[0], 25) + padLeft(v[1], 20) + "\n")
	}
	return sb.String() + "\n\n" + b.foot() + "\n"
}

// mail attaches a file; without a media type its body is HTML.
func (b bill) mail(mediaType, encoding, content string) []byte {
	head := "Received: by mx.example.com\r\nFrom: Billing <billing@example.com>\r\nTo: you@example.org\r\nSubject: " +
		"=?utf-8?q?Invoice?=\r\nMIME-Version: 1.0\r\n"
	if mediaType == "" {
		return []byte(
			head + "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + content,
		)
	}
	return []byte(
		head + "Content-Type: multipart/mixed; boundary=\"=_x\"\r\n\r\n--=_x\r\nContent-Type: text/plain\r\n\r\nSee the " +
			"file.\r\n--=_x\r\n" +
			"Content-Type: " + mediaType + "; name=\"file\"\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + content +
			"\r\n--=_x--\r\n",
	)
}
