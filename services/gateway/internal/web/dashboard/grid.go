package dashboard

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/verify/validate"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// maxGrid bounds the form of a table, in bytes: as large as what PATCH takes,
// which a form writes longer.
const maxGrid = 1 << 20

func (d *Dashboard) gridRoutes(t *table) {
	t.post(documentsPath+"/:id/table", d.saveTable)
	t.post(documentsPath+"/:id/table/preview", d.previewTable)
}

// previewed is what tables would make of a document if they were saved as they
// are typed.
type previewed struct {
	Checks []sheet.Check              `json:"checks"`
	Lists  map[string]json.RawMessage `json:"lists"`  // as records would have them, by name
	Totals map[string]total           `json:"totals"` // by list; of those that have amounts
}

// total is what the amounts of a list come to, with what they stand beside.
type total struct {
	Sum        string `json:"sum"`
	Plus       string `json:"plus"`
	PlusLabel  string `json:"plusLabel"`
	Label      string `json:"label"`
	Stated     string `json:"stated"`
	Difference string `json:"difference"`
	Equal      bool   `json:"equal"`
}

// unread is why a table was not taken.
type unread struct {
	Error string            `json:"error"`
	Cells map[string]string `json:"cells"` // what is wrong with each, by path
}

// previewTable answers what tables that are not saved come to: their checks, made
// by the code that saving runs, and their sums; or what is wrong with each cell
// that cannot be read. It keeps nothing.
func (d *Dashboard) previewTable(c *fiber.Ctx, v *visit) error {
	said, _, err := d.tablesOf(c, v)
	if err != nil {
		return refuseTable(c, v.Language, err)
	}
	p, err := d.deps.Documents.Preview(v.Context, said)
	if cells := correct.AllRefused(err); len(cells) > 0 {
		return c.JSON(unread{Error: cellsText(v.Language, len(cells)), Cells: reasons(v.Language, cells)})
	}
	if err != nil {
		return refuseTable(c, v.Language, err)
	}
	answer := previewed{Lists: map[string]json.RawMessage{}}
	if answer.Checks, err = sheet.ChecksOf(p.Checks, v.Language); err != nil {
		return fmt.Errorf("checks of %s: %w", said.DocumentID, err)
	}
	var data map[string]json.RawMessage
	if err := json.Unmarshal(p.Data, &data); err != nil {
		return fmt.Errorf("data of %s: %w", said.DocumentID, err)
	}
	var names []string
	for name := range said.Change.Lists {
		names = append(names, name)
		answer.Lists[name] = data[name]
	}
	if answer.Totals, err = totalsOf(v.Language, p, names); err != nil {
		return fmt.Errorf("totals of %s: %w", said.DocumentID, err)
	}
	return c.JSON(answer)
}

// saveTable replaces whole lists by what a person typed. A table that is refused
// is answered with every cell that cannot be read; one of an earlier version of the
// document with the page as it is now.
func (d *Dashboard) saveTable(c *fiber.Ctx, v *visit) error {
	said, form, err := d.tablesOf(c, v)
	if err != nil {
		return refuseTable(c, v.Language, err)
	}
	err = d.change(v, said.DocumentID, form, said)
	if fault.Is(err, contract.CodePreconditionFailed) {
		return d.showRefused(c, v, said.DocumentID, form, edit{}, err)
	}
	if err != nil {
		return refuseTable(c, v.Language, err)
	}
	return redirect(c, documentsPath+"/"+said.DocumentID+"?done=table-saved"+wayBack(form))
}

// tablesOf reads a form with the names of lists ("path") and beside each its rows
// ("rows"), a JSON array as PATCH takes it.
func (d *Dashboard) tablesOf(c *fiber.Ctx, v *visit) (said model.Correction, form url.Values, err error) {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return said, nil, err
	}
	if form, err = readFormUpTo(maxGrid, c, v.Request); err != nil {
		return said, nil, err
	}
	said = model.Correction{AccountID: v.account(), DocumentID: id, By: v.Session.User.ID,
		Change: correct.Change{Typed: true}}
	if said.Change.Lists, err = listsOf(form["path"], form["rows"]); err != nil {
		// A document that is not the account's is not there, whatever is sent.
		if _, missing := d.deps.Documents.Record(v.Context, v.account(), id); missing != nil {
			err = missing
		}
	}
	return said, form, err
}

// listsOf joins the names of lists with their rows.
func listsOf(paths, rows []string) (map[string]json.RawMessage, error) {
	if len(paths) == 0 || len(paths) != len(rows) {
		return nil, fault.New(contract.CodeInvalidRequest, "The form needs the name of a list, and its rows.")
	}
	lists := make(map[string]json.RawMessage, len(paths))
	for i, path := range paths {
		var list []json.RawMessage
		_, twice := lists[path]
		if json.Unmarshal([]byte(rows[i]), &list) != nil || list == nil || twice || path == "" ||
			strings.Contains(path, ".") {
			return nil, fault.New(contract.CodeInvalidRequest, "The rows of %.80q could not be read.", path)
		}
		lists[path] = json.RawMessage(rows[i])
	}
	return lists, nil
}

// refuseTable answers a refusal for the script; other errors are a page's.
func refuseTable(c *fiber.Ctx, l *languages.Language, err error) error {
	sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodeFileTooLarge)
	if !ok {
		return err
	}
	answer := unread{Error: l.Said(sentence), Cells: reasons(l, correct.AllRefused(err))}
	if n := len(answer.Cells); n > 0 {
		answer.Error = l.Tr("Nothing was saved.") + " " + cellsText(l, n)
	}
	return c.Status(status).JSON(answer)
}

// reasons says in a language why values were refused, by path.
func reasons(l *languages.Language, refused map[string]string) map[string]string {
	for path, reason := range refused {
		refused[path] = l.Said(reason)
	}
	return refused
}

func cellsText(l *languages.Language, n int) string {
	return l.Count(n, "%s cell cannot be read.", "%s cells cannot be read.")
}

// totalsOf adds up the amounts of lists.
func totalsOf(l *languages.Language, p model.Preview, lists []string) (map[string]total, error) {
	values, err := validate.Of(p.Data, p.Basis)
	if err != nil {
		return nil, err
	}
	totals := map[string]total{}
	for _, name := range lists {
		if t, ok := validate.TotalOf(values, name); ok {
			totals[name] = total{t.Sum, t.Plus, l.Tr(sheet.Title(t.PlusName)), l.Tr(sheet.Title(t.Name)), t.Stated,
				t.Difference, t.Equal}
		}
	}
	return totals, nil
}

// addUp fills in what the tables of a document come to: as a preview of a change
// that says nothing does, which knows more of it than its record tells.
func (d *Dashboard) addUp(v *visit, doc *document) error {
	var names []string
	for _, t := range doc.Sheet.Tables {
		if t.Whole {
			names = append(names, t.Path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	p, err := d.deps.Documents.Preview(v.Context, model.Correction{AccountID: v.account(), DocumentID: doc.ID})
	if err == nil {
		doc.totals, err = totalsOf(v.Language, p, names)
	}
	return err
}

// Total returns what the amounts of a table come to, nil where it has none.
func (doc document) Total(t sheet.Table) *total {
	if sum, ok := doc.totals[t.Path]; ok {
		return &sum
	}
	return nil
}
