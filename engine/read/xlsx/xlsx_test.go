package xlsx_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/xlsx"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/xmlgen"
)

// sheet makes a sheet of cells: reference, kind, style and value.
func sheet(rows ...string) string { return "<sheetData>" + strings.Join(rows, "") + "</sheetData>" }

func row(n int, cells ...string) string {
	return fmt.Sprintf(`<row r="%d">%s</row>`, n, strings.Join(cells, ""))
}

func inline(ref, text string) string {
	return fmt.Sprintf(`<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, ref, text)
}

func num(ref, style, value string) string {
	return fmt.Sprintf(`<c r="%s" s="%s"><v>%s</v></c>`, ref, style, value)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ properties, strings, xml, want string }{
		"kinds": {"", "<si><t>shared</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>x</t></rPh></si>",
			sheet(row(1, `<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" `+
				`t="str"><f>A1</f><v>made</v></c><c r="E1" t="e"><v>#REF!</v></c><c r="F1" t="s"><v>9</v></c>`)),
			"shared   rich   TRUE   made   #REF!\n"},
		"text runs over empty cells": {"", "",
			sheet(row(1, inline("A1", "a title that is too long")),
				row(2, inline("A2", "a"), inline("B2", "b"), num("D2", "0", "1"))),
			"a title that is too long\na                      b   1\n"},
		"gaps": {"", "", sheet(row(1, inline("A1", "a")), row(500, inline("C500", "b")),
			row(501, inline("A501", "c"), inline("B501", "d"))), "a\n        b\nc   d\n"},
		"no references": {"", "", "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>", "1   2\n3\n"},
		"hidden row": {"", "", sheet(`<row r="1" hidden="1">`+inline("A1", "x")+"</row>", row(2, inline("A2", "a"))),
			"a\n[x]\n"},
		"hidden columns": {"", "", `<cols><col min="2" max="3" hidden="1"/></cols>` +
			sheet(row(1, inline("A1", "a"), inline("B1", "x"), inline("C1", "y"), inline("D1", "d"))), "a   d\n[x y]\n"},
		"merged": {"", "", sheet(row(1, inline("A1", "a"), inline("B1", "x")), row(2, inline("A2", "y"), inline("C2", "c"))) +
			`<mergeCells><mergeCell ref="A1:B2"/></mergeCells>`,
			"a\n    c\n[x]\n[y]\n"},
		"lines in a cell": {"", "", sheet(row(1, inline("A1", "a\nb"), inline("B1", "c"))), "a   c\nb\n"},
		"chart":           {"", "", "<drawing/>", ""},
	} {
		doc, err := xlsx.Read(t.Context(), officegen.XLSX(c.properties, c.strings, "", officegen.Sheet{XML: c.xml}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := readtest.Draw(doc.Pages); got != c.want {
			t.Errorf("%s:\n%swant\n%s", name, got, c.want)
		}
	}
}

func TestReadSheets(t *testing.T) {
	t.Parallel()
	a := officegen.Sheet{XML: sheet(row(1, inline("A1", "a")))}
	b := officegen.Sheet{XML: sheet(row(1, inline("A1", "b"))), State: "veryHidden"}
	doc, err := xlsx.Read(t.Context(), officegen.XLSX("", "", "", a, b, a))
	if err != nil || readtest.Draw(doc.Pages) != "a\n--\n[b]\n--\na\n" || doc.Pages[2].Number != 3 {
		t.Errorf("%q, %v", readtest.Draw(doc.Pages), err)
	}
}

func TestReadTextBoxes(t *testing.T) {
	t.Parallel()
	box := func(column, row, text string) string {
		return "<twoCellAnchor><from><col>" + column + "</col><row>" + row + "</row></from><to/><sp><txBody>" + text +
			"</txBody></sp></twoCellAnchor>"
	}
	drawing := box("0", "0", "<p><r><t>Ac</t></r><r><t>me</t></r></p><p><r><t>Street 1</t></r></p>") +
		box("0", "1", "<p><r><t>box</t></r></p>") + box("0", "2", "<p/>")
	doc, err := xlsx.Read(t.Context(), officegen.XLSX("", "", "",
		officegen.Sheet{XML: sheet(row(2, inline("A2", "a"), inline("B2", "b"))), Drawing: drawing}))
	if want := "Acme\nStreet 1\na          b   box\n"; err != nil || readtest.Draw(doc.Pages) != want {
		t.Errorf("\n%swant\n%s%v", readtest.Draw(doc.Pages), want, err)
	}
}

func TestReadFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, value, want string }{
		{"General", "119.00000000000001", "119"},
		{"General", "0.30000000000000004", "0.3"},
		{"General", "4711", "4711"},
		{"General", "1e20", "1E+20"},
		{"0.00", "12.5", "12.50"},
		{"#,##0.00", "1234.5", "1,234.50"},
		{`#,##0.00\ &quot;€&quot;`, "1234.5", "1,234.50 €"},
		{`[$£-809]#,##0.00`, "-1234.5", "-£1,234.50"},
		{`#,##0.00;[Red]\-#,##0.00`, "-2", "-2.00"},
		{"0%", "0.19", "19%"},
		{"0000", "42", "0042"},
		{";;;", "42", ""},
		{"dd.mm.yyyy", "45369", "18.03.2024"},
		{"yyyy-mm-dd", "45369", "2024-03-18"},
		{"d mmmm yyyy", "45369", "18 March 2024"},
		{"m/d/yyyy", "45369", "2024-03-18"},
		{"dd/mm/yy", "45369", "2024-03-18"},
		{"[$-407]dd-mm-yyyy", "45369", "2024-03-18"},
		{"m/d/yy h:mm", "45369.5", "2024-03-18 12:00"},
		{"0.00", "no number", "no number"},
	} {
		styles := `<numFmts><numFmt numFmtId="164" formatCode="` + c.code +
			`"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`
		data := officegen.XLSX("", "", styles,
			officegen.Sheet{XML: sheet(row(1, num("A1", "1", c.value), inline("B1", "end")))})
		doc, err := xlsx.Read(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		if got := strings.TrimSpace(strings.TrimSuffix(doc.Text(), "end\n")); got != c.want {
			t.Errorf("%s as %s is %q, want %q", c.value, c.code, got, c.want)
		}
	}
}

func TestReadBuiltInFormats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ properties, id, value, want string }{
		{"", "14", "45369", "2024-03-18"},
		{`<workbookPr date1904="1"/>`, "14", "43907", "2024-03-18"},
		{"", "22", "45369.75", "2024-03-18 18:00"},
		{"", "4", "1234.5", "1,234.50"},
		{"", "10", "0.195", "19.50%"},
		{"", "9999", "1.5", "1.5"},
	} {
		styles := `<fonts><font/><font><b/></font></fonts><cellXfs><xf/><xf numFmtId="` + c.id + `" fontId="1"/></cellXfs>`
		doc, err := xlsx.Read(t.Context(),
			officegen.XLSX(c.properties, "", styles, officegen.Sheet{XML: sheet(row(1, num("A1", "1", c.value)))}))
		if err != nil || strings.TrimSpace(doc.Text()) != c.want || !doc.Pages[0].Lines[0].Words[0].Bold {
			t.Errorf("%s in format %s is %q, want %q, %v", c.value, c.id, doc.Text(), c.want, err)
		}
	}
}

// lastColumns returns rows with only their last cell.
func lastColumns(rows int) string {
	var all []string
	for n := 1; n <= rows; n++ {
		all = append(all, row(n, num(fmt.Sprint("XFD", n), "0", "1")))
	}
	return sheet(all...)
}

func TestReadBombs(t *testing.T) {
	t.Parallel()
	cells := func(n, perRow int, content string) string {
		var sb strings.Builder
		sb.WriteString("<sheetData>")
		for i := range n {
			if i%perRow == 0 {
				sb.WriteString("<row>")
			}
			sb.WriteString(content)
			if i%perRow == perRow-1 {
				sb.WriteString("</row>")
			}
		}
		return sb.String() + "</sheetData>"
	}
	book := func(sheets ...officegen.Sheet) []byte { return officegen.XLSX("", "", "", sheets...) }
	noSheets := officegen.XLSX("", "", "")
	for name, c := range map[string]struct {
		data []byte
		want extractionerror.Code
	}{
		"nothing":        {nil, extractionerror.CorruptFile},
		"cut":            {noSheets[:100], extractionerror.CorruptFile},
		"no sheets":      {noSheets, extractionerror.CorruptFile},
		"broken XML":     {book(officegen.Sheet{XML: "<sheetData><row></sheetData>"}), extractionerror.CorruptFile},
		"many cells":     {book(officegen.Sheet{XML: cells(250_010, 10, "<c><v>1</v></c>")}), extractionerror.TooComplex},
		"many columns":   {book(officegen.Sheet{XML: cells(1100, 1100, "<c><v>1</v></c>")}), extractionerror.TooComplex},
		"many sheets":    {book(make([]officegen.Sheet, 2001)...), extractionerror.TooComplex},
		"large sheet":    {book(officegen.Sheet{XML: cells(2<<20, 10, "<c></c>")}), extractionerror.TooComplex},
		"row too far":    {book(officegen.Sheet{XML: sheet(row(1<<20+1, num("A1", "0", "1")))}), extractionerror.TooComplex},
		"column too far": {book(officegen.Sheet{XML: sheet(row(1, num("XFE1", "0", "1")))}), extractionerror.TooComplex},
		// excelize's functions for whole sheets take 16 GiB for it.
		"last column": {book(officegen.Sheet{XML: lastColumns(5_000)}), 0},
		"far corner":  {book(officegen.Sheet{XML: sheet(row(1<<20, num("XFD1048576", "0", "1")))}), 0},
		"deep":        {book(officegen.Sheet{XML: strings.Repeat("<x>", 500)}), extractionerror.TooComplex},
		"long text":   {book(officegen.Sheet{XML: sheet(row(1, inline("A1", strings.Repeat("ab ", 1<<20))))}), 0},
		"merged areas": {book(officegen.Sheet{XML: cells(10_000, 500,
			"<c><v>1</v></c>") + "<mergeCells>" + strings.Repeat(`<mergeCell ref="B2:XFD1048576"/>`, 20_000) + "</mergeCells>"}),
			0},
		"drawings": {book(officegen.Sheet{Drawing: strings.Repeat("<a><from/><p><t>x</t></p></a>", 5_000)}), 0},
		"formats": {officegen.XLSX("", "",
			`<numFmts>`+strings.Repeat(`<numFmt numFmtId="164" formatCode="`+strings.Repeat("[Red]", 40)+`0"/>`, 2000)+
				`</numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`,
			officegen.Sheet{XML: cells(5_000, 100, `<c s="1"><v>1</v></c>`)}), 0},
	} {
		_, err := xlsx.Read(t.Context(), c.data)
		if extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestReadDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := xlsx.Read(ctx, officegen.XLSX("", "", "", officegen.Sheet{})); !errors.Is(err, context.Canceled) {
		t.Errorf("Read = %v", err)
	}
}

// FuzzRead changes a sheet and the shared strings of a workbook, which stay well-formed.
// Number formats are dates, which need no Excelize: starting it takes longer than reading.
func FuzzRead(f *testing.F) {
	const styles = `<numFmts><numFmt numFmtId="164" formatCode="d/m/yy;@"/></numFmts><cellXfs><xf/>` +
		`<xf numFmtId="164"/></cellXfs>`
	const text = "<si><t>a</t></si><si><r><t>b</t></r></si>"
	samples := []string{
		`<cols><col min="1" max="2" hidden="1"/></cols>` + sheet(row(3, num("B3", "1", "45000"))),
		sheet(row(1, `<c t="s"><v>0</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#REF!</v></c>`)),
		sheet(row(500, inline("A1", "a\nb"), inline("C500", "long title")), `<row r="1" hidden="1"/>`),
		sheet(row(2, num("A2", "0", "1"))) + `<mergeCells><mergeCell ref="A1:B3"/></mergeCells>`,
	}
	words := xmlgen.NewDictionary(append(samples, text)...)
	for _, sample := range samples {
		f.Add(words.Program(sample), words.Program(text))
	}
	f.Fuzz(func(t *testing.T, sheet, text []byte) {
		doc, err := xlsx.Read(t.Context(), officegen.XLSX(`<workbookPr date1904="1"/>`, words.XML(text), styles,
			officegen.Sheet{XML: words.XML(sheet)}))
		readtest.Check(t, doc, err)
	})
}

func BenchmarkRead(b *testing.B) {
	var rows []string
	for i := range 50 {
		n := i + 1
		rows = append(rows, row(n, inline(fmt.Sprint("A", n), "An article with a name"), num(fmt.Sprint("B", n), "0", "2"),
			num(fmt.Sprint("C", n), "1", "12"), num(fmt.Sprint("D", n), "1", "24")))
	}
	data := officegen.XLSX("", "", `<cellXfs><xf/><xf numFmtId="4"/></cellXfs>`, officegen.Sheet{XML: sheet(rows...)})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := xlsx.Read(b.Context(), data); err != nil {
			b.Fatal(err)
		}
	}
}
