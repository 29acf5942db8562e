package erasure_test

import (
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

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
	if _, _, err := r.docs.AcceptBatch(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if _, err := r.pool.Exec(t.Context(), `
		UPDATE documents SET expires_at = expires_at - interval '2 hours';
		UPDATE batches SET expires_at = expires_at - interval '2 hours'`); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, r.docs.Eraser.Expire(t.Context()))
	if left := r.traces(short); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	if _, err := r.docs.Record(t.Context(), account, long.Document.ID); err != nil {
		t.Errorf("erased before its time: %v", err)
	}
	if n := r.count(`SELECT count(*) FROM batch_entries`); n != 0 {
		t.Errorf("%d entries of an expired batch", n)
	}
	if n := r.count(`SELECT used FROM quota.months`); n != 3 {
		t.Errorf("used %d: an erased document was not counted", n)
	}
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
	if n := r.count(`SELECT count(*) FROM documents`); n != 1 {
		t.Errorf("%d documents are left, want the one that cannot be erased, not %s", n, other.Document.ID)
	}
	r.exec(`DROP TRIGGER refused ON documents`)
	require.NoError(t, r.docs.Eraser.Expire(t.Context()))
	if n := r.count(`SELECT count(*) FROM documents`); n != 0 {
		t.Errorf("%d documents are left", n)
	}
}
