package documentlist

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// searchTimeout bounds a text search, which reads all documents that the rest of the selection leaves.
const searchTimeout = 8 * time.Second

type documentList struct {
	Rows      []documentRow
	Selection Selection
	Error     string // of the selection or an upload
	Next      string // link to older documents; "" on the last page
	Newest    bool   // this is the first page
	Since     string // when the newest document was accepted; "" for none
	Types     []document.Choice
	States    []document.Choice
	AskTypes  []document.Choice
	Reviews   []document.Choice
	Filters   []savedFilter
	Columns   []document.Column
	MaxName   int   // characters of a filter's name
	Total     int   // documents of the selection, at most MaxBulk+1; 0 if not known
	MaxBulk   int   // documents of a bulk action
	MaxFile   int64 // bytes
	MaxFiles  int
	Formats   string
}

type documentRow struct {
	contract.Record
	Live document.State
}

func (p *Pages) listPage(c *fiber.Ctx, session *site.Session) error {
	return p.showList(c, session, http.StatusOK, "")
}

// showList shows the list; problem says why an upload was refused.
func (p *Pages) showList(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	limits, _ := session.Session.Account.Plan.Limits() // the account has a plan
	l := documentList{
		Selection: selectionOfQuery(c), Error: problem, Newest: c.Query("cursor") == "",
		MaxBulk: maxBulkDocuments, MaxFile: limits.MaxFileSizeBytes, MaxFiles: contract.MaxBatchFiles,
		Formats: strings.Join(sniff.SupportedNames(), ", "), MaxName: model.MaxSavedFilterName,
	}
	saved, err := p.deps.Documents.ListTypes(session.Context, session.AccountID())
	if err != nil {
		return err
	}
	l.States, l.Types, l.AskTypes = stateChoices(session.Language, l.Selection.Status),
		document.TypeChoices(session.Language, saved, l.Selection.Type, session.Tr("All types")),
		document.RequestableTypes(session.Language, saved)
	l.Reviews = reviewChoices(session.Language, l.Selection.Review)
	if l.Filters, err = p.savedFilters(session, l.Selection); err != nil {
		return err
	}
	if l.Columns, err = p.columns(session); err != nil {
		return err
	}
	err = p.fillRows(c, session, &l)
	codes := []contract.Code{contract.CodeInvalidRequest}
	if l.Selection.Text != "" {
		codes = append(codes, contract.CodeServiceUnavailable) // too many searches: keep the typed text
	}
	if message, code, ok := site.Refusal(err, codes...); ok {
		l.Error, status = message, code
	} else if err != nil {
		return err
	}
	refresh := 0
	for _, row := range l.Rows {
		if !row.Status.Ended() {
			refresh = site.RefreshSeconds
		}
	}
	return p.site.Show(c, session, status, "documents", site.Page{
		Title: session.Tr("Documents"), Section: "documents", Data: l, Refresh: refresh,
	})
}

func (p *Pages) fillRows(c *fiber.Ctx, session *site.Session, l *documentList) error {
	f, err := l.Selection.filter()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(session.Context, searchTimeout)
	defer cancel()
	found, err := p.deps.Documents.List(ctx, session.AccountID(), f, site.ListLength, c.Query("cursor"))
	if err != nil && f.Text != "" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return apierror.Wrap(err, contract.CodeInvalidRequest,
			"The search took too long. Narrow it down by type or date.")
	}
	if err != nil {
		return err
	}
	for _, rec := range found.Records {
		state := document.StateOf(rec, session.Language).WithCells(l.Columns, rec.Data)
		l.Rows = append(l.Rows, documentRow{rec, state})
	}
	if len(l.Rows) > 0 {
		l.Since = l.Rows[0].CreatedAt.Format(contract.TimeLayout)
	}
	if found.NextCursor != "" {
		l.Next = l.Selection.Link(site.DocumentsPath, found.NextCursor)
	}
	if l.Next != "" || !l.Newest { // otherwise the page shows all
		l.Total, _, err = p.deps.Documents.Count(ctx, session.AccountID(), f, maxBulkDocuments+1)
	}
	return err
}

// exportAs returns all documents of the selection in one file.
func (p *Pages) exportAs(format export.Format, name string) site.Handler {
	return func(c *fiber.Ctx, session *site.Session) error {
		f, err := selectionOfQuery(c).filter()
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`"`)
		return p.deps.Downloads.Export(c, session.Request, session.AccountID(), f, format)
	}
}

func (p *Pages) streamUpdates(c *fiber.Ctx, session *site.Session) error {
	columns, err := p.columns(session)
	if err != nil {
		return err
	}
	return p.updates.Stream(c, session, columns)
}

func stateChoices(l *languages.Language, chosen string) []document.Choice {
	all := []document.Choice{{Text: l.Tr("All states"), Chosen: chosen == ""}}
	for _, s := range statuses() {
		all = append(all, document.Choice{Value: string(s), Text: l.Tr(sheet.Title(string(s))), Chosen: string(s) == chosen})
	}
	return all
}
