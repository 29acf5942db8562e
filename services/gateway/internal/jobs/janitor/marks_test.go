package janitor_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/janitor"
)

// An erased document that exists again, as in a restored database, is erased again; its mark stays as long
// as there may be backups, and longer after a new erasure.
func TestEraseAgain(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	_, fields := finished(t, s, b)
	finished(t, s, b)
	id := strings.Split(fields, "/")[1]
	_, more := finished(t, s, b)
	earlier := strings.Split(more, "/")[1]
	put(t, b, erasure.Mark(id), erasure.Marks+earlier, erasure.Mark(unknown()))
	var erased []string
	j := &janitor.Janitor{
		Config: janitor.Config{
			Every: time.Hour, MinAge: time.Hour, ErasedFor: 24 * time.Hour, Pages: pages.Root, Marks: erasure.Marks,
		},
		Store: s, Blob: b, Log: telemetry.Discard().Log, Now: time.Now,
		Erase: func(_ context.Context, account, document string) error {
			erased = append(erased, account+" "+document)
			return nil
		},
	}
	for _, step := range []struct {
		later time.Duration
		want  int
	}{{0, 3}, {25 * time.Hour, 2}} {
		later, want := step.later, step.want
		erased, j.Now = nil, func() time.Time { return time.Now().Add(later) }
		require.NoError(t, j.EraseAgain(t.Context()))
		marks := 0
		for _, key := range keys(t, b) {
			if strings.HasPrefix(key, erasure.Marks) {
				marks++
			}
		}
		if marks != want {
			t.Errorf("%d marks after %v, want %d", marks, later, want)
		}
		if later > 0 {
			continue
		}
		for _, document := range []string{id, earlier} {
			if len(erased) != 2 || !slices.ContainsFunc(erased, func(one string) bool {
				return strings.HasSuffix(one, " "+document) && strings.HasPrefix(one, contract.PrefixAccount)
			}) {
				t.Errorf("erased %v, want %s and %s", erased, id, earlier)
			}
		}
	}
}

// A failed repeated erasure delays no other, and is reported.
func TestEraseAgainAfterError(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	for range 3 {
		_, fields := finished(t, s, b)
		put(t, b, erasure.Mark(strings.Split(fields, "/")[1]))
	}
	asked, refused := 0, errors.New("refused")
	j := &janitor.Janitor{
		Config: janitor.Config{ErasedFor: 24 * time.Hour, Marks: erasure.Marks},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: time.Now,
		Erase: func(context.Context, string, string) error {
			if asked++; asked == 1 {
				return refused
			}
			return nil
		},
	}
	if err := j.EraseAgain(t.Context()); !errors.Is(err, refused) || asked != 3 {
		t.Errorf("asked for %d of 3, %v", asked, err)
	}
}

// requests are those to a store about marks.
type requests struct {
	mu                sync.Mutex
	listings, deleted int
}

func (r *requests) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	if req.Method == http.MethodGet && req.URL.Query().Get("prefix") == erasure.Marks {
		r.listings++
	}
	if req.Method == http.MethodDelete && strings.Contains(req.URL.Path, "/"+erasure.Marks) {
		r.deleted++
	}
	r.mu.Unlock()
	return http.DefaultTransport.RoundTrip(req)
}

// There are as many marks as erasures in three months: a start lists them once for all purposes, and
// removes old ones in batches.
func TestStartListMarks(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	info, sent := testkit.S3(t), &requests{}
	b, err := blob.New(blob.Config{Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey,
		Bucket: info.Bucket, Transport: sent})
	require.NoError(t, err)
	put(t, b, erasure.Mark(unknown()), erasure.Mark(unknown()), "docs/orphan")
	if _, err := pool.Exec(t.Context(), `UPDATE chores SET done_at = '-infinity'`); err != nil {
		t.Fatal(err)
	}
	j := &janitor.Janitor{
		Config: janitor.Config{
			Every: 40 * time.Millisecond, MinAge: time.Hour, ErasedFor: time.Hour, Pages: pages.Root, Marks: erasure.Marks,
		},
		Store: s, Blob: b, Log: telemetry.Discard().Log, Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- j.Run(ctx) }()
	for deadline := time.Now().Add(testkit.Patience); len(keys(t, b)) > 0; { // the orphan goes with the first sweep
		if time.Now().After(deadline) {
			t.Fatal("the orphan or a mark stays")
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if sent.listings != 1 || sent.deleted != 0 {
		t.Errorf("%d listings of marks, %d requests to delete one", sent.listings, sent.deleted)
	}
}
