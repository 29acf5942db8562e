package dashboard

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// correctDocument keeps what a person says is right beside what was found. The
// button "none" says that there is no such value.
func (d *Dashboard) correctDocument(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	e := edit{Path: form.Get("path"), Value: strings.TrimSpace(strings.ReplaceAll(form.Get("value"), "\r\n", "\n"))}
	value := &e.Value
	if form.Get("action") == "none" {
		value = nil
	}
	err = d.change(v, id, form, model.Correction{
		Change: correct.Change{Values: map[string]*string{e.Path: value}, Typed: true},
	})
	if err != nil {
		return d.showRefused(c, v, id, form, e, err)
	}
	query := "?saved=" + url.QueryEscape(e.Path) + wayBack(form)
	return redirect(c, documentsPath+"/"+id+query+backTo(form, e.Path))
}

func (d *Dashboard) deletePage(c *fiber.Ctx, v *visit) error {
	rec, err := d.record(c, v)
	if err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "document-delete",
		page{Title: v.tr("Delete a document"), Section: "documents", Data: rec})
}

// deleteDocument removes a document for good.
func (d *Dashboard) deleteDocument(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	if err := d.deps.Documents.Erase(v.Context, v.account(), id, v.Session.User.ID); err != nil {
		return err
	}
	return redirect(c, documentsPath+"?done=document-deleted")
}
