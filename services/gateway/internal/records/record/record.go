// Package record converts a document's row to the public extraction record and the events about its end.
package record

import (
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

// Brief returns the record of d without fields and, for a generic document, without the full text.
func Brief(d model.Document) (contract.Record, error) { return brief(d, missingIn(d)) }

func brief(d model.Document, missing []string) (contract.Record, error) {
	r := base(d, missing)
	r.Fields = nil
	if !schema.Of(schema.DocumentType(r.DocumentType)).Has(schema.WholeText) || r.Status != contract.StatusCompleted {
		return r, nil
	}
	var err error
	if r.Data, err = withoutText(r.Data); err != nil {
		return contract.Record{}, fmt.Errorf("record of %s: %w", d.ID, err)
	}
	return r, nil
}

func withoutText(data json.RawMessage) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("data of a generic document: %w", err)
	}
	if members["text"] == nil {
		return data, nil
	}
	delete(members, "text")
	return json.Marshal(members)
}

func base(d model.Document, missing []string) contract.Record {
	r := contract.Record{
		ID: d.ID, Status: visible(d), DocumentType: d.AskedType, BatchID: d.BatchID,
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

// missingIn lists the missing key fields of a completed document.
func missingIn(d model.Document) []string {
	if d.DocumentType == nil {
		return []string{}
	}
	kind := result.DocumentType(*d.DocumentType)
	var known map[string]json.RawMessage
	if schema.Of(kind).Keys() == nil || json.Unmarshal(d.Data, &known) != nil {
		return []string{}
	}
	return result.Missing(kind,
		func(name string) bool { return known[name] != nil },
		func(name string) bool { return slices.Contains(d.Absent, name) })
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

// visible is the status for clients: after a first attempt it is processing, even while the document waits
// for another one.
func visible(d model.Document) contract.Status {
	if d.Status == contract.StatusQueued && d.Started {
		return contract.StatusProcessing
	}
	return d.Status
}

func null() json.RawMessage { return json.RawMessage("null") }

// Summary holds the values for filters and duplicate detection.
type Summary struct {
	Missing    []string // key fields that are not known
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

// contentKey hashes vendor, number and total, which are equal for the same invoice in any file. Names are
// compared by letters and digits.
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
