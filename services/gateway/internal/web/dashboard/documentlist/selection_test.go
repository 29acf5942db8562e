package documentlist_test

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/documentlist"
)

func TestSelectionLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		selection    documentlist.Selection
		cursor, want string
	}{
		{documentlist.Selection{}, "", "/documents"},
		{documentlist.Selection{}, "a b", "/documents?cursor=a+b"},
		{documentlist.Selection{Text: "a&b=c", Status: "failed"}, "", "/documents?q=a%26b%3Dc&status=failed"},
		{documentlist.Selection{Type: "invoice", From: "2026-10-01", To: "2026-10-31"}, "x",
			"/documents?from=2026-10-01&to=2026-10-31&type=invoice&cursor=x"},
	} {
		assert.Equal(t, c.selection.Link("/documents", c.cursor), c.want, c.selection)
	}
}
