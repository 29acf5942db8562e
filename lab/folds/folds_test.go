package folds_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/lab/folds"
	"github.com/docmill/docmill/libs/require"
)

type object = map[string]any

func invoice(file, vendor string, more ...string) object {
	o := object{"file": file, "collection": "bought", "truth": object{"vendorName": vendor}}
	for i := 0; i+1 < len(more); i += 2 {
		o[more[i]] = more[i+1]
	}
	return o
}

// folder writes a manifest, and for each line a file whose content is its name or its member "bytes".
func folder(t *testing.T, lines ...object) string {
	t.Helper()
	dir := t.TempDir()
	var manifest []byte
	for _, line := range lines {
		b, err := json.Marshal(line)
		require.NoError(t, err)
		manifest = append(append(manifest, b...), '\n')
		content := fmt.Sprint(line["file"])
		if line["bytes"] != nil {
			content = fmt.Sprint(line["bytes"])
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(line["file"])), []byte(content), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, eval.Manifest), manifest, 0o600))
	return dir
}

func options() folds.Options {
	return folds.Options{Collections: []string{"bought", "designs"}, Aside: []string{"fern"}}
}

func made(t *testing.T, folders ...string) map[string]eval.Folded {
	t.Helper()
	f, err := folds.Make(folders, options())
	require.NoError(t, err)
	if f.Count != folds.Count {
		t.Errorf("%d folds", f.Count)
	}
	out := map[string]eval.Folded{}
	for _, d := range f.Documents {
		out[d.File] = d
	}
	return out
}

// stranger returns a vendor whose first words are unique.
func stranger(i int) string { return fmt.Sprintf("%c%c Holzbau GmbH", 'A'+i%26, 'A'+i/26) }

func TestFamiliesInOneFold(t *testing.T) {
	t.Parallel()
	var lines []object
	for i := range 60 { // too many to stay together by chance
		lines = append(lines, invoice(fmt.Sprintf("s%d.pdf", i), stranger(i)))
	}
	for name, pair := range map[string][2]object{
		"vendor":   {invoice("v1.pdf", "Harrow Tools Ltd"), invoice("v2.pdf", "HARROW TOOLS Ltd. (Leeds)")},
		"template": {invoice("t1.pdf", "Alder AG", "template", "oak-one"), invoice("t2.pdf", "Birch AG", "template", "oak-two")},
		"program": {invoice("p1.pdf", "Cedar AG", "layout", "xml-visualisation"),
			invoice("p2.pdf", "Date Palm AG", "layout", "xml-visualisation")},
		"copy":        {invoice("c1.pdf", "Elm AG", "bytes", "same"), invoice("c2.pdf", "Fir AG", "bytes", "same")},
		"scan":        {invoice("k.pdf", "", "template", "yew-a"), invoice("k.jpg", "", "template", "yew-a", "collection", "designs")},
		"no training": {invoice("n1.pdf", "", "template", "ash-a"), invoice("n2.pdf", "", "template", "ash-b", "collection", "other")},
	} {
		got := made(t, folder(t, append(slices.Clone(lines), pair[0], pair[1])...))
		a, b := got[fmt.Sprint(pair[0]["file"])], got[fmt.Sprint(pair[1]["file"])]
		if a.Fold < 1 || a.Fold != b.Fold || a.Origin != b.Origin {
			t.Errorf("%s: %+v and %+v", name, a, b)
		}
	}
}

// Companies of templates are invented, so a shared one does not join families.
func TestInventedVendors(t *testing.T) {
	t.Parallel()
	var lines []object
	for i := range folds.Count {
		lines = append(lines, invoice(fmt.Sprintf("%d.pdf", i), "Alder AG", "template", fmt.Sprintf("tree%d-a", i)))
	}
	used := map[int]bool{}
	for _, d := range made(t, folder(t, lines...)) {
		used[d.Fold] = true
	}
	if len(used) != folds.Count {
		t.Errorf("only folds %v are used", used)
	}
}

func TestFoldBalanceAndOrder(t *testing.T) {
	t.Parallel()
	var lines []object
	for i := range 40 {
		lines = append(lines, invoice(fmt.Sprintf("a%d.pdf", i), stranger(i)))
		lines = append(lines, invoice(fmt.Sprintf("b%d.pdf", i), stranger(100+i/4), "collection", "designs"))
	}
	first, second := slices.Clone(lines[:30]), slices.Clone(lines[30:])
	got := made(t, folder(t, first...), folder(t, second...))
	slices.Reverse(first)
	slices.Reverse(second)
	if other := made(t, folder(t, second...), folder(t, first...)); !reflect.DeepEqual(got, other) {
		t.Error("another order of the documents gives other folds")
	}
	count := map[string]map[int]int{}
	for file, d := range got {
		if count[file[:1]] == nil {
			count[file[:1]] = map[int]int{}
		}
		count[file[:1]][d.Fold]++
	}
	for collection, byFold := range count {
		for fold := 1; fold <= folds.Count; fold++ {
			if n := byFold[fold]; n != 8 {
				t.Errorf("collection %s: fold %d has %d documents", collection, fold, n)
			}
		}
	}
}

func TestDocumentsWithoutFold(t *testing.T) {
	t.Parallel()
	got := made(t, folder(t,
		invoice("aside.pdf", "Alder AG", "template", "fern-a"), invoice("other.pdf", "Birch AG", "collection", "other"),
		invoice("in.pdf", "Cedar AG")))
	if d := got["aside.pdf"]; d.Fold != 0 || !d.Aside {
		t.Errorf("put aside: %+v", d)
	}
	if d := got["other.pdf"]; d.Fold != 0 || d.Aside {
		t.Errorf("of another collection: %+v", d)
	}
	if d := got["in.pdf"]; d.Fold == 0 || d.Aside {
		t.Errorf("trained on: %+v", d)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	if _, err := folds.Make([]string{t.TempDir()}, options()); err == nil {
		t.Error("a folder without a manifest has folds")
	}
	dir := folder(t, invoice("a.pdf", "Alder AG"))
	require.NoError(t, os.Remove(filepath.Join(dir, "a.pdf")))
	if _, err := folds.Make([]string{dir}, options()); err == nil {
		t.Error("a document that is not there has a fold")
	}
}

// Documents keep known folds, and others of their group join them.
func TestKnownFoldsUnchanged(t *testing.T) {
	t.Parallel()
	dir := folder(t, invoice("a", "Alder"), invoice("b", "Birch"), invoice("c", "Cedar"), invoice("d", "Alder"))
	first, err := folds.Make([]string{dir}, options())
	require.NoError(t, err)
	known := &eval.Folds{Count: folds.Count}
	for _, d := range first.Documents {
		if d.File == "a" || d.File == "b" {
			d.Fold = 4
			known.Documents = append(known.Documents, d)
		}
	}
	opt := options()
	opt.Known = known
	again, err := folds.Make([]string{dir}, opt)
	require.NoError(t, err)
	at := map[string]int{}
	for _, d := range again.Documents {
		at[d.File] = d.Fold
	}
	if at["a"] != 4 || at["b"] != 4 || at["d"] != 4 || at["c"] == 4 || at["c"] == 0 {
		t.Errorf("folds %v", at)
	}
	known.Documents[0].Fold = 1
	known.Documents = append(known.Documents, eval.Folded{SHA256: again.Documents[3].SHA256, Fold: 2})
	if _, err := folds.Make([]string{dir}, opt); err == nil {
		t.Error("a vendor in two folds is no error")
	}
}
