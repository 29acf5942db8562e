package contract_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// mayNameIDs are the places that may keep an erased id: charge, batch, idempotency key and audit entries.
func mayNameIDs() []string {
	return []string{
		"table quota.charges", "table gateway.batch_entries", "table gateway.idempotency_keys", "table gateway.deeds",
		"table auth.audit",
	}
}

// trail holds the data that a document could leave behind.
type trail struct {
	id    string
	words []string // its name, its content, the digest of it
}

// newTrail returns unique words as a document's name and content.
func newTrail() (tr *trail, name, content string) {
	inName, inside := marker(), marker()
	content = "Minutes of " + inside + "\n\n" + plainInvoice(inside)
	sum := sha256.Sum256([]byte(content))
	return &trail{words: []string{inName, inside, hex.EncodeToString(sum[:])}}, inName + ".txt", content
}

// graveyard is documents on their way to erasure.
type graveyard struct {
	t *testing.T
	w *world
	c *instance.Cluster
	p person
	worker
	trails []*trail
}

// upload sends a document with a new trail, without waiting for its end.
func (g *graveyard) upload(h map[string]string) *trail {
	g.t.Helper()
	tr, name, content := newTrail()
	all := header("Prefer", "respond-async")
	maps.Copy(all, h)
	answer, err := g.p.try(extractPath, all, texts(name, content))
	// an extractor may be that fast
	if err != nil || answer.Status != http.StatusAccepted && answer.Status != http.StatusOK {
		g.t.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
	}
	tr.id = record(g.t, answer).ID
	g.trails = append(g.trails, tr)
	return tr
}

// uploadBatch sends n documents together.
func (g *graveyard) uploadBatch(n int) (b contract.Batch, trails []*trail) {
	g.t.Helper()
	var parts []part
	for range n {
		tr, name, content := newTrail()
		trails, parts = append(trails, tr), append(parts, filed(name, []byte(content)))
	}
	b = batch(g.t, g.p.post(batchPath, nil, http.StatusAccepted, parts...))
	for i, e := range b.Results {
		trails[i].id = e.ID
	}
	return b, trails
}

// gone erases a document and checks that it is invisible.
func (g *graveyard) gone(tr *trail) {
	g.t.Helper()
	g.p.erase(tr.id)
	for _, path := range []string{documentsPath + "/" + tr.id, documentsPath + "/" + tr.id + "/file",
		resultsPath + "/" + tr.id, documentsPath + "/" + tr.id + "/pages/1.png"} {
		g.p.ask(http.MethodGet, path, nil, http.StatusNotFound)
	}
	g.p.ask(http.MethodDelete, documentsPath+"/"+tr.id, nil, http.StatusNotFound)
}

// wait waits for a document to end, and returns the status of the response.
func (g *graveyard) wait(tr *trail) <-chan int {
	status := make(chan int, 1)
	go func() {
		answer, err := g.p.Do(g.t.Context(), http.MethodGet, documentsPath+"/"+tr.id+"?wait=60", nil, nil)
		assert.NoError(g.t, err)
		status <- answer.Status
	}()
	return status
}

// claimBefore uploads a document and claims it before the suspended extractor.
func (g *graveyard) claimBefore(extractor *instance.Process) (tr *trail, claim contract.ClaimReply) {
	g.t.Helper()
	extractor.Signal(syscall.SIGSTOP)
	defer extractor.Signal(syscall.SIGCONT)
	tr = g.upload(nil)
	claim = call[contract.ClaimReply](g.t, g.conn, contract.RPCWorkClaim,
		contract.ClaimRequest{DocumentID: tr.id, Worker: "by hand"})
	require.False(g.t, claim.Gone, tr.id, "cannot be claimed")
	return tr, claim
}

// lookAgain waits for the second check of all erasures, which it makes due at once.
func (g *graveyard) lookAgain() {
	g.t.Helper()
	testkit.Await(g.t, "all erasures were looked after twice", func() bool {
		return query[int](g.t, g.w, `WITH due AS (UPDATE gateway.erasures SET due_at = clock_timestamp()
				WHERE due_at > clock_timestamp() + interval '31 s')
			SELECT count(*) FROM gateway.erasures`) == 0
	})
}

// nothingIsLeft searches everywhere except may for the ids, after late results have been processed.
func (g *graveyard) nothingIsLeft(when string, may ...string) {
	g.t.Helper()
	var left []string
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(100 * time.Millisecond) {
		left = nil
		everything := sweep(g.t, g.c)
		for _, tr := range g.trails {
			left = append(left, everything.with(tr.words)...)
			// The mark by which a restored database's copy is erased again is the id alone.
			may := append(slices.Clone(may), "object "+blob.Foldered("erased/", tr.id))
			left = append(left, everything.with([]string{strings.TrimPrefix(tr.id, contract.PrefixDocument)}, may...)...)
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			g.t.Errorf("%s there is still %q", when, slices.Compact(left))
			return
		}
	}
}

func eventOf(t *testing.T, w *world, p person, id string) string {
	t.Helper()
	stream := natsclient.Open(t, w).Stream(contract.StreamEvents)
	msg, err := stream.GetLastMsgForSubject(t.Context(), contract.EventSubject(contract.EventBatchCompleted, p.ID, id))
	require.NoError(t, err)
	return string(msg.Data)
}
