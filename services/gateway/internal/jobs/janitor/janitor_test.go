package janitor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/jobs/janitor"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func put(t *testing.T, b *blob.Store, keys ...string) {
	t.Helper()
	for _, key := range keys {
		_, err := b.Put(t.Context(), key, bytes.NewReader([]byte("x")))
		require.NoError(t, err)
	}
}

func keys(t *testing.T, b *blob.Store) (found []string) {
	t.Helper()
	err := b.Each(t.Context(), "", time.Now().Add(24*time.Hour), func(key string) error {
		found = append(found, key)
		return nil
	})
	require.NoError(t, err)
	return found
}

func finished(t *testing.T, s *store.Store, b *blob.Store) (object, fields string) {
	t.Helper()
	a := gatewaytest.Acceptance(gatewaytest.Account())
	gatewaytest.Put(t, b, a)
	_, err := s.Accept(t.Context(), a, store.Terms{})
	require.NoError(t, err)
	id := a.Document.ID
	_, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: "t", Lease: time.Minute})
	require.True(t, ok && err == nil, ok, err)
	fields = "results/" + id + "/t.fields.json"
	put(t, b, fields)
	end := store.End{Extraction: gatewaytest.Extraction(), FieldsKey: fields}
	ok, err = s.Finish(t.Context(), contract.ClaimRef{DocumentID: id, Token: "t"}, end)
	require.True(t, ok && err == nil, ok, err)
	return a.Document.ObjectKey, fields
}

// unknown is the id of a document that is nowhere.
func unknown() string {
	return contract.PrefixDocument + strings.TrimPrefix(gatewaytest.Account(), contract.PrefixAccount)
}

func TestSweepOrphans(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	object, fields := finished(t, s, b)
	for i := range 3 {
		put(t, b, fmt.Sprintf("docs/orphan-%d", i), "results/"+unknown()+"/late.json")
	}
	put(t, b, "elsewhere/kept")
	j := &janitor.Janitor{
		Config: janitor.Config{Every: time.Hour, MinAge: time.Hour, Pages: pages.Root, Marks: erasure.Marks},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: time.Now,
	}
	before := keys(t, b)
	require.NoError(t, j.Sweep(t.Context()))
	assert.EqualSlices(t, before, keys(t, b), "young objects were removed", "are left")
	j.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	require.NoError(t, j.Sweep(t.Context()))
	after, want := keys(t, b), []string{object, "elsewhere/kept", fields}
	assert.EqualSlices(t, after, want, "left")
}

// Most sweeps list only objects created since the last one; a few list all.
func TestSweepNewObjects(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	now := time.Now().Add(2 * time.Hour) // what is put now is old enough
	j := &janitor.Janitor{
		Config: janitor.Config{Every: time.Hour, MinAge: time.Hour, Pages: pages.Root, Marks: erasure.Marks},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: func() time.Time { return now },
	}
	sweep := func(want ...string) {
		t.Helper()
		require.NoError(t, j.Sweep(t.Context()))
		assert.EqualSlices(t, keys(t, b), want, "left")
	}
	made := func(at time.Time) string {
		return fmt.Sprintf("%08x-%04x-7000-8000-000000000000", at.UnixMilli()>>16, at.UnixMilli()&0xffff)
	}
	old, recent := made(now.Add(-60*time.Hour)), made(now.Add(-2*time.Hour))
	put(t, b, blob.Foldered("docs/", old), "docs/"+old, "results/ext_"+old+"/late.json", pages.Key("ext_"+old, 1, 800))
	sweep() // the first one of a replica looks at all

	stays := []string{blob.Foldered("docs/", old), pages.Key("ext_"+old, 1, 800), "results/ext_" + old + "/late.json"}
	put(t, b, stays...)
	put(t, b, blob.Foldered("docs/", recent), "docs/"+recent, "results/ext_"+recent+"/late.json",
		pages.Key("ext_"+recent, 1, 800))
	sweep(stays...)
	now = now.Add(6 * 24 * time.Hour)
	sweep(stays...)
	now = now.Add(24 * time.Hour)
	sweep()
}

// Pictures and words of pages are named by no row: they go when their document is
// not known, as in a database that is older than the store, and stay otherwise.
func TestSweepPages(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	object, fields := finished(t, s, b)
	id := strings.Split(fields, "/")[1]
	kept := pages.Key(id, 1, 800)
	put(t, b, kept, pages.Key(unknown(), 1, 800), "pages/nonsense/1-800.png")
	j := &janitor.Janitor{
		Config: janitor.Config{Every: time.Hour, MinAge: time.Hour, Pages: pages.Root, Marks: erasure.Marks},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
	}
	require.NoError(t, j.Sweep(t.Context()))
	after, want := keys(t, b), []string{object, kept, fields}
	assert.EqualSlices(t, after, want, "left")
}

func TestRunInTurns(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	b := gatewaytest.Blob(t)
	put(t, b, "docs/orphan")
	testkit.Exec(t, pool, `UPDATE chores SET done_at = '-infinity'`)
	j := &janitor.Janitor{
		Config: janitor.Config{Every: 40 * time.Millisecond, MinAge: time.Hour, Pages: pages.Root, Marks: erasure.Marks},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- j.Run(ctx) }()
	for deadline := time.Now().Add(testkit.Patience); len(keys(t, b)) > 0; {
		require.False(t, time.Now().After(deadline), "the orphan stays")
	}
	cancel()
	assert.NoError(t, <-done)
}

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
		assert.Equal(t, marks, want, "marks after", later)
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
	err := j.EraseAgain(t.Context())
	assert.True(t, errors.Is(err, refused) && asked == 3, "asked for", asked, "of 3", err)
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
	testkit.Exec(t, pool, `UPDATE chores SET done_at = '-infinity'`)
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
		require.False(t, time.Now().After(deadline), "the orphan or a mark stays")
	}
	cancel()
	assert.NoError(t, <-done)
	assert.True(t, sent.listings == 1 && sent.deleted == 0,
		sent.listings, "listings of marks", sent.deleted, "requests to delete one")
}
