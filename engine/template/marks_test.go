package template_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/engine/template"
)

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
		if math.Abs(got-c.want) > 1e-9 || math.Abs(c.other.Likeness(page)-got) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	moved, vendor := marked(30), []string{"a"}
	page.Vendors, moved.Vendors = vendor, vendor
	if got := page.Likeness(moved); got != template.MinLikeness {
		t.Errorf("another place, of the same vendor: %v", got)
	}
	layout := template.Template{Examples: []template.Example{{Fingerprint: marked(30)}, {Fingerprint: page}}}
	if got := layout.Likeness(page); got != 1 {
		t.Errorf("likeness to a layout of which one lesson is the page: %v", got)
	}
}

// Pages match if the order of labels is the same, although columns and heights vary.
func TestLikenessByOrder(t *testing.T) {
	t.Parallel()
	page, moved, mixed := marked(0), marked(30), marked(30)
	for i, k := range []int{7, 2, 9, 0, 5, 1, 8, 3, 6, 4} {
		mixed.Marks.Labels[i][0] = k
	}
	if got := page.Likeness(moved); got < template.MinLikeness {
		t.Errorf("moved: %v", got)
	}
	const longest = 4. / 10 // 2 5 8 9, of ten on either
	if got := page.Likeness(mixed); math.Abs(got-(1+longest)/4) > 1e-9 {
		t.Errorf("in another order: %v", got)
	}
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
		if math.Abs(got-c.want) > 1e-9 || math.Abs(other.Likeness(till)-got) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
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
		if s := a.Likeness(b); s < 0 || s > 1 || math.IsNaN(s) {
			t.Fatalf("%v of %+v and %+v", s, a, b)
		}
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
	if data, err := json.Marshal(f); err != nil || len(data) > most {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
