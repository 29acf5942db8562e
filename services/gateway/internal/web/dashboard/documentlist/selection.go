package documentlist

import (
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// maxSearchLength bounds a text search, in characters.
const maxSearchLength = 200

// Selection is the form above the list, as typed.
type Selection struct {
	Text, Status, Type string
	Review             string // "open" or "done"; "" for either
	From, To           string // days in UTC, both inclusive
}

func selectionOfQuery(c *fiber.Ctx) Selection {
	return Selection{Text: c.Query("q"), Status: c.Query("status"), Type: c.Query("type"), Review: c.Query("review"),
		From: c.Query("from"), To: c.Query("to")}
}

func selectionOfForm(form url.Values) Selection {
	return Selection{Text: form.Get("q"), Status: form.Get("status"), Type: form.Get("type"), Review: form.Get("review"),
		From: form.Get("from"), To: form.Get("to")}
}

// Any reports whether the selection restricts the list.
func (s Selection) Any() bool { return s != Selection{} }

// Query is the selection as a query string, "" for none.
func (s Selection) Query() string {
	values := url.Values{}
	for name, value := range map[string]string{"q": s.Text, "status": s.Status, "type": s.Type,
		"review": s.Review, "from": s.From, "to": s.To} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values.Encode()
}

// Link is the path with the selection and the cursor as its query.
func (s Selection) Link(path, cursor string) string {
	query := s.Query()
	if cursor != "" {
		if query != "" {
			query += "&"
		}
		query += "cursor=" + url.QueryEscape(cursor)
	}
	if query == "" {
		return path
	}
	return path + "?" + query
}

func (s Selection) filter() (f model.Filter, err error) {
	f.Text, f.Status, f.DocumentType = s.Text, contract.Status(s.Status), s.Type
	if !utf8.ValidString(s.Text) || utf8.RuneCountInString(s.Text) > maxSearchLength {
		return f, apierror.New(contract.CodeInvalidRequest, "Search for at most %d characters.", maxSearchLength)
	}
	if len(search.Terms(s.Text)) > search.MaxTerms {
		return f, apierror.New(contract.CodeInvalidRequest, "Search for at most %d words.", search.MaxTerms)
	}
	if s.Status != "" && !slices.Contains(statuses(), f.Status) {
		return f, apierror.New(contract.CodeInvalidRequest, "Unknown state.")
	}
	if s.Type != "" && !contract.IsDocumentType(s.Type) && !contract.IsSavedTypeName(s.Type) {
		return f, apierror.New(contract.CodeInvalidRequest, "Unknown document type.")
	}
	switch reviewed := s.Review == reviewDone; s.Review {
	case "":
	case reviewOpen, reviewDone:
		f.Reviewed = &reviewed
	default:
		return f, apierror.New(contract.CodeInvalidRequest, "Unknown review state.")
	}
	if f.CreatedAfter, err = parseDay(s.From, -time.Millisecond); err != nil {
		return f, err
	}
	f.CreatedBefore, err = parseDay(s.To, 24*time.Hour)
	return f, err
}

// Values of Selection.Review.
const (
	reviewOpen = "open"
	reviewDone = "done"
)

func reviewChoices(l *languages.Language, chosen string) []document.Choice {
	return []document.Choice{
		{Text: l.Tr("Reviewed or not"), Chosen: chosen == ""},
		{Value: reviewOpen, Text: l.Tr("Not reviewed"), Chosen: chosen == reviewOpen},
		{Value: reviewDone, Text: l.Tr("Reviewed"), Chosen: chosen == reviewDone},
	}
}

func statuses() []contract.Status {
	return []contract.Status{contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed}
}

// parseDay returns the beginning of a day plus offset; nil for "".
func parseDay(text string, offset time.Duration) (*contract.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil, apierror.New(contract.CodeInvalidRequest, "Enter dates as in 2026-10-01.")
	}
	moved := contract.TimeOf(t.Add(offset))
	return &moved, nil
}
