// Package layouts has the pages of learned layouts.
package layouts

import (
	"context"
	"embed"
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

const layoutsPath = "/layouts"

//go:embed templates
var templateFiles embed.FS

// Documents is what the pages need of the documents service.
type Documents interface {
	// ListLayouts returns the account's learned layouts, newest first.
	// CodeInvalidRequest for a cursor that ListLayouts did not make.
	ListLayouts(ctx context.Context, accountID, cursor string, limit int) (model.LayoutPage, error)

	// Layout reads a layout of the account.
	Layout(ctx context.Context, accountID, layoutID string) (model.Layout, error)

	// EnableLayout decides whether documents are read with a layout; by is the user's
	// id.
	EnableLayout(ctx context.Context, accountID, layoutID, by string, enabled bool) (model.Layout, error)

	// ForgetLayout removes a layout and all that it learned; by is the user's id.
	ForgetLayout(ctx context.Context, accountID, layoutID, by string) error

	// Choose returns the first documents that the filter selects, newest first, at
	// most limit.
	Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error)

	// Corrections returns the corrections of a document; see package document.
	Corrections(ctx context.Context, accountID, documentID string) ([]model.CorrectionEntry, error)
}

// Pages are the pages of layouts.
type Pages struct {
	site      *site.Site
	documents Documents
}

// New adds the templates of the pages to the site.
func New(s *site.Site, documents Documents) (*Pages, error) {
	return &Pages{s, documents}, s.AddPages(templateFiles, nil)
}

// AddRoutes adds the routes of the pages.
func (p *Pages) AddRoutes(t *site.Routes) {
	t.Get(layoutsPath, p.layoutsPage)
	t.Get(layoutsPath+"/:id", p.layoutPage)
	t.Post(layoutsPath+"/:id/enable", p.enableLayout)
	t.Get(layoutsPath+"/:id/forget", p.forgetPage)
	t.Post(layoutsPath+"/:id/forget", p.forgetLayout)
}

type layoutList struct {
	Rows []model.LayoutSummary
	Next string // link to older layouts; "" on the last page
}

func (p *Pages) layoutsPage(c *fiber.Ctx, session *site.Session) error {
	layouts, err := p.documents.ListLayouts(session.Context, session.AccountID(), c.Query("cursor"), site.ListLength)
	if err != nil {
		return err
	}
	data := layoutList{Rows: layouts.Layouts}
	if layouts.NextCursor != "" {
		data.Next = layoutsPath + "?cursor=" + layouts.NextCursor
	}
	return p.site.Show(c, session, http.StatusOK, "layouts", site.Page{Title: session.Tr("Layouts"), Section: "layouts",
		Data: data})
}

// layout is the data of the page of a layout.
type layout struct {
	model.Layout
	Examples []example
}

// example is a document that the layout learned from.
type example struct {
	model.ExampleOfDocument
	Link string // to the document
	Name string // of its file; "" if it is deleted
	Said string // what users corrected
}

func (p *Pages) findLayout(c *fiber.Ctx, session *site.Session) (model.Layout, error) {
	id, err := site.IDParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return model.Layout{}, err
	}
	return p.documents.Layout(session.Context, session.AccountID(), id)
}

func (p *Pages) layoutPage(c *fiber.Ctx, session *site.Session) error {
	l, err := p.findLayout(c, session)
	if err != nil {
		return err
	}
	data := layout{Layout: l}
	if data.Examples, err = p.examples(session, l.Examples); err != nil {
		return err
	}
	title := l.Vendor
	if title == "" {
		title = session.Tr("Unknown vendor")
	}
	return p.site.Show(c, session, http.StatusOK, "layout", site.Page{Title: title, Section: "layouts", Data: data})
}

// examples fills in the names and corrections of the documents that a layout learned from.
func (p *Pages) examples(session *site.Session, taught []model.ExampleOfDocument) ([]example, error) {
	ids := make([]string, 0, len(taught))
	for _, t := range taught {
		ids = append(ids, t.Document)
	}
	there, err := p.documents.Choose(session.Context, session.AccountID(), model.Filter{IDs: ids}, len(ids))
	if err != nil {
		return nil, err
	}
	all := make([]example, 0, len(taught))
	for _, t := range taught {
		l := example{ExampleOfDocument: t, Link: site.DocumentsPath + "/" + t.Document}
		if i := slices.IndexFunc(there, func(c model.Chosen) bool { return c.ID == t.Document }); i >= 0 {
			l.Name = there[i].FileName
		}
		corrections, err := p.documents.Corrections(session.Context, session.AccountID(), t.Document)
		if err != nil {
			return nil, err
		}
		l.Said = summarizeCorrections(session.Language, corrections)
		all = append(all, l)
	}
	return all, nil
}

// summarizeCorrections lists the corrections of a document without duplicates.
func summarizeCorrections(l *languages.Language, corrections []model.CorrectionEntry) string {
	var all []string
	for _, s := range corrections {
		what := document.Label(l, s.Entry)
		if change := document.DescribeChange(l, s.Entry); change != "" {
			what = l.Tr("%s: %s", what, change)
		}
		if !slices.Contains(all, what) {
			all = append(all, what)
		}
	}
	return document.Shorten(strings.Join(all, " · "), document.MaxSummary)
}

func (p *Pages) enableLayout(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	enabled, done := form.Get("enabled") == "yes", "layout-off"
	if enabled {
		done = "layout-on"
	}
	if _, err := p.documents.EnableLayout(session.Context, session.AccountID(), id, session.User.ID, enabled); err != nil {
		return err
	}
	return site.Redirect(c, layoutsPath+"/"+id+"?done="+done)
}

func (p *Pages) forgetPage(c *fiber.Ctx, session *site.Session) error {
	l, err := p.findLayout(c, session)
	if err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "layout-forget", site.Page{
		Title: session.Tr("Forget this layout?"), Section: "layouts", Data: l,
	})
}

func (p *Pages) forgetLayout(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return err
	}
	if err := p.documents.ForgetLayout(session.Context, session.AccountID(), id, session.User.ID); err != nil {
		return err
	}
	return site.Redirect(c, layoutsPath+"?done=layout-forgotten")
}
