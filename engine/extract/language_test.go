package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
)

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
