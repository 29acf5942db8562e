package document

import (
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// maxTableBytes bounds the form of tables. It equals the limit of PATCH.
const maxTableBytes = 1 << 20

// tablePreview is the effect of tables that are not saved yet.
type tablePreview struct {
	Checks []sheet.Check              `json:"checks"`
	Lists  map[string]json.RawMessage `json:"lists"`  // as the record would have them, by name
	Totals map[string]total           `json:"totals"` // by list; only of lists with amounts
}

// total is the sum of a list's amounts and the amount of the document that it is compared with.
type total struct {
	Sum        string `json:"sum"`
	Plus       string `json:"plus"`
	PlusLabel  string `json:"plusLabel"`
	Label      string `json:"label"`
	Stated     string `json:"stated"`
	Difference string `json:"difference"`
	Equal      bool   `json:"equal"`
}

// tableRefusal says why tables were refused.
type tableRefusal struct {
	Error string            `json:"error"`
	Cells map[string]string `json:"cells"` // reasons by path
}

// previewTable answers a script with the checks and sums of unsaved tables, or with the reasons for invalid cells.
func (p *Pages) previewTable(c *fiber.Ctx, session *site.Session) error {
	change, _, err := p.readTables(c, session)
	if err != nil {
		return refuseTable(c, session.Language, err)
	}
	preview, err := p.deps.Documents.Preview(session.Context, change)
	if cells := correct.AllRefused(err); len(cells) > 0 {
		return c.JSON(tableRefusal{Error: cellsText(session.Language, len(cells)), Cells: translateReasons(session.Language,
			cells)})
	}
	if err != nil {
		return refuseTable(c, session.Language, err)
	}
	answer := tablePreview{Lists: map[string]json.RawMessage{}}
	if answer.Checks, err = sheet.ChecksOf(preview.Checks, session.Language); err != nil {
		return fmt.Errorf("checks of %s: %w", change.DocumentID, err)
	}
	var names []string
	for name := range change.Change.Lists {
		names = append(names, name)
		answer.Lists[name] = correct.ValueAt(preview.Data, name)
	}
	if answer.Totals, err = totalsOf(session.Language, preview, names); err != nil {
		return fmt.Errorf("totals of %s: %w", change.DocumentID, err)
	}
	return c.JSON(answer)
}

// saveTable replaces whole lists. Invalid ones get reasons by cell, tables of an earlier version the present page.
func (p *Pages) saveTable(c *fiber.Ctx, session *site.Session) error {
	change, form, err := p.readTables(c, session)
	if err != nil {
		return refuseTable(c, session.Language, err)
	}
	err = p.change(session, change.DocumentID, form, change)
	if apierror.Is(err, contract.CodePreconditionFailed) {
		return p.showRefused(c, session, change.DocumentID, form, edit{}, err)
	}
	if err != nil {
		return refuseTable(c, session.Language, err)
	}
	return site.Redirect(c, site.DocumentsPath+"/"+change.DocumentID+"?done=table-saved"+viewQuery(form))
}

// readTables reads a form with the names of lists ("path") and as many JSON arrays of rows ("rows"), as in PATCH.
func (p *Pages) readTables(c *fiber.Ctx, session *site.Session) (change model.Correction, form url.Values, err error) {
	id, err := site.IDParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return change, nil, err
	}
	if form, err = site.ReadFormUpTo(maxTableBytes, c, session.Request); err != nil {
		return change, nil, err
	}
	change = model.Correction{AccountID: session.AccountID(), DocumentID: id, By: session.User.ID,
		Change: correct.Change{Typed: true}}
	if change.Change.Lists, err = parseLists(form["path"], form["rows"]); err != nil {
		// A document of another account is not found, even if the form is invalid.
		if _, missing := p.deps.Documents.Record(session.Context, session.AccountID(), id); missing != nil {
			err = missing
		}
	}
	return change, form, err
}

func parseLists(paths, rows []string) (map[string]json.RawMessage, error) {
	if len(paths) == 0 || len(paths) != len(rows) {
		return nil, apierror.New(contract.CodeInvalidRequest, "The form lacks the name of a list or its rows.")
	}
	lists := make(map[string]json.RawMessage, len(paths))
	for i, path := range paths {
		var list []json.RawMessage
		_, twice := lists[path]
		if json.Unmarshal([]byte(rows[i]), &list) != nil || list == nil || twice || path == "" {
			return nil, apierror.New(contract.CodeInvalidRequest, "The rows of %.80q could not be read.", path)
		}
		lists[path] = json.RawMessage(rows[i])
	}
	return lists, nil
}

// refuseTable answers a script with a refusal; it returns other errors.
func refuseTable(c *fiber.Ctx, l *languages.Language, err error) error {
	message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodeFileTooLarge)
	if !ok {
		return err
	}
	answer := tableRefusal{Error: l.TrMessage(message), Cells: translateReasons(l, correct.AllRefused(err))}
	if n := len(answer.Cells); n > 0 {
		answer.Error = l.Tr("Nothing was saved.") + " " + cellsText(l, n)
	}
	return c.Status(status).JSON(answer)
}

func translateReasons(l *languages.Language, refused map[string]string) map[string]string {
	for path, reason := range refused {
		refused[path] = l.TrMessage(reason)
	}
	return refused
}

func cellsText(l *languages.Language, n int) string {
	return l.Count(n, "%s cell is invalid.", "%s cells are invalid.")
}

func totalsOf(l *languages.Language, p model.Preview, lists []string) (map[string]total, error) {
	values, err := validate.Parse(p.Data, p.Basis)
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

// fillTotals fills in the sums of tables by previewing an empty change: the record lacks the basis of the checks.
func (p *Pages) fillTotals(session *site.Session, doc *document) error {
	var names []string
	for _, t := range doc.Sheet.Tables {
		if t.Whole {
			names = append(names, t.Path)
		}
	}
	if len(names) == 0 {
		return nil
	}
	preview, err := p.deps.Documents.Preview(session.Context, model.Correction{AccountID: session.AccountID(),
		DocumentID: doc.ID})
	if err == nil {
		doc.totals, err = totalsOf(session.Language, preview, names)
	}
	return err
}

// Total returns the sum of a table's amounts, or nil if it has none.
func (doc document) Total(t sheet.Table) *total {
	if sum, ok := doc.totals[t.Path]; ok {
		return &sum
	}
	return nil
}
