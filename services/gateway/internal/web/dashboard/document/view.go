package document

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// maxPagesShown is how many pages of a document the page shows at once.
const maxPagesShown = 20

// document is the data of the page.
type document struct {
	contract.Record
	State State
	Tab   string // "values" or "json"
	// Of a completed document:
	Sheet   *sheet.Sheet
	Values  []sheet.Cell // in the chosen order
	Natural bool         // that order is the type's
	Doubts  int          // values of low confidence
	Edit    edit
	Version string // for forms; see change
	Saved   string // path of the value that was just corrected
	Absent  []absent
	History []historyEntry
	// Previous and Next link to the neighbors in the queue or in the list; "" for none.
	Previous, Next string
	Reviewing      reviewStatus
	Pages          []pageImage
	Earlier, Later string // links to pages that are not shown
	JSON           string // the record, indented

	totals map[string]total // by list
	words  *languages.Language
}

// pageImage is a page with the boxes of its values.
type pageImage struct {
	Number, Total int
	Source        string // of the image
	Boxes         []sheet.Box
}

// absent is a required field without a value.
type absent struct {
	Path, Label string
}

// reviewStatus is the review of the document, as its page shows it.
type reviewStatus struct {
	Queue   bool // the user came from the queue and goes on there
	Left    int  // documents of the queue, this one included; only if Counted
	Counted bool
	Reasons []model.ReviewReason
	Holder  string // e-mail address of another user who has the document open
	By      string // who reviewed it; "" if not reviewed
	Next    string // path of the next value to look at; "" for none
	// RerunKey lets the reprocessing form take effect only once.
	RerunKey   string
	RerunTypes []Choice

	heldBy string // id of Holder
}

// within is the data of a part of the page, with the whole document.
type within struct {
	Of   document
	Item any
}

func (p *Pages) documentPage(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	return p.show(c, session, http.StatusOK, id, edit{Path: c.Query("edit")})
}

func (p *Pages) show(c *fiber.Ctx, session *site.Session, status int, id string, e edit) error {
	rec, err := p.deps.Documents.Record(session.Context, session.AccountID(), id)
	if err != nil {
		return err
	}
	doc := document{Record: rec, words: session.Language, State: StateOf(rec, session.Language), Tab: "values", Edit: e,
		Saved: c.Query("saved"), Natural: c.Query("order") == "natural" || e.natural}
	doc.Reviewing.Queue = c.Query("queue") != "" || e.queue
	if doc.Version, err = versionOf(rec); err != nil {
		return err
	}
	for _, name := range rec.Missing {
		doc.Absent = append(doc.Absent, absent{Path: name, Label: session.Tr(sheet.Title(name))})
	}
	if err := p.fillNeighbors(session, &doc); err != nil {
		return err
	}
	refresh := site.RefreshSeconds
	if rec.Status.Ended() {
		refresh = 0
	}
	if rec.Status == contract.StatusCompleted {
		if err := p.fillCompleted(c, session, &doc); err != nil {
			return err
		}
	}
	return p.site.Show(c, session, status, "document", site.Page{
		Title: rec.Metadata.FileName, Section: "documents", Data: doc, Wide: doc.Sheet != nil, Refresh: refresh,
	})
}

func (p *Pages) fillNeighbors(session *site.Session, doc *document) error {
	if doc.Reviewing.Queue {
		doc.Previous, doc.Next = site.ReviewPath+"?before="+doc.ID, site.ReviewPath+"?after="+doc.ID
		return nil
	}
	before, after, err := p.deps.Documents.Neighbors(session.Context, session.AccountID(), doc.ID)
	if before != "" {
		doc.Previous = site.DocumentsPath + "/" + before
	}
	if after != "" {
		doc.Next = site.DocumentsPath + "/" + after
	}
	return err
}

func (p *Pages) fillCompleted(c *fiber.Ctx, session *site.Session, doc *document) (err error) {
	if doc.Sheet, err = sheet.Of(doc.Record, session.Language); err != nil {
		return err
	}
	doc.Values = doc.Sheet.Values
	if !doc.Natural {
		doc.Values = sheet.LowFirst(doc.Values)
	}
	for _, cell := range doc.Values {
		if cell.Doubtful() {
			doc.Doubts++
			if doc.Reviewing.Next == "" {
				doc.Reviewing.Next = cell.Path
			}
		}
	}
	first, _ := strconv.Atoi(c.Query("from"))
	doc.fillPages(first)
	corrections, err := p.deps.Documents.Corrections(session.Context, session.AccountID(), doc.ID)
	if err != nil {
		return err
	}
	if err = p.fillTotals(session, doc); err != nil {
		return err
	}
	if err = p.fillReview(session, &doc.Reviewing, doc.ID); err != nil {
		return err
	}
	return p.fillNames(session, doc, corrections)
}

// fillReview holds the document for the user. It counts the queue, which is expensive, only if the page shows it.
func (p *Pages) fillReview(session *site.Session, r *reviewStatus, id string) (err error) {
	r.RerunKey = rand.Text()
	saved, err := p.deps.Documents.ListTypes(session.Context, session.AccountID())
	if err != nil {
		return err
	}
	r.RerunTypes = append([]Choice{{Text: session.Tr("Same as before")}}, RequestableTypes(session.Language, saved)...)
	r.heldBy, err = p.deps.Documents.HoldReview(session.Context, session.AccountID(), session.User.ID, id)
	if err != nil {
		return err
	}
	r.Reasons, err = p.deps.Documents.ReviewReasons(session.Context, session.AccountID(), id)
	if err != nil || !r.Queue {
		return err
	}
	r.Left, err = p.deps.Documents.ReviewsLeft(session.Context, session.AccountID())
	if apierror.Is(err, contract.CodeServiceUnavailable) { // the document matters more than the count
		return nil
	}
	r.Counted = err == nil
	return err
}

// fillNames fills in who corrected or reviewed the document, or has it open.
func (p *Pages) fillNames(session *site.Session, doc *document, corrections []model.CorrectionEntry) error {
	ids := []string{doc.Reviewing.heldBy}
	if doc.Review != nil {
		ids = append(ids, doc.Review.By)
	}
	for _, c := range corrections {
		ids = append(ids, c.By)
	}
	names, err := p.site.NamesOf(session, ids)
	if err != nil {
		return err
	}
	doc.Reviewing.Holder = names[doc.Reviewing.heldBy]
	if doc.Review != nil {
		doc.Reviewing.By = names[doc.Review.By]
	}
	for _, c := range corrections {
		doc.History = append(doc.History, historyEntry{
			Label: Label(session.Language, c.Entry), Path: c.Path, Value: c.Value,
			Said: DescribeChange(session.Language, c.Entry), By: names[c.By], At: contract.TimeOf(c.At),
		})
	}
	return nil
}

func (doc *document) fillPages(first int) {
	if doc.Metadata.Pages == nil {
		return
	}
	total := *doc.Metadata.Pages
	if first < 1 || first > total {
		first = 1
	}
	last := min(total, first+maxPagesShown-1)
	link := func(n int) string { return fmt.Sprintf("%s/%s?from=%d", site.DocumentsPath, doc.ID, n) }
	for n := first; n <= last; n++ {
		doc.Pages = append(doc.Pages, pageImage{
			Number: n, Total: total, Boxes: doc.Sheet.Boxes(n),
			Source: fmt.Sprintf("%s/%s/pages/%d/picture", site.DocumentsPath, doc.ID, n),
		})
	}
	if first > 1 {
		doc.Earlier = link(max(1, first-maxPagesShown))
	}
	if last < total {
		doc.Later = link(last + 1)
	}
}

// WidestPage is the largest width of a page image in pixels, for zooming in.
func (document) WidestPage() int { return contract.MaxPageWidth }

// Layout is the id of the learned layout that the document was read with; "" for
// none.
func (doc document) Layout() string {
	var m result.Memory
	_ = json.Unmarshal(doc.Memory, &m) // most documents have none
	return m.Layout
}

// Way is the rest of a query string that keeps the order and the queue.
func (doc document) Way() template.URL {
	way := ""
	if doc.Natural {
		way += "&order=natural"
	}
	if doc.Reviewing.Queue {
		way += "&queue=1"
	}
	return template.URL(way) // built from constants
}

// Place links to the box of a value, which may be on a page that is not shown.
func (doc document) Place(c sheet.Cell) string {
	box := "#b-" + c.Path
	if len(doc.Pages) == 0 || doc.Pages[0].Number <= c.Page && c.Page <= doc.Pages[len(doc.Pages)-1].Number {
		return box
	}
	return fmt.Sprintf("%s/%s?from=%d%s%s", site.DocumentsPath, doc.ID, c.Page, doc.Way(), box)
}

// SavedText is the notice beside a value that was just corrected.
func (doc document) SavedText(c sheet.Cell) string {
	switch {
	case doc.Saved == "" || doc.Saved != c.Path || doc.Edit.Path != "":
		return ""
	case c.Removed:
		return doc.words.Tr("%s marked as not on the document.", c.Label)
	}
	return doc.words.Tr("%s updated.", c.Label)
}

// ChangedBy is the author of the last change; "" if there is none.
func (doc document) ChangedBy() string {
	if len(doc.History) == 0 {
		return ""
	}
	return doc.History[0].By
}

// EditedBy is the author of the last change of a value; "" if the history does not
// have it, for example because its whole table was replaced.
func (doc document) EditedBy(path string) string {
	for _, h := range doc.History {
		if h.Path == path {
			return h.By
		}
	}
	return ""
}

// Adrift reports whether a refused value has no place on the page, because its row
// is gone or the form was about the whole document.
func (doc document) Adrift() bool {
	return doc.Edit.Error != "" && (doc.Sheet == nil || !doc.Sheet.Has(doc.Edit.Path))
}

func (p *Pages) record(c *fiber.Ctx, session *site.Session) (contract.Record, error) {
	id, err := site.IDParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return contract.Record{}, err
	}
	return p.deps.Documents.Record(session.Context, session.AccountID(), id)
}

// documentJSON shows the record as the API returns it.
func (p *Pages) documentJSON(c *fiber.Ctx, session *site.Session) error {
	rec, err := p.record(c, session)
	if err != nil {
		return err
	}
	plain, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("record %s: %w", rec.ID, err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, plain, "", "  "); err != nil {
		return fmt.Errorf("record %s: %w", rec.ID, err)
	}
	return p.site.Show(c, session, http.StatusOK, "document-json", site.Page{
		Title: session.Tr("%s as JSON", rec.Metadata.FileName), Section: "documents",
		Data: document{Record: rec, State: StateOf(rec, session.Language), Tab: "json", JSON: indented.String()},
	})
}
