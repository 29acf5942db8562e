package layout

import (
	"strings"

	"github.com/docmill/docmill/engine/layout/words"
)

// numberedBelow reports whether the row under the header numbers the columns.
func (t *Table) numberedBelow() bool {
	const near = 2.0 // row heights
	if t.Last+1 >= len(t.Page.Rows) {
		return false
	}
	upper, lower := t.Page.Rows[t.Last], t.Page.Rows[t.Last+1]
	return lower.Box.Y0-upper.Box.Y1 < near*lower.Box.Height() && words.NumberColumns(lower.text())
}

func (r *Row) text() string {
	var all []string
	for _, s := range r.Segments {
		all = append(all, s.Words...)
	}
	return strings.Join(all, " ")
}
