package sheettest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/fields/link"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// Linker links on a page of Rows by the weights set by hand.
func Linker(kind result.DocumentType, rows ...string) *link.Linker {
	return LinkerOf(kind, Rows(rows...))
}

// LinkerOf links on a layout by the weights set by hand.
func LinkerOf(kind result.DocumentType, lay *layout.Layout) *link.Linker {
	return link.New(annotate.New(lay), kind, link.Scorer{})
}

// Expect compares the found values with "name=value" for each scalar and "list.0.member=value" for each member of a
// list. "name=" expects no value. Additional values are allowed only after "...".
func Expect(t *testing.T, what string, got *value.Set, want ...string) {
	t.Helper()
	found := map[string]bool{}
	for name, v := range got.Scalars {
		found[name+"="+v.Value] = true
	}
	for list, rows := range got.Lists {
		for i, row := range rows {
			for member, v := range row {
				found[value.Path(list, i, member)+"="+v.Value] = true
			}
		}
	}
	all := slices.Sorted(maps.Keys(found))
	for _, w := range want {
		if w == "..." {
			return
		}
		absent := strings.HasSuffix(w, "=")
		has := slices.ContainsFunc(all, func(f string) bool { return f == w || absent && strings.HasPrefix(f, w) })
		if has == absent {
			t.Errorf("%s: %s is wrong, found %s", what, w, strings.Join(all, "; "))
		}
		delete(found, w)
	}
	if len(found) > 0 {
		t.Errorf("%s: found as well: %s", what, strings.Join(slices.Sorted(maps.Keys(found)), "; "))
	}
}

// Read links a document with the built-in scorer.
func Read(doc *document.Document, kind result.DocumentType) *link.Linker {
	trees, err := link.Trained()
	if err != nil {
		panic(err)
	}
	return link.New(annotate.New(layout.Analyze(doc)), kind, link.Scorer{Links: trees})
}
