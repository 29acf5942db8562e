package tagging

import (
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// Drawn returns the class of each unit of a synthetic document from the fields of its words, or nil if they are
// unknown.
func Drawn(doc *document.Document, fields sheet.Fields, kind result.DocumentType, o *tagger.Observation) []Mask {
	type place struct {
		page int
		box  document.Box
	}
	fieldAt := map[place]string{}
	told := false
	for p := range doc.Pages {
		for l := range doc.Pages[p].Lines {
			for w := range doc.Pages[p].Lines[l].Words {
				fieldAt[place{doc.Pages[p].Number, doc.Pages[p].Lines[l].Words[w].Box}] = fields[p][l][w]
				told = told || fields[p][l][w] != ""
			}
		}
	}
	if !told {
		return nil
	}
	masks := make([]Mask, len(o.Parts))
	for i, part := range o.Parts {
		for k := part.First; k <= part.Last; k++ {
			t := &part.Segment.Tokens[k]
			masks[i] |= maskOf(classOf(fieldAt[place{part.Segment.Page.Number, t.Place}], kind))
		}
	}
	return masks
}

func classOf(field string, kind result.DocumentType) tag.Class {
	switch field {
	case "invoiceNumber", "receiptNumber":
		return tag.Number
	case "purchaseOrderNumber":
		if schema.Of(kind).FromCustomer {
			return tag.Number
		}
		return tag.OrderNumber
	case "issueDate", "date":
		return tag.IssueDate
	case "otherName", "otherAddress":
		return tag.OtherParty
	case "":
		return tag.Other
	}
	for c := tag.Other; c < tag.Classes; c++ {
		if c.String() == field {
			return c
		}
	}
	return tag.Other
}
