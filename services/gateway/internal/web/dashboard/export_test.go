package dashboard

import (
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// What tests look at from outside.
var (
	BrowserName = browserName
	ChartOf     = chartOf
	LocalHost   = localHost
	LocalPath   = localPath
	RoundUp     = roundUp
	ScriptTexts = scriptTexts
	Share       = share
)

// Sample writes the page of a template in a language, with little on it; that of
// a document shows rec.
func (d *Dashboard) Sample(code, name string, rec contract.Record) (string, error) {
	l, _ := d.languages.Find(code)
	v := &visit{Language: l}
	shown, err := sheet.Of(rec, l)
	if err != nil {
		return "", err
	}
	data := map[string]any{
		"sign-in": signInForm{}, "welcome": welcomeForm{}, "error": refusal{Heading: l.Tr("Page not found")},
		"document": document{
			Record: rec, words: l, State: stateOf(rec, l), Tab: "values", Sheet: shown, Values: shown.Values, Doubts: 1,
			Absent: []absent{{"issueDate", v.tr("Issue date")}},
		},
		"documents": documentList{
			Rows: []documentRow{{rec, stateOf(rec, l)}}, States: stateChoices(l, ""), AskTypes: askChoices(l),
			Types: typeChoices(l, "", v.tr("All types")), Reviews: reviewChoices(l, ""),
		},
		"keys":    keysData{Live: []keyRow{{Maker: "a"}}, Ended: []keyRow{{State: v.tr("Revoked")}}},
		"confirm": confirmForm{HasPassword: true},
	}
	page, err := d.execute(l, name, page{Title: l.Tr("Documents"), Address: "/", Data: data[name]})
	return string(page), err
}
