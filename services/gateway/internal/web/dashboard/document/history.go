package document

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// historyEntry is a change in the history of a document.
type historyEntry struct {
	Label, Path string
	Value       *string // the corrected value; nil for none
	Said        string  // a change that gave no value; "" if it gave one
	By          string
	At          contract.Time
}

// DescribeChange describes an entry of the history that gave no single value.
func DescribeChange(l *languages.Language, e correct.Entry) string {
	switch e.Action {
	case correct.ActionReplace:
		var rows []json.RawMessage
		if e.Value == nil || json.Unmarshal([]byte(*e.Value), &rows) != nil {
			return l.Tr("all rows replaced")
		}
		return l.Count(len(rows), "all rows replaced, %s row", "all rows replaced, %s rows")
	case correct.ActionRevert:
		return l.Tr("extracted value restored")
	case correct.ActionConfirm:
		return l.Tr("confirmed")
	case correct.ActionUnconfirm:
		return l.Tr("confirmation removed")
	case correct.ActionReview:
		return l.Tr("reviewed")
	case correct.ActionReopen:
		return l.Tr("reopened")
	case correct.ActionCorrect:
	}
	return ""
}

// Label names what an entry of the history changed.
func Label(l *languages.Language, e correct.Entry) string {
	if e.Path == "" {
		return l.Tr("Document")
	}
	return PathTitle(l, e.Path)
}

// PathTitle is a path in words: "lineItems.0.amount" is "Line items, row 1: amount".
func PathTitle(l *languages.Language, path string) string {
	steps := strings.Split(path, ".")
	text := l.Tr(sheet.Title(steps[0]))
	for _, step := range steps[1:] {
		if n, err := strconv.Atoi(step); err == nil {
			text = l.Tr("%s, row %d", text, n+1)
			continue
		}
		text = l.Tr("%s: %s", text, l.Within(l.Tr(sheet.Title(step))))
	}
	return text
}
