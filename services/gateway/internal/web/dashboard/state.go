package dashboard

import (
	"encoding/json"
	"strings"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/sheet"
)

// documentState is what a row of a list says of a document, and an event about
// it.
type documentState struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"` // of the file
	At      contract.Time   `json:"at"`   // when it was accepted
	State   contract.Status `json:"state"`
	Type    string          `json:"type"` // in words; "" until it is known
	Summary string          `json:"summary"`
	Percent *int            `json:"percent"` // confidence; nil until it is known
	Level   string          `json:"level"`
	// Cells are the values of the columns that the person has chosen.
	Cells []cell `json:"cells,omitempty"`
}

func stateOf(rec contract.Record, l *languages.Language) documentState {
	s := documentState{ID: rec.ID, Name: rec.Metadata.FileName, At: rec.CreatedAt, State: rec.Status}
	if rec.DocumentType != contract.DocumentTypes()[0] {
		s.Type = l.Tr(sheet.Title(rec.DocumentType))
	}
	switch rec.Status {
	case contract.StatusCompleted:
		s.Summary = summaryOf(rec.DocumentType, rec.Data)
		if rec.Confidence != nil {
			p := sheet.Percent(*rec.Confidence)
			s.Percent, s.Level = &p, sheet.Level(*rec.Confidence)
		}
	case contract.StatusFailed:
		if rec.Failure != nil {
			s.Summary = l.Said(rec.Failure.Message)
		}
	}
	return s
}

// maxSummary bounds a summary, in characters.
const maxSummary = 90

// summaryOf says in a few words which document it is: from whom, its number and
// its amount.
func summaryOf(documentType string, data json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return ""
	}
	t := schema.Of(schema.DocumentType(documentType))
	of := func(role schema.Summary) string {
		return t.Summarise(role, func(name string) string {
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
	return shortened(strings.Join(parts, " · "), maxSummary)
}

func shortened(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
