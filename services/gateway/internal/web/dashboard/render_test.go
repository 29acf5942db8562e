package dashboard_test

import (
	"encoding/json"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard"
)

// A page has nothing in English that has a translation.
func TestPagesAreTranslated(t *testing.T) {
	t.Parallel()
	d, err := dashboard.New(dashboard.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	rec := contract.Record{
		ID: "ext_1", Status: contract.StatusCompleted, DocumentType: "invoice", Confidence: new(float64),
		Data: json.RawMessage(`{"invoiceNumber":"R-1","total":"1.00","lineItems":[{"amount":"1.00","unitPrice":"1.00"}]}`),
		Fields: json.RawMessage(`{"invoiceNumber":{"value":"R-1","raw":"R 1","confidence":0.5,"source":"ocr","page":1,
			"box":[0,0,1,1],"checks":["sum"]},"total":{"value":"1.00","source":"human","original":{"value":"2.00"}}}`),
		Checks: json.RawMessage(`[{"name":"line_items","passed":true}]`), Missing: []string{"issueDate"},
	}
	rec.Metadata.FileSize, rec.Metadata.MIMEType = 2048, "application/pdf"
	for _, code := range []string{"de", "fr", "es"} {
		content, err := os.ReadFile("languages/" + code + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		entries := entriesOf(code, string(content))
		for _, name := range []string{"sign-in", "welcome", "error", "document", "documents", "keys", "confirm"} {
			page, err := d.Sample(code, name, rec)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(page, `<html lang="`+code+`">`) || !strings.Contains(page, "/static/texts-"+code+".") {
				t.Errorf("%s, %s: the page does not say its language, or its scripts do not know it", code, name)
			}
			for _, text := range textOf(page) {
				if translated, ok := entries[text]; ok && translated != text {
					t.Errorf("%s, %s: %q stands there, want %q", code, name, text, translated)
				}
			}
		}
	}
	page, err := d.Sample("en", "sign-in", rec)
	if err != nil || !strings.Contains(page, `<html lang="en">`) || strings.Contains(page, "/static/texts-") {
		t.Errorf("English: %v\n%s", err, page)
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// textOf returns what people read of a page, and have read to them.
func textOf(page string) []string {
	var all []string
	for _, found := range regexp.MustCompile(`(?:aria-label|title|alt|placeholder|data-label)="([^"]*)"`).
		FindAllStringSubmatch(page, -1) {
		all = append(all, html.UnescapeString(found[1]))
	}
	for text := range strings.SplitSeq(tag.ReplaceAllString(page, "\n"), "\n") {
		all = append(all, strings.TrimSpace(html.UnescapeString(text)))
	}
	return all
}
