package janitor_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/gateway/internal/jobs/janitor"
	"github.com/docmill/docmill/services/gateway/internal/registertest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

func put(t *testing.T, b *blob.Store, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if _, err := b.Put(t.Context(), key, bytes.NewReader([]byte("x"))); err != nil {
			t.Fatal(err)
		}
	}
}

func keys(t *testing.T, b *blob.Store) (found []string) {
	t.Helper()
	err := b.Each(t.Context(), "", time.Now().Add(24*time.Hour), func(key string) error {
		found = append(found, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// finished makes a document whose fields are in the object store.
func finished(t *testing.T, s *store.Store, b *blob.Store) (object, fields string) {
	t.Helper()
	a := registertest.Acceptance(registertest.Account())
	registertest.Put(t, b, a)
	if _, err := s.Accept(t.Context(), a, store.Terms{}); err != nil {
		t.Fatal(err)
	}
	id := a.Document.ID
	if _, ok, err := s.Claim(t.Context(), store.Claim{DocumentID: id, Token: "t", Lease: time.Minute}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	fields = "results/" + id + "/t.fields.json"
	put(t, b, fields)
	end := store.End{Extraction: registertest.Extraction(), FieldsKey: fields}
	if ok, err := s.Finish(t.Context(), contract.ClaimRef{DocumentID: id, Token: "t"}, end); !ok || err != nil {
		t.Fatal(ok, err)
	}
	return a.Document.ObjectKey, fields
}

func TestSweepRemovesOrphansOnly(t *testing.T) {
	t.Parallel()
	s, _ := registertest.Store(t, registertest.Database(t))
	b := registertest.Blob(t)
	object, fields := finished(t, s, b)
	for i := range 3 {
		put(t, b, fmt.Sprintf("docs/orphan-%d", i), fmt.Sprintf("results/ext_%d/late.json", i))
	}
	put(t, b, "elsewhere/kept")
	j := &janitor.Janitor{
		Config: janitor.Config{Every: time.Hour, MinAge: time.Hour},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: time.Now,
	}
	before := keys(t, b)
	if err := j.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := keys(t, b); !slices.Equal(before, after) {
		t.Errorf("young objects were removed: %v of %v are left", after, before)
	}
	j.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	if err := j.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, want := keys(t, b), []string{object, "elsewhere/kept", fields}; !slices.Equal(after, want) {
		t.Errorf("left %v, want %v", after, want)
	}
}

func TestRunSweepsWhenItsTurnHasCome(t *testing.T) {
	t.Parallel()
	s, pool := registertest.Store(t, registertest.Database(t))
	b := registertest.Blob(t)
	put(t, b, "docs/orphan")
	if _, err := pool.Exec(t.Context(), `UPDATE chores SET done_at = '-infinity'`); err != nil {
		t.Fatal(err)
	}
	j := &janitor.Janitor{
		Config: janitor.Config{Every: 40 * time.Millisecond, MinAge: time.Hour},
		Store:  s, Blob: b, Log: telemetry.Discard().Log, Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- j.Run(ctx) }()
	for deadline := time.Now().Add(testkit.Patience); len(keys(t, b)) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the orphan stays")
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
