package api_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/submission"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/download"
)

// memory is a documents service in memory. The test controls acceptance, ends, and the rest of the month's quota.
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
	// onAccept decides over a document, those of batches included, and may end it.
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

// No account of the memory has saved types; tests/contract has them.
func (*memory) ListTypes(context.Context, string) ([]model.SavedType, error) { return nil, nil }

func (*memory) FindType(_ context.Context, _, asked string) (model.SavedType, error) {
	return model.SavedType{}, intake.UnknownType(asked)
}

func (*memory) SavedType(context.Context, string, string, int) (t model.SavedType, err error) {
	return t, apierror.New(contract.CodeNotFound, "No type has this name.")
}

func (*memory) CreateType(_ context.Context, _ string, t model.SavedType, _ string) (model.SavedType, error) {
	return t, apierror.New(contract.CodeInvalidState, "A type has this name.")
}

func (m *memory) ChangeType(ctx context.Context, _ string, t model.SavedType, _ string) (model.SavedType, error) {
	return m.SavedType(ctx, "", t.Name, 0)
}

func (m *memory) DeleteType(ctx context.Context, _, name, _ string) error {
	_, err := m.SavedType(ctx, "", name, 0)
	return err
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

type onceKey struct{ account, key string }

// onceState is an idempotency key in use: claimed by token, or answered.
type onceState struct {
	token  string
	answer *model.EarlierCall
}

func (m *memory) ClaimKey(
	_ context.Context, accountID, key string,
) (*model.IdempotencyClaim, *model.EarlierCall, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := onceKey{accountID, key}
	switch state := m.once[k]; {
	case state == nil:
		m.once[k] = &onceState{token: uuid.NewString()}
		return &model.IdempotencyClaim{AccountID: accountID, Key: key, Token: m.once[k].token}, nil, nil
	case state.answer != nil:
		return nil, state.answer, nil
	}
	return nil, nil, errOnceInProgress()
}

func errOnceInProgress() error {
	return &apierror.Error{
		Code:   contract.CodeIdempotencyInProgress,
		Public: "A call with this Idempotency-Key is still being received.", RetryAfter: time.Second,
	}
}

func (m *memory) ReleaseKey(_ context.Context, c model.IdempotencyClaim) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := onceKey{c.AccountID, c.Key}
	if state := m.once[k]; state != nil && state.answer == nil && state.token == c.Token {
		delete(m.once, k)
	}
}

// use stores the call's result under a claim's key.
func (m *memory) use(c *model.IdempotencyClaim, id string, plan contract.Plan) error {
	if c == nil {
		return nil
	}
	state := m.once[onceKey{c.AccountID, c.Key}]
	if state == nil || state.answer != nil || state.token != c.Token {
		return errOnceInProgress()
	}
	state.answer = &model.EarlierCall{Fingerprint: c.Fingerprint, ID: id, Plan: plan}
	return nil
}

// claims counts the idempotency keys in use.
func (m *memory) claims() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.once)
}

func errNoLayout() error { return apierror.New(contract.CodeNotFound, "No layout has this id.") }

// ListLayouts has the id of a page's last layout for a cursor.
func (m *memory) ListLayouts(_ context.Context, accountID, cursor string, limit int) (page model.LayoutPage, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if cursor != "" && !strings.HasPrefix(cursor, contract.PrefixLayout) {
		return page, apierror.New(contract.CodeInvalidRequest, "The cursor is none.")
	}
	var ids []string
	for id := range m.layouts {
		if m.owners[id] == accountID && (cursor == "" || id < cursor) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	if len(ids) > limit {
		ids, page.NextCursor = ids[:limit], ids[limit-1]
	}
	for _, id := range ids {
		page.Layouts = append(page.Layouts, m.layouts[id].LayoutSummary)
	}
	return page, nil
}

func (m *memory) Layout(_ context.Context, accountID, layoutID string) (model.Layout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return model.Layout{}, errNoLayout()
	}
	return m.layouts[layoutID], nil
}

func (m *memory) EnableLayout(_ context.Context, accountID, layoutID, by string, enabled bool) (model.Layout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return model.Layout{}, errNoLayout()
	}
	l := m.layouts[layoutID]
	l.Enabled = enabled
	m.layouts[layoutID], m.layoutsBy = l, append(m.layoutsBy, by)
	return l, nil
}

func (m *memory) ForgetLayout(_ context.Context, accountID, layoutID, by string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return errNoLayout()
	}
	delete(m.layouts, layoutID)
	delete(m.owners, layoutID)
	m.layoutsBy = append(m.layoutsBy, by)
	return nil
}
