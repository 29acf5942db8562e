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
func HasLanguage(kind schema.DocumentType) bool {
	for _, f := range schema.Of(kind).Fields {
		if f.Form == schema.FormLanguage {
			return true
		}
	}
	return false
}

// languageTaught is the corrected language; false if there is none or it is invalid (BCP 47).
func (s Seen) languageTaught() (template.Taught, bool) {
	right, read := s.Right[languageField], s.Read[languageField]
	if !HasLanguage(s.Type) || right == "" {
		return template.Taught{}, false
	}
	if _, err := language.Parse(right); err != nil {
		return template.Taught{}, false
	}
	return template.Taught{Name: languageField, Constant: right, Missed: right != read, Sure: s.Sure[languageField],
		Misread: misreading(read)}, true
}

// Language proposes the corrected language of the vendor's pages with the same detected language; false if there is
// no correction or they differ.
func (p *Page) Language(l *template.Layout, read Reading) (Proposal, bool) {
	vendors := template.Fingerprint{Vendors: Vendors(p.doc)}
	code, lesson, held := agreed(l, func(l *template.Lesson) *string {
		f := l.Field(languageField)
		if f == nil || f.Misread != misreading(read.Value) || !l.Fingerprint.SharesVendor(vendors) {
			return nil
		}
		return &f.Constant
	})
	if held == 0 || code == read.Value || held < 2 && read.Confidence >= sure {
		return Proposal{}, false
	}
	return Proposal{Name: languageField, Quote: llm.Quote{Value: code}, Lesson: lesson, Held: held}, true
}
