package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// cursorPrefix begins the cursors of List; the id of the last record follows.
const cursorPrefix = "after-"

func (m *memory) List(
	_ context.Context, accountID string, f model.Filter, limit int, cursor string,
) (model.Page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	selected := m.selection(accountID, f)
	if cursor != "" {
		last, ok := strings.CutPrefix(cursor, cursorPrefix)
		rec, known := m.records[last]
		if !ok || !known {
			return model.Page{}, apierror.New(contract.CodeInvalidRequest, "The cursor is not one that a list gave.")
		}
		selected = slices.DeleteFunc(selected, func(r contract.Record) bool { return newestFirst(r, rec) <= 0 })
	}
	if len(selected) <= limit {
		return model.Page{Records: selected}, nil
	}
	return model.Page{Records: selected[:limit], NextCursor: cursorPrefix + selected[limit-1].ID}, nil
}

func (m *memory) Export(ctx context.Context, accountID string, f model.Filter, each func(contract.Record) error) error {
	m.mu.Lock()
	selected, export := m.selection(accountID, f), m.onExport
	m.mu.Unlock()
	if export != nil {
		return export(ctx, each)
	}
	for _, rec := range selected {
		if err := each(rec); err != nil {
			return err
		}
	}
	return nil
}

func newestFirst(a, b contract.Record) int {
	return cmp.Or(b.CreatedAt.Compare(a.CreatedAt.Time), cmp.Compare(b.ID, a.ID))
}

func (m *memory) selection(accountID string, f model.Filter) []contract.Record {
	var selected []contract.Record
	for id, rec := range m.records {
		if m.owners[id] == accountID && selects(f, rec) {
			rec.Fields, rec.Data = nil, withoutText(rec.Data)
			selected = append(selected, rec)
		}
	}
	slices.SortFunc(selected, newestFirst)
	return selected
}

func withoutText(data json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members["text"] == nil {
		return data
	}
	delete(members, "text")
	data, _ = json.Marshal(members)
	return data
}

func selects(f model.Filter, rec contract.Record) bool {
	switch {
	case f.Ended && !rec.Status.Ended(),
		f.Status != "" && rec.Status != f.Status,
		f.DocumentType != "" && rec.DocumentType != f.DocumentType,
		f.BatchID != "" && (rec.BatchID == nil || *rec.BatchID != f.BatchID),
		f.CreatedAfter != nil && !rec.CreatedAt.After(f.CreatedAfter.Time),
		f.CreatedBefore != nil && !rec.CreatedAt.Before(f.CreatedBefore.Time),
		f.MinConfidence != nil && (rec.Confidence == nil || *rec.Confidence < *f.MinConfidence),
		f.MaxConfidence != nil && (rec.Confidence == nil || *rec.Confidence > *f.MaxConfidence),
		f.Reviewed != nil && *f.Reviewed != (rec.Review != nil),
		f.Missing == model.MissingAny && len(rec.Missing) == 0,
		f.Missing != "" && f.Missing != model.MissingAny && !slices.Contains(rec.Missing, f.Missing):
		return false
	}
	return true
}

func (m *memory) File(_ context.Context, accountID, documentID string) (model.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[documentID] != accountID {
		return model.File{}, errNoDocument()
	}
	f := m.files[documentID]
	f.Pages = m.records[documentID].Metadata.Pages
	return f, nil
}

func (m *memory) Source(ctx context.Context, accountID, documentID string) (model.Source, error) {
	f, err := m.File(ctx, accountID, documentID)
	return model.Source{File: f, AskedType: "auto"}, err
}

// Correct changes members of data by name; the documents service would check paths, and onCorrect does
// here.
func (m *memory) Correct(_ context.Context, c model.Correction) (contract.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec := m.records[c.DocumentID]
	switch {
	case m.owners[c.DocumentID] != c.AccountID:
		return contract.Record{}, errNoDocument()
	case rec.Status != contract.StatusCompleted:
		return contract.Record{}, apierror.New(contract.CodeInvalidState, "Only completed documents can be corrected.")
	}
	if m.onCorrect != nil {
		if err := m.onCorrect(c); err != nil {
			return contract.Record{}, err
		}
	}
	if c.Match != nil {
		if ok, err := c.Match(rec); err != nil || !ok {
			return contract.Record{}, errors.Join(err, apierror.New(contract.CodePreconditionFailed, "It has changed."))
		}
	}
	m.corrections = append(m.corrections, c)
	data := map[string]any{}
	if err := json.Unmarshal(rec.Data, &data); err != nil {
		return contract.Record{}, err
	}
	for path, value := range c.Change.Values {
		if value == nil {
			delete(data, path)
			continue
		}
		data[path] = *value
	}
	var err error
	rec.Data, err = json.Marshal(data)
	m.records[c.DocumentID] = rec
	return rec, err
}

func (m *memory) Erase(_ context.Context, accountID, documentID, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[documentID] != accountID {
		return errNoDocument()
	}
	delete(m.records, documentID)
	delete(m.owners, documentID)
	delete(m.files, documentID)
	return nil
}

// memoryBatch is a batch; reading it looks up the documents' states.
type memoryBatch struct {
	created contract.Time
	entries []contract.BatchEntry
}

func (m *memory) AcceptBatch(_ context.Context, a model.BatchAcceptance) (contract.Batch, []string, error) {
	for _, f := range a.Files {
		if f.Document == nil {
			continue
		}
		if err := m.decide(model.Acceptance{Principal: a.Principal, Document: *f.Document}); err != nil {
			if apierror.Is(err, contract.CodeServiceUnavailable) { // it may have been accepted
				return contract.Batch{}, nil, err
			}
			return contract.Batch{}, keysOf(a.Files), err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := keysOf(a.Files)
	if m.room == 0 && len(keys) > 0 {
		return contract.Batch{}, keys, apierror.New(contract.CodeQuotaExceeded, "The month is full.")
	}
	if err := m.use(a.Claim, a.BatchID, a.Principal.Plan); err != nil {
		return contract.Batch{}, keys, err
	}
	b := &memoryBatch{created: contract.TimeOf(time.Now())}
	var dropped []string
	for i, f := range a.Files {
		e := contract.BatchEntry{Index: i, FileName: f.FileName, Status: contract.StatusRejected}
		switch {
		case f.Refusal != nil:
			e.Error, e.Code = f.Refusal.Message, f.Refusal.Code
		case m.room == 0:
			e.Error, e.Code = "The month is full.", contract.CodeQuotaExceeded
			dropped = append(dropped, f.Document.ObjectKey)
		default:
			e.ID, e.Status = f.Document.ID, contract.StatusQueued
			m.insert(model.Acceptance{Principal: a.Principal, Document: *f.Document, Claim: a.Claim}, &a.BatchID)
		}
		b.entries = append(b.entries, e)
	}
	m.batches[a.BatchID] = b
	m.owners[a.BatchID] = a.Principal.AccountID
	return m.batch(a.BatchID), dropped, nil
}

func keysOf(files []model.BatchFile) (keys []string) {
	for _, f := range files {
		if f.Document != nil {
			keys = append(keys, f.Document.ObjectKey)
		}
	}
	return keys
}

func (m *memory) Batch(_ context.Context, accountID, batchID string) (contract.Batch, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.batches[batchID] == nil || m.owners[batchID] != accountID {
		return contract.Batch{}, apierror.New(contract.CodeNotFound, "No batch has this id.")
	}
	return m.batch(batchID), nil
}

func (m *memory) batch(id string) contract.Batch {
	kept := m.batches[id]
	b := contract.Batch{ID: id, Status: contract.StatusQueued, Total: len(kept.entries), CreatedAt: kept.created}
	for _, e := range kept.entries {
		rec, exists := m.records[e.ID]
		switch {
		case exists:
			e.Status = rec.Status
			if rec.Failure != nil {
				e.Error, e.Code = rec.Failure.Message, rec.Failure.Code
			}
		case e.ID != "":
			e.Status, e.FileName = contract.StatusDeleted, ""
		}
		b.Results = append(b.Results, e)
		*counter(&b.Counts, e.Status)++
	}
	switch open := b.Counts.Queued + b.Counts.Processing; {
	case open == 0:
		now := contract.TimeOf(time.Now())
		b.Status, b.CompletedAt = contract.StatusCompleted, &now
	case b.Counts.Processing+b.Counts.Completed+b.Counts.Failed > 0:
		b.Status = contract.StatusProcessing
	}
	return b
}

func counter(c *contract.BatchCounts, status contract.Status) *int {
	return map[contract.Status]*int{
		contract.StatusQueued: &c.Queued, contract.StatusProcessing: &c.Processing, contract.StatusCompleted: &c.Completed,
		contract.StatusFailed: &c.Failed, contract.StatusRejected: &c.Rejected, contract.StatusDeleted: &c.Deleted,
	}[status]
}
