package tag_test

import (
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/libs/assert"
)

func TestSwappedParties(t *testing.T) {
	t.Parallel()
	unit := tag.Unit{Part: layout.Part{Segment: &layout.Segment{Words: []string{"Alder", "Ltd"}}, Last: 1}}
	for class := range unit.Odds {
		unit.Odds[class] = -9
	}
	unit.Odds[tag.VendorName], unit.Odds[tag.CustomerName] = -0.1, -3
	for _, c := range []struct {
		assumed, known tag.Sender
		want           tag.Class
	}{
		{tag.SenderCustomer, tag.SenderCustomer, tag.VendorName}, {tag.SenderVendor, tag.SenderVendor, tag.VendorName},
		{tag.SenderCustomer, tag.SenderVendor, tag.CustomerName}, {tag.SenderVendor, tag.SenderCustomer, tag.CustomerName},
	} {
		tags := tag.New([]tag.Unit{unit}, c.assumed)
		as := tags.As(c.known)
		assert.Equal(t, as.Units[0].Best(), c.want, c)
		assert.True(t, as.At(unit.Segment, 1) != nil && tags.Units[0].Best() == tag.VendorName,
			c, "units are lost or were changed")
	}
	silent := tag.New([]tag.Unit{unit}, tag.SenderUnknown)
	assert.True(t, silent.As(tag.SenderCustomer) == silent && (*tag.Tags)(nil).As(tag.SenderCustomer) == nil,
		"without a network, something changed")
}
