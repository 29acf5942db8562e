package httpapi_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/register"
)

// memory is a register in memory.
type memory struct {
	mu       sync.Mutex
	records  map[string]contract.Record
	owners   map[string]string
	order    []register.Acceptance
	waiting  map[string][]chan struct{}
	admitErr error
	// onAccept decides over a document, and may end it.
	onAccept func(register.Acceptance) error
	recordFn func() error // makes Record fail
	looked   int
}

func newMemory() *memory {
	return &memory{
		records: map[string]contract.Record{}, owners: map[string]string{},
		waiting: map[string][]chan struct{}{},
	}
}

func (m *memory) Admit(context.Context, string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.admitErr
}

func (m *memory) Accept(_ context.Context, a register.Acceptance) error {
	m.mu.Lock()
	decide := m.onAccept
	m.mu.Unlock()
	if decide != nil {
		if err := decide(a); err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	d := a.Document
	null := json.RawMessage("null")
	m.order = append(m.order, a)
	m.owners[d.ID] = a.Principal.AccountID
	m.records[d.ID] = contract.Record{
		ID: d.ID, Status: contract.StatusQueued, DocumentType: d.DocumentType, Data: null, Fields: null, Checks: null,
		Metadata:  contract.Metadata{FileName: d.FileName, FileSize: d.FileSize, MIMEType: d.MIMEType, SHA256: d.SHA256},
		CreatedAt: contract.TimeOf(time.Now()),
	}
	return nil
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
		return contract.Record{}, fault.New(contract.CodeNotFound, "There is no document of this id.")
	}
	return m.records[id], nil
}

func (m *memory) Await(id string) (<-chan struct{}, func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ch := make(chan struct{})
	m.waiting[id] = append(m.waiting[id], ch)
	return ch, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.waiting[id] = slices.DeleteFunc(m.waiting[id], func(c chan struct{}) bool { return c == ch })
		if len(m.waiting[id]) == 0 {
			delete(m.waiting, id)
		}
	}
}

// end completes a document; wake tells those who wait.
func (m *memory) end(id string, wake bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.records[id]
	confidence, took, now := 0.97, int64(31), contract.TimeOf(time.Now())
	r.Status, r.Confidence, r.ProcessingTimeMs, r.CompletedAt = contract.StatusCompleted, &confidence, &took, &now
	r.Data, r.Fields, r.Checks = json.RawMessage(`{"total":"119.00"}`), json.RawMessage(`{}`), json.RawMessage(`[]`)
	m.records[id] = r
	if wake {
		for _, ch := range m.waiting[id] {
			close(ch)
		}
		delete(m.waiting, id)
	}
}

func (m *memory) accepted() []register.Acceptance {
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
