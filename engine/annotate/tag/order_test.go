package tag_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/classify"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
)

func TestPartiesOfWhatWasTakenForAnotherSortChangePlaces(t *testing.T) {
	t.Parallel()
	if slices.Index(classify.Kinds(), result.TypePurchaseOrder) != tag.Order {
		t.Fatal("orders have another place")
	}
	unit := tag.Unit{Part: layout.Part{Segment: &layout.Segment{Words: []string{"Alder", "Ltd"}}, Last: 1}}
	for class := range unit.Odds {
		unit.Odds[class] = -9
	}
	unit.Odds[tag.VendorName], unit.Odds[tag.CustomerName] = -0.1, -3
	const sure, hardly = -0.01, -5
	for _, c := range []struct {
		odds  float32
		order bool
		want  tag.Class
	}{
		{sure, true, tag.VendorName}, {hardly, false, tag.VendorName},
		{sure, false, tag.CustomerName}, {hardly, true, tag.CustomerName},
	} {
		types := [6]float32{hardly, hardly, hardly, hardly, hardly, hardly}
		types[tag.Order] = c.odds
		tags := tag.New([]tag.Unit{unit}, types)
		as := tags.As(c.order)
		if best := as.Units[0].Best(); best != c.want {
			t.Errorf("%+v: %v", c, best)
		}
		if as.At(unit.Segment, 1) == nil || tags.Units[0].Best() != tag.VendorName {
			t.Errorf("%+v: units are lost or were changed", c)
		}
	}
	silent := tag.New([]tag.Unit{unit}, [6]float32{})
	if silent.As(true) != silent || (*tag.Tags)(nil).As(true) != nil {
		t.Error("where no network spoke, something changed")
	}
}
