package recall_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/memory"
	"github.com/docmill/docmill/engine/memory/recall"
	"github.com/docmill/docmill/engine/schema"
)

const (
	trader = "Harrow Tools Limited"
	street = "14 Mill Lane"
	town   = "Leeds LS1 4AP"
)

// scannedLesson is that of a scanned bill of the trader, on which a name stands; what a
// person left is the trader's own.
func scannedLesson(source document.Source, printed, right string) memory.Lesson {
	address := street + ", " + town
	l := recall.View(billOf(source, printed, street, town, "4711"), "GBP").Teach(recall.Seen{
		Type:  schema.TypeInvoice,
		Right: map[string]string{"vendorName": right, "vendorAddress": address},
		Read:  map[string]string{"vendorName": printed, "vendorAddress": address},
	})
	l.Document = printed + right
	return l
}

// respelt is what is proposed for a page that is read as it is printed.
func respelt(source document.Source, seller, street string, lessons ...memory.Lesson) map[string]string {
	known := memory.Fold("l", 1, lessons)
	read := map[string]string{"vendorName": seller, "vendorAddress": street + ", " + town}
	got := map[string]string{}
	for _, p := range recall.View(billOf(source, seller, street, town, "99812"), "GBP").Propose(&known,
		question(read, 0.9)) {
		got[p.Name] = p.Quote.Value
	}
	return got
}

// Letters of a known vendor's name and address that were misread are put right, on pages of
// pixels, where something else tells the vendor. Digits are not.
func TestMisreadLettersOfAKnownVendor(t *testing.T) {
	t.Parallel()
	const scan, text = document.SourceOCR, document.SourceText
	known := scannedLesson(scan, trader, trader)
	for name, c := range map[string]struct {
		source         document.Source
		seller, street string
		lesson         memory.Lesson
		want           map[string]string
	}{
		"right":           {scan, trader, street, known, nil},
		"a letter":        {scan, "Harr0w Tools Limited", street, known, map[string]string{"vendorName": trader}},
		"one too few":     {scan, "arrow Tools Limited", street, known, map[string]string{"vendorName": trader}},
		"too many":        {scan, "Harold Took Limjted", street, known, nil},
		"printed text":    {text, "Harr0w Tools Limited", street, known, nil},
		"another address": {scan, "Harr0w Tools Limited", "27 Orchard Street", known, nil},
		"a letter of both": {
			scan, "Harr0w Tools Limited", "14 Mjll Lane", known,
			map[string]string{"vendorName": trader, "vendorAddress": street + ", " + town},
		},
		"another house": {scan, trader, "19 Mill Lane", known, nil},
		"learned of a scan": {
			scan, "Harrow T0ols Limited", street, scannedLesson(scan, "Harrow Tools Lirnited", trader),
			map[string]string{"vendorName": trader},
		},
		"learned of nothing": {
			scan, "Harrow T0ols Limited", street, scannedLesson(text, "Harrow Tools Lirnited", trader), nil,
		},
	} {
		got := respelt(c.source, c.seller, c.street, c.lesson)
		if len(got) != len(c.want) {
			t.Errorf("%s: proposed %v, want %v", name, got, c.want)
		}
		for field, want := range c.want {
			if got[field] != want {
				t.Errorf("%s: %s is %q, want %q", name, field, got[field], want)
			}
		}
	}
}

// What people left as it was read is no mistake, though others wrote it otherwise.
func TestSpellingsThatPeopleLeft(t *testing.T) {
	t.Parallel()
	const scan, other = document.SourceOCR, "Harrow Tools Limite"
	got := respelt(scan, other, street, scannedLesson(scan, trader, trader), scannedLesson(scan, other, other))
	if len(got) > 0 {
		t.Errorf("proposed %v", got)
	}
}

// BenchmarkMisreadLetters reads a receipt of sixty lines by a layout of six lessons that
// spell the vendor, whose letters were misread on it.
func BenchmarkMisreadLetters(b *testing.B) {
	lines := []line{{60, 60, "Harr0w Tools Limlted"}, {60, 71, street}, {60, 82, town}}
	for i := range 57 {
		lines = append(lines, line{60, 95 + 12*float64(i), fmt.Sprintf("Item %d of some goods", i)},
			line{400, 95 + 12*float64(i), fmt.Sprintf("%d.00", i)})
	}
	receipt := pageOf(document.SourceOCR, lines...)
	var lessons []memory.Lesson
	for i := range memory.MaxLessons {
		l := scannedLesson(document.SourceOCR, trader, trader)
		l.Document = fmt.Sprint(i)
		lessons = append(lessons, l)
	}
	known := memory.Fold("l", 1, lessons)
	q := question(map[string]string{"vendorName": "Harr0w Tools Limlted", "vendorAddress": street + ", " + town}, 0.9)
	for b.Loop() {
		if found := recall.View(receipt, "GBP").Propose(&known, q); len(found) != 1 {
			b.Fatal(found)
		}
	}
}
