// Package review has the queue of documents that need a review, and the rules that
// decide which do.
package review

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

//go:embed templates
var templateFiles embed.FS

const rulesPath = site.ReviewPath + "/rules"

// Documents is what the pages need of the documents service.
type Documents interface {
	// NextReview returns the id of the next document to review after the given one,
	// oldest first and starting over at the end, that no other user has open, and holds
	// it for the user; "" if there is none. CodeServiceUnavailable if too many searches
	// are running.
	NextReview(ctx context.Context, accountID, userID, after string) (id string, err error)

	// PreviousReview is NextReview in the other direction.
	PreviousReview(ctx context.Context, accountID, userID, before string) (id string, err error)

	// ReleaseReview returns up the user's hold of a document.
	ReleaseReview(ctx context.Context, accountID, userID, documentID string) error

	// ReviewsLeft counts the documents that need a review; see package document.
	ReviewsLeft(ctx context.Context, accountID string) (int, error)

	// ReviewRules returns the rules of the account.
	ReviewRules(ctx context.Context, accountID string) (model.ReviewRules, error)

	// SetReviewRules changes them; by is the user's id. CodeInvalidRequest for a share
	// or threshold that is not from 0 to 1.
	SetReviewRules(ctx context.Context, accountID, by string, r model.ReviewRules) error

	// ReviewFigures returns, by threshold, how many documents would have needed a
	// review, and how many values would have been wrong in the others.
	ReviewFigures(ctx context.Context, accountID string) (model.ReviewFigures, error)
}

// Pages are the pages of the queue and its rules.
type Pages struct {
	site      *site.Site
	documents Documents
}

// New adds the templates of the pages to the site.
func New(s *site.Site, documents Documents) (*Pages, error) {
	return &Pages{s, documents}, s.AddPages(templateFiles, func(l *languages.Language) template.FuncMap {
		return template.FuncMap{"left": func(n int) string { return document.DocumentsLeft(l, n) }}
	})
}

// AddRoutes adds the routes of the pages.
func (p *Pages) AddRoutes(t *site.Routes) {
	t.Get(site.ReviewPath, p.next)
	t.Get(rulesPath, p.rulesPage)
	t.Post(rulesPath, p.setRules)
}

// next leads to the next document of the queue, or to the previous one.
func (p *Pages) next(c *fiber.Ctx, session *site.Session) error {
	from, find := c.Query("after"), p.documents.NextReview
	if before := c.Query("before"); before != "" {
		from, find = before, p.documents.PreviousReview
	}
	if from != "" {
		if err := p.documents.ReleaseReview(session.Context, session.AccountID(), session.User.ID, from); err != nil {
			return err
		}
	}
	id, err := find(session.Context, session.AccountID(), session.User.ID, from)
	if err != nil {
		return err
	}
	if id != "" && id != from {
		return site.Redirect(c, site.DocumentsPath+"/"+id+"?queue=1")
	}
	left, err := p.documents.ReviewsLeft(session.Context, session.AccountID())
	if err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "review", site.Page{Title: session.Tr("Review"), Section: "review",
		Data: left})
}

// rules is the data of the page of the rules.
type rules struct {
	model.ReviewRules
	Figures      model.ReviewFigures
	Lacking      int // values that are missing for figures
	Error        string
	Below, Share string // as typed, in percent
}

func (p *Pages) rulesPage(c *fiber.Ctx, session *site.Session) error {
	r, err := p.documents.ReviewRules(session.Context, session.AccountID())
	if err != nil {
		return err
	}
	return p.showRules(c, session, http.StatusOK, rules{ReviewRules: r, Below: formatPercent(r.Below),
		Share: formatPercent(r.Sample)})
}

func (p *Pages) showRules(c *fiber.Ctx, session *site.Session, status int, data rules) (err error) {
	if data.Figures, err = p.documents.ReviewFigures(session.Context, session.AccountID()); err != nil {
		return err
	}
	data.Lacking = max(0, model.MinReviewValues-data.Figures.Values)
	return p.site.Show(c, session, status, "review-rules", site.Page{Title: session.Tr("Review rules"), Section: "review",
		Data: data})
}

func formatPercent(share float64) string { return strconv.FormatFloat(share*100, 'f', -1, 64) }

func (p *Pages) setRules(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	data := rules{Below: form.Get("below"), Share: form.Get("sample")}
	data.Missing, data.Checks = form.Get("missing") != "", form.Get("checks") != ""
	var wrong [2]error
	data.ReviewRules.Below, wrong[0] = parsePercent(data.Below)
	data.Sample, wrong[1] = parsePercent(data.Share)
	if wrong[0] != nil || wrong[1] != nil {
		data.Error = session.Tr("Confidence and share must be numbers from 0 to 100.")
		return p.showRules(c, session, http.StatusBadRequest, data)
	}
	err = p.documents.SetReviewRules(session.Context, session.AccountID(), session.User.ID, data.ReviewRules)
	if err != nil {
		return err
	}
	return site.Redirect(c, rulesPath+"?done=rules-set")
}

// parsePercent reads a percentage as a share from 0 to 1.
func parsePercent(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), 64)
	if err == nil && !(v >= 0 && v <= 100) { // the negation also refuses NaN
		err = strconv.ErrRange
	}
	return v / 100, err
}
