// Package liveupdates streams the states of documents to open pages.
package liveupdates

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/document"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// Pauses between looks for changes.
const (
	busyPause = 500 * time.Millisecond // while documents are processed
	idlePause = 3 * time.Second
	// heartbeat keeps proxies from closing a silent stream; the session is verified again each time.
	heartbeat = 15 * time.Second
	// streamLife ends a stream; the browser opens another.
	streamLife = 15 * time.Minute
	// overlap is how far a look goes back: documents accepted earlier may be committed later.
	overlap = 10 * time.Second
	// maxWatched bounds the documents that a page may name.
	maxWatched = 200
)

// Documents is what live updates need of the documents service.
type Documents interface {
	// List returns records without fields (and generic documents without text), newest
	// first. CodeInvalidRequest for a cursor that List did not make.
	List(ctx context.Context, accountID string, f model.Filter, limit int, cursor string) (model.Page, error)

	// Watch returns, without fields and newest first, the account's documents that are
	// not finished, those accepted after since, and those of ids that still exist.
	Watch(ctx context.Context, accountID string, since time.Time, ids []string) ([]contract.Record, error)
}

// Updates serves the streams of all accounts.
type Updates struct {
	site      *site.Site
	documents Documents
	streams   streams
}

// New returns updates from documents.
func New(s *site.Site, documents Documents) *Updates {
	return &Updates{site: s, documents: documents}
}

// Stream answers with the states of the account's documents as they change
// (text/event-stream, HTML standard, section 9.2). Its events are "state" with a
// document.State and its cells for columns, and "deleted" with an id.
func (u *Updates) Stream(c *fiber.Ctx, session *site.Session, columns []document.Column) error {
	f := &feed{updates: u, ctx: session.Context, account: session.AccountID(), by: session.By(),
		language: session.Language, draining: session.Draining, columns: columns,
		known: map[string]contract.Status{}, shown: map[string]bool{}}
	if err := f.begin(c.Query("since")); err != nil {
		return err
	}
	for id := range strings.SplitSeq(c.Query("watch"), ",") {
		if _, err := contract.ParseID(contract.PrefixDocument, id); err == nil && len(f.shown) < maxWatched {
			f.known[id], f.shown[id] = contract.StatusQueued, true
		}
	}
	now := u.site.Now()
	f.ends, f.beat = now.Add(streamLife), now.Add(heartbeat)
	f.pending.WriteString("retry: 2000\n\n")
	if !u.streams.open(f.account) {
		return apierror.New(contract.CodeServiceUnavailable, "Too many pages of this account are open at once.")
	}
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // for nginx
	session.Stream(c, http.StatusOK, f, -1)
	return nil
}

// feed is the body of a stream. Read waits for a change.
type feed struct {
	updates  *Updates
	ctx      context.Context
	account  string
	by       contract.BySession
	language *languages.Language
	draining <-chan struct{}
	columns  []document.Column // of the list that the page shows

	since      time.Time                  // of the last look
	known      map[string]contract.Status // last sent state; unfinished documents stay
	shown      map[string]bool            // documents that the page named
	asked      string                     // last document that refreshMissing asked for
	pending    bytes.Buffer
	ends, beat time.Time
	started    bool
	closing    sync.Once
}

var errStreamEnded = errors.New("the stream has ended")

// begin sets the time after which documents are new: that of the newest document on the page, or else of all.
func (f *feed) begin(since string) error {
	if t, err := time.Parse(time.RFC3339, since); err == nil {
		f.since = t
		return nil
	}
	newest, err := f.updates.documents.List(f.ctx, f.account, model.Filter{}, 1, "")
	if err != nil {
		return err
	}
	for _, rec := range newest.Records {
		f.since, f.known[rec.ID] = rec.CreatedAt.Time, rec.Status
	}
	return nil
}

// Read implements io.Reader.
func (f *feed) Read(p []byte) (int, error) {
	for f.pending.Len() == 0 {
		if err := f.wait(); err != nil {
			return 0, io.EOF // the browser connects again and then gets the reason
		}
		if err := f.look(); err != nil {
			f.updates.site.Log.Debug("live updates ended", "account", f.account, "error", err)
			return 0, io.EOF
		}
	}
	return f.pending.Read(p)
}

// Close implements io.Closer.
func (f *feed) Close() error {
	f.closing.Do(func() { f.updates.streams.close(f.account) })
	return nil
}

func (f *feed) wait() error {
	pause := idlePause
	for _, status := range f.known {
		if !status.Ended() {
			pause = busyPause
		}
	}
	if !f.started { // the page may be out of date already
		f.started, pause = true, 0
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-f.draining:
		return errStreamEnded
	case <-f.ctx.Done():
		return f.ctx.Err()
	}
	now := f.updates.site.Now()
	if now.After(f.ends) {
		return errStreamEnded
	}
	if now.After(f.beat) {
		f.beat = now.Add(heartbeat)
		return f.verifySession()
	}
	return nil
}

// verifySession sends a comment, which detects closed connections, unless the session has ended.
func (f *feed) verifySession() error {
	reply, err := bus.Call[contract.VerifySessionReply](f.ctx, f.updates.site.Bus, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: f.by, Passive: true})
	if err != nil {
		return fmt.Errorf("verify session: %w", err)
	}
	if reply.Session == nil || reply.Session.Account.ID != f.account {
		return errStreamEnded
	}
	f.pending.WriteString(": still here\n\n")
	return nil
}

func (f *feed) send(rec contract.Record) error {
	before, known := f.known[rec.ID]
	f.known[rec.ID] = rec.Status
	if rec.CreatedAt.After(f.since) {
		f.since = rec.CreatedAt.Time
	}
	if known && before == rec.Status {
		return nil
	}
	return f.event("state", document.StateOf(rec, f.language).WithCells(f.columns, rec.Data))
}

func (f *feed) event(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("event %s: %w", name, err)
	}
	fmt.Fprintf(&f.pending, "event: %s\ndata: %s\n\n", name, text)
	return nil
}

// maxStreams bounds the open streams of an account on this replica, because each polls the database.
const maxStreams = 50

// streams counts open streams by account. The zero value is ready for concurrent use.
type streams struct {
	mu        sync.Mutex
	byAccount map[string]int
}

// open reports whether the account may open a stream; the caller then has to close it.
func (s *streams) open(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[account] >= maxStreams {
		return false
	}
	if s.byAccount == nil {
		s.byAccount = map[string]int{}
	}
	s.byAccount[account]++
	return true
}

func (s *streams) close(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byAccount[account]--; s.byAccount[account] == 0 {
		delete(s.byAccount, account)
	}
}

const (
	// maxFollowed bounds the documents followed besides the page's; older ones are updated only by a reload.
	maxFollowed = 500
	// maxRefreshed bounds the documents that one look requests by id.
	maxRefreshed = 100
)

// look adds the changes to pending. It takes two queries for any number of documents.
func (f *feed) look() error {
	watched := make([]string, 0, len(f.known))
	for id, status := range f.known {
		if !status.Ended() {
			watched = append(watched, id)
		}
	}
	records, err := f.updates.documents.Watch(f.ctx, f.account, f.since.Add(-overlap), watched)
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(records))
	for i := len(records) - 1; i >= 0; i-- { // the oldest first
		there[records[i].ID] = true
		if err := f.send(records[i]); err != nil {
			return err
		}
	}
	missed := slices.DeleteFunc(watched, func(id string) bool { return there[id] })
	if err := f.refreshMissing(missed); err != nil {
		return err
	}
	f.forget(there)
	return nil
}

// refreshMissing requests some of the documents that the look did not return: they were deleted or are too many.
func (f *feed) refreshMissing(missed []string) error {
	if missed = f.nextMissing(missed); len(missed) == 0 {
		return nil
	}
	page, err := f.updates.documents.List(f.ctx, f.account, model.Filter{IDs: missed}, len(missed), "")
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(page.Records))
	for _, rec := range slices.Backward(page.Records) { // the oldest first
		there[rec.ID] = true
		if err := f.send(rec); err != nil {
			return err
		}
	}
	for _, id := range missed {
		if there[id] {
			continue
		}
		delete(f.known, id)
		if err := f.event("deleted", map[string]string{"id": id}); err != nil {
			return err
		}
	}
	return nil
}

// nextMissing chooses documents in turn, from the last requested one on.
func (f *feed) nextMissing(missed []string) []string {
	slices.Sort(missed)
	at, found := slices.BinarySearch(missed, f.asked)
	if found {
		at++
	}
	missed = slices.Concat(missed[at:], missed[:at])
	missed = missed[:min(len(missed), maxRefreshed)]
	if len(missed) > 0 {
		f.asked = missed[len(missed)-1]
	}
	return missed
}

// forget drops documents that the look did not return: finished ones, and the oldest of those beyond maxFollowed.
// Documents that the look returned stay; otherwise the next look would send them as new.
func (f *feed) forget(there map[string]bool) {
	var old []string
	followed := 0
	for id, status := range f.known {
		switch {
		case status.Ended() && !there[id]:
			delete(f.known, id)
		case !f.shown[id]:
			followed++
			if !there[id] {
				old = append(old, id)
			}
		}
	}
	slices.Sort(old) // ids begin with their time (RFC 9562, section 5.7)
	for _, id := range old[:min(len(old), max(0, followed-maxFollowed))] {
		delete(f.known, id)
	}
}
