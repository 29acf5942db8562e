package schema_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// each visits every field of every type, and the members of lists.
func each(visit func(t schema.Type, f schema.Field)) {
	for _, t := range schema.All() {
		var walk func(fields []schema.Field)
		walk = func(fields []schema.Field) {
			for _, f := range fields {
				visit(t, f)
				walk(f.Members)
			}
		}
		walk(t.Fields)
	}
}

func TestTypeDescriptions(t *testing.T) {
	t.Parallel()
	names := map[schema.DocumentType]bool{}
	for i, typ := range schema.All() {
		assert.True(t, !names[typ.Name] && sentence(typ.Description) && typ.Fields != nil, "type", typ.Name, typ)
		assert.True(t, (len(typ.Fields) == 0) == (i == 0) && (typ.Name == schema.TypeAuto) == (i == 0),
			"type", typ.Name, "has", len(typ.Fields), "fields at place", i)
		names[typ.Name] = true
		got := schema.Of(typ.Name)
		assert.True(t, got.Name == typ.Name && len(got.Fields) == len(typ.Fields), "Of", typ.Name, "is", got)
	}
	got := schema.Of("letter")
	assert.True(t, !got.Has("total") && got.Keys() == nil, "an unknown type is", got)
}

func TestFieldDescriptions(t *testing.T) {
	t.Parallel()
	each(func(typ schema.Type, f schema.Field) {
		shared, known := schema.Find(f.Path)
		switch {
		case !known:
			t.Errorf("%s: names.go does not have %q, or not in this list", typ.Name, f.Path)
		case f.Form != shared.Form || f.Group != shared.Group ||
			f.Comparison != shared.Comparison:
			t.Errorf("%s: %s is %+v, and %+v in names.go", typ.Name, f.Path, f, shared)
		case !sentence(f.Description), f.Form == "", f.Group == "", f.Comparison == "", f.Name == "":
			t.Errorf("%s: %s lacks something: %+v", typ.Name, f.Path, f)
		case f.Expected && f.Question == "", strings.HasSuffix(f.Question, "."):
			t.Errorf("%s: %s is asked for with %q", typ.Name, f.Path, f.Question)
		case f.Members != nil && !f.IsList():
			t.Errorf("%s: %s is no list and has members", typ.Name, f.Path)
		case strings.Contains(f.Path, ".") && (f.Key != "" || f.Summary != "" ||
			f.Group != schema.GroupOther && f.Group != schema.GroupText):
			t.Errorf("%s: member %s has what only fields have: %+v", typ.Name, f.Path, f)
		}
	})
}

func sentence(text string) bool {
	return strings.HasSuffix(text, ".") && text != strings.ToLower(text) && !strings.Contains(text, "\n")
}

func TestUniqueFieldsPerType(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	each(func(typ schema.Type, f schema.Field) {
		if at := string(typ.Name) + " " + f.Path; seen[at] {
			t.Errorf("%s twice", at)
		} else {
			seen[at] = true
		}
	})
}

// Exports and comparisons identify a field by its name alone.
func TestConsistentFieldForms(t *testing.T) {
	t.Parallel()
	each(func(_ schema.Type, f schema.Field) {
		byName, ok := schema.ByName(f.Name)
		if !ok || byName.Form != f.Form || byName.Comparison != f.Comparison {
			t.Errorf("%s is %s, compared %s; by its name %s, compared %s",
				f.Path, f.Form, f.Comparison, byName.Form, byName.Comparison)
		}
	})
	_, ok := schema.ByName("colour")
	assert.False(t, ok, "an unknown name is known")
}

func TestFind(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]schema.Field{
		"total": {Name: "total", Form: schema.FormMoney, Group: schema.GroupMoney,
			Comparison: schema.CompareDecimals},
		"lineItems.amount": {Name: "amount", Form: schema.FormMoney, Group: schema.GroupOther,
			Comparison: schema.CompareDecimals},
		"vendorPhone": {Name: "vendorPhone", Form: schema.FormPhone, Group: schema.GroupOther,
			Comparison: schema.CompareDigits},
		"taxes.category": {Name: "category", Form: schema.FormText, Group: schema.GroupOther,
			Comparison: schema.CompareExactly},
		"parts.colour": {Name: "colour", Group: schema.GroupOther},
	} {
		got, known := schema.Find(path)
		if got.Name != want.Name || got.Path != path || got.Form != want.Form || got.Group != want.Group ||
			got.Comparison != want.Comparison || known != (want.Form != "") {
			t.Errorf("%s is %+v", path, got)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for typ, want := range map[schema.DocumentType]string{
		schema.TypeInvoice:       "invoiceNumber issueDate vendorName total",
		schema.TypeCreditNote:    "invoiceNumber issueDate vendorName total",
		schema.TypeReceipt:       "vendorName date total",
		schema.TypePurchaseOrder: "purchaseOrderNumber issueDate vendorName|customerName",
		schema.TypeBankStatement: "iban|accountNumber periodStart periodEnd closingBalance",
		schema.TypeGeneric:       "", schema.TypeAuto: "",
	} {
		var entries []string
		for _, alternatives := range schema.Of(typ).Keys() {
			entries = append(entries, strings.Join(alternatives, "|"))
		}
		assert.Equal(t, strings.Join(entries, " "), want, typ)
	}
}

// Custom fields count as well, as in training.
func TestTrained(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"total": true, "deliveryDate": false, "colour": true} {
		assert.Equal(t, schema.Of(schema.TypeInvoice).Trained(name), want, name)
	}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	of := func(typ schema.DocumentType, role schema.Summary, values map[string]string) string {
		return schema.Of(typ).Summarize(role, func(name string) string { return values[name] })
	}
	for _, c := range []struct {
		typ    schema.DocumentType
		role   schema.Summary
		values map[string]string
		want   string
	}{
		{schema.TypeInvoice, schema.SummaryNumber, map[string]string{"invoiceNumber": "1", "iban": "3"}, "1"},
		{schema.TypeInvoice, schema.SummaryNumber, map[string]string{"purchaseOrderNumber": "2", "iban": "3"}, "2"},
		{schema.TypeReceipt, schema.SummaryDate, map[string]string{"date": "2026-10-01"}, "2026-10-01"},
		{schema.TypeBankStatement, schema.SummaryName, map[string]string{"accountHolder": "Kim"}, "Kim"},
		{schema.TypeBankStatement, schema.SummaryAmount, map[string]string{"openingBalance": "1.00"}, ""},
		{schema.TypePurchaseOrder, schema.SummaryCurrency, map[string]string{"currency": "EUR"}, "EUR"},
		{schema.TypeGeneric, schema.SummaryName, map[string]string{"title": "Menu", "vendorName": "Kim"}, "Menu"},
		{schema.TypeGeneric, schema.SummaryAmount, map[string]string{"total": "1.00"}, "1.00"}, // a custom field
		{schema.TypeReceipt, schema.SummaryName, map[string]string{"colour": "red"}, ""},
	} {
		assert.Equal(t, of(c.typ, c.role, c.values), c.want, c.role, c.typ)
	}
}

func TestMembersAndFields(t *testing.T) {
	t.Parallel()
	items, ok := schema.Of(schema.TypeInvoice).Field("lineItems")
	_, member := items.Member("taxRate")
	assert.True(t, ok && member, items)
	items, _ = schema.Of(schema.TypeReceipt).Field("lineItems")
	_, member = items.Member("taxRate")
	assert.False(t, member, "line items of receipts have a rate of tax")
	var core []string
	for _, m := range items.Members {
		if m.Core {
			core = append(core, m.Name)
		}
	}
	assert.EqualSlices(t, core, []string{"description", "quantity", "unitPrice", "amount"}, "core members")
	if !schema.Of(schema.TypePurchaseOrder).Has("shippingAddress") ||
		schema.Of(schema.TypeInvoice).Has("shippingAddress") {
		t.Error("orders alone have an address to deliver to")
	}
}

func TestScalars(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range schema.Scalars() {
		assert.True(t, !f.IsList() && !slices.Contains(names, f.Name), f)
		names = append(names, f.Name)
	}
	if names[0] != "invoiceNumber" || names[len(names)-1] != "language" || slices.Contains(names, schema.WholeText) {
		t.Errorf("%v", names)
	}
	for _, want := range []string{"iban", "tip", "shippingAddress", "closingBalance", "title"} {
		assert.True(t, slices.Contains(names, want), want, "is missing")
	}
}

func TestNotations(t *testing.T) {
	t.Parallel()
	for form, want := range map[schema.Form]schema.Notation{
		schema.FormText: schema.NotationString, schema.FormIBAN: schema.NotationString,
		schema.FormMoney:    schema.NotationMoney,
		schema.FormQuantity: schema.NotationDecimal, schema.FormRate: schema.NotationPercent,
		schema.FormDate: schema.NotationDate,
		schema.FormTime: schema.NotationTime, schema.FormCurrency: schema.NotationCurrency,
		schema.FormCount: schema.NotationInteger,
		schema.FormList:  schema.NotationArray, schema.FormBox: schema.NotationArray, "": schema.NotationString,
	} {
		assert.Equal(t, (schema.Field{Form: form}).Notation(), want, form, "is written as")
	}
}

// Results depend on the order: a total precedes the tax, the currency both.
func TestCodeFields(t *testing.T) {
	t.Parallel()
	const bills = "iban bic currency total taxTotal paymentReference vendorName vendorAddress vendorTaxId customerName " +
		"customerAddress customerId invoiceNumber issueDate dueDate servicePeriodStart servicePeriodEnd"
	for typ, want := range map[schema.DocumentType]string{
		schema.TypeInvoice: bills, schema.TypeCreditNote: bills,
		schema.TypeReceipt:       "currency total taxTotal vendorName vendorAddress vendorTaxId date time",
		schema.TypePurchaseOrder: "", schema.TypeBankStatement: "", schema.TypeGeneric: "", schema.TypeAuto: "",
		"unknown": "",
	} {
		assert.Equal(t, namesOf(schema.Of(typ).CodeFields()), want, typ)
	}
}

// The check lists the fields in this order.
func TestXMLFields(t *testing.T) {
	t.Parallel()
	const want = "invoiceNumber purchaseOrderNumber issueDate dueDate currency subtotal taxTotal total amountDue iban"
	assert.Equal(t, namesOf(schema.XMLFields()), want)
}

// A field has the same sources in every type; members of lists have none.
func TestSources(t *testing.T) {
	t.Parallel()
	codes, xml := map[string]bool{}, map[string]bool{}
	for _, typ := range schema.All() {
		for _, f := range typ.CodeFields() {
			codes[f.Name] = true
		}
	}
	for _, f := range schema.XMLFields() {
		xml[f.Name] = true
	}
	each(func(typ schema.Type, f schema.Field) {
		assert.True(t, f.InCodes == codes[f.Path] && f.InXML == xml[f.Path],
			f.Path, "of a", typ.Name, "in codes", f.InCodes, "in XML", f.InXML)
	})
	assert.True(t, len(codes) != 0 && len(xml) != 0, "nothing is told by codes, or by XML")
}

func namesOf(fields []schema.Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return strings.Join(names, " ")
}

var update = flag.Bool("update", false, "write docs/fields.md")

// TestFieldsReference compares docs/fields.md with the schema. `go test ./engine/schema -update` writes it.
func TestFieldsReference(t *testing.T) {
	t.Parallel()
	const path = "../../docs/fields.md"
	want := table()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
		return
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/fields.md is out of date (%v): go test ./engine/schema -update", err)
	}
}

func table() string {
	var sb strings.Builder
	sb.WriteString(`# Document types and fields

Generated from ` + "`engine/schema`" + ` by ` + "`go test ./engine/schema -update`" + `; do not edit.

- **Written**: how a record writes the value, as in ` + "`GET /api/v1/document-types`" + `.
- **Key**: a record is right if all its key fields are; of those with the same word one is enough.
- **Expected**: documents of the type nearly always have the field.
- **Compared**: how [evaluation](evaluating.md#comparison) compares values.
- **Codes**: payment and tax QR codes also provide the field.

If a file contains an e-invoice as XML, page and XML must agree in `)
	for i, f := range schema.XMLFields() {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString("`" + f.Name + "`")
	}
	sb.WriteString(".\n")
	for _, typ := range slices.Concat(schema.All()[1:], schema.FileTypes()) {
		fmt.Fprintf(&sb, "\n## `%s`\n\n%s\n\n", typ.Name, typ.Description)
		sb.WriteString("|Field|Meaning|Written|Key|Expected|Compared|Codes|\n|---|---|---|---|---|---|---|\n")
		rows(&sb, "", typ.HasCodes, typ.Fields)
	}
	return sb.String()
}

func rows(sb *strings.Builder, list string, codes bool, fields []schema.Field) {
	for _, f := range fields {
		expected := ""
		if f.Expected {
			expected = "yes"
		}
		compared := string(f.Comparison)
		if f.IsList() {
			compared = ""
		}
		inCodes := ""
		if codes && f.InCodes {
			inCodes = "yes"
		}
		fmt.Fprintf(sb, "|`%s%s`|%s|%s|%s|%s|%s|%s|\n",
			list, f.Name, f.Description, f.Notation(), f.Key, expected, compared, inCodes)
		rows(sb, list+f.Name+".", codes, f.Members)
	}
}
