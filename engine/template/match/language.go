package match

import (
	"golang.org/x/text/language"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

// No word of a page states its language, and wrong detection repeats on the vendor's next page. So a correction
// stores the detected language and applies only to pages with the same detection.

const languageField = "language"

// HasLanguage reports whether documents of a type have a language field.
func HasLanguage(docType schema.DocumentType) bool {
	for _, f := range schema.Of(docType).Fields {
		if f.Form == schema.FormLanguage {
			return true
		}
	}
	return false
}

// learnLanguage is the corrected language; false if there is none or it is invalid (BCP 47).
func (s CorrectedRecord) learnLanguage() (template.ExampleField, bool) {
	right, read := s.Right[languageField], s.Read[languageField]
	if !HasLanguage(s.Type) || right == "" {
		return template.ExampleField{}, false
	}
	if _, err := language.Parse(right); err != nil {
		return template.ExampleField{}, false
	}
	return template.ExampleField{Name: languageField, Constant: right, Missed: right != read, Sure: s.Sure[languageField],
		Misread: misreadingHash(read)}, true
}

// Language proposes the corrected language of the vendor's pages with the same detected language; false if there is
// no correction or they differ.
func (p *Page) Language(l *template.Template, read Reading) (Proposal, bool) {
	vendors := template.Fingerprint{Vendors: Vendors(p.doc)}
	code, example, held := unanimousValue(l, func(l *template.Example) *string {
		f := l.Field(languageField)
		if f == nil || f.Misread != misreadingHash(read.Value) || !l.Fingerprint.SharesVendor(vendors) {
			return nil
		}
		return &f.Constant
	})
	if held == 0 || code == read.Value || held < 2 && read.Confidence >= minSureConfidence {
		return Proposal{}, false
	}
	return Proposal{Name: languageField, Quote: llm.Quote{Value: code}, Example: example, Held: held}, true
}
