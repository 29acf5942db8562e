package dashboard

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// How often a stream looks for changes: often while something is under way.
const (
	busyPause = 500 * time.Millisecond
	idlePause = 3 * time.Second
	// heartbeat keeps proxies from closing a silent stream; the session is then
	// verified again.
	heartbeat = 15 * time.Second
	// streamLife ends a stream; the browser opens another.
	streamLife = 15 * time.Minute
	// overlap is how far back a look goes: what was accepted earlier may be
	// committed later.
	overlap = 10 * time.Second
)

// documentEvents streams the states of the account's documents as they change
// (text/event-stream, HTML standard, section 9.2): an event "state" with a
// documentState, and "deleted" with the id of one that was deleted.
func (d *Dashboard) documentEvents(c *fiber.Ctx, v *visit) error {
	f := &feed{d: d, ctx: v.Context, account: v.account(), by: v.by(), language: v.Language, draining: v.Draining,
		known: map[string]contract.Status{}, shown: map[string]bool{}}
	var err error
	if f.columns, err = d.columns(v); err != nil {
		return err
	}
	if err := f.begin(c.Query("since")); err != nil {
		return err
	}
	for id := range strings.SplitSeq(c.Query("watch"), ",") {
		if _, err := contract.ParseID(contract.PrefixDocument, id); err == nil && len(f.shown) < maxWatched {
			f.known[id], f.shown[id] = contract.StatusQueued, true
		}
	}
	now := d.deps.Now()
	f.ends, f.beat = now.Add(streamLife), now.Add(heartbeat)
	f.pending.WriteString("retry: 2000\n\n")
	if !d.streams.take(f.account) {
		return fault.New(contract.CodeServiceUnavailable, "Too many pages of this account are open at once.")
	}
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // what nginx asks for
	v.Stream(c, http.StatusOK, f, -1)
	return nil
}

// maxWatched bounds the documents that a page may ask about.
const maxWatched = 200

// feed is the stream's body. Read waits for a change.
type feed struct {
	d        *Dashboard
	ctx      context.Context
	account  string
	by       contract.BySession
	language *languages.Language
	draining <-chan struct{}
	columns  []column // of the list that the page shows

	since      time.Time                  // of the last look
	known      map[string]contract.Status // as last told; those under way stay in it
	shown      map[string]bool            // those that the page asked about
	asked      string                     // the last document that askAfter asked for
	pending    bytes.Buffer
	ends, beat time.Time
	started    bool
	closing    sync.Once
}

var errStreamEnded = errors.New("the stream has ended")

// begin decides what is new: what was accepted after the newest document that the
// page shows or, if it does not say which that is, after the newest there is.
func (f *feed) begin(since string) error {
	if t, err := time.Parse(time.RFC3339, since); err == nil {
		f.since = t
		return nil
	}
	newest, err := f.d.deps.Documents.List(f.ctx, f.account, model.Filter{}, 1, "")
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
			return 0, io.EOF // the browser comes back, and is told why it may not
		}
		if err := f.look(); err != nil {
			f.d.deps.Log.Debug("live states", "account", f.account, "error", err)
			return 0, io.EOF
		}
	}
	return f.pending.Read(p)
}

// Close implements io.Closer.
func (f *feed) Close() error {
	f.closing.Do(func() { f.d.streams.give(f.account) })
	return nil
}

func (f *feed) wait() error {
	pause := idlePause
	for _, status := range f.known {
		if !status.Ended() {
			pause = busyPause
		}
	}
	if !f.started { // the page may be older than what has happened
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
	now := f.d.deps.Now()
	if now.After(f.ends) {
		return errStreamEnded
	}
	if now.After(f.beat) {
		f.beat = now.Add(heartbeat)
		return f.stillSignedIn()
	}
	return nil
}

// stillSignedIn sends a comment, so that who is gone is noticed, if the session
// has not ended.
func (f *feed) stillSignedIn() error {
	reply, err := bus.Call[contract.VerifySessionReply](f.ctx, f.d.deps.Bus, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: f.by, Passive: true})
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	if reply.Session == nil || reply.Session.Account.ID != f.account {
		return errStreamEnded
	}
	f.pending.WriteString(": still here\n\n")
	return nil
}

func (f *feed) tell(rec contract.Record) error {
	before, known := f.known[rec.ID]
	f.known[rec.ID] = rec.Status
	if rec.CreatedAt.After(f.since) {
		f.since = rec.CreatedAt.Time
	}
	if known && before == rec.Status {
		return nil
	}
	return f.event("state", stateOf(rec, f.language).withCells(f.columns, rec.Data))
}

func (f *feed) event(name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("event %s: %w", name, err)
	}
	fmt.Fprintf(&f.pending, "event: %s\ndata: %s\n\n", name, text)
	return nil
}
