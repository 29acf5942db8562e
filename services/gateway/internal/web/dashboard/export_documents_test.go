package dashboard

import (
	"context"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// What tests of documents look at from outside.
var (
	PathTitle = pathTitle
	StateOf   = stateOf
	SummaryOf = summaryOf
)

// Streams and Selection are streams and selection.
type (
	Streams   = streams
	Selection = selection
)

// MaxStreams is maxStreams.
const MaxStreams = maxStreams

func (s *streams) Take(account string) bool { return s.take(account) }
func (s *streams) Give(account string)      { s.give(account) }

// What a stream follows at most, and asks for in one look.
const (
	MaxFollowed   = maxFollowed
	MaxAskedAfter = maxAskedAfter
)

// Feed is feed.
type Feed struct{ feed }

// NewFeed follows the documents of an account, of which a page shows some.
func NewFeed(ctx context.Context, documents Documents, l *languages.Language, shown ...string) *Feed {
	f := &Feed{feed{d: &Dashboard{deps: Deps{Documents: documents}}, ctx: ctx, language: l,
		known: map[string]contract.Status{}, shown: map[string]bool{}}}
	for _, id := range shown {
		f.known[id], f.shown[id] = contract.StatusQueued, true
	}
	return f
}

// Look returns what a look writes.
func (f *Feed) Look() (string, error) {
	defer f.pending.Reset()
	err := f.look()
	return f.pending.String(), err
}

// Known counts the documents that are followed.
func (f *Feed) Known() int { return len(f.known) }
