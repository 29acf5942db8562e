package template_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
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
		got := l.ColumnReliability(&price)
		assert.True(t, got.Reliability == want && got.IsReliable() == (c.held > c.contradicted), name, got)
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
	assert.True(t, here.Same(&wider) && !here.Same(&there) && !here.Same(&headed), "a column is taken for another")
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
		assert.Equal(t, template.New("id", 1, examples).OneHeader(), c.want, c.headers)
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
	assert.False(t, tabled("a", 1).Empty(), "a lesson of columns alone is empty")
}

func marked(right int) template.Fingerprint {
	f := template.Fingerprint{Keys: []int64{1, 2, 3, 4}, Marks: &template.Marks{}}
	for i := range 10 {
		x, y := 90*i+right, 30*i
		f.Marks.Labels = append(f.Marks.Labels, [3]int{i, x, x + 60})
		f.Marks.Blocks = append(f.Marks.Blocks, [3]int{x, x + 80, y})
	}
	return f
}

func TestLikenessByPosition(t *testing.T) {
	t.Parallel()
	page := marked(0)
	bare := template.Fingerprint{Keys: []int64{1, 2, 5, 6}}
	for name, c := range map[string]struct {
		other template.Fingerprint
		want  float64
	}{
		"itself": {page, 1}, "scanned askew": {marked(9), 1}, "elsewhere": {marked(30), 1. / 2}, "without marks": {bare, .6},
		"empty": {template.Fingerprint{Marks: &template.Marks{}}, 0},
	} {
		got := page.Likeness(c.other)
		assert.True(t, math.Abs(got-c.want) <= 1e-9 && math.Abs(c.other.Likeness(page)-got) <= 1e-9,
			name, got, "want", c.want)
	}
	moved, vendor := marked(30), []string{"a"}
	page.Vendors, moved.Vendors = vendor, vendor
	assert.Equal(t, page.Likeness(moved), template.MinLikeness, "another place of the same vendor")
	layout := template.Template{Examples: []template.Example{{Fingerprint: marked(30)}, {Fingerprint: page}}}
	assert.Equal(t, layout.Likeness(page), 1, "likeness to the layout of a lesson")
}

// Pages match if the order of labels is the same, although columns and heights vary.
func TestLikenessByOrder(t *testing.T) {
	t.Parallel()
	page, moved, mixed := marked(0), marked(30), marked(30)
	for i, k := range []int{7, 2, 9, 0, 5, 1, 8, 3, 6, 4} {
		mixed.Marks.Labels[i][0] = k
	}
	got := page.Likeness(moved)
	assert.True(t, got >= template.MinLikeness, "moved", got)
	const longest = 4. / 10 // 2 5 8 9, of ten on either
	got = page.Likeness(mixed)
	assert.True(t, math.Abs(got-(1+longest)/4) <= 1e-9, "in another order", got)
}

// Receipts match by keys: similar ones of the same vendor, or very similar ones of any vendor.
func TestLikenessOfReceipts(t *testing.T) {
	t.Parallel()
	keys := func(first int64) (all []int64) {
		for i := range int64(10) {
			all = append(all, first+i)
		}
		return all
	}
	till := template.Fingerprint{Keys: keys(0), Vendors: []string{"a"}}
	for name, c := range map[string]struct {
		first  int64
		vendor string
		marks  *template.Marks
		want   float64
	}{
		"many keys, of its vendor":      {4, "a", nil, .7},
		"some keys, of its vendor":      {7, "a", nil, template.MinLikeness},
		"some keys, of another":         {7, "b", nil, .4},
		"few keys, of its vendor":       {8, "a", nil, .3},
		"no keys, of its vendor":        {10, "a", nil, 0},
		"some keys of a sheet of paper": {7, "a", &template.Marks{}, .4},
		"the same keys, of its vendor":  {0, "a", nil, 1},
	} {
		other := template.Fingerprint{Keys: keys(c.first), Vendors: []string{c.vendor}, Marks: c.marks}
		got := till.Likeness(other)
		assert.True(t, math.Abs(got-c.want) <= 1e-9 && math.Abs(other.Likeness(till)-got) <= 1e-9,
			name, got, "want", c.want)
	}
}

// The likeness is always between 0 and 1.
func TestLikenessRange(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	made := func() template.Fingerprint {
		f := template.Fingerprint{Marks: &template.Marks{}}
		for i := range random.IntN(12) {
			f.Keys = append(f.Keys, int64(i*(1+random.IntN(2))))
			f.Marks.Labels = append(f.Marks.Labels, [3]int{random.IntN(4), random.IntN(50), random.IntN(50)})
			f.Marks.Blocks = append(f.Marks.Blocks, [3]int{random.IntN(50), random.IntN(50), random.IntN(50)})
		}
		return f
	}
	for range 2000 {
		a, b := made(), made()
		s := a.Likeness(b)
		require.True(t, s >= 0 && s <= 1 && !math.IsNaN(s), s, "of", a, "and", b)
	}
}

// The largest fingerprint fits into a request for templates.
func TestFingerprintSizeLimit(t *testing.T) {
	t.Parallel()
	f := template.Fingerprint{Marks: &template.Marks{}}
	for range template.MaxKeys {
		f.Keys = append(f.Keys, math.MaxInt64)
	}
	for range template.MaxVendors {
		f.Vendors = append(f.Vendors, "0123456789abcdef0123456789abcdef")
	}
	for range template.MaxLabels {
		f.Marks.Labels = append(f.Marks.Labels, [3]int{1<<24 - 1, 1000, 1000})
	}
	for range template.MaxBlocks {
		f.Marks.Blocks = append(f.Marks.Blocks, [3]int{1000, 1000, 1000})
	}
	const most = 4 << 10 // of contract.LayoutsRequest
	data, err := json.Marshal(f)
	assert.True(t, err == nil && len(data) <= most, len(data), "bytes", err)
}
