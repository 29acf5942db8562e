package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/docmill/docmill/libs/contract"
)

// head and tail are the members of a record before and after the raw JSON members.
type (
	head struct {
		ID           string           `json:"id"`
		Status       contract.Status  `json:"status"`
		DocumentType string           `json:"documentType"`
		Confidence   *float64         `json:"confidence"`
		Missing      []string         `json:"missing"`
		Review       *contract.Review `json:"review"`
	}
	tail struct {
		Metadata         contract.Metadata `json:"metadata"`
		Memory           json.RawMessage   `json:"memory,omitempty"`
		ProcessingTimeMs *int64            `json:"processingTimeMs"`
		BatchID          *string           `json:"batchId"`
		CreatedAt        contract.Time     `json:"createdAt"`
		CompletedAt      *contract.Time    `json:"completedAt"`
		ExpiresAt        *contract.Time    `json:"expiresAt"`
		Failure          *contract.Failure `json:"failure"`
	}
)

// Append adds r to b, with the same bytes as json.Marshal. That would parse data, fields and checks, most
// of a record, only to find them in its own format; Append only scans them. They must be valid, as values
// from the database are.
func Append(b []byte, r contract.Record) ([]byte, error) {
	first, err := json.Marshal(head{r.ID, r.Status, r.DocumentType, r.Confidence, r.Missing, r.Review})
	if err != nil {
		return nil, fmt.Errorf("encode record: %w", err)
	}
	last, err := json.Marshal(tail{r.Metadata, r.Memory, r.ProcessingTimeMs, r.BatchID, r.CreatedAt, r.CompletedAt,
		r.ExpiresAt, r.Failure})
	if err != nil {
		return nil, fmt.Errorf("encode record: %w", err)
	}
	b = slices.Grow(b, len(first)+len(r.Data)+len(r.Fields)+len(r.Checks)+len(last)+memberNames)
	b = append(b, first[:len(first)-1]...)
	for _, m := range []struct {
		name string
		raw  json.RawMessage
		omit bool
	}{{`,"data":`, r.Data, false}, {`,"fields":`, r.Fields, len(r.Fields) == 0}, {`,"checks":`, r.Checks, false}} {
		if m.omit {
			continue
		}
		if b, err = appendRaw(append(b, m.name...), m.raw); err != nil {
			return nil, fmt.Errorf("encode record: member %s: %w", m.name, err)
		}
	}
	return append(append(b, ','), last[1:]...), nil
}

// memberNames reserves room for the names of data, fields and checks.
const memberNames = 64

func appendRaw(b []byte, raw json.RawMessage) ([]byte, error) {
	switch {
	case raw == nil:
		return append(b, "null"...), nil
	case asMarshalled(raw):
		return append(b, raw...), nil
	}
	var compact, escaped bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return nil, err
	}
	json.HTMLEscape(&escaped, compact.Bytes())
	return append(b, escaped.Bytes()...), nil
}

// asMarshalled reports whether valid JSON has no white space between tokens and no characters that
// json.Marshal escapes.
func asMarshalled(raw []byte) bool {
	quoted := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c > '>' && c != '\\' && c != lineSeparator[0] {
			continue // nearly all
		}
		switch c {
		case '"':
			quoted = !quoted
		case '\\':
			i++ // of a string: whatever is escaped ends nothing
		case ' ', '\t', '\n', '\r':
			if !quoted {
				return false
			}
		case '<', '>', '&':
			return false
		case lineSeparator[0]:
			if rest := raw[i:]; len(rest) > 2 && rest[1] == lineSeparator[1] && rest[2]&^1 == lineSeparator[2] {
				return false
			}
		}
	}
	return len(raw) > 0
}

// lineSeparator is U+2028 in UTF-8; U+2029, also escaped, follows it.
const lineSeparator = "\u2028"
