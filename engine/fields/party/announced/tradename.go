package announced

import (
	"strings"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/annotate/textshape"
	"github.com/docmill/docmill/engine/fields/party/role"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// A shop, an inn or a brand is no party to a contract: whose it is must be printed, too, as in
// "Quay Inn is a trading name of Marlow Taverns Ltd. Registered in England."

// tradeName returns where in words a trade name ends, where the company's name begins that bears
// it, and where that ends with its legal form; nothing where there is nothing of the kind.
func tradeName(words []string) []int {
	const longest, longestName = 5, 8 // words
	for i := 1; i < len(words); i++ {
		for n := min(longest, len(words)-i-2); n > 1; n-- {
			if !lexicon.TradeNameOf.Has(recognize.Fold(strings.Join(words[i:i+n], " "))) {
				continue
			}
			for end := i + n + 2; end <= min(len(words), i+n+longestName); end++ {
				if textshape.HasLegalForm(words[i+n : end]) {
					return []int{i, i + n, end}
				}
			}
			return nil
		}
	}
	return nil
}

// hearTradeName makes the company behind "is a trading name of" the vendor, and the trade name
// before it nobody, wherever it stands: the sender's foot says so.
func (a *announcer) hearTradeName(k int) {
	u := &a.units[k]
	if k == 0 || k+1 >= len(a.units) || a.units[k-1].Segment != u.Segment || a.units[k+1].Segment != u.Segment ||
		!lexicon.TradeNameOf.Has(recognize.Fold(u.Text())) {
		return
	}
	name := tag.Pairs()[0]
	if trade := &a.units[k-1]; trade.Odds[name[1]] > trade.Odds[name[0]] {
		return
	}
	a.own(k+1, name, role.Vendor)
	a.deny(k, name)
	for i := k + 2; i < len(a.units) && a.units[i].Segment == u.Segment; i++ {
		a.deny(i, name)
	}
	trade := recognize.Compact(a.units[k-1].Text())
	company := recognize.Compact(a.units[k+1].Text())
	for i := range a.units {
		switch recognize.Compact(a.units[i].Text()) {
		case trade:
			a.deny(i, name)
		case company:
			a.raise(i, name, role.Vendor)
		}
	}
}
