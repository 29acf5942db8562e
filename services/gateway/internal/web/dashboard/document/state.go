package document

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// State is a document in a list and in live updates.
type State struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"` // of the file
	At      contract.Time   `json:"at"`   // when it was accepted
	State   contract.Status `json:"state"`
	Type    string          `json:"type"` // a title; "" if not known yet
	Summary string          `json:"summary"`
	Percent *int            `json:"percent"` // confidence; nil if not known yet
	Level   string          `json:"level"`
	// Cells are the values of the columns that the user has chosen.
	Cells []Cell `json:"cells,omitempty"`
}

// StateOf returns the state of a record, without cells.
func StateOf(rec contract.Record, l *languages.Language) State {
	s := State{ID: rec.ID, Name: rec.Metadata.FileName, At: rec.CreatedAt, State: rec.Status}
	if rec.DocumentType != contract.DocumentTypes()[0] {
		s.Type = l.Tr(sheet.Title(rec.DocumentType))
	}
	switch rec.Status {
	case contract.StatusCompleted:
		s.Summary = Summary(rec.DocumentType, rec.Data)
		if rec.Confidence != nil {
			p := sheet.Percent(*rec.Confidence)
			s.Percent, s.Level = &p, sheet.Level(*rec.Confidence)
		}
	case contract.StatusFailed:
		if rec.Failure != nil {
			s.Summary = l.TrMessage(rec.Failure.Message)
		}
	}
	return s
}

// MaxSummary bounds a summary, in characters.
const MaxSummary = 90

// Summary identifies a document by its vendor, number and amount.
func Summary(documentType string, data json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return ""
	}
	t := schema.Of(schema.DocumentType(documentType))
	of := func(role schema.Summary) string {
		return t.Summarize(role, func(name string) string {
			var value string
			if json.Unmarshal(members[name], &value) != nil {
				return ""
			}
			return value
		})
	}
	amount := of(schema.SummaryAmount)
	if amount != "" {
		amount = strings.TrimSpace(amount + " " + of(schema.SummaryCurrency))
	}
	var parts []string
	for _, part := range []string{of(schema.SummaryName), of(schema.SummaryNumber), amount} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return Shorten(strings.Join(parts, " · "), MaxSummary)
}

// Shorten cuts a text to at most limit characters.
func Shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}

// Column is a field that the list of documents shows.
type Column struct {
	Name, Title string
	Numeric     bool
}

// Cell is the value of a column.
type Cell struct {
	Column

	Value string
}

// MarshalJSON encodes what scripts need.
func (c Cell) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}{c.Name, c.Value})
}

// maxCellLength bounds a value in the list, in characters.
const maxCellLength = 40

// WithCells adds the values of columns to the state of a document.
func (s State) WithCells(columns []Column, data json.RawMessage) State {
	if len(columns) == 0 {
		return s
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(data, &members) // without data there are no values
	s.Cells = make([]Cell, len(columns))
	for i, c := range columns {
		var value string
		_ = json.Unmarshal(members[c.Name], &value) // a list has no single value
		s.Cells[i] = Cell{c, Shorten(value, maxCellLength)}
	}
	return s
}

// Choice is an option of a form's list.
type Choice struct {
	Value, Text string
	Chosen      bool
}

// TypeChoices are the built-in and the saved document types; first is the text of the choice of no type.
func TypeChoices(l *languages.Language, saved []model.SavedType, chosen, first string) []Choice {
	all := []Choice{{"", first, chosen == ""}}
	for _, t := range schema.RequestableNames()[1:] { // without "auto"
		if !slices.ContainsFunc(saved, func(s model.SavedType) bool { return s.Name == t }) {
			all = append(all, Choice{t, l.Tr(sheet.Title(t)), t == chosen})
		}
	}
	for _, t := range saved {
		all = append(all, Choice{t.Name, t.Title, t.Name == chosen})
	}
	return all
}

// RequestableTypes are the document types that an upload may request.
func RequestableTypes(l *languages.Language, saved []model.SavedType) []Choice {
	all := TypeChoices(l, saved, "", l.Tr("Detect"))
	all[0].Value = contract.DocumentTypes()[0]
	return all
}
