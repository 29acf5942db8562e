package liveupdates

import (
	"context"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Limits for tests.
const (
	MaxStreams    = maxStreams
	MaxFollowed   = maxFollowed
	MaxAskedAfter = maxRefreshed
)

// Streams exports streams.
type Streams struct{ streams }

// Open exports open.
func (s *Streams) Open(account string) bool { return s.open(account) }

// Close exports close.
func (s *Streams) Close(account string) { s.close(account) }

// Feed exports feed.
type Feed struct{ feed }

// NewFeed follows the documents of an account; the page shows some of them.
func NewFeed(ctx context.Context, documents Documents, l *languages.Language, shown ...string) *Feed {
	f := &Feed{feed{updates: New(nil, documents), ctx: ctx, language: l,
		known: map[string]contract.Status{}, shown: map[string]bool{}}}
	for _, id := range shown {
		f.known[id], f.shown[id] = contract.StatusQueued, true
	}
	return f
}

// Look returns the events of one look.
func (f *Feed) Look() (string, error) {
	defer f.pending.Reset()
	err := f.look()
	return f.pending.String(), err
}

// Known counts the documents that are followed.
func (f *Feed) Known() int { return len(f.known) }
