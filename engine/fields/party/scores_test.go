package party

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/result"
)

// A vector holds as many features as there are names for, whatever the page.
func TestFeatures(t *testing.T) {
	t.Parallel()
	f := finderOf(result.TypeInvoice, "Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY", "", "", "INVOICE", "Bill to:",
		"Tully Brothers", "York YO1 7HH")
	all := f.contenders()
	if len(all) < 2 {
		t.Fatalf("%d contenders", len(all))
	}
	at := func(i int) map[string]float32 {
		x := f.partyVector(all, i)
		if len(x) != len(FeatureNames()) {
			t.Fatalf("%d features, %d names", len(x), len(FeatureNames()))
		}
		out := map[string]float32{}
		for k, name := range FeatureNames() {
			out[name] = x[k]
		}
		return out
	}
	byKey := map[string]map[string]float32{}
	for i := range all {
		if byKey[all[i].key] == nil {
			byKey[all[i].key] = at(i)
		}
	}
	marlow, tully := byKey["marlowpumpsltd"], byKey["tullybrothers"]
	for name, want := range map[string][2]float32{ // of Marlow and of Tully
		"legalForm": {1, 0}, "words": {3, 2}, "headed": {0, 1}, "address": {1, 1}, "addressLines": {2, 1}, "page": {1, 1},
		"recognised": {0, 0},
		"side":       {float32(roleUnknown), float32(RoleCustomer)}, "nearTitle": {-3, 2}, "domain": {0, 0},
	} {
		if marlow[name] != want[0] || tully[name] != want[1] {
			t.Errorf("%s: %v and %v, want %v", name, marlow[name], tully[name], want)
		}
	}
	if marlow["above"] > 0 || tully["above"] == 0 || marlow["headings"] == 0 || tully["headings"] > 0 {
		t.Errorf("among the others: %v, %v", marlow, tully)
	}
	if tully["byRuleCustomer"] <= marlow["byRuleCustomer"] || tully["byRuleVendor"] >= marlow["byRuleVendor"] {
		t.Errorf("the rules: %v, %v", marlow, tully)
	}
	if untitled := finderOf(result.TypeInvoice,
		"Marlow Pumps Ltd"); !math.IsNaN(float64(untitled.toTitle(untitled.Layout.Segments[0]))) {
		t.Error("a title where there is none")
	}
}

// Every name is shown to a watcher as both parties, and being watched changes
// nothing.
func TestWatchers(t *testing.T) {
	t.Parallel()
	rows := []string{"Marlow Pumps Ltd", "4 Quay Street", "Leeds LS1 4DY", "", "Bill to:", "Tully Brothers",
		"York YO1 7HH"}
	plain := finderOf(result.TypeInvoice, rows...)
	plain.Scorers = Trained()
	seen := map[string]int{}
	watched := link.New(plain.Document, result.TypeInvoice, link.Scorer{Watch: func(o link.Observation) {
		if o.Field == "vendorName" || o.Field == "customerName" {
			seen[o.Field+" "+o.Text]++
		}
	}})
	if got, want := Find(Input{Linker: watched, Scorers: Trained()}), Find(plain.Input); !maps.Equal(got.Scalars,
		want.Scalars) {
		t.Errorf("%v, unwatched %v", got.Scalars, want.Scalars)
	}
	for _, want := range []string{"vendorName Marlow Pumps Ltd", "customerName Marlow Pumps Ltd",
		"vendorName Tully Brothers", "customerName Tully Brothers"} {
		if seen[want] == 0 {
			t.Errorf("%s was not shown: %v", want, slices.Collect(maps.Keys(seen)))
		}
	}
}

func TestTrainedScorers(t *testing.T) {
	t.Parallel()
	if !Trained().ready() {
		t.Error("the embedded scorers cannot be read")
	}
	for _, s := range []*Scorers{nil, {}, {Vendor: Trained().Vendor}, {Customer: Trained().Customer}} {
		if s.ready() {
			t.Errorf("%+v is ready", s)
		}
	}
}
