package contract_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/natsclient"
)

// worker plays an extractor, so that a document is in the state that a test needs.
type worker struct {
	t    *testing.T
	conn *bus.Conn
}

func newWorker(t *testing.T, d deployment) worker {
	t.Helper()
	return worker{t: t, conn: natsclient.Bus(t, d, contract.UserExtractor)}
}

// claim claims a waiting document.
func (w worker) claim(id string) (c contract.ClaimReply) {
	w.t.Helper()
	testkit.Await(w.t, id+" can be claimed", func() bool {
		c = call[contract.ClaimReply](w.t, w.conn, contract.RPCWorkClaim,
			contract.ClaimRequest{DocumentID: id, Worker: "by hand"})
		return !c.Gone
	})
	return c
}

// isGone reports whether the claim is no longer valid.
func (w worker) isGone(id string, c contract.ClaimReply) bool {
	_, err := bus.Call[contract.Empty](w.t.Context(), w.conn, contract.RPCWorkExtend,
		contract.ClaimRef{DocumentID: id, Token: c.Token})
	return apierror.Is(err, contract.CodeNotFound)
}

func found(text string) contract.Extraction {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text can be encoded
	}
	fields := `{"title":{"value":` + string(quoted) + `,"raw":` + string(quoted) +
		`,"confidence":0.9,"page":1,"box":null,"source":"text","checks":[]}}`
	return contract.Extraction{
		DocumentType: "generic", Confidence: 0.9,
		Data:   json.RawMessage(`{"title":` + string(quoted) + `,"text":` + string(quoted) + `}`),
		Fields: json.RawMessage(fields), Checks: json.RawMessage(`[]`), MIMEType: "text/plain", Pages: 1,
	}
}

// large returns an extraction too large for a message, with fields too large for a row.
func large(text string) contract.Extraction {
	return found(text + strings.Repeat(" and so on", 200_000))
}

// put stores an extraction at the claim's address.
func (w worker) put(c contract.ClaimReply, e contract.Extraction) {
	w.t.Helper()
	body, err := json.Marshal(e)
	require.NoError(w.t, err)
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPut, c.PutURL, bytes.NewReader(body))
	require.NoError(w.t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(w.t, err)
	defer resp.Body.Close()
	require.Equal(w.t, resp.StatusCode, http.StatusOK, "put", resp.Status)
}

// tell publishes a result: e, or that it was stored if e is nil.
func (w worker) tell(id string, c contract.ClaimReply, e *contract.Extraction) {
	w.t.Helper()
	result := contract.Result{DocumentID: id, Token: c.Token, Outcome: contract.OutcomeCompleted, Extraction: e,
		Stored: e == nil, ProcessingTimeMs: 1}
	require.NoError(w.t, w.conn.PublishStream(w.t.Context(), contract.ResultSubject(id), id+c.Token, result))
}
