// Package record converts a document's row to the public extraction record and the events about its end.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// Found returns the engine's results of d, which is completed; fields are included.
func Found(d model.Document) correct.Found {
	f := correct.Found{Fields: d.Fields, Checks: d.Checks, Basis: d.Basis}
	if d.DocumentType != nil {
		f.DocumentType = *d.DocumentType
	}
	if d.Confidence != nil {
		f.Confidence = *d.Confidence
	}
	if d.Revision != nil {
		f.Checks, f.Confidence = d.Revision.Checks, d.Revision.Confidence
	}
	return f
}

// Of returns the record of d, with its fields and the corrections.
func Of(d model.Document) (contract.Record, error) {
	r := base(d, missingIn(d))
	if len(d.Said) == 0 || d.Status != contract.StatusCompleted {
		return r, nil
	}
	var remade map[string][]string
	if d.Revision != nil {
		remade = d.Revision.Remade
	}
	var err error
	if r.Fields, err = correct.Overlay(r.Fields, correct.StateOf(d.Said), remade); err != nil {
		return contract.Record{}, fmt.Errorf("corrections of %s: %w", d.ID, err)
	}
	return r, nil
}

// Brief returns the record of d without fields and without the long data that only the whole record has.
func Brief(d model.Document) (contract.Record, error) { return brief(d, missingIn(d)) }

func brief(d model.Document, missing []string) (contract.Record, error) {
	r := base(d, missing)
	r.Fields = nil
	if r.Status != contract.StatusCompleted {
		return r, nil
	}
	var err error
	if r.Data, err = withoutLongData(r.Data, schema.Of(schema.DocumentType(r.DocumentType))); err != nil {
		return contract.Record{}, fmt.Errorf("record of %s: %w", d.ID, err)
	}
	return r, nil
}

func withoutLongData(data json.RawMessage, t schema.Type) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	for i := range t.Fields {
		f := &t.Fields[i]
		if !f.OnlyInRecord || !bytes.Contains(data, []byte(`"`+f.Name+`"`)) {
			continue
		}
		if members == nil {
			if err := json.Unmarshal(data, &members); err != nil {
				return nil, fmt.Errorf("data: %w", err)
			}
		}
		if f.Name != schema.Tables || isPrinted(members[f.Name]) {
			delete(members, f.Name)
		}
	}
	if members == nil {
		return data, nil
	}
	return json.Marshal(members)
}

// isPrinted reports whether tables are those of the page. Those that a schema asks for have no rows of cells.
func isPrinted(tables json.RawMessage) bool {
	var printed []struct{ Rows [][]string }
	return json.Unmarshal(tables, &printed) == nil && len(printed) > 0 && printed[0].Rows != nil
}

func base(d model.Document, missing []string) contract.Record {
	r := contract.Record{
		ID: d.ID, Status: visible(d), DocumentType: d.AskedType, DocumentTypeVersion: d.TypeVersion, BatchID: d.BatchID,
		Data: null(), Fields: null(), Checks: null(),
		Metadata: contract.Metadata{
			FileName: d.FileName, FileSize: d.FileSize, MIMEType: d.MIMEType, Pages: d.Pages, SHA256: d.SHA256,
			RerunOf: d.RerunOf, DuplicateOf: d.DuplicateOf,
		},
		CreatedAt: contract.TimeOf(d.AcceptedAt), ExpiresAt: contract.TimePtr(d.ExpiresAt),
	}
	if !d.Status.Ended() {
		return r
	}
	r.CompletedAt, r.ProcessingTimeMs = contract.TimePtr(d.CompletedAt), d.ProcessingTimeMs
	if d.Status == contract.StatusFailed {
		return failed(r, d)
	}
	r.Confidence, r.Data, r.Fields, r.Checks = d.Confidence, d.Data, d.Fields, d.Checks
	if d.DocumentType != nil {
		r.DocumentType = *d.DocumentType
	}
	r.Missing, r.Memory = missing, d.Memory
	if d.ReviewedBy != nil && d.ReviewedAt != nil {
		r.Review = &contract.Review{State: contract.Reviewed, By: *d.ReviewedBy, At: contract.TimeOf(*d.ReviewedAt)}
	}
	return r
}

// missingIn lists the missing key fields and required custom fields of a completed document.
func missingIn(d model.Document) []string {
	if d.DocumentType == nil {
		return []string{}
	}
	return result.Missing(result.DocumentType(*d.DocumentType), d.Data, d.Basis, d.Absent)
}

func failed(r contract.Record, d model.Document) contract.Record {
	r.Confidence = new(float64)
	r.Data, r.Fields, r.Checks = json.RawMessage(`{}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	r.Missing = []string{}
	r.Failure = &contract.Failure{}
	if d.FailureCode != nil && d.FailureMessage != nil {
		r.Failure = &contract.Failure{Code: *d.FailureCode, Message: *d.FailureMessage}
	}
	return r
}

// visible is the status for clients: processing after a first attempt, even while the document waits for another one.
func visible(d model.Document) contract.Status {
	if d.Status == contract.StatusQueued && d.Started {
		return contract.StatusProcessing
	}
	return d.Status
}

func null() json.RawMessage { return json.RawMessage("null") }

// Summary holds the values for filters and duplicate detection.
type Summary struct {
	Missing    []string // key fields and required custom fields that are not known
	Failed     []string // names of failed checks
	ContentKey []byte   // nil where vendor, number or total is not known
}

// Sum summarizes a completed document by its type, data, checks and values declared missing.
func Sum(d model.Document) (Summary, error) {
	var checks []result.Check
	if err := json.Unmarshal(d.Checks, &checks); err != nil {
		return Summary{}, fmt.Errorf("checks: %w", err)
	}
	s := Summary{Missing: missingIn(d), Failed: []string{}, ContentKey: contentKey(d.Data)}
	for _, c := range checks {
		if !c.Passed {
			s.Failed = append(s.Failed, c.Name)
		}
	}
	return s, nil
}

// contentKey hashes vendor (letters and digits only), number and total, which are equal for an invoice in any file.
func contentKey(data json.RawMessage) []byte {
	var d struct {
		VendorName, InvoiceNumber, ReceiptNumber, PurchaseOrderNumber, Total, Currency string
	}
	// Unreadable values count as missing.
	_ = json.Unmarshal(data, &d)
	number := d.InvoiceNumber
	for _, other := range []string{d.ReceiptNumber, d.PurchaseOrderNumber} {
		if number == "" {
			number = other
		}
	}
	vendor, number := lettersAndDigits(d.VendorName), lettersAndDigits(number)
	if vendor == "" || number == "" || d.Total == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{vendor, number, d.Total, d.Currency}, "\x00")))
	return sum[:]
}

func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// head and tail are the members of a record before and after the raw JSON members.
type (
	head struct {
		ID                  string           `json:"id"`
		Status              contract.Status  `json:"status"`
		DocumentType        string           `json:"documentType"`
		DocumentTypeVersion *int             `json:"documentTypeVersion,omitempty"`
		Confidence          *float64         `json:"confidence"`
		Missing             []string         `json:"missing"`
		Review              *contract.Review `json:"review"`
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
	first, err := json.Marshal(
		head{r.ID, r.Status, r.DocumentType, r.DocumentTypeVersion, r.Confidence, r.Missing, r.Review})
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

// asMarshalled reports whether valid JSON has no space between tokens and nothing that json.Marshal escapes.
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
