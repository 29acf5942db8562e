package custom

import (
	"strings"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/fields/party"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/engine/schema/custom"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// partyShare lowers the certainty of a party that no label announces.
const partyShare = 0.7

// parties returns the names and addresses of seller and buyer for the text properties that describe one of them, by
// property. It reads the page as an invoice.
func (w *queries) parties() map[*custom.Property]value.Value {
	var found *value.Set
	out := map[*custom.Property]value.Value{}
	for i := range w.all {
		p := w.all[i].property
		side := sideOf(p)
		if side == "" || !w.isText(p) || isNumeric(p) {
			continue
		}
		if found == nil {
			found = party.Find(link.New(w.known.Document, schema.TypeInvoice, w.known.Scorer))
		}
		part := "Name"
		if postal(p) {
			part = "Address"
		}
		if v, ok := found.Scalars[side+part]; ok {
			v.Score *= partyShare
			out[p] = v
		}
	}
	return out
}

// sideOf returns "vendor" or "customer" if the words of a property say which party of a trade it is, or "".
func sideOf(p *custom.Property) string {
	for _, word := range append(nameWords(leafName(p)), recognize.FoldWords(p.Title+" "+p.Description)...) {
		switch word {
		case "buys", "purchases", "orders":
			return "customer"
		case "sells", "issues", "supplies":
			return "vendor"
		}
		for _, name := range lexicon.PartyHeadings().Meanings(word) {
			if side := strings.TrimPrefix(name, "-"); side == "vendor" || side == "customer" {
				return side
			}
		}
	}
	return ""
}
