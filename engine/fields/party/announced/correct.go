// Package announced corrects the tags of a document by what its headings and labels say
// word for word of parties, whatever the network makes of a layout that it has never seen.
package announced

import (
	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/result"
)

// Input is a document with its tags, and what it is read as: on orders "To" is who sells.
type Input struct {
	*annotate.Document
	Kind result.DocumentType
}

// Correct returns the tags as the page's own words have them: the document's where these
// say nothing against them, and nil where there are none.
func Correct(in Input) *tag.Tags {
	tags := obeyed(sentences(in.Document, in.Tags), in.Kind)
	return announced(in.Document, tags, in.Kind)
}
