package memory_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/memory"
)

// tabled is a lesson of a table with these columns.
func tabled(document string, day int, columns ...memory.Column) memory.Lesson {
	l := lesson(document, day, nil)
	l.Items = &memory.Items{Columns: columns}
	return l
}

func TestColumnsThatAreContradictedRetire(t *testing.T) {
	t.Parallel()
	price := memory.Column{Field: "unitPrice", Head: 7, Missed: 3}
	amount := memory.Column{Field: "amount", Head: 7}
	elsewhere := memory.Column{Field: "unitPrice", Head: 8}
	unknown := memory.Column{Head: 7}
	for name, c := range map[string]struct {
		lessons            []memory.Lesson
		held, contradicted int
	}{
		"once":           {[]memory.Lesson{tabled("a", 9, price)}, 1, 0},
		"twice":          {[]memory.Lesson{tabled("a", 9, price), tabled("b", 2, price)}, 2, 0},
		"another member": {[]memory.Lesson{tabled("a", 9, price), tabled("b", 2, amount)}, 1, 1},
		"another column": {[]memory.Lesson{tabled("a", 9, price), tabled("b", 2, unknown, elsewhere)}, 1, 1},
		"not known":      {[]memory.Lesson{tabled("a", 9, price), tabled("b", 2, unknown)}, 1, 0},
		"not there":      {[]memory.Lesson{tabled("a", 9, price), tabled("b", 2, memory.Column{Field: "amount", Head: 9})}, 1, 0},
	} {
		l := memory.Fold("id", 1, c.lessons)
		want := memory.Standing{Name: "unitPrice", Held: c.held, Contradicted: c.contradicted}
		if got := l.Standing(&price); got.Standing != want || got.Counts() != (c.held > c.contradicted) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := l.Columns(); len(got) == 0 || got[0] != want {
			t.Errorf("%s: columns %v", name, got)
		}
	}
}

// Columns without headings are the same at the same place.
func TestColumnsWithoutHeadingsAreKnownByPlace(t *testing.T) {
	t.Parallel()
	at := func(x0, x1 int) memory.Column { return memory.Column{Field: "amount", Cells: [2]int{x0, x1}} }
	here, wider, there := at(800, 900), at(740, 905), at(600, 700)
	headed := memory.Column{Field: "amount", Head: 3, Cells: here.Cells}
	if !here.Same(&wider) || here.Same(&there) || here.Same(&headed) {
		t.Error("a column is taken for another")
	}
}

func TestLinesAndEndsNeedAMajority(t *testing.T) {
	t.Parallel()
	says := func(document string, day int, lines memory.Lines, ends ...uint32) memory.Lesson {
		l := tabled(document, day)
		l.Items.Lines, l.Items.Ends, l.Labels = lines, ends, []uint32{4, 5}
		return l
	}
	l := memory.Fold("id", 1, []memory.Lesson{says("a", 9, memory.LinesOne, 4), says("b", 2, memory.LinesMore, 5)})
	if l.Lines() != "" || len(l.Ends()) != 0 {
		t.Errorf("lines %q, ends %v", l.Lines(), l.Ends())
	}
	l = memory.Fold("id", 1, append(l.Lessons, says("c", 3, memory.LinesMore, 5)))
	if l.Lines() != memory.LinesMore || !reflect.DeepEqual(l.Ends(), []uint32{5}) {
		t.Errorf("lines %q, ends %v", l.Lines(), l.Ends())
	}
}

func TestOtherTablesNeedAMajority(t *testing.T) {
	t.Parallel()
	says := func(document string, headers int) memory.Lesson {
		l := tabled(document, 1)
		l.Items.Headers = headers
		return l
	}
	for _, c := range []struct {
		headers []int
		want    bool
	}{{[]int{0}, false}, {[]int{1}, true}, {[]int{1, 2}, false}, {[]int{1, 0, 2, 1}, true}, {[]int{2, 2, 1}, false}} {
		var lessons []memory.Lesson
		for i, n := range c.headers {
			lessons = append(lessons, says(string(rune('a'+i)), n))
		}
		if got := memory.Fold("id", 1, lessons).OneHeader(); got != c.want {
			t.Errorf("%v: %t", c.headers, got)
		}
	}
}

// Lessons without columns, as earlier releases made them, are as they were, and a
// lesson of columns alone is one.
func TestLessonsWithoutColumnsStay(t *testing.T) {
	t.Parallel()
	old := lesson("a", 1, []uint32{2}, memory.Taught{Name: "total", Anchors: []string{"right#2"}})
	data, err := json.Marshal(old)
	var read memory.Lesson
	if err != nil || json.Unmarshal(data, &read) != nil || read.Items != nil || !reflect.DeepEqual(read, old) {
		t.Errorf("%s is read as %+v, %v", data, read, err)
	}
	l := memory.Fold("id", 1, []memory.Lesson{old})
	if len(l.Columns()) != 0 || l.Columns() == nil || l.Lines() != "" || l.Ends() != nil {
		t.Errorf("columns of %+v", l)
	}
	if tabled("a", 1).Empty() {
		t.Error("a lesson of columns alone is empty")
	}
}
