// Package receipt generates till receipts of shops, restaurants and services.
package receipt

import (
	"strings"
	"time"

	"github.com/docmill/docmill/lab/synth/draft"
)

// Compose adds a receipt to an empty draft.
func Compose(c *draft.Draft) {
	t := &receipt{Draft: c, trade: drawTrade(c.Rand), day: c.Place.RandomDay()}
	t.day = t.day.Add(time.Duration(6*3600+c.IntN(17*3600)) * time.Second)
	t.drawStyle()
	t.drawPaper()
	t.fillBasket()
	t.computeBill()
	t.head()
	meta := c.IntN(4) > 0
	if meta {
		t.meta()
	}
	t.gap()
	t.items()
	t.sums()
	if !meta {
		t.gap()
		t.meta()
	}
	t.payment()
	t.taxSummary()
	t.foot()
	t.s.Height = max(t.s.Height, t.y+t.step*(1+3*c.Float64()))
	c.Sheets = append(c.Sheets, t.s)
	c.Layout = "receipt/" + strings.Join(t.family, "-")
	t.SetCurrency()
}
