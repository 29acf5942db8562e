package dashboard

import (
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/records/search"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// maxSearch bounds what is searched for, in characters.
const maxSearch = 200

// selection is what the form above the list asks for, as it was typed.
type selection struct {
	Text, Status, Type string
	Review             string // "open" or "done"; "" for either
	From, To           string // days (UTC), both included
}

func selectionOf(c *fiber.Ctx) selection {
	return selection{Text: c.Query("q"), Status: c.Query("status"), Type: c.Query("type"), Review: c.Query("review"),
		From: c.Query("from"), To: c.Query("to")}
}

// selectionIn reads the selection from the fields of a form.
func selectionIn(form url.Values) selection {
	return selection{Text: form.Get("q"), Status: form.Get("status"), Type: form.Get("type"), Review: form.Get("review"),
		From: form.Get("from"), To: form.Get("to")}
}

// Any reports whether anything is asked for.
func (s selection) Any() bool { return s != selection{} }

// Query is the selection as a query string, "" for none.
func (s selection) Query() string {
	values := url.Values{}
	for name, value := range map[string]string{"q": s.Text, "status": s.Status, "type": s.Type,
		"review": s.Review, "from": s.From, "to": s.To} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values.Encode()
}

// Link leads to path with the selection and, if cursor is not empty, behind it.
func (s selection) Link(path, cursor string) string {
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

// filter checks the selection. Its errors are CodeInvalidRequest.
func (s selection) filter() (f model.Filter, err error) {
	f.Text, f.Status, f.DocumentType = s.Text, contract.Status(s.Status), s.Type
	if !utf8.ValidString(s.Text) || utf8.RuneCountInString(s.Text) > maxSearch {
		return f, fault.New(contract.CodeInvalidRequest, "Search for at most %d characters.", maxSearch)
	}
	if len(search.Terms(s.Text)) > search.MaxTerms {
		return f, fault.New(contract.CodeInvalidRequest, "Search for at most %d words.", search.MaxTerms)
	}
	if s.Status != "" && !slices.Contains(statuses(), f.Status) {
		return f, fault.New(contract.CodeInvalidRequest, "There is no such state.")
	}
	if s.Type != "" && !contract.IsDocumentType(s.Type) {
		return f, fault.New(contract.CodeInvalidRequest, "There is no such document type.")
	}
	switch reviewed := s.Review == reviewDone; s.Review {
	case "":
	case reviewOpen, reviewDone:
		f.Reviewed = &reviewed
	default:
		return f, fault.New(contract.CodeInvalidRequest, "Documents are reviewed or not.")
	}
	if f.CreatedAfter, err = day(s.From, -time.Millisecond); err != nil {
		return f, err
	}
	f.CreatedBefore, err = day(s.To, 24*time.Hour)
	return f, err
}

// What may be asked for of reviews.
const (
	reviewOpen = "open"
	reviewDone = "done"
)

func reviewChoices(l *languages.Language, chosen string) []choice {
	return []choice{
		{"", l.Tr("Reviewed or not"), chosen == ""}, {reviewOpen, l.Tr("Not reviewed"), chosen == reviewOpen},
		{reviewDone, l.Tr("Reviewed"), chosen == reviewDone},
	}
}

func statuses() []contract.Status {
	return []contract.Status{contract.StatusQueued, contract.StatusProcessing, contract.StatusCompleted,
		contract.StatusFailed}
}

// day returns the beginning of a day, moved by offset; nil for no day.
func day(text string, offset time.Duration) (*contract.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil, fault.New(contract.CodeInvalidRequest, "A day is written as in 2026-10-01.")
	}
	moved := contract.TimeOf(t.Add(offset))
	return &moved, nil
}
