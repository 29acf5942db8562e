package contract_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// A document erased in any state leaves nothing in the database, the object store and the streams. A late
// result does not restore it.
func TestErasure(t *testing.T) {
	t.Parallel()
	c := services.NewCluster(t)
	processes := map[string]*instance.Process{}
	for _, name := range []string{"auth", "quota", "notifier", "gateway"} {
		processes[name] = c.Start(name)
	}
	w := newWorld(t, c, processes["gateway"].URL)
	g := &graveyard{t: t, w: w, c: c, p: w.person(t, contract.PlanEnterprise), worker: newWorker(t, c)}
	ended := batchEvents(t, w, g.p)

	kept := g.upload(nil)
	g.trails = nil
	g.queued()
	g.processing()
	b, together := g.uploadBatch(3)
	g.gone(together[0])
	whileNothingWorks(t, g.p, func() { processes["extractor"] = c.Start("extractor") })
	g.p.ended(kept.id)
	g.ended()
	if b = endOf(t, ended, g.p, b.ID); b.Counts != (contract.BatchCounts{Completed: 2, Deleted: 1}) ||
		b.Results[0].FileName != "" || b.Results[0].ID != together[0].id {
		t.Errorf("%+v", b)
	}
	message := eventOf(t, w, g.p, b.ID)
	assert.True(t, strings.Contains(message, `"deleted":1`) && strings.Contains(message, together[1].id), message)
	g.gone(together[1])
	g.trails = append(g.trails, together[:2]...)
	g.fields()

	g.nothingIsLeft("after the erasures", append(mayNameIDs(), "table gateway.erasures")...)
	// The second check removes what a worker stored for an erased document without publishing a result.
	late, claim := g.claimBefore(processes["extractor"])
	g.gone(late)
	g.put(claim, large(late.words[1]))
	g.lookAgain()
	g.nothingIsLeft("after the second look", mayNameIDs()...)

	everything := sweep(t, c)
	if found := everything.with(kept.words[:2]); len(found) < 4 { // its row, its file, its event and its name in it
		t.Errorf("of a document that was kept, %q is found: the search sees too little", found)
	}
	for name, process := range processes {
		process.Stop()
		for _, tr := range append(g.trails, kept) {
			for _, word := range tr.words[:2] {
				assert.NotContains(t, process.Output(), word, name, "logs")
			}
		}
	}
}

// queued: before anybody took it, its command in the stream.
func (g *graveyard) queued() {
	g.t.Helper()
	tr := g.upload(header("Idempotency-Key", "queued"))
	testkit.Await(g.t, "the command is released", func() bool {
		return len(sweepMessages(g.t, g.c).with([]string{contract.CommandSubject(contract.LaneInteractive, tr.id)})) > 0
	})
	g.gone(tr)
	if reply := call[contract.ClaimReply](g.t, g.conn, contract.RPCWorkClaim,
		contract.ClaimRequest{DocumentID: tr.id, Worker: "by hand"}); !reply.Gone {
		g.t.Errorf("an erased document can be claimed")
	}
}

func sweepMessages(t *testing.T, c *instance.Cluster) belongings {
	t.Helper()
	b := belongings{}
	b.addMessages(t, c)
	return b
}

// processing: a worker holds the document and sends its result afterwards, in a message or as an object.
func (g *graveyard) processing() {
	g.t.Helper()
	for _, stored := range []bool{false, true} {
		tr := g.upload(nil)
		claim := g.claim(tr.id)
		assert.Equal(g.t, record(g.t, g.p.get(documentsPath+"/"+tr.id)).Status, contract.StatusProcessing, tr.id)
		waited := g.wait(tr)
		g.gone(tr)
		if status := testkit.Receive(g.t, waited, "an answer to who waits for "+tr.id); status != http.StatusNotFound {
			g.t.Errorf("who waited was told %d", status)
		}
		assert.True(g.t, g.isGone(tr.id, claim), "the claim of an erased document is still valid")
		if e := found(tr.words[1]); stored {
			g.put(claim, large(tr.words[1]))
			g.tell(tr.id, claim, nil)
		} else {
			g.tell(tr.id, claim, &e)
		}
	}
	// A document with large fields that ends in time.
	tr := g.upload(nil)
	claim := g.claim(tr.id)
	g.put(claim, large(tr.words[1]))
	g.tell(tr.id, claim, nil)
	g.p.ended(tr.id)
	g.gone(tr)
}

// ended erases a completed document with all derived data, and a failed one.
func (g *graveyard) ended() {
	g.t.Helper()
	done := g.upload(header("Idempotency-Key", "done"))
	r := g.p.ended(done.id)
	assert.Contains(g.t, string(r.Data), done.words[1])
	correction := marker()
	done.words = append(done.words, correction)
	path := map[string]string{"invoice": "vendorName", "generic": "title"}[r.DocumentType]
	g.p.patch(done.id, fmt.Sprintf(`{"data":{%q:%q}}`, path, correction), http.StatusOK)
	g.gone(done)

	inName, inside := marker(), marker()
	pdf := record(g.t, g.p.post(extractPath, header("Prefer", "wait=60"), http.StatusOK,
		file(inName+".pdf", sample.Invoice(inside))))
	for _, width := range []int{100, 200} {
		g.p.get(fmt.Sprintf("%s/%s/pages/1.png?width=%d", documentsPath, pdf.ID, width))
	}
	tr := &trail{id: pdf.ID, words: []string{inName, inside, pdf.Metadata.SHA256}}
	g.trails = append(g.trails, tr)
	// row, charge, file, two pictures, event
	if places := sweep(g.t, g.c).with([]string{strings.TrimPrefix(pdf.ID, contract.PrefixDocument)}); len(places) < 5 {
		g.t.Errorf("before its erasure the document is found at %q only", places)
	}
	g.gone(tr)

	inName, inside = marker(), marker()
	failed := g.p.extract(texts(inName+".pdf", "%PDF-1.7 "+inside))
	assert.Equal(g.t, failed.Status, contract.StatusFailed, failed)
	tr = &trail{id: failed.ID, words: []string{inName, inside, failed.Metadata.SHA256}}
	g.trails = append(g.trails, tr)
	g.gone(tr)
}

// fields erases a document with custom fields, which contain the client's words as well.
func (g *graveyard) fields() {
	g.t.Helper()
	inName, inside, custom := marker(), marker(), marker()
	r := g.p.extract(texts(inName+".txt", plainInvoice(inside)),
		value("schema", `{"type":"object","properties":{"`+custom+`":{"type":"string"}}}`))
	tr := &trail{id: r.ID, words: []string{inName, inside, custom}}
	g.trails = append(g.trails, tr)
	g.gone(tr)
}

// whileNothingWorks checks a waiting document.
func whileNothingWorks(t *testing.T, p person, begin func()) {
	t.Helper()
	answer := p.post(extractPath, header("Prefer", "wait=1"), http.StatusAccepted, file("a.pdf", sample.Invoice("R-1")))
	r := record(t, answer)
	path := documentsPath + "/" + r.ID
	if r.Status.Ended() || r.Confidence != nil || r.CompletedAt != nil || answer.Header.Get("Location") != path ||
		answer.Header.Get("Retry-After") == "" || answer.Header.Get("Preference-Applied") != "wait=1" {
		t.Errorf("%s %v", answer.Body, answer.Header)
	}
	answer = p.ask(http.MethodGet, resultsPath+"/"+r.ID, nil,
		http.StatusAccepted)
	assert.NotEqual(t, answer.Header.Get("Retry-After"), "", answer.Header)
	answer = p.patch(r.ID, `{"data":{"total":"1.00"}}`,
		http.StatusConflict)
	assert.Equal(t, answer.Code(), string(contract.CodeInvalidState), string(answer.Body))
	began := time.Now()
	if now := record(t, p.get(path+"?wait=1")); now.Status.Ended() || time.Since(began) < time.Second {
		t.Errorf("%s after %s", now.Status, time.Since(began))
	}
	p.get(path + "/file")
	var results list
	if p.get(resultsPath+"?batch_id="+contract.PrefixBatch+strings.TrimPrefix(r.ID, contract.PrefixDocument)).Into(t,
		&results); len(results.Items) > 0 {
		t.Errorf("%s", results.Items)
	}
	waited := make(chan contract.Record, 1)
	go func() {
		answer, err := p.Do(t.Context(), http.MethodGet, path+"?wait=60", nil, nil)
		assert.NoError(t, err)
		var r contract.Record
		answer.Into(t, &r)
		waited <- r
	}()
	begin()
	if r := testkit.Receive(t, waited, "the end of "+r.ID); r.Status != contract.StatusCompleted {
		t.Errorf("%+v", r)
	}
	p.ask(http.MethodGet, resultsPath+"/"+r.ID, nil, http.StatusOK)
}
