package match

import (
	"golang.org/x/text/language"

	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/template"
)

// No word of a page says in which language it is written: the reading counts words, and what
// it counts wrong it counts wrong on the vendor's next page, too. So a person's correction
// goes with what had been read, and holds for pages that are read the same. A page that is
// read as of a third language is in that.

// languageField names the language of a document.
const languageField = "language"

// HasLanguage reports whether documents of a type have the language that they are written in.
func HasLanguage(kind schema.DocumentType) bool {
	for _, f := range schema.Of(kind).Fields {
		if f.Form == schema.FormLanguage {
			return true
		}
	}
	return false
}

// languageTaught is what a person left of the language; false for nothing, and for what is
// none (BCP 47).
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

// Language proposes the language that people gave to the vendor's pages which had been read as
// this one is; false where they left it as it is, or differ.
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
