package documentlist

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

const (
	filtersPath = site.DocumentsPath + "/filters"
	columnsPath = site.DocumentsPath + "/columns"
)

type savedFilter struct {
	model.SavedFilter
	Link    string
	Current bool // the list shows its selection
}

func (p *Pages) savedFilters(session *site.Session, shown Selection) ([]savedFilter, error) {
	filters, err := p.deps.Documents.SavedFilters(session.Context, session.AccountID(), session.User.ID)
	if err != nil {
		return nil, err
	}
	all := make([]savedFilter, 0, len(filters))
	for _, f := range filters {
		all = append(all, savedFilter{f, site.DocumentsPath + "?" + f.Query, f.Query == shown.Query()})
	}
	return all, nil
}

// filtersData is the data of the page of saved filters.
type filtersData struct {
	Filters []savedFilter
	MaxName int
	Error   string
}

func (p *Pages) filtersPage(c *fiber.Ctx, session *site.Session) error {
	return p.showFilters(c, session, http.StatusOK, "")
}

func (p *Pages) showFilters(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	filters, err := p.savedFilters(session, Selection{})
	if err != nil {
		return err
	}
	return p.site.Show(c, session, status, "filters", site.Page{Title: session.Tr("Saved filters"), Section: "documents",
		Data: filtersData{Filters: filters, MaxName: model.MaxSavedFilterName, Error: problem}})
}

// changeFilters saves, renames or deletes a filter.
func (p *Pages) changeFilters(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	to, user := filtersPath, session.User.ID
	switch form.Get("action") {
	case "rename":
		err, to = p.deps.Documents.RenameFilter(session.Context, session.AccountID(), user, form.Get("id"), form.Get("name")),
			to+"?done=filter-renamed"
	case "delete":
		err, to = p.deps.Documents.DeleteFilter(session.Context, session.AccountID(), user, form.Get("id")),
			to+"?done=filter-deleted"
	default:
		to, err = p.saveFilter(session, form)
	}
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeNotFound,
		contract.CodeLimitReached); ok {
		return p.showFilters(c, session, status, message)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, to)
}

func (p *Pages) saveFilter(session *site.Session, form url.Values) (to string, err error) {
	s := selectionOfForm(form)
	if _, err := s.filter(); err != nil {
		return "", err
	}
	err = p.deps.Documents.SaveFilter(session.Context, session.AccountID(), session.User.ID, form.Get("name"), s.Query())
	return s.Link(site.DocumentsPath, ""), err
}

// columns are the additional columns that the user has chosen.
func (p *Pages) columns(session *site.Session) ([]document.Column, error) {
	fields, err := p.deps.Documents.ListColumns(session.Context, session.AccountID(), session.User.ID)
	if err != nil {
		return nil, err
	}
	all := make([]document.Column, 0, len(fields))
	for _, f := range fields {
		numeric := slices.Contains([]schema.Notation{schema.NotationMoney, schema.NotationDecimal, schema.NotationPercent},
			f.Notation())
		all = append(all, document.Column{Name: f.Name, Title: session.Tr(sheet.Title(f.Name)), Numeric: numeric})
	}
	return all, nil
}

type columnsData struct {
	Places [][]document.Choice // a list of choices for each column
	Error  string
}

func (p *Pages) columnsPage(c *fiber.Ctx, session *site.Session) error {
	columns, err := p.columns(session)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return p.showColumns(c, session, http.StatusOK, names, "")
}

func (p *Pages) showColumns(c *fiber.Ctx, session *site.Session, status int, names []string, problem string) error {
	data := columnsData{Error: problem}
	for i := range model.MaxListColumns {
		chosen := ""
		if i < len(names) {
			chosen = names[i]
		}
		data.Places = append(data.Places, fieldChoices(session.Language, chosen))
	}
	return p.site.Show(c, session, status, "columns", site.Page{Title: session.Tr("Columns"), Section: "documents",
		Data: data})
}

// fieldChoices are the scalar fields of all document types, sorted by title.
func fieldChoices(l *languages.Language, chosen string) []document.Choice {
	var all []document.Choice
	for _, f := range schema.Scalars() {
		all = append(all, document.Choice{Value: f.Name, Text: l.Tr(sheet.Title(f.Name)), Chosen: f.Name == chosen})
	}
	slices.SortFunc(all, func(a, b document.Choice) int { return cmp.Compare(a.Text, b.Text) })
	return append([]document.Choice{{Text: l.Tr("No column"), Chosen: chosen == ""}}, all...)
}

func (p *Pages) setColumns(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Clone(form["field"]), func(name string) bool { return name == "" })
	err = p.deps.Documents.SetListColumns(session.Context, session.AccountID(), session.User.ID, names)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest); ok {
		return p.showColumns(c, session, status, names, message)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, site.DocumentsPath+"?done=columns-set")
}
