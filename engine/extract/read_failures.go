package extract

import (
	"fmt"
	"strings"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/validate"
)

// readFailures returns the failed checks for an unreadable e-invoice (unread, if not nil) and for pages.
func readFailures(doc *document.Document, lay *layout.Layout, unread *validate.CheckResult) []validate.CheckResult {
	if unread == nil {
		return partlyRead(doc, lay)
	}
	return append([]validate.CheckResult{*unread}, partlyRead(doc, lay)...)
}

// partlyRead returns the failed check that names the pages of which only a part was read, or nil.
func partlyRead(doc *document.Document, lay *layout.Layout) []validate.CheckResult {
	const most = 10 // pages named
	var pages []string
	count := 0
	for i := range doc.Pages {
		if !doc.Pages[i].Partial && !lay.Pages[i].Partial {
			continue
		}
		if count++; count <= most {
			pages = append(pages, fmt.Sprint(doc.Pages[i].Number))
		}
	}
	switch {
	case count == 0:
		return nil
	case count > most:
		pages = append(pages, fmt.Sprintf("%d more", count-most))
	}
	detail := "page %s is too complex and was only read in part"
	if count > 1 {
		detail = "pages %s are too complex and were only read in part"
	}
	return []validate.CheckResult{{
		Check: result.Check{Name: validate.PagesRead, Detail: fmt.Sprintf(detail, strings.Join(pages, ", "))},
	}}
}
