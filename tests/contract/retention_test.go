package contract_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

// expiring sends documents to a gateway with two seconds of retention. gone checks that only they are erased.
func (f fleet) expiring(t *testing.T, url string) (gone func(*testing.T)) {
	t.Helper()
	p := f.person(t, contract.PlanFree)
	p.URL = url
	r := p.extract(texts("a.txt", plainInvoice("R-1")))
	assert.True(t, r.ExpiresAt != nil && r.ExpiresAt.Sub(r.CreatedAt.Time) == 2*time.Second, r)
	files := []part{filed("1.txt", []byte(plainInvoice("R-2"))), filed("2.txt", nil)}
	b := batch(t, p.post(batchPath, keyed("b"), http.StatusAccepted, files...))
	kept := map[string]person{}
	for _, days := range []int{0, 30} { // what is said for the account counts
		other := f.person(t, contract.PlanFree)
		other.URL = url
		call[contract.Empty](t, f.operator, contract.RPCAuthAccountSetRetention,
			contract.SetRetentionRequest{AccountID: other.ID, Days: &days})
		r := other.extract(texts("a.txt", plainInvoice("R-1")))
		if forEver := days == 0; forEver != (r.ExpiresAt == nil) || !forEver &&
			r.ExpiresAt.Sub(r.CreatedAt.Time) != time.Duration(days)*24*time.Hour {
			t.Errorf("%d days: %+v", days, r)
		}
		kept[r.ID] = other
	}
	// The job runs once a minute; make it run as soon as these have expired.
	query[int](t, f, `WITH c AS (UPDATE gateway.chores SET done_at = clock_timestamp() - interval '57 s' WHERE name = `+
		`'retention' RETURNING 1) SELECT count(*) FROM c`)
	return func(t *testing.T) {
		p.t = t
		testkit.Await(t, "what has expired is gone", func() bool {
			return query[int](t, f, `SELECT (SELECT count(*) FROM gateway.documents WHERE account = $1) + (SELECT count(*) `+
				`FROM gateway.batches WHERE account = $1)`, p.ID) == 0
		})
		p.ask(http.MethodGet, documentsPath+"/"+r.ID, nil, http.StatusNotFound)
		p.ask(http.MethodGet, documentsPath+"/"+r.ID+"/file", nil, http.StatusNotFound)
		p.ask(http.MethodGet, batchPath+"/"+b.ID, nil, http.StatusNotFound)
		p.post(batchPath, keyed("b"), http.StatusNotFound, files...)
		assert.Equal(t, f.stored(t, "docmill.event.*."+p.ID+".>"), 0, "events stored")
		assert.Equal(t, p.used(), 2, "charged")
		for id, other := range kept {
			other.get(documentsPath + "/" + id)
		}
	}
}
