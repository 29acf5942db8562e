package api_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
)

// memory is a documents service in memory. The test also controls which documents are accepted, when they
// end, and the rest of the month's quota.
type memory struct {
	mu       sync.Mutex
	records  map[string]contract.Record
	owners   map[string]string // of documents, batches and layouts
	layouts  map[string]model.Layout
	files    map[string]model.File
	order    []model.Acceptance
	batches  map[string]*memoryBatch
	once     map[onceKey]*onceState
	waiting  map[string][]chan *contract.Record
	admitErr error
	// onAccept decides over a document, those of batches included, and may end
	// it.
	onAccept func(model.Acceptance) error
	room     int          // documents that still fit into the month; -1 for any number
	recordFn func() error // makes Record fail
	looked   int
	// corrections in order; onCorrect decides each.
	corrections []model.Correction
	onCorrect   func(model.Correction) error
	// onExport exports instead of the memory.
	onExport func(ctx context.Context, each func(contract.Record) error) error
	// layoutsBy are the actors who changed layouts, in order.
	layoutsBy []string
}

var (
	_ api.Documents        = (*memory)(nil)
	_ submission.Documents = (*memory)(nil)
	_ download.Documents   = (*memory)(nil)
)

func newMemory() *memory {
	return &memory{
		records: map[string]contract.Record{}, owners: map[string]string{}, files: map[string]model.File{},
		batches: map[string]*memoryBatch{}, once: map[onceKey]*onceState{}, layouts: map[string]model.Layout{},
		waiting: map[string][]chan *contract.Record{}, room: -1,
	}
}

func (m *memory) Admit(context.Context, string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.admitErr
}

func (m *memory) Accept(_ context.Context, a model.Acceptance) error {
	if err := m.decide(a); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.room == 0 {
		return apierror.New(contract.CodeQuotaExceeded, "The month is full.")
	}
	if err := m.use(a.Claim, a.Document.ID, a.Principal.Plan); err != nil {
		return err
	}
	m.insert(a, nil)
	return nil
}

// decide asks the test, without the lock.
func (m *memory) decide(a model.Acceptance) error {
	m.mu.Lock()
	decide := m.onAccept
	m.mu.Unlock()
	if decide == nil {
		return nil
	}
	return decide(a)
}

// insert keeps a document as queued.
func (m *memory) insert(a model.Acceptance, batchID *string) {
	d := a.Document
	null := json.RawMessage("null")
	m.order = append(m.order, a)
	m.owners[d.ID] = a.Principal.AccountID
	m.files[d.ID] = model.File{
		DocumentID: d.ID, Name: d.FileName, Size: d.FileSize, MIMEType: d.MIMEType, SHA256: d.SHA256, ObjectKey: d.ObjectKey,
	}
	m.records[d.ID] = contract.Record{
		ID: d.ID, Status: contract.StatusQueued, DocumentType: d.DocumentType, Data: null, Fields: null, Checks: null,
		Metadata: contract.Metadata{FileName: d.FileName, FileSize: d.FileSize, MIMEType: d.MIMEType, SHA256: d.SHA256},
		BatchID:  batchID, CreatedAt: contract.TimeOf(time.Now()),
	}
	if d.RerunOf != "" {
		rec := m.records[d.ID]
		rec.Metadata.RerunOf = &d.RerunOf
		m.records[d.ID] = rec
	}
	m.room = max(m.room-1, min(m.room, 0))
}

func (m *memory) Record(_ context.Context, accountID, id string) (contract.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looked++
	if m.recordFn != nil {
		if err := m.recordFn(); err != nil {
			return contract.Record{}, err
		}
	}
	if m.owners[id] != accountID {
		return contract.Record{}, errNoDocument()
	}
	return m.records[id], nil
}

func errNoDocument() error {
	return apierror.New(contract.CodeNotFound, "No document has this id.")
}

func (m *memory) Await(id string) (<-chan *contract.Record, func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ch := make(chan *contract.Record)
	m.waiting[id] = append(m.waiting[id], ch)
	return ch, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.waiting[id] = slices.DeleteFunc(m.waiting[id], func(c chan *contract.Record) bool { return c == ch })
		if len(m.waiting[id]) == 0 {
			delete(m.waiting, id)
		}
	}
}

// end completes a document; wake wakes the waiting requests.
func (m *memory) end(id string, wake bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.records[id]
	confidence, took, now := 0.97, int64(31), contract.TimeOf(time.Now())
	r.Status, r.Confidence, r.ProcessingTimeMs, r.CompletedAt = contract.StatusCompleted, &confidence, &took, &now
	if r.DocumentType == contract.DocumentTypes()[0] {
		r.DocumentType = "invoice"
	}
	pages := 1
	r.Metadata.Pages = &pages
	r.Missing = []string{"invoiceNumber", "issueDate", "vendorName"}
	r.Data, r.Fields, r.Checks = json.RawMessage(`{"total":"119.00"}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	m.records[id] = r
	if wake {
		for _, ch := range m.waiting[id] {
			close(ch)
		}
		delete(m.waiting, id)
	}
}

func (m *memory) accepted() []model.Acceptance {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.order)
}

func (m *memory) waiters() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.waiting)
}

func (m *memory) set(f func(*memory)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(m)
}
