package contract_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// broken is taken in and cannot be read; unsupported is not taken in.
const (
	broken      = "%PDF-1.7 and no more"
	unsupported = "\x7fELF\x02\x01\x01\x00"
)

// batchEvents receives the end events of an account's batches.
func batchEvents(t *testing.T, w *world, p person) <-chan []byte {
	t.Helper()
	return natsclient.As(t, w, contract.UserSubscriber).Messages("docmill.event.batch.*." + p.ID + ".*")
}

// endOf waits for the batch's end event, and checks that GET shows the end by then.
func endOf(t *testing.T, heard <-chan []byte, p person, id string) contract.Batch {
	t.Helper()
	var told struct {
		Event contract.EventType
		Data  struct{ ID string }
	}
	require.NoError(t, json.Unmarshal(testkit.Receive(t, heard, "the end of "+id), &told))
	b := batch(t, p.get(batchPath+"/"+id))
	if told.Event != contract.EventBatchCompleted || told.Data.ID != id || b.Status != contract.StatusCompleted ||
		b.CompletedAt == nil {
		t.Errorf("%+v was told of %+v", told, b)
	}
	return b
}

func oneEvent(t *testing.T, w *world, p person, id string) {
	t.Helper()
	assert.Equal(t, w.stored(t, "docmill.event.batch.*."+p.ID+"."+id), 1, "events of", id)
}

// checkEntries compares the entries with "status code name", in order.
func checkEntries(t *testing.T, b contract.Batch, want ...string) {
	t.Helper()
	var got []string
	counts := map[contract.Status]int{}
	for i, e := range b.Results {
		got = append(got, fmt.Sprintf("%s %s %s", e.Status, e.Code, e.FileName))
		counts[e.Status]++
		refused := e.Status == contract.StatusRejected
		assert.True(t, e.Index == i && (e.ID == "") == refused && (e.Error != "") == (e.Code != ""), "entry", i, "is", e)
	}
	assert.EqualSlices(t, got, want, "entries")
	told := contract.BatchCounts{
		Queued: counts[contract.StatusQueued], Processing: counts[contract.StatusProcessing],
		Completed: counts[contract.StatusCompleted],
		Failed:    counts[contract.StatusFailed], Rejected: counts[contract.StatusRejected],
		Deleted: counts[contract.StatusDeleted],
	}
	assert.True(t, b.Counts == told && b.Total == len(b.Results),
		"counts", b.Counts, "of", b.Total, "want", told, "of", len(b.Results))
}

func mixedBatch(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	heard := batchEvents(t, w, p)
	sent := p.post(batchPath, nil, http.StatusAccepted,
		filed("1 good.pdf", sample.Invoice("R-1")), filed("2 empty.pdf", nil),
		filed("3 large.pdf", append(sample.Invoice("R-3"), make([]byte, 5<<20)...)),
		filed("4 program.pdf", []byte(unsupported)),
		file("5 good.txt", []byte(plainInvoice("R-5"))), filed("6 broken.pdf", []byte(broken)),
		filed("7 picture.png", dots()),
		value("document_type", "invoice"))
	b := batch(t, sent)
	assert.Equal(t, sent.Header.Get("Location"), batchPath+"/"+b.ID, "Location")
	assert.Equal(t, p.used(), 4, "charged")
	b = endOf(t, heard, p, b.ID)
	checkEntries(t, b, "completed  1 good.pdf", "rejected EMPTY_FILE 2 empty.pdf", "rejected FILE_TOO_LARGE 3 large.pdf",
		"rejected UNSUPPORTED_FORMAT 4 program.pdf", "completed  5 good.txt", "failed CORRUPT_FILE 6 broken.pdf",
		"failed NO_TEXT_FOUND 7 picture.png")
	for _, e := range b.Results {
		if e.ID == "" {
			continue
		}
		if r := p.ended(e.ID); r.BatchID == nil || *r.BatchID != b.ID || r.Status != e.Status ||
			r.Metadata.FileName != e.FileName {
			t.Errorf("%+v of %+v", r, e)
		}
	}
	oneEvent(t, w, p, b.ID)

	p.erase(b.Results[4].ID)
	p.erase(b.Results[5].ID)
	b = batch(t, p.get(batchPath+"/"+b.ID))
	checkEntries(t, b, "completed  1 good.pdf", "rejected EMPTY_FILE 2 empty.pdf", "rejected FILE_TOO_LARGE 3 large.pdf",
		"rejected UNSUPPORTED_FORMAT 4 program.pdf", "deleted  ", "deleted  ", "failed NO_TEXT_FOUND 7 picture.png")
	if b.Status != contract.StatusCompleted || p.used() != 4 {
		t.Errorf("%s with %d charged after deletions", b.Status, p.used())
	}
}

// However ends and deletions interleave, the batch ends once, and no event contains deleted documents.
func batchErasedMeanwhile(t *testing.T, w *world) {
	p := w.person(t, contract.PlanEnterprise)
	heard := batchEvents(t, w, p)
	const files = 40
	var parts []part
	for n := range files {
		parts = append(parts, filed(fmt.Sprint(n, ".txt"), []byte(plainInvoice(fmt.Sprint("R-", n)))))
	}
	b := batch(t, p.post(batchPath, nil, http.StatusAccepted, parts...))
	var wg sync.WaitGroup
	for n := 0; n < files; n += 2 {
		wg.Go(func() {
			answer, err := p.Do(t.Context(), http.MethodDelete, documentsPath+"/"+b.Results[n].ID, nil, nil)
			require.NoError(t, err, string(answer.Body))
			assert.Equal(t, answer.Status, http.StatusNoContent, string(answer.Body))
		})
	}
	wg.Wait()
	b = endOf(t, heard, p, b.ID)
	assert.Equal(t, b.Counts, contract.BatchCounts{Completed: files / 2, Deleted: files / 2})
	for n, e := range b.Results {
		gone := n%2 == 0
		assert.True(t, gone == (e.Status == contract.StatusDeleted) && gone == (e.FileName == ""), e)
	}
	testkit.Await(t, "what is told is what is there", func() bool {
		return w.stored(t, "docmill.event.extraction.*."+p.ID+".*") == files/2
	})
	n := w.stored(t, "docmill.event.batch.*."+p.ID+".*")
	assert.True(t, n <= 1 && len(heard) == 0, n, "events of the batch, and", len(heard), "more were heard")
	assert.Equal(t, p.used(), files, "charged")
}

func batchWhenTheMonthEnds(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	w.fill(p, contract.PlanFree, 98)
	heard := batchEvents(t, w, p)
	quota := natsclient.As(t, w, contract.UserSubscriber).Next("docmill.event.quota.exceeded." + p.ID + ".*")
	b := batch(t, p.post(batchPath, nil, http.StatusAccepted,
		filed("1.txt", []byte(plainInvoice("1"))), filed("2.txt", nil), filed("3.txt", []byte(plainInvoice("3"))),
		filed("4.txt", []byte(plainInvoice("4"))), filed("5.txt", []byte(plainInvoice("5")))))
	assert.Equal(t, p.used(), 100, "charged")
	b = endOf(t, heard, p, b.ID)
	checkEntries(t, b, "completed  1.txt", "rejected EMPTY_FILE 2.txt", "completed  3.txt",
		"rejected QUOTA_EXCEEDED 4.txt", "rejected QUOTA_EXCEEDED 5.txt")
	testkit.Receive(t, quota, "quota.exceeded")

	// Not one file fits any more.
	answer := p.post(batchPath, nil, http.StatusTooManyRequests, filed("1.txt", []byte(plainInvoice("6"))),
		filed("2.txt", []byte(plainInvoice("7"))))
	if answer.Code() != string(contract.CodeQuotaExceeded) || answer.Header.Get("Retry-After") != "" {
		t.Errorf("%s, Retry-After %q", answer.Body, answer.Header.Get("Retry-After"))
	}
	answer = p.post(extractPath, nil, http.StatusTooManyRequests, texts("a.txt", plainInvoice("8")))
	assert.Equal(t, answer.Code(), string(contract.CodeQuotaExceeded), string(answer.Body))
	if n := w.stored(t, "docmill.event.quota.exceeded."+p.ID+".*"); n != 1 || p.used() != 100 {
		t.Errorf("quota.exceeded was told %d times, %d are charged", n, p.used())
	}
	oneEvent(t, w, p, b.ID)
}

func batchRefused(t *testing.T, w *world) {
	p := w.person(t, contract.PlanFree)
	heard := batchEvents(t, w, p)
	b := batch(t, p.post(batchPath, nil, http.StatusAccepted, filed("1.pdf", nil), filed("2.bin", []byte(unsupported))))
	assert.True(t, b.Status == contract.StatusCompleted && b.CompletedAt != nil, b)
	b = endOf(t, heard, p, b.ID)
	checkEntries(t, b, "rejected EMPTY_FILE 1.pdf", "rejected UNSUPPORTED_FORMAT 2.bin")
	oneEvent(t, w, p, b.ID)

	var many []part
	for n := range contract.MaxBatchFiles + 1 {
		many = append(many, filed(fmt.Sprint(n, ".txt"), []byte("text")))
	}
	for name, c := range map[string]struct {
		parts  []part
		status int
		code   contract.Code
	}{
		"101 files": {many, http.StatusBadRequest, contract.CodeInvalidRequest},
		"no file":   {[]part{value("document_type", "auto")}, http.StatusBadRequest, contract.CodeInvalidRequest},
		"a schema": {[]part{filed("1.txt", []byte("text")), value("schema", "{}")}, http.StatusBadRequest,
			contract.CodeInvalidRequest},
		"no such type": {[]part{filed("1.txt", []byte("text")), value("document_type", "novel")}, http.StatusBadRequest,
			contract.CodeInvalidDocumentType},
		"unknown field": {[]part{filed("1.txt", []byte("text")), value("colour", "red")}, http.StatusBadRequest,
			contract.CodeInvalidRequest},
	} {
		answer := p.post(batchPath, nil, c.status, c.parts...)
		assert.Equal(t, answer.Code(), string(c.code), name, string(answer.Body))
	}
	assert.Equal(t, p.used(), 0, "charged for refused calls")
	var list struct{ Items []contract.Record }
	if p.get("/api/v1/documents").Into(t, &list); len(list.Items) > 0 {
		t.Errorf("refused calls left %+v", list.Items)
	}
}
