package dashboard

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const layoutsPath = "/layouts"

func (d *Dashboard) layoutRoutes(t *table) {
	t.get(layoutsPath, d.layoutsPage)
	t.get(layoutsPath+"/:id", d.layoutPage)
	t.post(layoutsPath+"/:id/enable", d.enableLayout)
	t.get(layoutsPath+"/:id/forget", d.forgetPage)
	t.post(layoutsPath+"/:id/forget", d.forgetLayout)
}

// layoutList is the data of the list of layouts.
type layoutList struct {
	Rows []model.LayoutSummary
	Next string // link to older ones; "" on the last page
}

func (d *Dashboard) layoutsPage(c *fiber.Ctx, v *visit) error {
	layouts, err := d.deps.Documents.ListLayouts(v.Context, v.account(), c.Query("cursor"), listLength)
	if err != nil {
		return err
	}
	data := layoutList{Rows: layouts.Layouts}
	if layouts.NextCursor != "" {
		data.Next = layoutsPath + "?cursor=" + layouts.NextCursor
	}
	return d.show(c, v, http.StatusOK, "layouts", page{Title: v.tr("Layouts"), Section: "layouts", Data: data})
}

// layout is the data of the page of a layout.
type layout struct {
	model.Layout
	Lessons []lesson
}

// lesson is what one document taught.
type lesson struct {
	model.LessonOfDocument
	Link string // to the document
	Name string // of its file; "" once it is gone
	Said string // what people spoke of
}

func (d *Dashboard) layout(c *fiber.Ctx, v *visit) (model.Layout, error) {
	id, err := idParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return model.Layout{}, err
	}
	return d.deps.Documents.Layout(v.Context, v.account(), id)
}

func (d *Dashboard) layoutPage(c *fiber.Ctx, v *visit) error {
	l, err := d.layout(c, v)
	if err != nil {
		return err
	}
	data := layout{Layout: l}
	if data.Lessons, err = d.lessons(v, l.Lessons); err != nil {
		return err
	}
	title := l.Vendor
	if title == "" {
		title = v.tr("Vendor not known")
	}
	return d.show(c, v, http.StatusOK, "layout", page{Title: title, Section: "layouts", Data: data})
}

// lessons fills in what the documents are called that taught a layout, and what was
// said of them.
func (d *Dashboard) lessons(v *visit, taught []model.LessonOfDocument) ([]lesson, error) {
	ids := make([]string, 0, len(taught))
	for _, t := range taught {
		ids = append(ids, t.Document)
	}
	there, err := d.deps.Documents.Choose(v.Context, v.account(), model.Filter{IDs: ids}, len(ids))
	if err != nil {
		return nil, err
	}
	all := make([]lesson, 0, len(taught))
	for _, t := range taught {
		l := lesson{LessonOfDocument: t, Link: documentsPath + "/" + t.Document}
		if i := slices.IndexFunc(there, func(c model.Chosen) bool { return c.ID == t.Document }); i >= 0 {
			l.Name = there[i].FileName
		}
		said, err := d.deps.Documents.Corrections(v.Context, v.account(), t.Document)
		if err != nil {
			return nil, err
		}
		l.Said = allSaid(v.Language, said)
		all = append(all, l)
	}
	return all, nil
}

// allSaid names what was said of a document, the last first, each thing once.
func allSaid(l *languages.Language, said []model.CorrectionEntry) string {
	var all []string
	for _, s := range said {
		what := labelOf(l, s.Entry)
		if deed := saidOf(l, s.Entry); deed != "" {
			what = l.Tr("%s: %s", what, deed)
		}
		if !slices.Contains(all, what) {
			all = append(all, what)
		}
	}
	return shortened(strings.Join(all, " · "), maxSummary)
}

// enableLayout switches a layout on or off.
func (d *Dashboard) enableLayout(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	enabled, done := form.Get("enabled") == "yes", "layout-off"
	if enabled {
		done = "layout-on"
	}
	if _, err := d.deps.Documents.EnableLayout(v.Context, v.account(), id, v.Session.User.ID, enabled); err != nil {
		return err
	}
	return redirect(c, layoutsPath+"/"+id+"?done="+done)
}

func (d *Dashboard) forgetPage(c *fiber.Ctx, v *visit) error {
	l, err := d.layout(c, v)
	if err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "layout-forget", page{
		Title: v.tr("Forget this layout?"), Section: "layouts", Data: l,
	})
}

func (d *Dashboard) forgetLayout(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixLayout, "layout")
	if err != nil {
		return err
	}
	if err := d.deps.Documents.ForgetLayout(v.Context, v.account(), id, v.Session.User.ID); err != nil {
		return err
	}
	return redirect(c, layoutsPath+"?done=layout-forgotten")
}
