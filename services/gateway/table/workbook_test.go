package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/table"
)

func record(i int, documentType, fileName, data string) contract.Record {
	confidence, at := 0.97, contract.TimeOf(time.Date(2026, 10, 2, 8, 0, 0, i%1000*1e6, time.UTC))
	return contract.Record{
		ID: fmt.Sprintf("ext_%d", i), Status: contract.StatusCompleted, DocumentType: documentType, Confidence: &confidence,
		Data: json.RawMessage(data), Checks: json.RawMessage(`[]`), Metadata: contract.Metadata{FileName: fileName},
		CreatedAt: at, CompletedAt: &at,
	}
}

// book is a workbook that was read back.
type book struct {
	*excelize.File
	t testing.TB
}

func written(t testing.TB, o table.Options, records ...contract.Record) book {
	t.Helper()
	o.TempDir = t.TempDir()
	var out bytes.Buffer
	w, err := table.NewWorkbook(&out, o)
	require.NoError(t, err)
	for _, r := range records {
		require.NoError(t, w.Add(r))
	}
	require.NoError(t, w.Finish())
	for range 2 {
		require.NoError(t, w.Close())
	}
	if left, _ := os.ReadDir(o.TempDir); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
	f, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return book{f, t}
}

// column returns the cell of a sheet's row in a column, as its text, its type and its number format.
func (b book) cell(sheet, column string, row int) (value string, form excelize.CellType, format string) {
	b.t.Helper()
	header, err := b.GetRows(sheet)
	require.NoError(b.t, err)
	for i, name := range header[0] {
		if name != column {
			continue
		}
		ref, _ := excelize.CoordinatesToCellName(i+1, row)
		value, err := b.GetCellValue(sheet, ref, excelize.Options{RawCellValue: true})
		require.NoError(b.t, err)
		form, _ := b.GetCellType(sheet, ref)
		id, _ := b.GetCellStyle(sheet, ref)
		style, err := b.GetStyle(id)
		require.NoError(b.t, err)
		format := strconv.Itoa(style.NumFmt)
		if style.CustomNumFmt != nil {
			format = *style.CustomNumFmt
		}
		return value, form, format
	}
	b.t.Fatalf("%s has no column %s", sheet, column)
	return "", 0, ""
}

const number, inline = excelize.CellTypeUnset, excelize.CellTypeInlineString

func TestDocuments(t *testing.T) {
	t.Parallel()
	b := written(t, table.Options{}, record(1, "invoice", "ä & <b>.pdf",
		`{"invoiceNumber":"0012","total":"-1234.50","subtotal":"12345678901234.56","taxTotal":"7","tip":"1.2345",
		"issueDate":"2026-10-01","dueDate":"31 June","iban":"DE02120300000000202051","vendorTaxId":"12345",
		"vendorAddress":"Gasse 1\nWien","time":"18:05","currency":"EUR","title":7,"lineItems":[]}`))
	assert.Equal(t, strings.Join(b.GetSheetList(), "|"), "Documents|Line items", "sheets")
	for column, want := range map[string]struct {
		value  string
		form   excelize.CellType
		format string
	}{
		"id":            {"ext_1", inline, "49"},
		"fileName":      {"ä & <b>.pdf", inline, "0"},
		"confidence":    {"0.97", number, "0"},
		"createdAt":     {"46297.333333344905", number, `yyyy\-mm\-dd\ hh:mm:ss`},
		"invoiceNumber": {"0012", inline, "49"},
		"total":         {"-1234.50", number, "4"},
		"subtotal":      {"12345678901234.56", inline, "0"}, // more digits than a cell keeps
		"taxTotal":      {"7", number, "3"},
		"tip":           {"1.2345", number, "#,##0.0000"},
		"issueDate":     {"46296", number, `yyyy\-mm\-dd`},
		"dueDate":       {"31 June", inline, "0"},
		"iban":          {"DE02120300000000202051", inline, "49"},
		"vendorTaxId":   {"12345", inline, "49"},
		"vendorAddress": {"Gasse 1\nWien", inline, "0"},
		"time":          {"18:05", inline, "0"},
		"title":         {"", number, "0"},
	} {
		value, form, format := b.cell("Documents", column, 2)
		if value != want.value || form != want.form || format != want.format {
			t.Errorf("%s is %q, type %d, format %s; want %q, %d, %s", column, value, form, format, want.value, want.form,
				want.format)
		}
	}
	shown, _ := b.GetCellValue("Documents", "E2")
	assert.Equal(t, shown, "2026-10-02 08:00:00", "createdAt is shown as")
}

// The columns are those of CSV, in their order.
func TestColumns(t *testing.T) {
	t.Parallel()
	b := written(t, table.Options{}, record(1, "receipt", "a", `{"lineItems":[{"amount":"1.00"}]}`))
	rows, err := b.GetRows("Documents")
	require.NoError(t, err)
	want := strings.TrimSpace(string(table.NewCSV().AppendHeader(nil)))
	assert.Equal(t, strings.Join(rows[0], ","), want)
	rows, err = b.GetRows("Line items")
	require.NoError(t, err)
	assert.Equal(t, strings.Join(rows[0], ","),
		"id,fileName,documentType,row,description,productCode,quantity,unit,unitPrice,discount,taxRate,amount")
	panes, err := b.GetPanes("Documents")
	assert.True(t, err == nil && panes.Freeze && panes.YSplit == 1, "panes", panes, err)
	width, err := b.GetColWidth("Documents", "A")
	assert.True(t, err == nil && width == 41, "width", width, err)
	last, _ := excelize.ColumnNumberToName(7 + len(schema.Scalars()))
	for _, name := range b.GetDefinedName() {
		if name.Scope == "Documents" && name.RefersTo == fmt.Sprintf("'Documents'!$A$1:$%s$2", last) {
			return
		}
	}
	t.Errorf("no filter: %+v", b.GetDefinedName())
}

// The columns of a caller's schema have its types, also in nested objects and lists.
func TestOwnColumns(t *testing.T) {
	t.Parallel()
	own, err := custom.Parse([]byte(`{"type":"object","properties":{"netPay":{"type":"number"},
		"employer":{"type":"object","properties":{"city":{"type":"string"}}},
		"parts":{"type":"array","items":{"type":"object","properties":{"paidOn":{"type":"string","format":"date"}}}}}}`))
	require.NoError(t, err)
	r := record(1, "acme_payslip", "a",
		`{"netPay":"2345.60","employer":{"city":"Ulm"},"parts":[{"paidOn":"2026-10-31"}]}`)
	b := written(t, table.Options{Own: schema.FieldsOf(own.Properties)}, r)
	for at, want := range map[[2]string]string{{"Documents", "netPay"}: "2345.60", {"Documents", "employer.city"}: "Ulm",
		{"3 parts", "paidOn"}: "46326"} {
		got, _, _ := b.cell(at[0], at[1], 2)
		assert.Equal(t, strings.TrimSuffix(got, "0"), strings.TrimSuffix(want, "0"), at, "is", got, "want", want)
	}
	line, err := table.NewCSV(schema.FieldsOf(own.Properties)...).AppendRecord(nil, r)
	require.NoError(t, err, string(line))
	assert.True(t, strings.HasSuffix(string(line), ",a,2345.60,Ulm\r\n"), "CSV", string(line))
}

func TestRowsOfLists(t *testing.T) {
	t.Parallel()
	b := written(t, table.Options{},
		record(1, "invoice", "a.pdf", `{"lineItems":[{"description":"Oil","quantity":"2.5","unitPrice":"40.00",
			"taxRate":"19","amount":"100.00","productCode":"007"},{"description":"=1+1","amount":null}]}`),
		record(2, "receipt", "b.pdf", `{"lineItems":[{"description":"Bread","amount":"1.00"}]}`),
		record(3, "bank_statement", "c.pdf", `{"transactions":[{"date":"2026-10-01","amount":"-5.00","balance":"95.00"}]}`),
		record(4, "generic", "d.pdf", `{"lineItems":"none","tables":[{"rows":[]}]}`),
	)
	assert.Equal(t, strings.Join(b.GetSheetList(), "|"), "Documents|Line items|Transactions", "sheets")
	rows, err := b.GetRows("Line items", excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	const want = "ext_1|a.pdf|invoice|1|Oil|007|2.5||40.00||19|100.00\n" +
		"ext_1|a.pdf|invoice|2|=1+1\next_2|b.pdf|receipt|1|Bread|||||||1.00"
	var lines []string
	for _, row := range rows[1:] {
		lines = append(lines, strings.Join(row, "|"))
	}
	assert.Equal(t, strings.Join(lines, "\n"), want)
	for column, want := range map[string]string{"row": "0", "quantity": "0", "unitPrice": "4", "taxRate": "0",
		"amount": "4"} {
		_, form, format := b.cell("Line items", column, 2)
		assert.True(t, form == number && format == want, column, "has type", form, "format", format)
	}
	rows, err = b.GetRows("Transactions")
	if err != nil || len(rows) != 2 || strings.Join(rows[1],
		"|") != "ext_3|c.pdf|bank_statement|1|2026-10-01||-5.00|95.00" {
		t.Errorf("%q, %v", rows, err)
	}
}

func TestNoRecords(t *testing.T) {
	t.Parallel()
	b := written(t, table.Options{})
	for _, sheet := range []string{"Documents", "Line items"} {
		rows, err := b.GetRows(sheet)
		assert.True(t, err == nil && len(rows) == 1, sheet, rows, err)
	}
}

// For any document, no cell has a formula, and its text is unchanged.
func TestNoFormulas(t *testing.T) {
	t.Parallel()
	for i, text := range []string{
		`=1+1`, `+49 30 1`, `-x`, `@SUM(A1)`, "\tx", "\rx", `  =1`, "\n=1", "\u200b=1", `＝1`,
		`=HYPERLINK("http://x","y")`, `=cmd|' /C calc'!A0`, `_x003D_1`, `_x_x0041_`, "a\x00b\x1f\ufffe", `]]>&lt;`, ` a `,
		"\U0001F600", `'=1`,
	} {
		data, _ := json.Marshal(map[string]any{
			"vendorName": text, "total": text, "invoiceNumber": text, "lineItems": []any{map[string]string{"description": text}},
		})
		b := written(t, table.Options{}, record(i, "invoice", text, string(data)))
		for _, at := range []struct{ sheet, column string }{
			{"Documents", "fileName"}, {"Documents", "vendorName"}, {"Documents", "total"}, {"Documents", "invoiceNumber"},
			{"Line items", "description"}, {"Line items", "fileName"},
		} {
			value, form, _ := b.cell(at.sheet, at.column, 2)
			assert.True(t, value == text && form == inline, at.column, "of", text, "is", value, "type", form)
		}
		for _, sheet := range b.GetSheetList() {
			for _, ref := range []string{"A2", "B2", "E2", "G2", "H2", "M2"} {
				formula, err := b.GetCellFormula(sheet, ref)
				assert.True(t, formula == "" && err == nil, sheet, ref, "has the formula", formula, err)
			}
		}
	}
}

func TestLongText(t *testing.T) {
	t.Parallel()
	const most = 32_767
	for _, text := range []string{
		strings.Repeat("x", most), strings.Repeat("x", most+1), strings.Repeat("ä", most), strings.Repeat("ä", most+1),
		strings.Repeat("😀", most/2), "x" + strings.Repeat("😀", most/2+1), strings.Repeat("😀", most/2+1),
	} {
		b := written(t, table.Options{}, record(1, "invoice", text, `{}`))
		got, _, _ := b.cell("Documents", "fileName", 2)
		units := len(utf16.Encode([]rune(text)))
		if units <= most && got != text {
			t.Errorf("%d units were changed to %d", units, len(utf16.Encode([]rune(got))))
		}
		cut, ok := strings.CutSuffix(got, "…")
		if units > most && (!ok || !strings.HasPrefix(text, cut) || len(utf16.Encode([]rune(got))) > most ||
			len(utf16.Encode([]rune(got))) < most-1 || !utf8.ValidString(got)) {
			t.Errorf("%d units became %d", units, len(utf16.Encode([]rune(got))))
		}
	}
}

// Rows that find no room in a sheet go on in the next, and rows that wait are
// moved out when they are many.
func TestManyRows(t *testing.T) {
	t.Parallel()
	var records []contract.Record
	for i := range 7 {
		records = append(records, record(i, "invoice", "a", `{"lineItems":[{"amount":"1.00"},{"amount":"2.00"}]}`))
	}
	for name, c := range map[string]struct {
		options table.Options
		sheets  string
	}{
		"rows": {table.Options{MaxRows: 4},
			"Documents 4|Documents (2) 4|Documents (3) 2|Line items 4|Line items (2) 4|Line items (3) 4|Line items (4) 4|Line items (5) 3"},
		"spool": {table.Options{MaxSpool: 1}, "Documents 7|Documents (2) 2|Line items 13|Line items (2) 3"},
	} {
		if name == "spool" { // what is packed is seen once the packing lets go of it
			long, _ := json.Marshal(incompressible(200_000))
			row := fmt.Sprintf(`{"description":%[1]s,"productCode":%[1]s,"unit":%[1]s}`, long)
			records[5].Data = json.RawMessage(`{"lineItems":[` + row + `,` + row + `]}`)
		}
		b := written(t, c.options, records...)
		var sheets []string
		ids := map[string]int{}
		for _, sheet := range b.GetSheetList() {
			rows, err := b.GetRows(sheet)
			require.NoError(t, err)
			sheets = append(sheets, fmt.Sprint(sheet, " ", len(rows)))
			for _, row := range rows[1:] {
				ids[row[0]]++
			}
		}
		assert.Equal(t, strings.Join(sheets, "|"), c.sheets, name)
		for id, n := range ids {
			assert.Equal(t, n, 3, name, id, "rows")
		}
	}
}

// incompressible is a text that packing makes hardly smaller, in many cells' worth.
func incompressible(n int) string {
	var sb strings.Builder
	x := uint32(1)
	for sb.Len() < n {
		x = x*1664525 + 1013904223
		sb.WriteByte('a' + byte(x>>27)%26)
	}
	return sb.String()
}

// A workbook is recognized by its first bytes, although the list of its parts comes last.
func TestWorkbookSignature(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w, err := table.NewWorkbook(&out, table.Options{TempDir: t.TempDir()})
	require.NoError(t, err)
	defer w.Close()
	require.NoError(t, w.Finish())
	k, ok := sniff.Sniff(out.Bytes())
	assert.True(t, ok && k == sniff.XLSX, k)
}

func TestInvalidData(t *testing.T) {
	t.Parallel()
	w, err := table.NewWorkbook(io.Discard, table.Options{TempDir: t.TempDir()})
	require.NoError(t, err)
	defer w.Close()
	assert.Error(t, w.Add(record(1, "invoice", "a", `[]`)), "it was taken")
}

func TestNoTemporaryFiles(t *testing.T) {
	t.Parallel()
	_, err := table.NewWorkbook(io.Discard, table.Options{TempDir: t.TempDir() + "/none"})
	assert.Error(t, err, "it was made")
}
