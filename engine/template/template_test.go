package template_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func TestSimilarity(t *testing.T) {
	t.Parallel()
	of := func(keys ...int64) template.Fingerprint { return template.Fingerprint{Keys: keys} }
	for _, c := range []struct {
		a, b template.Fingerprint
		want float64
	}{
		{of(1, 2, 3), of(1, 2, 3), 1},
		{of(1, 2, 3, 4), of(2, 4), 2. / 3},
		{of(1), of(2), 0},
		{of(), of(), 0},
	} {
		got := c.a.Similarity(c.b)
		assert.True(t, got == c.want && got == c.b.Similarity(c.a), c.a, c.b, got, "want", c.want)
	}
}

func lesson(document string, day int, labels []uint32, fields ...template.ExampleField) template.Example {
	return template.Example{
		Version: template.Version, Document: document, At: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC),
		Fingerprint: template.Fingerprint{Keys: []int64{1, 2, int64(day)}, Vendors: []string{document}},
		Vendor:      "Vendor " + document, Labels: labels, Fields: fields,
	}
}

func TestFoldNewest(t *testing.T) {
	t.Parallel()
	total := template.ExampleField{Name: "total", Anchors: []string{"right#2"}}
	var examples []template.Example
	for day := 3; day < 12; day++ {
		examples = append(examples, lesson(string(rune('a'+day)), day, []uint32{2}, total))
	}
	examples = append(examples, lesson("l", 2, nil, total), template.Example{Version: template.Version, Document: "empty"})
	want := template.New("id", 7, examples)
	if len(want.Examples) != template.MaxExamples || want.Examples[0].Document != "l" || want.Examples[0].At.Day() != 11 {
		t.Fatalf("kept %v", want.Examples)
	}
	got := want.Fingerprint.Keys
	assert.True(t, reflect.DeepEqual(got, []int64{1, 2}), "keys", got)
	for range 50 {
		rand.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		got := template.New("id", 7, examples)
		require.True(t, reflect.DeepEqual(got, want), "another order gives", got, "not", want)
	}
	assert.True(t, template.New("id", 1, nil).Empty(), "no lessons give a layout")
}

func TestContradictedAnchors(t *testing.T) {
	t.Parallel()
	a := template.ExampleField{Name: "total", Anchors: []string{"right#2"}}
	b := template.ExampleField{Name: "total", Anchors: []string{"right#3"}}
	two := template.New("id", 1, []template.Example{lesson("a", 1, []uint32{2}, a), lesson("b", 2, []uint32{2, 3}, b)})
	got := two.Anchors("total")
	assert.True(t, len(got) == 1 && got[0].Text == "right#3", "anchors", got)
	if got := two.Fields(); len(got) != 1 || got[0] != (template.Reliability{Name: "total", Held: 1}) {
		t.Errorf("standing %v", got)
	}
	absent := template.New("id", 1, []template.Example{lesson("a", 1, []uint32{2}, a), lesson("b", 2, []uint32{3}, b)})
	got = absent.Anchors("total")
	assert.Equal(t, len(got), 2, "a label that is not on the page contradicts", got)
}

func TestVendorMajority(t *testing.T) {
	t.Parallel()
	total := template.ExampleField{Name: "total"}
	one, two, three := lesson("a", 1, nil, total), lesson("b", 2, nil, total), lesson("c", 3, nil, total)
	three.Vendor = one.Vendor
	assert.Equal(t, template.New("id", 1, []template.Example{one, two, three}).Vendor(), one.Vendor, "vendor")
}

// An example with only a currency or date order is stored if its page has keys.
func TestVendorDefaultsOnly(t *testing.T) {
	t.Parallel()
	first := false
	of := func(currency string, monthFirst *bool, keys ...int64) template.Example {
		return template.Example{Version: template.Version, Document: "a", Currency: currency, MonthFirst: monthFirst,
			Fingerprint: template.Fingerprint{Keys: keys}}
	}
	for name, c := range map[string]struct {
		lesson template.Example
		empty  bool
	}{
		"nothing":                {of("", nil, 1), true},
		"the currency":           {of("CAD", nil, 1), false},
		"the day first":          {of("", &first, 1), false},
		"both":                   {of("CAD", &first, 1), false},
		"both, of no layout":     {of("CAD", &first), true},
		"a field beside neither": {lesson("a", 1, nil, template.ExampleField{Name: "total"}), false},
	} {
		if c.lesson.Empty() != c.empty || template.New("id", 1, []template.Example{c.lesson}).Empty() != c.empty {
			t.Errorf("%s: empty is %v", name, c.lesson.Empty())
		}
	}
}

// Examples of earlier releases have no vendor defaults; current ones survive storage, including false.
func TestStoredVendorDefaults(t *testing.T) {
	t.Parallel()
	const earlier = `{"version":1,"document":"a","at":"2026-01-02T00:00:00Z","fingerprint":{"keys":[1,2],"vendors":["v"]},` +
		`"type":"invoice","vendor":"Oak & Sons","labels":[2],"fields":[{"name":"total","anchors":["right#2"]}]}`
	var l template.Example
	if err := json.Unmarshal([]byte(earlier), &l); err != nil || l.Empty() || l.Currency != "" || l.MonthFirst != nil {
		t.Errorf("%+v, %v", l, err)
	}
	known := template.New("id", 1, []template.Example{l})
	assert.True(t, len(known.Examples) == 1 && len(known.Anchors("total")) == 1,
		"a lesson of an earlier release teaches nothing", known)
	for _, first := range []bool{false, true} {
		l.Currency, l.MonthFirst = "CAD", &first
		data, err := json.Marshal(l)
		var back template.Example
		if err != nil || json.Unmarshal(data, &back) != nil || !reflect.DeepEqual(back, l) {
			t.Errorf("%s comes back as %+v", data, back)
		}
	}
}

func FuzzExample(f *testing.F) {
	seed, err := json.Marshal(lesson("a", 1, []uint32{2}, template.ExampleField{Name: "total",
		Anchors: []string{"right#2"}}))
	require.NoError(f, err)
	f.Add(seed)
	f.Add([]byte(`{"version":1,"fingerprint":{"keys":[3,1]},"fields":[{"name":"x","anchors":["#","a#zz/","i#zz~9/0.n1","i#zz~x/"]}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		var l template.Example
		if json.Unmarshal(data, &l) != nil {
			return
		}
		folded := template.New("id", 1, []template.Example{l, l})
		folded.Fields()
		folded.Vendor()
		folded.Fingerprint.Similarity(l.Fingerprint)
	})
}

// A counted place equals one with the same count at the same edge, at any height.
func TestCountedPositions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"^1.600.890.2": true, "^1.700.893.2": true, "^1.700.893.1": false, "^0.700.893.2": false,
		"^1.700.930.2": false, "@1.600.890.2": false, "%1.600.890.2": false,
	} {
		a, ok := template.ParsePlace("^1.610.890.2")
		b, known := template.ParsePlace(text)
		_, same := a.Distance(b)
		assert.True(t, ok && known && same == want, text, ok, known, same)
	}
	if !template.IsPlaced("^1.600.890.2/0.a") || !template.IsLoose("^1.600.890.2/0.a") ||
		template.IsLoose("@1.600.890.2/0.a") {
		t.Error("what says less than a place is not told from one")
	}
}

func TestListEdits(t *testing.T) {
	t.Parallel()
	list := func(document string, helps, harms []string) template.Example {
		l := lesson(document, 1, nil)
		l.Lists = []template.List{{Name: "parts", Helps: helps, Harms: harms}}
		return l
	}
	l := template.New("lay-1", 1, []template.Example{
		list("a", nil, []string{"whole.crate"}),
		list("b", []string{"whole.crate", "complete.weight"}, nil),
		list("c", []string{"complete.weight"}, nil),
	})
	edits, newest := l.ListEdits("parts")
	require.EqualSlices(t, []string{"complete.weight"}, edits)
	require.Equal(t, "b", newest.Document)
	edits, _ = l.ListEdits("others")
	require.Empty(t, edits)
}
