package dashboard

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/export"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

const (
	documentsPath = "/documents"
	// listLength is how many documents, or batches, stand on a page.
	listLength = 50
	// lookAgain is when a page without script looks for new states, in seconds.
	lookAgain = 5
	// searchTimeout bounds the search for a text, which reads through all
	// documents that the rest of the selection leaves.
	searchTimeout = 8 * time.Second
)

func (d *Dashboard) documentRoutes(t *table) {
	t.get(documentsPath, d.documentsPage)
	t.post(documentsPath, d.uploadForm)
	t.post(documentsPath+"/upload", d.uploadFile)
	t.get(documentsPath+"/export.csv", d.exportAs(export.CSV, "documents.csv"))
	t.get(documentsPath+"/export.xlsx", d.exportAs(export.XLSX, "documents.xlsx"))
	t.get(documentsPath+"/export.ndjson", d.exportAs(export.NDJSON, "documents.ndjson"))
	t.post(bulkPath, d.bulkForm)
	d.viewRoutes(t)
	t.poll(documentsPath+"/events", d.documentEvents)
	t.get(documentsPath+"/:id", d.documentPage)
	t.get(documentsPath+"/:id/json", d.documentJSON)
	t.get(documentsPath+"/:id/file", func(c *fiber.Ctx, v *visit) error {
		return d.deps.Downloads.File(c, v.Request, v.account())
	})
	t.get(documentsPath+"/:id/pages/:page.png", d.pagePicture)
	t.get(documentsPath+"/:id/pages/:page/picture", d.smallPicture)
	t.get(documentsPath+"/:id/pages/:page/words", d.pageWords)
	t.post(documentsPath+"/:id/correct", d.correctDocument)
	t.get(documentsPath+"/:id/delete", d.deletePage)
	t.post(documentsPath+"/:id/delete", d.deleteDocument)
}

// pagePicture answers with the picture of a page. Browsers keep it, for this session
// alone.
func (d *Dashboard) pagePicture(c *fiber.Ctx, v *visit) error {
	c.Vary(fiber.HeaderCookie)
	return d.deps.Downloads.Page(c, v.Request, v.account())
}

// smallPicture answers with the picture of a page as pages show it: of a photo or a
// scan a JPEG, which takes a fraction of the PNG.
func (d *Dashboard) smallPicture(c *fiber.Ctx, v *visit) error {
	c.Vary(fiber.HeaderCookie)
	return d.deps.Downloads.SmallPage(c, v.Request, v.account())
}

// pageWords answers with the words of a page, as the API does; kept as pictures are.
func (d *Dashboard) pageWords(c *fiber.Ctx, v *visit) error {
	c.Vary(fiber.HeaderCookie)
	return d.deps.Downloads.Words(c, v.Request, v.account())
}

// documentList is the data of the list of documents.
type documentList struct {
	Rows      []documentRow
	Selection selection
	Error     string // of the selection or an upload
	Next      string // link to older ones; "" on the last page
	Newest    bool   // this is the first page
	Since     string // when the newest shown was accepted; "" for none
	Types     []choice
	States    []choice
	AskTypes  []choice
	Reviews   []choice
	Filters   []savedFilter
	Columns   []column
	MaxName   int   // characters of a filter's name
	Total     int   // documents of the selection, up to one more than MaxBulk; 0 where that is not known
	MaxBulk   int   // how many something may be done with at a time
	MaxFile   int64 // bytes
	MaxFiles  int
	Formats   string
}

// documentRow is a document in a list.
type documentRow struct {
	contract.Record
	Live documentState
}

// choice is an option of a list to choose from.
type choice struct {
	Value, Text string
	Chosen      bool
}

func (d *Dashboard) documentsPage(c *fiber.Ctx, v *visit) error {
	return d.showDocuments(c, v, http.StatusOK, "")
}

// showDocuments shows the list; sentence is why an upload was refused.
func (d *Dashboard) showDocuments(c *fiber.Ctx, v *visit, status int, sentence string) error {
	limits, _ := v.Session.Account.Plan.Limits() // the account has a plan
	l := documentList{
		Selection: selectionOf(c), Error: sentence, Newest: c.Query("cursor") == "",
		MaxBulk: maxBulk, MaxFile: limits.MaxFileSizeBytes, MaxFiles: contract.MaxBatchFiles,
		Formats: strings.Join(sniff.SupportedNames(), ", "),
	}
	l.States, l.Types, l.AskTypes = stateChoices(v.Language, l.Selection.Status),
		typeChoices(v.Language, l.Selection.Type, v.tr("All types")), askChoices(v.Language)
	l.Reviews, l.MaxName = reviewChoices(v.Language, l.Selection.Review), model.MaxSavedFilterName
	var err error
	if l.Filters, err = d.savedFilters(v, l.Selection); err != nil {
		return err
	}
	if l.Columns, err = d.columns(v); err != nil {
		return err
	}
	err = d.fillDocuments(c, v, &l)
	codes := []contract.Code{contract.CodeInvalidRequest}
	if l.Selection.Text != "" {
		codes = append(codes, contract.CodeServiceUnavailable) // too many searches: what was typed stays
	}
	if refused, code, ok := said(err, codes...); ok {
		l.Error, status = refused, code
	} else if err != nil {
		return err
	}
	refresh := 0
	for _, row := range l.Rows {
		if !row.Status.Ended() {
			refresh = lookAgain
		}
	}
	return d.show(c, v, status, "documents", page{
		Title: v.tr("Documents"), Section: "documents", Data: l, Refresh: refresh,
	})
}

func (d *Dashboard) fillDocuments(c *fiber.Ctx, v *visit, l *documentList) error {
	f, err := l.Selection.filter()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.Context, searchTimeout)
	defer cancel()
	found, err := d.deps.Documents.List(ctx, v.account(), f, listLength, c.Query("cursor"))
	if err != nil && f.Text != "" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.Wrap(err, contract.CodeInvalidRequest,
			"The search took too long. Choose a type or some days, so that there is less to look through.")
	}
	if err != nil {
		return err
	}
	for _, rec := range found.Records {
		l.Rows = append(l.Rows, documentRow{rec, stateOf(rec, v.Language).withCells(l.Columns, rec.Data)})
	}
	if len(l.Rows) > 0 {
		l.Since = l.Rows[0].CreatedAt.Format(contract.TimeLayout)
	}
	if found.NextCursor != "" {
		l.Next = l.Selection.Link(documentsPath, found.NextCursor)
	}
	if l.Next != "" || !l.Newest { // or else the page has them all
		l.Total, _, err = d.deps.Documents.Count(ctx, v.account(), f, maxBulk+1)
	}
	return err
}

// exportAs returns all documents that the selection holds as one file.
func (d *Dashboard) exportAs(format export.Format, name string) handler {
	return func(c *fiber.Ctx, v *visit) error {
		f, err := selectionOf(c).filter()
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`"`)
		return d.deps.Downloads.Export(c, v.Request, v.account(), f, format)
	}
}

func stateChoices(l *languages.Language, chosen string) []choice {
	all := []choice{{"", l.Tr("All states"), chosen == ""}}
	for _, s := range statuses() {
		all = append(all, choice{string(s), l.Tr(sheet.Title(string(s))), string(s) == chosen})
	}
	return all
}

func typeChoices(l *languages.Language, chosen, first string) []choice {
	all := []choice{{"", first, chosen == ""}}
	for _, t := range contract.DocumentTypes()[1:] { // without "auto"
		all = append(all, choice{t, l.Tr(sheet.Title(t)), t == chosen})
	}
	return all
}

// askChoices are what an upload may be asked to be.
func askChoices(l *languages.Language) []choice {
	all := typeChoices(l, "", l.Tr("Detect"))
	all[0].Value = contract.DocumentTypes()[0]
	return all
}
