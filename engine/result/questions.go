package result

import "github.com/docmill/docmill/engine/document"

// Questions are what a document left open: fields that were looked for in vain
// or that fail a check. Somebody else, such as a language model, may point at
// the words that answer them; see engine.Answer. Everything in it is taken from
// the document and as trustworthy as that.
type Questions struct {
	DocumentType DocumentType `json:"documentType"`
	Fields       []Question   `json:"fields"`
	// Candidates are texts on the pages that have the form of values, by
	// Question.Form.
	Candidates map[string][]string `json:"candidates"`
	// Pages is the visible text, page by page; long documents are cut.
	Pages []string `json:"pages"`
	// Document is what was read, so that it need not be read again when the
	// answers are there.
	Document *document.Document `json:"document"`
}

// Question asks for one field. The answer is the text as it is printed.
type Question struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Form        string `json:"form"` // "text", "money", "date" …
	// Doubted is the printed text of the present value, which fails a check;
	// "" where there is none.
	Doubted string `json:"doubted,omitempty"`
	// Values are the only ones that the field may have; none for any.
	Values []string `json:"values,omitempty"`
	// List asks for any number of texts, or, with Members, of rows of them.
	List    bool       `json:"list,omitempty"`
	Members []Question `json:"members,omitempty"`
}
