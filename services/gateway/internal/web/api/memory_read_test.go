package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

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

// selection returns the selected records in the form of lists.
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
