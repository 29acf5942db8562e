// Package document has the page of one document: its values and pages, their
// correction, confirmation and review.
//
// Values come from documents and from users. They reach a page only through
// html/template, or as text in a script.
package document

import (
	"context"
	"embed"
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
)

//go:embed templates
var templateFiles embed.FS

// Documents is what the page of a document needs of the documents service. Ids that
// are unknown, malformed, deleted or of another account all have CodeNotFound.
type Documents interface {
	// Record reads a document of the account, fields included.
	Record(ctx context.Context, accountID, documentID string) (contract.Record, error)

	// Neighbors returns the ids of the documents before and after one in the
	// account's list, newest first; "" if there is none.
	Neighbors(ctx context.Context, accountID, documentID string) (before, after string, err error)

	// Correct stores corrections beside the extracted values and returns the changed
	// record. CodeInvalidState before the document is completed; CodeInvalidRequest
	// for a path that the document cannot have.
	Correct(ctx context.Context, c model.Correction) (contract.Record, error)

	// Preview returns what Correct would return, without storing anything. It has the
	// same errors.
	Preview(ctx context.Context, c model.Correction) (model.Preview, error)

	// Corrections returns the corrections of a document and their authors, newest
	// first; none if the account does not have the document.
	Corrections(ctx context.Context, accountID, documentID string) ([]model.CorrectionEntry, error)

	// ReviewsLeft counts the documents that need a review, up to model.MaxReviewLeft.
	// It reads all documents that are not reviewed. CodeServiceUnavailable if too many
	// searches are running.
	ReviewsLeft(ctx context.Context, accountID string) (int, error)

	// ReviewReasons returns why a document needs a review; nil if it does not.
	ReviewReasons(ctx context.Context, accountID, documentID string) ([]model.ReviewReason, error)

	// HoldReview holds a document for the user if no other user has it open, and
	// returns the id of the other user; "" for none.
	HoldReview(ctx context.Context, accountID, userID, documentID string) (heldBy string, err error)

	// ListTypes returns the latest versions of the account's saved document types, by name.
	ListTypes(ctx context.Context, accountID string) ([]model.SavedType, error)

	// Erase removes a document, its file and all results, in any state. by is the id
	// of the user, for the audit.
	Erase(ctx context.Context, accountID, documentID, by string) error
}

// Deps are what the pages need.
type Deps struct {
	Documents   Documents
	Submissions *submission.Service
	Downloads   *download.Downloads
}

// Pages are the pages of a document.
type Pages struct {
	site *site.Site
	deps Deps
}

// New adds the templates of the pages to the site.
func New(s *site.Site, deps Deps) (*Pages, error) {
	return &Pages{s, deps}, s.AddPages(templateFiles, templateFuncs)
}

// AddRoutes adds the routes of the pages.
func (p *Pages) AddRoutes(t *site.Routes) {
	const path = site.DocumentsPath + "/:id"
	t.Get(path, p.documentPage)
	t.Get(path+"/json", p.documentJSON)
	t.Get(path+"/file", func(c *fiber.Ctx, session *site.Session) error {
		return p.deps.Downloads.File(c, session.Request, session.AccountID())
	})
	t.Get(path+"/pages/:page.png", p.pageImage)
	t.Get(path+"/pages/:page/picture", p.smallPageImage)
	t.Get(path+"/pages/:page/words", p.pageWords)
	t.Post(path+"/correct", p.correct)
	t.Get(path+"/delete", p.deletePage)
	t.Post(path+"/delete", p.delete)
	t.Post(path+"/table", p.saveTable)
	t.Post(path+"/table/preview", p.previewTable)
	t.Post(path+"/review", p.setReviewed)
	t.Post(path+"/say", p.confirmOrRevert)
	t.Post(path+"/rerun", p.rerun)
	t.Poll(path+"/hold", p.hold)
}

func templateFuncs(l *languages.Language) template.FuncMap {
	return template.FuncMap{
		"within":  func(of document, item any) within { return within{of, item} },
		"editing": editFormOf,
		"reason":  func(r model.ReviewReason) string { return reasonText(l, r) },
		"left":    func(n int) string { return DocumentsLeft(l, n) },
	}
}

// pageImage answers with the image of a page. Browsers may cache it for the session.
func (p *Pages) pageImage(c *fiber.Ctx, session *site.Session) error {
	c.Vary(fiber.HeaderCookie)
	return p.deps.Downloads.Page(c, session.Request, session.AccountID())
}

// smallPageImage answers with the viewer's image: for photos and scans a JPEG, which is a fraction of the PNG's size.
func (p *Pages) smallPageImage(c *fiber.Ctx, session *site.Session) error {
	c.Vary(fiber.HeaderCookie)
	return p.deps.Downloads.SmallPage(c, session.Request, session.AccountID())
}

func (p *Pages) pageWords(c *fiber.Ctx, session *site.Session) error {
	c.Vary(fiber.HeaderCookie)
	return p.deps.Downloads.Words(c, session.Request, session.AccountID())
}

// DocumentsLeft says how many documents need a review.
func DocumentsLeft(l *languages.Language, n int) string {
	if n >= model.MaxReviewLeft {
		return l.Tr("at least %d documents left", n)
	}
	return l.Count(n, "%s document left", "%s documents left")
}

func reasonText(l *languages.Language, r model.ReviewReason) string {
	switch r {
	case model.ReasonMissing:
		return l.Tr("required fields missing")
	case model.ReasonChecks:
		return l.Tr("checks failed")
	case model.ReasonConfidence:
		return l.Tr("low confidence")
	case model.ReasonSample:
		return l.Tr("random sample")
	}
	return string(r)
}

// historyEntry is a change in the history of a document.
type historyEntry struct {
	Label, Path string
	Value       *string // the corrected value; nil for none
	Said        string  // a change that gave no value; "" if it gave one
	By          string
	At          contract.Time
}

// DescribeChange describes an entry of the history that gave no single value.
func DescribeChange(l *languages.Language, e correct.Entry) string {
	switch e.Action {
	case correct.ActionReplace:
		var rows []json.RawMessage
		if e.Value == nil || json.Unmarshal([]byte(*e.Value), &rows) != nil {
			return l.Tr("all rows replaced")
		}
		return l.Count(len(rows), "all rows replaced, %s row", "all rows replaced, %s rows")
	case correct.ActionRevert:
		return l.Tr("extracted value restored")
	case correct.ActionConfirm:
		return l.Tr("confirmed")
	case correct.ActionUnconfirm:
		return l.Tr("confirmation removed")
	case correct.ActionReview:
		return l.Tr("reviewed")
	case correct.ActionReopen:
		return l.Tr("reopened")
	case correct.ActionCorrect:
	}
	return ""
}

// Label names what an entry of the history changed.
func Label(l *languages.Language, e correct.Entry) string {
	if e.Path == "" {
		return l.Tr("Document")
	}
	return PathTitle(l, e.Path)
}

// PathTitle is a path in words: "lineItems.0.amount" is "Line items, row 1: amount".
func PathTitle(l *languages.Language, path string) string {
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
