package mix

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"text": "text=1", "text=2, read=0.5": "text=2,read=0.5", "scan=0,list": "list=1", "reads": "read=6,list=3,usage=1",
	} {
		if m, err := Parse(text); err != nil || m.String() != want {
			t.Errorf("%q is %q, %v, want %q", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no operation", "poem": `"poem" is no operation: choose of batch,`, "text=1,text=2": "twice", "text=x": "want a weight",
		"text=-1": "want a weight", "text=NaN": "want a weight", "text=0": "every weight is 0",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"mixed", "text=60,scan=5", "text=1e-300", "=,=", "usage=Inf"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(m.String()); err != nil || !slices.Equal(again, m) {
			t.Errorf("%q is %q, which is %q, %v", s, m, again, err)
		}
		m.Choose(1, 1)
	})
}

// The selection follows the weights and depends on the seed only.
func TestChoose(t *testing.T) {
	t.Parallel()
	m, err := Parse("text=3,read=1")
	if err != nil {
		t.Fatal(err)
	}
	const all = 10_000
	chosen := map[Operation]int{}
	for n := range all {
		o := m.Choose(7, n)
		if o != m.Choose(7, n) {
			t.Fatal("the same seed chooses differently")
		}
		chosen[o]++
	}
	if texts := chosen[Text]; texts < 7300 || texts > 7700 || chosen[Read] != all-texts {
		t.Errorf("%v", maps.Collect(maps.All(chosen)))
	}
}

func TestDocumentsDiffer(t *testing.T) {
	t.Parallel()
	for _, o := range []Operation{Text, Scan, EInvoice} {
		seen := map[string]bool{}
		for _, run := range []string{"a", "b"} {
			for n := range 50 {
				d := Make(o, run, n)
				if seen[string(d.Content)] {
					t.Fatalf("%s %d of %s was sent before", o, n, run)
				}
				seen[string(d.Content)] = true
				if !bytes.Equal(d.Content, Make(o, run, n).Content) {
					t.Fatalf("%s %d is not the same again", o, n)
				}
				if bytes.ContainsAny(d.Content, "{}") && o == EInvoice {
					t.Fatalf("%s", d.Content)
				}
			}
		}
	}
}
