package erasure_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func TestErase(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	account := gatewaytest.Account()
	total := "120.00"
	for name, bring := range map[string]func(a model.Acceptance){
		"queued": func(a model.Acceptance) {
			testkit.Await(r.t, "its command", func() bool {
				return len(r.messages(r.spec(contract.StreamCommands),
					contract.CommandSubject(a.Document.Lane, a.Document.ID))) == 1
			})
		},
		"processing": func(a model.Acceptance) { r.claim(a.Document.ID, "t") },
		"corrected": func(a model.Acceptance) {
			id := a.Document.ID
			r.claim(id, "t")
			r.put("results/" + id + "/t.json")
			r.put(pages.Key(id, 1, 1000))
			r.put(pages.WordsKey(id, 1))
			require.NoError(t, r.finish(id, "t"))
			_, err := r.docs.Correct(t.Context(), model.Correction{
				AccountID: account, DocumentID: id, By: "key_1", Change: correct.Change{Values: map[string]*string{"total": &total}},
			})
			require.NoError(t, err)
			subject := contract.EventSubject(contract.EventExtractionCompleted, account, id)
			testkit.Await(r.t, "its event", func() bool { return len(r.messages(r.spec(contract.StreamEvents), subject)) == 1 })
		},
	} {
		a := r.accept(account)
		bring(a)
		require.NoError(t, r.docs.Erase(t.Context(), account, a.Document.ID, ""), name)
		assert.Empty(t, r.traces(a), name, "left")
	}
	assert.Equal(t, r.count(`SELECT count(*) FROM erasures WHERE again`), 3, "second looks")
	r.due()
	assert.Equal(t, r.count(`SELECT count(*) FROM erasures`), 0, "erasures are never forgotten")
}

// The second look removes what a worker stores after the erasure.
func TestSecondErasure(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a := r.accept(gatewaytest.Account())
	r.claim(a.Document.ID, "t")
	require.NoError(t, r.docs.Erase(t.Context(), a.Principal.AccountID, a.Document.ID, ""))
	r.put("results/" + a.Document.ID + "/t.json")
	r.put(pages.Key(a.Document.ID, 1, 16))
	r.due()
	assert.Empty(t, r.traces(a), "left")
}

// The result of an erased document is dropped with its stored objects.
func TestLateResult(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a := r.accept(gatewaytest.Account())
	id := a.Document.ID
	r.claim(id, "t")
	require.NoError(t, r.docs.Erase(t.Context(), a.Principal.AccountID, id, ""))
	r.put("results/" + id + "/t.json")
	require.NoError(t, r.finish(id, "t"))
	assert.Empty(t, r.traces(a), "left")
}

// A repeated result must not remove the document's objects.
func TestRepeatedResult(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a := r.accept(gatewaytest.Account())
	r.claim(a.Document.ID, "t")
	for range 2 {
		require.NoError(t, r.finish(a.Document.ID, "t"))
	}
	rec, err := r.docs.Record(t.Context(), a.Principal.AccountID, a.Document.ID)
	require.NoError(t, err, len(rec.Fields))
	assert.True(t, bytes.Equal(rec.Fields, large().Fields), len(rec.Fields), "bytes of fields")
}

// An outage does not delay an erasure: the document is invisible at once, and the rest follows.
func TestEraseDuringOutage(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a := r.accept(gatewaytest.Account())
	r.dispatched(a)
	away := *r.docs.Eraser
	broken, err := blob.New(blob.Config{Endpoint: "127.0.0.1:1", AccessKey: "a", SecretKey: "s", Bucket: "none"})
	require.NoError(t, err)
	away.Blob = broken
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the client leaves, too
	ok, err := away.Erase(ctx, a.Principal.AccountID, a.Document.ID, "")
	require.True(t, ok && err == nil, "erase", ok, err)
	_, err = r.docs.Record(t.Context(), a.Principal.AccountID, a.Document.ID)
	assert.Error(t, err, "the record is still there")
	r.due()
	assert.Empty(t, r.traces(a), "left")
}

// Messages about a document that could not be used go with it.
func TestEraseDeadLetters(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	account := gatewaytest.Account()
	a, kept := r.accept(account), r.accept(account)
	js := r.js[contract.AccountServices]
	for _, id := range []string{a.Document.ID, kept.Document.ID} {
		for _, stream := range []string{contract.StreamResults, contract.StreamCommands, contract.StreamEvents} {
			_, err := js.Publish(t.Context(), contract.DeadLetterSubject(stream, contract.ResultSubject(id)),
				[]byte("Erika Mustermann"))
			require.NoError(t, err)
		}
	}
	require.NoError(t, r.docs.Erase(t.Context(), account, a.Document.ID, ""))
	assert.Empty(t, r.traces(a), "left")
	left := r.messages(r.spec(contract.StreamDeadLetters), contract.DeadLettersAbout(kept.Document.ID))
	assert.Equal(t, len(left), 3, "of another document are left", left)
}

func TestRetention(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	account := gatewaytest.Account()
	r.docs.Retention = time.Hour
	days := 1
	long := gatewaytest.Acceptance(account)
	long.Principal.RetentionDays = &days
	gatewaytest.Put(t, r.blob, long)
	require.NoError(t, r.docs.Accept(t.Context(), long))
	short := r.accept(account)
	r.dispatched(short)
	for id, want := range map[string]time.Duration{long.Document.ID: 24 * time.Hour, short.Document.ID: time.Hour} {
		rec, err := r.docs.Record(t.Context(), account, id)
		if err != nil || rec.ExpiresAt == nil || rec.ExpiresAt.Sub(rec.CreatedAt.Time) != want {
			t.Errorf("expires %v, created %v, %v; want %s later", rec.ExpiresAt, rec.CreatedAt, err, want)
		}
	}
	b := gatewaytest.Batch(account, 1)
	b.Files = append(b.Files, gatewaytest.Refused("secret.pdf"))
	_, _, err := r.docs.AcceptBatch(t.Context(), b)
	require.NoError(t, err)
	testkit.Exec(t, r.pool, `
		UPDATE documents SET expires_at = expires_at - interval '2 hours';
		UPDATE batches SET expires_at = expires_at - interval '2 hours'`)
	require.NoError(t, r.docs.Eraser.Expire(t.Context()))
	assert.Empty(t, r.traces(short), "left")
	_, err = r.docs.Record(t.Context(), account, long.Document.ID)
	assert.NoError(t, err, "erased before its time")
	assert.Equal(t, r.count(`SELECT count(*) FROM batch_entries`), 0, "entries of an expired batch")
	assert.Equal(t, r.count(`SELECT used FROM quota.months`), 3, "documents used, with the erased one")
}

// A document that cannot be erased delays no other, is reported, and is erased by a later round.
func TestRetentionWithError(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.docs.Retention = time.Hour
	account := gatewaytest.Account()
	stuck, other := r.accept(account), r.accept(account)
	id := strings.TrimPrefix(stuck.Document.ID, contract.PrefixDocument)
	r.exec(`UPDATE documents SET expires_at = now() - interval '1 minute'`)
	r.exec(`UPDATE documents SET expires_at = now() - interval '2 hours' WHERE id = '` + id + `'`)
	r.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`)
	r.exec(`CREATE TRIGGER refused BEFORE DELETE ON documents FOR EACH ROW
		WHEN (OLD.id = '` + id + `') EXECUTE FUNCTION refuse()`)
	for range 2 {
		if err := r.docs.Eraser.Expire(t.Context()); err == nil || !strings.Contains(err.Error(), id) {
			t.Errorf("the document that cannot be erased is not reported: %v", err)
		}
	}
	assert.Equal(t, r.count(`SELECT count(*) FROM documents`), 1,
		"documents are left, want the one that cannot be erased, not", other.Document.ID)
	r.exec(`DROP TRIGGER refused ON documents`)
	require.NoError(t, r.docs.Eraser.Expire(t.Context()))
	assert.Equal(t, r.count(`SELECT count(*) FROM documents`), 0, "documents left")
}
