package lexicon_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/text/lexicon"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := lexicon.Parse("# German. Labels\n\n[dueDate 0.9]\n  Fällig am \nZahlbar bis\n\n# a " +
		"remark\n[street]\nAllee\n")
	want := []lexicon.Group{
		{Name: "dueDate", Weight: 0.9, Phrases: []string{"Fällig am", "Zahlbar bis"}},
		{Name: "street", Phrases: []string{"Allee"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Allee\n":                       "line 1",
		"[street]\nAllee\n[town\nX\n":   "line 3",
		"# words\n[]\n":                 "line 2",
		"[dueDate high]\n":              "high",
		"[dueDate 0.9 or more]\nFällig": "0.9 or more",
	} {
		if _, err := lexicon.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
}
