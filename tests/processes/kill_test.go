package processes_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/ledger"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// If a gateway dies while sending its response, the document is in the database and ends like any other. No
// extractor runs, so only the database can know it.
func TestGatewayKilledAfterAccept(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	c := services.NewCluster(t)
	shortenWaits(t, c)
	f := fleet{}
	for _, name := range []string{"auth", "quota", "notifier", "gateway", "gateway"} {
		f[name] = append(f[name], c.Start(name, settings(name)...))
	}
	book := ledger.New()
	me := instance.Account{Key: c.Key, Client: &http.Client{}}
	var ids []string
	for k := range 10 {
		me.URL = f["gateway"][k%2].URL
		answer, err := me.Upload(t.Context(), "invoice.pdf", sample.Invoice(fmt.Sprintf("K-%d", k)), "respond-async")
		f["gateway"][k%2].Kill()
		instance.Want(t, http.StatusAccepted)(answer, err)
		book.Note(answer, err)
		ids = append(ids, recordOf(t, answer).ID)
		me.URL = f["gateway"][1-k%2].URL
		assert.Equal(t, look(t, me, ids[k]).Status, contract.StatusQueued, ids[k], "at the other gateway")
		f.replace(c, "gateway", k%2)
	}
	f["extractor"] = append(f["extractor"], c.Start("extractor"))
	me.URL = f["gateway"][1].URL
	for _, id := range ids {
		assert.Equal(t, await(t, me, id).Status, contract.StatusCompleted, id)
	}
	book.Audit(t, c)
	f.stop()
	t.Logf("10 gateways killed, %s, in %.1f s", book, time.Since(begin).Seconds())
}

// An extractor dies while its child process reads; another one ends the document. The signal names the
// worker, so the right one is killed.
func TestExtractorKilledDuringWork(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	c := services.NewCluster(t)
	f := start(t, c)
	operator := natsclient.Open(t, c)
	started, results := operator.Messages(contract.SignalExtractionStarted), operator.Next(contract.SubjectResults)
	me := instance.Account{URL: f["gateway"][0].URL, Key: c.Key, Client: &http.Client{}}
	answer := instance.Want(t, http.StatusAccepted)(
		me.Upload(t.Context(), "long.pdf", sample.Long(longPages), "respond-async"))
	book := ledger.New()
	book.Note(answer, nil)
	id := recordOf(t, answer).ID
	first := next(t, started)
	victim := -1
	for n, p := range f["extractor"] {
		if strings.HasSuffix(first.Worker, fmt.Sprintf("/%d", p.PID())) {
			victim = n
			p.Kill()
		}
	}
	require.True(t, victim >= 0 && first.DocumentID == id && first.Attempt == 1, first, "is none of the extractors")
	require.Equal(t, len(results), 0, "the document had ended before its extractor was killed")
	killed := time.Now()
	second := next(t, started)
	waited := time.Since(killed)
	if second.DocumentID != id || second.Attempt != 2 || second.Worker == first.Worker {
		t.Errorf("after %+v came %+v", first, second)
	}
	assert.Equal(t, await(t, me, id).Status, contract.StatusCompleted, id)
	book.Audit(t, c)
	got := instance.Query[int](t, c.DatabaseURL(),
		`SELECT attempt FROM gateway.documents WHERE 'ext_' || id::text = $1`, id)
	assert.Equal(t, got, 2, "attempts")
	f.replace(c, "extractor", victim)
	f.stop()
	t.Logf("taken up again %.1f s after the kill, %s, in %.1f s", waited.Seconds(), book, time.Since(begin).Seconds())
}

// longPages keep a worker busy for seconds.
const longPages = 200

func recordOf(t *testing.T, a instance.Answer) contract.Record {
	t.Helper()
	var record contract.Record
	a.Into(t, &record)
	return record
}

func look(t *testing.T, me instance.Account, id string) contract.Record {
	t.Helper()
	answer := instance.Want(t, http.StatusOK)(me.Do(t.Context(), http.MethodGet, "/api/v1/documents/"+id, nil, nil))
	return recordOf(t, answer)
}

// await asks as a client does, until the document has ended.
func await(t *testing.T, me instance.Account, id string) contract.Record {
	t.Helper()
	var record contract.Record
	testkit.Await(t, id+" has ended", func() bool {
		record = look(t, me, id+"?wait=30")
		return record.Status.Ended()
	})
	return record
}

func next(t *testing.T, started <-chan []byte) contract.ExtractionStarted {
	t.Helper()
	var signal contract.ExtractionStarted
	require.NoError(t, json.Unmarshal(testkit.Receive(t, started, "an extraction"), &signal))
	return signal
}
