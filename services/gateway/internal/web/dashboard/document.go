package dashboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// pagesShown is how many pages of a document stand on a page at once.
const pagesShown = 20

// document is the data of the page of a document.
type document struct {
	contract.Record
	State documentState
	Tab   string // "values" or "json"
	// Of a completed document:
	Sheet   *sheet.Sheet
	Values  []sheet.Cell // in the order asked for
	Natural bool         // that order is the type's
	Doubts  int          // values that are not certain
	Edit    edit
	Version string // what forms say that they are about; see change
	Saved   string // path of the value that was just corrected
	Absent  []absent
	History []correction
	// Previous and Next are links to the documents around it, in the queue or in
	// the list; "" for none.
	Previous, Next string
	// Reviewing is how far people are with it.
	Reviewing review
	// Pages that are shown, and links to those that are not.
	Pages          []pageOf
	Earlier, Later string
	JSON           string // the record, indented

	totals map[string]total // by list
	words  *languages.Language
}

// pageOf is a page with its boxes.
type pageOf struct {
	Number, Total int
	Source        string // of the picture
	Boxes         []sheet.Box
}

// absent is a key field that is not known.
type absent struct {
	Path, Label string
}

// edit is the value that is being corrected.
type edit struct {
	Path, Value string // Path is "" for none
	Error       string
	// Changed says that the form was about an earlier version of the document.
	Changed        bool
	natural, queue bool // how the person looked at the document
}

// within is a part of a document's page, with the page.
type within struct {
	Of   document
	Item any
}

// editForm is the form in which a value is corrected.
type editForm struct {
	ID, Version, Path, Value, Error string
	Natural                         bool // order to come back to
	Queue                           bool
	// Now is the value that somebody else gave meanwhile, whom By names.
	Changed bool
	By, Now string
}

// editing prepares the form for a path: what was typed and refused stays.
func editing(of document, path, value string) editForm {
	f := editForm{ID: of.ID, Version: of.Version, Path: path, Value: value, Natural: of.Natural,
		Queue: of.Reviewing.Queue}
	if path != "" && of.Edit.Error != "" {
		f.Value, f.Error = of.Edit.Value, of.Edit.Error
		f.Changed, f.By, f.Now = of.Edit.Changed, of.ChangedBy(), value
	}
	return f
}

// correction is one entry of the history.
type correction struct {
	Label, Path string
	Value       *string // that was given; nil for none
	Said        string  // what was said instead of giving a value; "" where one was given
	By          string
	At          contract.Time
}

func (d *Dashboard) documentPage(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return err
	}
	return d.showDocument(c, v, http.StatusOK, id, edit{Path: c.Query("edit")})
}

func (d *Dashboard) showDocument(c *fiber.Ctx, v *visit, status int, id string, e edit) error {
	rec, err := d.deps.Documents.Record(v.Context, v.account(), id)
	if err != nil {
		return err
	}
	doc := document{Record: rec, words: v.Language, State: stateOf(rec, v.Language), Tab: "values", Edit: e,
		Saved: c.Query("saved"), Natural: c.Query("order") == "natural" || e.natural}
	if doc.Version, err = versionOf(rec); err != nil {
		return err
	}
	for _, name := range rec.Missing {
		doc.Absent = append(doc.Absent, absent{Path: name, Label: v.tr(sheet.Title(name))})
	}
	if err := d.findNeighbours(c, v, &doc); err != nil {
		return err
	}
	refresh := lookAgain
	if rec.Status.Ended() {
		refresh = 0
	}
	if rec.Status == contract.StatusCompleted {
		if err := d.fillDocument(c, v, &doc); err != nil {
			return err
		}
	}
	return d.show(c, v, status, "document", page{
		Title: rec.Metadata.FileName, Section: "documents", Data: doc, Wide: doc.Sheet != nil, Refresh: refresh,
	})
}

// findNeighbours fills in where a person goes on from a document, and back.
func (d *Dashboard) findNeighbours(c *fiber.Ctx, v *visit, doc *document) error {
	if c.Query("queue") != "" || doc.Edit.queue {
		doc.Previous, doc.Next = reviewPath+"?before="+doc.ID, reviewPath+"?after="+doc.ID
		return nil
	}
	before, after, err := d.deps.Documents.Neighbours(v.Context, v.account(), doc.ID)
	if before != "" {
		doc.Previous = documentsPath + "/" + before
	}
	if after != "" {
		doc.Next = documentsPath + "/" + after
	}
	return err
}

func (d *Dashboard) fillDocument(c *fiber.Ctx, v *visit, doc *document) (err error) {
	if doc.Sheet, err = sheet.Of(doc.Record, v.Language); err != nil {
		return err
	}
	doc.Values = doc.Sheet.Values
	if !doc.Natural {
		doc.Values = sheet.LowFirst(doc.Values)
	}
	for _, cell := range doc.Sheet.Values {
		if cell.Doubtful() {
			doc.Doubts++
		}
	}
	first, _ := strconv.Atoi(c.Query("from"))
	doc.layPages(first)
	said, err := d.deps.Documents.Corrections(v.Context, v.account(), doc.ID)
	if err != nil {
		return err
	}
	if err = d.addUp(v, doc); err != nil {
		return err
	}
	if doc.Reviewing, err = d.reviewOf(c, v, doc); err != nil {
		return err
	}
	return d.namePeople(v, doc, said)
}

// namePeople fills in who said what of a document, reviewed it, or has it open.
func (d *Dashboard) namePeople(v *visit, doc *document, said []model.CorrectionEntry) error {
	ids := []string{doc.Reviewing.heldBy}
	if doc.Review != nil {
		ids = append(ids, doc.Review.By)
	}
	for _, s := range said {
		ids = append(ids, s.By)
	}
	names, err := d.namesOf(v, ids)
	if err != nil {
		return err
	}
	doc.Reviewing.Holder = names[doc.Reviewing.heldBy]
	if doc.Review != nil {
		doc.Reviewing.By = names[doc.Review.By]
	}
	for _, s := range said {
		doc.History = append(doc.History, correction{
			Label: labelOf(v.Language, s.Entry), Path: s.Path, Value: s.Value, Said: saidOf(v.Language, s.Entry),
			By: names[s.By], At: contract.TimeOf(s.At),
		})
	}
	return nil
}

// layPages chooses the pages from the one numbered first on.
func (doc *document) layPages(first int) {
	if doc.Metadata.Pages == nil {
		return
	}
	total := *doc.Metadata.Pages
	if first < 1 || first > total {
		first = 1
	}
	last := min(total, first+pagesShown-1)
	link := func(n int) string { return fmt.Sprintf("%s/%s?from=%d", documentsPath, doc.ID, n) }
	for n := first; n <= last; n++ {
		doc.Pages = append(doc.Pages, pageOf{
			Number: n, Total: total, Boxes: doc.Sheet.Boxes(n),
			Source: fmt.Sprintf("%s/%s/pages/%d/picture", documentsPath, doc.ID, n),
		})
	}
	if first > 1 {
		doc.Earlier = link(max(1, first-pagesShown))
	}
	if last < total {
		doc.Later = link(last + 1)
	}
}

// WidestPage is the width of the widest picture of a page that there is, in
// pixels, for those who look closer.
func (document) WidestPage() int { return contract.MaxPageWidth }

// Layout is the id of the learned layout that the document was read with; "" for
// none.
func (doc document) Layout() string {
	var m result.Memory
	_ = json.Unmarshal(doc.Memory, &m) // most documents have none
	return m.Layout
}

// Way keeps, behind other parameters, how the person looks at the document.
func (doc document) Way() template.URL {
	way := ""
	if doc.Natural {
		way += "&order=natural"
	}
	if doc.Reviewing.Queue {
		way += "&queue=1"
	}
	return template.URL(way) // of these two constants
}

// Place leads to the box of a value, on whichever pages it is.
func (doc document) Place(c sheet.Cell) string {
	box := "#b-" + c.Path
	if len(doc.Pages) == 0 || doc.Pages[0].Number <= c.Page && c.Page <= doc.Pages[len(doc.Pages)-1].Number {
		return box
	}
	return fmt.Sprintf("%s/%s?from=%d%s%s", documentsPath, doc.ID, c.Page, doc.Way(), box)
}

// SavedText says what was done to a value, where it was corrected just now.
func (doc document) SavedText(c sheet.Cell) string {
	switch {
	case doc.Saved == "" || doc.Saved != c.Path || doc.Edit.Path != "":
		return ""
	case c.Removed:
		return doc.words.Tr("%s is marked as not on the document. What was found stays in the history.", c.Label)
	}
	return doc.words.Tr("%s is %s now. What was found stays in the history.", c.Label, shortened(c.Value, maxSummary))
}

// saidOf tells of an entry of the history that gives no single value.
func saidOf(l *languages.Language, e correct.Entry) string {
	switch e.Action {
	case correct.ActionReplace:
		var rows []json.RawMessage
		if e.Value == nil || json.Unmarshal([]byte(*e.Value), &rows) != nil {
			return l.Tr("all rows anew")
		}
		return l.Count(len(rows), "all rows anew, %s row", "all rows anew, %s rows")
	case correct.ActionRevert:
		return l.Tr("put back as found")
	case correct.ActionConfirm:
		return l.Tr("confirmed")
	case correct.ActionUnconfirm:
		return l.Tr("not confirmed any more")
	case correct.ActionReview:
		return l.Tr("reviewed")
	case correct.ActionReopen:
		return l.Tr("to be reviewed again")
	case correct.ActionCorrect:
	}
	return ""
}

// labelOf names what an entry of the history is about.
func labelOf(l *languages.Language, e correct.Entry) string {
	if e.Path == "" {
		return l.Tr("Document")
	}
	return pathTitle(l, e.Path)
}

// whoIs names a user by e-mail address and a key by its name.
func whoIs(l *languages.Language, id string, people []contract.User, keys []contract.Key) string {
	if i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == id }); i >= 0 {
		return l.Tr("key “%s”", keys[i].Name)
	}
	if i := slices.IndexFunc(people, func(u contract.User) bool { return u.ID == id }); i >= 0 {
		return people[i].Email
	}
	if strings.HasPrefix(id, contract.PrefixKey) {
		return l.Tr("API key …%s", id[max(0, len(id)-4):])
	}
	return l.Tr("a former member")
}

// pathTitle writes a path for people: "lineItems.0.amount" is "Line items, row
// 1: amount".
func pathTitle(l *languages.Language, path string) string {
	steps := strings.Split(path, ".")
	text := l.Tr(sheet.Title(steps[0]))
	for _, step := range steps[1:] {
		if n, err := strconv.Atoi(step); err == nil {
			text = l.Tr("%s, row %d", text, n+1)
			continue
		}
		text = l.Tr("%s: %s", text, l.Within(l.Tr(sheet.Title(step))))
	}
	return text
}

// record returns the record that the path names.
func (d *Dashboard) record(c *fiber.Ctx, v *visit) (contract.Record, error) {
	id, err := idParam(c, contract.PrefixDocument, "document")
	if err != nil {
		return contract.Record{}, err
	}
	return d.deps.Documents.Record(v.Context, v.account(), id)
}

// documentJSON shows the record as the API gives it.
func (d *Dashboard) documentJSON(c *fiber.Ctx, v *visit) error {
	rec, err := d.record(c, v)
	if err != nil {
		return err
	}
	plain, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("record of %s: %w", rec.ID, err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, plain, "", "  "); err != nil {
		return fmt.Errorf("record of %s: %w", rec.ID, err)
	}
	return d.show(c, v, http.StatusOK, "document-json", page{
		Title: v.tr("%s as JSON", rec.Metadata.FileName), Section: "documents",
		Data: document{Record: rec, State: stateOf(rec, v.Language), Tab: "json", JSON: indented.String()},
	})
}
