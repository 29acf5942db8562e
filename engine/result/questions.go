package result

import "github.com/docmill/docmill/engine/document"

// Questions are the open fields of a document: missing ones and those that fail a check. A language model, for
// example, may answer with words of the document; see engine.Answer. All content comes from the document and is as
// trustworthy as that.
type Questions struct {
	DocumentType DocumentType `json:"documentType"`
	Fields       []Question   `json:"fields"`
	// Candidates are texts on the pages in the form of values, by Question.Form.
	Candidates map[string][]string `json:"candidates"`
	// Pages is the visible text, page by page; long documents are truncated.
	Pages []string `json:"pages"`
	// Document is the parsed document, so that answers need no second parse.
	Document *document.Document `json:"document"`
}

// Question asks for one field. The answer is the text as printed.
type Question struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Form        string `json:"form"` // "text", "money", "date" …
	// Doubted is the printed text of the present value, which fails a check, or "".
	Doubted string `json:"doubted,omitempty"`
	// Values are the allowed values; empty allows any.
	Values []string `json:"values,omitempty"`
	// List asks for any number of texts, or, with Members, of rows of them.
	List    bool       `json:"list,omitempty"`
	Members []Question `json:"members,omitempty"`
}
