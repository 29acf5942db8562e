package tagging_test

import (
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/lab/synth/form"
	"github.com/docmill/docmill/lab/tagging"
)

func roleBit(roles ...formrole.Role) tagging.Mask {
	m := tagging.Mask(0)
	for _, r := range roles {
		m |= 1 << r
	}
	return m
}

// unitRoles returns the roles of each unit of a document, by its text.
func unitRoles(doc *document.Document, roles tagging.Roles) map[string]tagging.Mask {
	analyzed, out := annotate.New(layout.Analyze(doc)), map[string]tagging.Mask{}
	for _, p := range analyzed.Layout.Pages {
		for _, u := range formrole.Observe(analyzed, p).Units {
			out[u.Text()] = tagging.UnitRoles(u.Part, roles)
		}
	}
	return out
}

// Made forms know the role of most units.
func TestDrawnRoles(t *testing.T) {
	t.Parallel()
	single, all := 0, 0
	for seed := range uint64(20) {
		doc, fields := form.New(seed, form.Options{Language: "en"}).DocumentFields()
		for _, m := range unitRoles(doc, tagging.DrawnRoles(doc, fields)) {
			if all++; m&(m-1) == 0 {
				single++
			}
		}
	}
	if all < 500 || float64(single) < 0.9*float64(all) {
		t.Errorf("%d of %d units have one role", single, all)
	}
}

// Words in fields of a form are answers, other words are not.
func TestRefilledRoles(t *testing.T) {
	t.Parallel()
	blank := letter("Last name", "Date of birth")
	filled := *blank
	filled.Pages = []document.Page{blank.Pages[0]}
	label := blank.Pages[0].Lines[0].Words[0].Box
	filled.Pages[0].Fields = []document.FormField{{Type: document.TextField, Name: "name",
		Box: document.Box{X0: 0.5, Y0: label.Y0 - 0.005, X1: 0.8, Y1: label.Y1 + 0.005}}}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not a secret
	for range 20 {
		doc, fields := tagging.Refill(blank, &filled, []string{"Quimbeth"}, random)
		got := unitRoles(doc, tagging.FilledRoles(fields))
		if got["Last name"]&roleBit(formrole.Answer) != 0 || got["Date of birth"]&roleBit(formrole.Question) == 0 {
			t.Errorf("printed words: %v", got)
		}
		if m, ok := got["Quimbeth"]; ok && m != roleBit(formrole.Answer, formrole.Cell) {
			t.Errorf("an answer: %b", m)
		}
		if without := tagging.WithoutAnswers(doc, tagging.FilledRoles(fields), 1, random); len(without.Pages[0].Lines) != 2 {
			t.Errorf("%d lines without the answer", len(without.Pages[0].Lines))
		}
	}
}

func TestValueRoles(t *testing.T) {
	t.Parallel()
	doc := letter("Advertiser: Cody Johnson", "Station KWTX")
	got := unitRoles(doc, tagging.ValueRoles(doc, []string{"Cody Johnson"}))
	value := roleBit(formrole.Answer, formrole.Cell)
	if got["Cody Johnson"] != value || got["Advertiser:"]&value != 0 || got["Station KWTX"]&value == 0 {
		t.Errorf("%v", got)
	}
}
