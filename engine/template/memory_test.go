package template_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/template"
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
		if got := c.a.Similarity(c.b); got != c.want || got != c.b.Similarity(c.a) {
			t.Errorf("%v, %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func lesson(document string, day int, labels []uint32, fields ...template.Taught) template.Lesson {
	return template.Lesson{
		Version: template.Version, Document: document, At: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC),
		Fingerprint: template.Fingerprint{Keys: []int64{1, 2, int64(day)}, Vendors: []string{document}},
		Vendor:      "Vendor " + document, Labels: labels, Fields: fields,
	}
}

func TestFoldKeepsTheNewestInAnyOrder(t *testing.T) {
	t.Parallel()
	total := template.Taught{Name: "total", Anchors: []string{"right#2"}}
	var lessons []template.Lesson
	for day := 3; day < 12; day++ {
		lessons = append(lessons, lesson(string(rune('a'+day)), day, []uint32{2}, total))
	}
	lessons = append(lessons, lesson("l", 2, nil, total), template.Lesson{Version: template.Version, Document: "empty"})
	want := template.Fold("id", 7, lessons)
	if len(want.Lessons) != template.MaxLessons || want.Lessons[0].Document != "l" || want.Lessons[0].At.Day() != 11 {
		t.Fatalf("kept %v", want.Lessons)
	}
	if got := want.Fingerprint.Keys; !reflect.DeepEqual(got, []int64{1, 2}) {
		t.Errorf("keys %v", got)
	}
	for range 50 {
		rand.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		if got := template.Fold("id", 7, lessons); !reflect.DeepEqual(got, want) {
			t.Fatalf("another order gives %v, not %v", got, want)
		}
	}
	if !template.Fold("id", 1, nil).Empty() {
		t.Error("no lessons give a layout")
	}
}

func TestContradictedAnchorsRetire(t *testing.T) {
	t.Parallel()
	a := template.Taught{Name: "total", Anchors: []string{"right#2"}}
	b := template.Taught{Name: "total", Anchors: []string{"right#3"}}
	two := template.Fold("id", 1, []template.Lesson{lesson("a", 1, []uint32{2}, a), lesson("b", 2, []uint32{2, 3}, b)})
	if got := two.Anchors("total"); len(got) != 1 || got[0].Text != "right#3" {
		t.Errorf("anchors %v", got)
	}
	if got := two.Fields(); len(got) != 1 || got[0] != (template.Standing{Name: "total", Held: 1}) {
		t.Errorf("standing %v", got)
	}
	absent := template.Fold("id", 1, []template.Lesson{lesson("a", 1, []uint32{2}, a), lesson("b", 2, []uint32{3}, b)})
	if got := absent.Anchors("total"); len(got) != 2 {
		t.Errorf("a label that is not on the page contradicts: %v", got)
	}
}

func TestVendorIsThatOfMostLessons(t *testing.T) {
	t.Parallel()
	total := template.Taught{Name: "total"}
	one, two, three := lesson("a", 1, nil, total), lesson("b", 2, nil, total), lesson("c", 3, nil, total)
	three.Vendor = one.Vendor
	if got := template.Fold("id", 1, []template.Lesson{one, two, three}).Vendor(); got != one.Vendor {
		t.Errorf("vendor %q", got)
	}
}

// An example with only a currency or date order is stored if its page has keys.
func TestLessonsOfHabitsAloneAreKept(t *testing.T) {
	t.Parallel()
	first := false
	of := func(currency string, monthFirst *bool, keys ...int64) template.Lesson {
		return template.Lesson{Version: template.Version, Document: "a", Currency: currency, MonthFirst: monthFirst,
			Fingerprint: template.Fingerprint{Keys: keys}}
	}
	for name, c := range map[string]struct {
		lesson template.Lesson
		empty  bool
	}{
		"nothing":                {of("", nil, 1), true},
		"the currency":           {of("CAD", nil, 1), false},
		"the day first":          {of("", &first, 1), false},
		"both":                   {of("CAD", &first, 1), false},
		"both, of no layout":     {of("CAD", &first), true},
		"a field beside neither": {lesson("a", 1, nil, template.Taught{Name: "total"}), false},
	} {
		if c.lesson.Empty() != c.empty || template.Fold("id", 1, []template.Lesson{c.lesson}).Empty() != c.empty {
			t.Errorf("%s: empty is %v", name, c.lesson.Empty())
		}
	}
}

// Examples of earlier releases have no vendor defaults; current ones survive storage, including false.
func TestHabitsInStoredLessons(t *testing.T) {
	t.Parallel()
	const earlier = `{"version":1,"document":"a","at":"2026-01-02T00:00:00Z","fingerprint":{"keys":[1,2],"vendors":["v"]},` +
		`"type":"invoice","vendor":"Oak & Sons","labels":[2],"fields":[{"name":"total","anchors":["right#2"]}]}`
	var l template.Lesson
	if err := json.Unmarshal([]byte(earlier), &l); err != nil || l.Empty() || l.Currency != "" || l.MonthFirst != nil {
		t.Errorf("%+v, %v", l, err)
	}
	if known := template.Fold("id", 1, []template.Lesson{l}); len(known.Lessons) != 1 || len(known.Anchors("total")) != 1 {
		t.Errorf("a lesson of an earlier release teaches nothing: %+v", known)
	}
	for _, first := range []bool{false, true} {
		l.Currency, l.MonthFirst = "CAD", &first
		data, err := json.Marshal(l)
		var back template.Lesson
		if err != nil || json.Unmarshal(data, &back) != nil || !reflect.DeepEqual(back, l) {
			t.Errorf("%s comes back as %+v", data, back)
		}
	}
}

func FuzzLesson(f *testing.F) {
	seed, err := json.Marshal(lesson("a", 1, []uint32{2}, template.Taught{Name: "total", Anchors: []string{"right#2"}}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(`{"version":1,"fingerprint":{"keys":[3,1]},"fields":[{"name":"x","anchors":["#","a#zz/","i#zz~9/0.n1","i#zz~x/"]}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		var l template.Lesson
		if json.Unmarshal(data, &l) != nil {
			return
		}
		folded := template.Fold("id", 1, []template.Lesson{l, l})
		folded.Fields()
		folded.Vendor()
		folded.Fingerprint.Similarity(l.Fingerprint)
	})
}
