package liveupdates_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/liveupdates"
)

// queue is a fake documents service with queued documents, newest first. It counts its queries.
type queue struct {
	all             []contract.Record
	queries, maxIDs int
}

func (q *queue) accept(n int) {
	for range n {
		k := len(q.all)
		q.all = slices.Insert(q.all, 0, contract.Record{
			ID: fmt.Sprintf("ext_%08d-0000-7000-8000-000000000000", k), Status: contract.StatusQueued,
			CreatedAt: contract.Time{Time: time.Unix(int64(k), 0)}, Data: []byte("null"),
		})
	}
}

// at is the index of the document that was accepted as number n, from 0.
func (q *queue) at(n int) int { return len(q.all) - 1 - n }

func (q *queue) Watch(
	_ context.Context, _ string, since time.Time, ids []string,
) (found []contract.Record, _ error) {
	q.queries++
	for _, r := range q.all {
		if len(found) < 500 && (!r.Status.Ended() || r.CreatedAt.After(since) || slices.Contains(ids, r.ID)) {
			found = append(found, r)
		}
	}
	return found, nil
}

func (q *queue) List(
	_ context.Context, _ string, f model.Filter, limit int, _ string,
) (page model.Page, _ error) {
	q.queries++
	q.maxIDs = max(q.maxIDs, len(f.IDs))
	for _, r := range q.all {
		if len(page.Records) < limit && slices.Contains(f.IDs, r.ID) {
			page.Records = append(page.Records, r)
		}
	}
	return page, nil
}

func look(t *testing.T, f *liveupdates.Feed, q *queue) string {
	t.Helper()
	q.queries = 0
	written, err := f.Look()
	require.NoError(t, err)
	require.True(t, q.queries <= 2, q.queries, "queries in one look")
	return written
}

// With many new documents a look still takes two queries, and the stream follows only
// the newest.
func TestFollowNewestDocuments(t *testing.T) {
	t.Parallel()
	q := &queue{}
	q.accept(1)
	f := liveupdates.NewFeed(t.Context(), q, languages.English())
	for range 10 {
		q.accept(200)
		look(t, f, q)
		n := f.Known()
		require.True(t, n <= liveupdates.MaxFollowed, "following", n, "documents")
	}
	assert.True(t, q.maxIDs <= liveupdates.MaxAskedAfter, "one look requested", q.maxIDs, "documents")
	assert.Equal(t, look(t, f, q), "", "without changes")
	q.all[q.at(0)].Status = contract.StatusCompleted // dropped
	q.all[0].Status = contract.StatusCompleted
	written := look(t, f, q)
	if !strings.Contains(written, q.all[0].ID) || strings.Contains(written, q.all[q.at(0)].ID) {
		t.Errorf("newest and oldest changed: %.400s", written)
	}
}

// The documents of the page are followed until they end, even if many new ones arrive.
func TestFollowShownDocuments(t *testing.T) {
	t.Parallel()
	q := &queue{}
	q.accept(200)
	var shown []string
	for _, r := range q.all {
		shown = append(shown, r.ID)
	}
	f := liveupdates.NewFeed(t.Context(), q, languages.English(), shown...)
	for range 5 {
		q.accept(300)
		look(t, f, q)
	}
	ended, gone := q.all[q.at(150)].ID, q.all[q.at(20)].ID
	q.all[q.at(150)].Status = contract.StatusCompleted
	q.all = slices.Delete(q.all, q.at(20), q.at(20)+1)
	var written strings.Builder
	for range 8 { // 200 shown and 500 followed, 100 a look
		written.WriteString(look(t, f, q))
	}
	for _, want := range []string{
		`"id":"` + ended + `"`, `"state":"completed"`, "event: deleted\ndata: {\"id\":\"" + gone + `"}`,
	} {
		if strings.Count(written.String(), want) != 1 {
			t.Errorf("want %q exactly once: %.400s", want, written.String())
		}
	}
}

func TestStreamLimitPerAccount(t *testing.T) {
	t.Parallel()
	var s liveupdates.Streams
	for range liveupdates.MaxStreams {
		require.True(t, s.Open("a"), "refused below the limit")
	}
	assert.True(t, !s.Open("a") && s.Open("b"), "limits are not per account")
	s.Close("a")
	assert.True(t, s.Open("a"), "a closed stream still counts")
}
