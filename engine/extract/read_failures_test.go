package extract_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
)

// Pages that were read in part are named, up to a limit. Without such pages the check is absent.
func TestPartialPages(t *testing.T) {
	t.Parallel()
	for partial, want := range map[int]string{
		0:  "",
		1:  "page 1 is too complex and was only read in part",
		2:  "pages 1, 2 are too complex and were only read in part",
		12: "pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2 more are too complex and were only read in part",
	} {
		doc := harrowPage()
		doc.Pages[0].Partial = partial > 0
		for n := 2; n <= partial; n++ {
			doc.Pages = append(doc.Pages, document.Page{Number: n, Partial: true})
		}
		got := ""
		for _, c := range models().Document(doc, result.TypeAuto).Checks {
			if c.Name == validate.PagesRead {
				got = c.Detail
				if c.Passed {
					t.Error("has passed")
				}
			}
		}
		if got != want {
			t.Errorf("%d pages: %q, want %q", partial, got, want)
		}
	}
}
