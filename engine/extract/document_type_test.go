package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
)

// extractRows extracts a page of rows as any type.
func extractRows(rows ...string) *result.Result {
	doc := &document.Document{Pages: []document.Page{sheettest.RowsPage(rows...)}}
	return models().Document(doc, result.TypeAuto)
}

// A labeled sum of a generic document is among its key-value pairs.
func TestDocumentTypeSynonyms(t *testing.T) {
	t.Parallel()
	cases := append(sheettest.Cases(t, "testdata/types.txt"), sheettest.Cases(t, "testdata/file_types.txt")...)
	for _, c := range cases {
		res := extractRows(c.Rows...)
		assert.Equal(t, res.DocumentType, result.DocumentType(c.Options["type"]), c.Name, "is read as")
		for _, want := range c.Want {
			name, text, _ := strings.Cut(want, "=")
			assert.Equal(t, res.Fields[name].Value, text, c.Name, name)
		}
		if res.DocumentType != result.TypeGeneric {
			continue
		}
		for _, row := range c.Rows {
			label, sum, two := strings.Cut(row, "|")
			pair := func(row map[string]string) bool { return row["key"] == label && row["value"] == sum }
			if two && slices.Contains([]string{"Total", "Gesamtbetrag", "Totaal", "Total TTC"}, label) &&
				!slices.ContainsFunc(rows(res, "keyValues"), pair) {
				t.Errorf("%s: %s %s is not in the record", c.Name, label, sum)
			}
		}
	}
}

// explained returns how much a page extracted as a type explains, in log-odds.
func explained(kind result.DocumentType, otherVotes float64, rows ...string) float64 {
	doc := annotate.New(sheettest.Rows(rows...))
	return extract.Explain(doc, kind, models().Fields.Extract(formrole.New(doc), kind, "en"), otherVotes)
}

func TestExplanationScore(t *testing.T) {
	t.Parallel()
	bill := []string{
		"Alder Works Ltd", "1 Mill Lane, Leeds", "", "Invoice number|A-17", "Invoice date|3 May 2031", "Subtotal|100.00",
		"VAT 20%|20.00", "Total|120.00",
	}
	whole := explained(result.TypeInvoice, 0, bill...)
	for name, less := range map[string]float64{
		"another type":          explained(result.TypePurchaseOrder, 0, bill...),
		"no type":               explained(result.TypeGeneric, 0, bill...),
		"a number without name": explained(result.TypeInvoice, 0, append([]string{"", "", "", "", ""}, bill[4:]...)...),
		"sums that do not hold": explained(result.TypeInvoice, 0, append(append([]string{}, bill[:7]...), "Total|129.00")...),
	} {
		assert.True(t, less < whole, name, "explains", less, "the invoice", whole)
	}
}

func TestExplanationWithoutTotals(t *testing.T) {
	t.Parallel()
	letter := []string{"Dear Mr Lee,", "we met on 3 March and spoke about the roof.", "Kind regards,", "Ann Porter"}
	generic := explained(result.TypeGeneric, 0, letter...)
	for _, kind := range []result.DocumentType{
		result.TypeInvoice, result.TypeReceipt, result.TypePurchaseOrder, result.TypeBankStatement,
	} {
		got := explained(kind, 0, letter...)
		assert.True(t, got < generic, "as", kind, "the letter explains", got, "as generic", generic)
	}
	assert.True(t, explained(result.TypeGeneric, 2, letter...) > generic,
		"words for papers of other kinds do not speak for a generic document")
}

// A document with a missing key field keeps its type.
func TestTypeWithMissingKeyField(t *testing.T) {
	t.Parallel()
	res := extractRows("INVOICE", "Billed to: Marlow Fish Bar", "Payment due on receipt")
	assert.Equal(t, res.DocumentType, result.TypeInvoice, "is read as")
}

// Letters of two companies, in German or English.
const (
	inGerman  = "Die Anlage ist in gutem Zustand und wird für das nächste Jahr nicht mit neuen Teilen versehen."
	inEnglish = "The plant is in good order and will not be fitted with new parts for the year that is to come."
)

func upkeep(site, words string) *document.Document {
	c := sheettest.A4()
	c.Put(60, 40, 18, "Pumpe 7")
	c.Put(60, 62, 9, "www."+site)
	c.Put(60, 80, 9, "Halle: Nord")
	c.Put(60, 130, 9, words)
	return sheettest.Bind(c)
}

// said is the template learned from letters with corrected languages.
func said(t *testing.T, site string, codes ...string) template.Template {
	t.Helper()
	var examples []template.Example
	for _, code := range codes {
		examples = append(examples, models().Learn(t.Context(), upkeep(site, inGerman), extract.LearnRequest{
			Request: extract.Request{DocumentType: result.TypeGeneric}, Data: map[string]any{"language": code},
			Touched: []string{"language"}, Document: "doc-" + code,
		}))
	}
	return template.New("lay-1", 1, examples)
}

// A language that people corrected is applied to the vendor's next letter, if it would be read the same way.
func TestLearnedLanguage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		known template.Template
		page  *document.Document
		want  string
	}{
		"taught":            {said(t, "harrow.example", "lb"), upkeep("harrow.example", inGerman), "lb"},
		"with a region":     {said(t, "harrow.example", "de-AT"), upkeep("harrow.example", inGerman), "de-AT"},
		"another language":  {said(t, "harrow.example", "lb"), upkeep("harrow.example", inEnglish), "en"},
		"another vendor":    {said(t, "oak.example", "lb"), upkeep("harrow.example", inGerman), "de"},
		"people differ":     {said(t, "harrow.example", "lb", "nl"), upkeep("harrow.example", inGerman), "de"},
		"left as it is":     {said(t, "harrow.example", "lb", "de"), upkeep("harrow.example", inGerman), "de"},
		"no language":       {said(t, "harrow.example", "klingonisch"), upkeep("harrow.example", inGerman), "de"},
		"nothing corrected": {said(t, "harrow.example", "de"), upkeep("harrow.example", inGerman), "de"},
	} {
		res := models().DocumentByTemplates(c.page, result.TypeGeneric, []template.Template{c.known})
		f := res.Fields["language"]
		if res.Data["language"] != c.want {
			t.Errorf("%s: %v, want %s", name, res.Data["language"], c.want)
		}
		if learned := f.Learned != nil && f.Source == document.SourceLearned; learned != (c.want != "de" && c.want != "en") {
			t.Errorf("%s: field %+v", name, f)
		}
	}
}
