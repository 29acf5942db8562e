package template_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/template"
)

func tabled(document string, day int, columns ...template.Column) template.Example {
	l := lesson(document, day, nil)
	l.Items = &template.Items{Columns: columns}
	return l
}

func TestContradictedColumns(t *testing.T) {
	t.Parallel()
	price := template.Column{Field: "unitPrice", Head: 7, Missed: 3}
	amount := template.Column{Field: "amount", Head: 7}
	elsewhere := template.Column{Field: "unitPrice", Head: 8}
	unknown := template.Column{Head: 7}
	for name, c := range map[string]struct {
		lessons            []template.Example
		held, contradicted int
	}{
		"once":           {[]template.Example{tabled("a", 9, price)}, 1, 0},
		"twice":          {[]template.Example{tabled("a", 9, price), tabled("b", 2, price)}, 2, 0},
		"another member": {[]template.Example{tabled("a", 9, price), tabled("b", 2, amount)}, 1, 1},
		"another column": {[]template.Example{tabled("a", 9, price), tabled("b", 2, unknown, elsewhere)}, 1, 1},
		"not known":      {[]template.Example{tabled("a", 9, price), tabled("b", 2, unknown)}, 1, 0},
		"not there": {[]template.Example{tabled("a", 9, price), tabled("b", 2, template.Column{Field: "amount",
			Head: 9})}, 1, 0},
	} {
		l := template.New("id", 1, c.lessons)
		want := template.Reliability{Name: "unitPrice", Held: c.held, Contradicted: c.contradicted}
		if got := l.ColumnReliability(&price); got.Reliability != want || got.IsReliable() != (c.held > c.contradicted) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := l.Columns(); len(got) == 0 || got[0] != want {
			t.Errorf("%s: columns %v", name, got)
		}
	}
}

// Columns without headings are compared by place.
func TestColumnsWithoutHeadings(t *testing.T) {
	t.Parallel()
	at := func(x0, x1 int) template.Column { return template.Column{Field: "amount", Cells: [2]int{x0, x1}} }
	here, wider, there := at(800, 900), at(740, 905), at(600, 700)
	headed := template.Column{Field: "amount", Head: 3, Cells: here.Cells}
	if !here.Same(&wider) || here.Same(&there) || here.Same(&headed) {
		t.Error("a column is taken for another")
	}
}

func TestLineAndEndMajority(t *testing.T) {
	t.Parallel()
	says := func(document string, day int, lines template.Lines, ends ...uint32) template.Example {
		l := tabled(document, day)
		l.Items.Lines, l.Items.Ends, l.Labels = lines, ends, []uint32{4, 5}
		return l
	}
	l := template.New("id", 1, []template.Example{says("a", 9, template.LinesOne, 4), says("b", 2, template.LinesMore, 5)})
	if l.Lines() != "" || len(l.Ends()) != 0 {
		t.Errorf("lines %q, ends %v", l.Lines(), l.Ends())
	}
	l = template.New("id", 1, append(l.Examples, says("c", 3, template.LinesMore, 5)))
	if l.Lines() != template.LinesMore || !reflect.DeepEqual(l.Ends(), []uint32{5}) {
		t.Errorf("lines %q, ends %v", l.Lines(), l.Ends())
	}
}

func TestOtherTableMajority(t *testing.T) {
	t.Parallel()
	says := func(document string, headers int) template.Example {
		l := tabled(document, 1)
		l.Items.Headers = headers
		return l
	}
	for _, c := range []struct {
		headers []int
		want    bool
	}{{[]int{0}, false}, {[]int{1}, true}, {[]int{1, 2}, false}, {[]int{1, 0, 2, 1}, true}, {[]int{2, 2, 1}, false}} {
		var examples []template.Example
		for i, n := range c.headers {
			examples = append(examples, says(string(rune('a'+i)), n))
		}
		if got := template.New("id", 1, examples).OneHeader(); got != c.want {
			t.Errorf("%v: %t", c.headers, got)
		}
	}
}

// Examples without columns, as earlier releases made them, stay unchanged; an example with only columns is valid.
func TestExamplesWithoutColumns(t *testing.T) {
	t.Parallel()
	old := lesson("a", 1, []uint32{2}, template.ExampleField{Name: "total", Anchors: []string{"right#2"}})
	data, err := json.Marshal(old)
	var read template.Example
	if err != nil || json.Unmarshal(data, &read) != nil || read.Items != nil || !reflect.DeepEqual(read, old) {
		t.Errorf("%s is read as %+v, %v", data, read, err)
	}
	l := template.New("id", 1, []template.Example{old})
	if len(l.Columns()) != 0 || l.Columns() == nil || l.Lines() != "" || l.Ends() != nil {
		t.Errorf("columns of %+v", l)
	}
	if tabled("a", 1).Empty() {
		t.Error("a lesson of columns alone is empty")
	}
}
