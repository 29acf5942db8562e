package lexicon_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

func TestGroupSpelling(t *testing.T) {
	t.Parallel()
	found := slices.IndexFunc(lexicon.Groups("de", "labels"), func(g lexicon.Group) bool {
		return g.Name == "dueDate" && g.Weight == 1 && slices.Contains(g.Phrases, "Fällig am")
	})
	if found < 0 {
		t.Error("the German labels of due dates lack Fällig am, as it is written")
	}
	if g := lexicon.Groups("xx", "labels"); g != nil {
		t.Errorf("a language without files has %v", g)
	}
}
