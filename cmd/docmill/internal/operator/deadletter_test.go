package operator_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
)

const (
	docA = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	docB = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5c"
)

// withLetters connects to a server with three dead letters: a result of docA, one of docB and an event.
func withLetters(t *testing.T) *bus.Conn {
	t.Helper()
	server := testkit.NATSWithAccounts(t, natsconf.Accounts(), natsconf.SamePassword("pw"))
	conn, err := operator.Target{NATSURL: server.ClientURL(), NATSPassword: "pw"}.Connect(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	require.NoError(t, conn.Provision(t.Context(), contract.Streams()))
	for _, l := range []struct{ stream, subject, data string }{
		{contract.StreamResults, contract.ResultSubject(docA), `{"documentId":1}`},
		{contract.StreamResults, contract.ResultSubject(docB), "\x1b[2Jx"},
		{contract.StreamEvents, contract.EventSubject(contract.EventBatchFailed, "acct_1", "batch_1"), `{}`},
	} {
		err := conn.PublishEnvelope(t.Context(), bus.Envelope{
			Subject: contract.DeadLetterSubject(l.stream, l.subject), Data: []byte(l.data),
			Header: map[string]string{contract.HeaderDeadSubject: l.subject, contract.HeaderDeadReason: "no \x1b[31mresult"},
		})
		require.NoError(t, err)
	}
	return conn
}

func TestListAndShowDeadLetters(t *testing.T) {
	t.Parallel()
	conn := withLetters(t)
	list := func(about string, asJSON bool) string {
		return printed(t, conn, operator.ListDeadLetters{About: about, JSON: asJSON})
	}
	all := list("", false)
	wants(t, all, "NUMBER SINCE STREAM", contract.StreamResults+" 16 "+contract.ResultSubject(docA), "no �[31mresult", "batch_1")
	assert.False(t, strings.ContainsRune(all, '\x1b'), all, "holds what a terminal obeys")
	about := list(docB, false)
	assert.True(t, !strings.Contains(about, docA) && strings.Contains(about, docB), "about one", about)
	assert.Equal(t, list("ext_none", false), "There are no dead letters.")
	assert.Equal(t, list("ext_none", true), "")
	var first map[string]any
	line, _, _ := strings.Cut(list(docA, true), "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || first["number"] != 1.0 || first["message"] != nil {
		t.Errorf("%v, %v", first, err)
	}

	show := func(number uint64, asJSON bool) string {
		return printed(t, conn, operator.ShowDeadLetter{Number: number, JSON: asJSON})
	}
	wants(t, show(1, false), "stream "+contract.StreamResults, `{ "documentId": 1 }`)
	wants(t, show(2, false), `"\x1b[2Jx"`)
	wants(t, show(1, true), `"message": { "documentId": 1 }`)
	wants(t, show(2, true), `"raw": "G1sySng="`)
	_, err := do(t, conn, operator.ShowDeadLetter{Number: 77}, "")
	assert.Equal(t, exitstatus.Of(err), exitstatus.NotFound, "exit status")
}

func TestRetryDeadLetters(t *testing.T) {
	t.Parallel()
	conn := withLetters(t)
	got, err := do(t, conn, operator.RetryDeadLetters{DeadLetters: operator.DeadLetters{All: true}}, "")
	if !errors.Is(err, bus.ErrEventStays) || exitstatus.Of(err) != exitstatus.Failed {
		t.Errorf("error %v, status %d", err, exitstatus.Of(err))
	}
	assert.Equal(t, got, "retried  1  "+contract.ResultSubject(docA)+"\nretried  2  "+contract.ResultSubject(docB)+"\n")
	puller, err := conn.Puller(t.Context(), contract.StreamResults, contract.DurableResults)
	require.NoError(t, err)
	for _, want := range []string{`{"documentId":1}`, "\x1b[2Jx"} {
		d, err := puller.Next(t.Context())
		require.NoError(t, err, d)
		assert.Equal(t, string(d.Data()), want, d)
	}
	_, err = do(t, conn, operator.RetryDeadLetters{DeadLetters: operator.DeadLetters{Numbers: []uint64{1}}}, "")
	assert.Equal(t, exitstatus.Of(err), exitstatus.NotFound, "exit status")
}

func TestDropDeadLetters(t *testing.T) {
	t.Parallel()
	conn := withLetters(t)
	drop := func(which operator.DeadLetters, yes bool, answer string) (string, error) {
		return do(t, conn, operator.DropDeadLetters{DeadLetters: which, Yes: yes}, answer)
	}
	for _, text := range []string{"", "n\n", "\n", "yesterday\n"} {
		out, err := drop(operator.DeadLetters{All: true}, false, text)
		assert.True(t, out == "" && err != nil, "answer", text, out, err)
	}
	if out, err := drop(operator.DeadLetters{About: docA}, false, "y\n"); out != "dropped  1\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	out, err := drop(operator.DeadLetters{Numbers: []uint64{1, 3}}, false, "YES")
	assert.True(t, out == "dropped  3\n" && exitstatus.Of(err) == exitstatus.NotFound, out, err)
	out, err = drop(operator.DeadLetters{All: true}, true, "")
	assert.True(t, out == "dropped  2\n" && err == nil, out, err)
	out, err = drop(operator.DeadLetters{All: true}, false, "")
	assert.True(t, out == "" && err == nil, "nothing to drop", out, err)
}

func TestDeadLetterSelection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		which operator.DeadLetters
		ok    bool
	}{
		{operator.DeadLetters{}, false}, {operator.DeadLetters{All: true}, true}, {operator.DeadLetters{Numbers: []uint64{1}}, true},
		{operator.DeadLetters{All: true, About: docA}, false}, {operator.DeadLetters{About: "*"}, false},
		{operator.DeadLetters{About: docA}, true},
	} {
		err := c.which.Validate()
		assert.Equal(t, err == nil, c.ok, c.which, err)
	}
}
