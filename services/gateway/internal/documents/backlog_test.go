package documents_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents"
)

// counter returns the test's count and counts its calls.
type counter struct {
	mu      sync.Mutex
	waiting map[string]int
	err     error
	asked   int
}

func (c *counter) count(context.Context) (map[string]int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	return c.waiting, c.err
}

func TestBacklogPerAccount(t *testing.T) {
	t.Parallel()
	c := &counter{waiting: map[string]int{"busy": 5, "calm": 4}}
	b := documents.NewBacklog(documents.Limits{PerAccount: 5, Total: 10}, c.count, time.Now)
	assert.NoError(t, b.Admit(t.Context(), "calm"), "calm")
	err := b.Admit(t.Context(), "busy")
	assert.True(t, refused(err), "busy", err)
}

func TestBacklogTotal(t *testing.T) {
	t.Parallel()
	c := &counter{waiting: map[string]int{"a": 4, "b": 4, "c": 2}}
	b := documents.NewBacklog(documents.Limits{PerAccount: 5, Total: 10}, c.count, time.Now)
	err := b.Admit(t.Context(), "new")
	assert.True(t, refused(err), "new", err)
}

func refused(err error) bool {
	return apierror.Is(err, contract.CodeServiceUnavailable) && apierror.Of(err).RetryAfter > 0
}

func TestBacklogCached(t *testing.T) {
	t.Parallel()
	c := &counter{}
	now := time.Now()
	b := documents.NewBacklog(documents.Limits{PerAccount: 1, Total: 1}, c.count, func() time.Time { return now })
	for range 100 {
		require.NoError(t, b.Admit(t.Context(), "a"))
	}
	assert.Equal(t, c.asked, 1, "counted")
	c.waiting = map[string]int{"a": 1}
	now = now.Add(1100 * time.Millisecond)
	err := b.Admit(t.Context(), "a")
	assert.True(t, refused(err), "after a second", err)
}

func TestBacklogError(t *testing.T) {
	t.Parallel()
	c := &counter{err: context.DeadlineExceeded}
	now := time.Now()
	b := documents.NewBacklog(documents.Limits{PerAccount: 1, Total: 1}, c.count, func() time.Time { return now })
	for range 10 {
		err := b.Admit(t.Context(), "a")
		assert.True(t, errors.Is(err, context.DeadlineExceeded) && refused(err), "outage", err)
	}
	assert.Equal(t, c.asked, 1, "an outage was asked about")
}

// Counting a long queue takes long, and all uploads wait for it: it has a timeout, and the next count is
// postponed.
func TestBacklogSlowCount(t *testing.T) {
	t.Parallel()
	now, asked, bounded := time.Now(), 0, false
	count := func(ctx context.Context) (map[string]int, error) {
		asked++
		_, bounded = ctx.Deadline()
		now = now.Add(100 * time.Millisecond)
		return nil, nil
	}
	b := documents.NewBacklog(documents.Limits{PerAccount: 1, Total: 1}, count, func() time.Time { return now })
	for _, want := range []struct {
		after time.Duration
		asked int
	}{{0, 1}, {1900 * time.Millisecond, 1}, {200 * time.Millisecond, 2}} {
		now = now.Add(want.after)
		require.NoError(t, b.Admit(context.Background(), "a"))
		assert.Equal(t, asked, want.asked, want.after, "later: counted")
	}
	assert.True(t, bounded, "a count may take for ever")
}
