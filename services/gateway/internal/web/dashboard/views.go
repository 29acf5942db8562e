package dashboard

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

const (
	filtersPath = documentsPath + "/filters"
	columnsPath = documentsPath + "/columns"
)

// viewRoutes are those of what a person keeps of the list: filters and columns.
func (d *Dashboard) viewRoutes(t *table) {
	t.get(filtersPath, d.filtersPage)
	t.post(filtersPath, d.changeFilters)
	t.get(columnsPath, d.columnsPage)
	t.post(columnsPath, d.setColumns)
}

// savedFilter is a filter as a link.
type savedFilter struct {
	model.SavedFilter
	Link    string
	Current bool // the list shows what it selects
}

func (d *Dashboard) savedFilters(v *visit, shown selection) ([]savedFilter, error) {
	filters, err := d.deps.Documents.SavedFilters(v.Context, v.account(), v.Session.User.ID)
	if err != nil {
		return nil, err
	}
	all := make([]savedFilter, 0, len(filters))
	for _, f := range filters {
		all = append(all, savedFilter{f, documentsPath + "?" + f.Query, f.Query == shown.Query()})
	}
	return all, nil
}

// filtersData is the data of the page where filters are looked after.
type filtersData struct {
	Filters []savedFilter
	MaxName int
	Error   string
}

func (d *Dashboard) filtersPage(c *fiber.Ctx, v *visit) error {
	return d.showFilters(c, v, http.StatusOK, "")
}

func (d *Dashboard) showFilters(c *fiber.Ctx, v *visit, status int, problem string) error {
	filters, err := d.savedFilters(v, selection{})
	if err != nil {
		return err
	}
	return d.show(c, v, status, "filters", page{Title: v.tr("Saved filters"), Section: "documents",
		Data: filtersData{Filters: filters, MaxName: model.MaxSavedFilterName, Error: problem}})
}

// changeFilters saves, renames or deletes a filter.
func (d *Dashboard) changeFilters(c *fiber.Ctx, v *visit) error {
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	to, user := filtersPath, v.Session.User.ID
	switch form.Get("action") {
	case "rename":
		err, to = d.deps.Documents.RenameFilter(v.Context, v.account(), user, form.Get("id"), form.Get("name")),
			to+"?done=filter-renamed"
	case "delete":
		err, to = d.deps.Documents.DeleteFilter(v.Context, v.account(), user, form.Get("id")), to+"?done=filter-deleted"
	default:
		to, err = d.saveFilter(v, form)
	}
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeNotFound,
		contract.CodeLimitReached); ok {
		return d.showFilters(c, v, status, sentence)
	}
	if err != nil {
		return err
	}
	return redirect(c, to)
}

func (d *Dashboard) saveFilter(v *visit, form url.Values) (to string, err error) {
	s := selectionIn(form)
	if _, err := s.filter(); err != nil {
		return "", err
	}
	err = d.deps.Documents.SaveFilter(v.Context, v.account(), v.Session.User.ID, form.Get("name"), s.Query())
	return s.Link(documentsPath, ""), err
}

// column is a field that the list shows.
type column struct {
	Name, Title string
	Numeric     bool
}

// cell is the value of a column.
type cell struct {
	column

	Value string
}

// MarshalJSON has what a script needs to show it.
func (c cell) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}{c.Name, c.Value})
}

// columns are the fields that the person has chosen.
func (d *Dashboard) columns(v *visit) ([]column, error) {
	fields, err := d.deps.Documents.ListColumns(v.Context, v.account(), v.Session.User.ID)
	if err != nil {
		return nil, err
	}
	all := make([]column, 0, len(fields))
	for _, f := range fields {
		numeric := slices.Contains([]schema.Notation{schema.NotationMoney, schema.NotationDecimal, schema.NotationPercent},
			f.Notation())
		all = append(all, column{f.Name, v.tr(sheet.Title(f.Name)), numeric})
	}
	return all, nil
}

// maxCell bounds a value in the list, in characters.
const maxCell = 40

// withCells adds the values of columns to the state of a document.
func (s documentState) withCells(columns []column, data json.RawMessage) documentState {
	if len(columns) == 0 {
		return s
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members) // without data there are no values
	s.Cells = make([]cell, len(columns))
	for i, c := range columns {
		var value string
		_ = json.Unmarshal(members[c.Name], &value) // a list has no single value
		s.Cells[i] = cell{c, shortened(value, maxCell)}
	}
	return s
}

// columnsData is the data of the page where columns are chosen.
type columnsData struct {
	Places [][]choice // one list to choose from for each column
	Error  string
}

func (d *Dashboard) columnsPage(c *fiber.Ctx, v *visit) error {
	columns, err := d.columns(v)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return d.showColumns(c, v, http.StatusOK, names, "")
}

func (d *Dashboard) showColumns(c *fiber.Ctx, v *visit, status int, names []string, problem string) error {
	data := columnsData{Error: problem}
	for i := range model.MaxListColumns {
		chosen := ""
		if i < len(names) {
			chosen = names[i]
		}
		data.Places = append(data.Places, fieldChoices(v.Language, chosen))
	}
	return d.show(c, v, status, "columns", page{Title: v.tr("Columns"), Section: "documents", Data: data})
}

// fieldChoices are the single values of all document types, by their titles.
func fieldChoices(l *languages.Language, chosen string) []choice {
	var all []choice
	for _, f := range schema.Scalars() {
		all = append(all, choice{f.Name, l.Tr(sheet.Title(f.Name)), f.Name == chosen})
	}
	slices.SortFunc(all, func(a, b choice) int { return cmp.Compare(a.Text, b.Text) })
	return append([]choice{{"", l.Tr("No column"), chosen == ""}}, all...)
}

func (d *Dashboard) setColumns(c *fiber.Ctx, v *visit) error {
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Clone(form["field"]), func(name string) bool { return name == "" })
	err = d.deps.Documents.SetListColumns(v.Context, v.account(), v.Session.User.ID, names)
	if sentence, status, ok := said(err, contract.CodeInvalidRequest); ok {
		return d.showColumns(c, v, status, names, sentence)
	}
	if err != nil {
		return err
	}
	return redirect(c, documentsPath+"?done=columns-set")
}
