package bus_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// bury publishes an invalid command and lets an extractor reject it.
func bury(t *testing.T, operator, extractor *bus.Conn, id string) {
	t.Helper()
	subject := contract.CommandSubject(contract.LaneBatch, id)
	require.NoError(t, operator.PublishEnvelope(t.Context(), bus.Envelope{Subject: subject, Data: []byte("no command")}))
	p, err := extractor.Puller(t.Context(), contract.StreamCommands, contract.DurableLane(contract.LaneBatch))
	require.NoError(t, err)
	d, err := p.Next(t.Context())
	require.NoError(t, err)
	for range 2 { // as after a termination that got lost
		_ = d.Finish(t.Context(), fmt.Errorf("%w: is no JSON", bus.ErrMalformed))
	}
	// The server removes a terminated message when it reaches it.
	require.NoError(t, operator.Purge(t.Context(), contract.StreamCommands, subject))
}

func letters(t *testing.T, c *bus.Conn, about string) (all []bus.DeadLetter) {
	t.Helper()
	for d, err := range c.DeadLetters(t.Context(), about) {
		require.NoError(t, err)
		all = append(all, d)
	}
	return all
}

func TestRetryDeadLetter(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator, extractor := connect(t, s, contract.UserOperator), connect(t, s, contract.UserExtractor)
	bury(t, operator, extractor, docA)
	bury(t, operator, extractor, docB)
	all := letters(t, operator, "")
	require.Equal(t, len(all), 2, "dead letters, want 2", all)
	found := letters(t, operator, docA)
	subject := contract.CommandSubject(contract.LaneBatch, docA)
	if len(found) != 1 || found[0].Stream != contract.StreamCommands || found[0].Subject != subject ||
		found[0].Reason != "is no JSON" || string(found[0].Data) != "no command" {
		t.Fatalf("%+v", found)
	}
	// Many at the same time, and once more after the letter and the message are gone.
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			assert.NoError(t, operator.RetryDeadLetter(t.Context(), found[0]))
		})
	}
	wg.Wait()
	assert.Empty(t, letters(t, operator, docA), "left")
	p, err := extractor.Puller(t.Context(), contract.StreamCommands, contract.DurableLane(contract.LaneBatch))
	require.NoError(t, err)
	d, err := p.Next(t.Context())
	require.True(t, err == nil && d.Subject() == subject && string(d.Data()) == "no command", d, err)
	require.NoError(t, d.Ack())
	require.NoError(t, operator.RetryDeadLetter(t.Context(), found[0]))
	marker := contract.CommandSubject(contract.LaneBatch, "ext_marker")
	require.NoError(t, operator.PublishEnvelope(t.Context(), bus.Envelope{Subject: marker, Data: []byte("{}")}))
	d, err = p.Next(t.Context())
	require.True(t, err == nil && d.Subject() == marker, d, err, "the message came a second time")
}

func TestRetryDeadLetterOfPendingCommand(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator, extractor := connect(t, s, contract.UserOperator), connect(t, s, contract.UserExtractor)
	bury(t, operator, extractor, docA)
	err := operator.PublishStream(t.Context(), contract.CommandSubject(contract.LaneBatch, docA), "",
		contract.ExtractCommand{DocumentID: docA})
	require.NoError(t, err)
	require.NoError(t, operator.RetryDeadLetter(t.Context(), letters(t, operator, docA)[0]))
	assert.Empty(t, letters(t, operator, ""), "left")
}

// The operator may publish almost everything: a forged header of a dead letter must not make it publish for
// the sender.
func TestRetryForgedDeadLetter(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator, extractor := connect(t, s, contract.UserOperator), connect(t, s, contract.UserExtractor)
	for _, forged := range []string{contract.RPCAuthAccountSetPlan, contract.ResultSubject(docA),
		contract.EventSubject(contract.EventExtractionCompleted, "acct_1", docA), ""} {
		err := extractor.PublishEnvelope(t.Context(), bus.Envelope{
			Subject: contract.DeadLetterSubject(contract.StreamCommands, contract.CommandSubject(contract.LaneBatch, docA)),
			Header:  map[string]string{contract.HeaderDeadSubject: forged}, Data: []byte("{}"),
		})
		require.NoError(t, err)
	}
	found := letters(t, operator, "")
	for _, letter := range found {
		assert.Error(t, operator.RetryDeadLetter(t.Context(), letter), letter.Subject, "was published")
	}
	left := letters(t, operator, "")
	assert.True(t, len(found) == 4 && len(left) == 4, "found", len(found), "left", len(left), "want 4 each")
}

func TestRetryDeadLetterOfEvent(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator := connect(t, s, contract.UserOperator)
	subject := contract.EventSubject(contract.EventBatchFailed, "acct_1", "batch_1")
	err := operator.PublishEnvelope(t.Context(), bus.Envelope{
		Subject: contract.DeadLetterSubject(contract.StreamEvents, subject),
		Header:  map[string]string{contract.HeaderDeadSubject: subject}, Data: []byte("{}"),
	})
	require.NoError(t, err)
	found := letters(t, operator, "batch_1")
	require.Equal(t, len(found), 1, found)
	assert.ErrorIs(t, operator.RetryDeadLetter(t.Context(), found[0]), bus.ErrEventStays)
	assert.NoError(t, operator.DropDeadLetter(t.Context(), found[0].Seq))
	for range 2 {
		assert.ErrorIs(t, operator.DropDeadLetter(t.Context(), found[0].Seq), bus.ErrNoDeadLetter)
	}
	_, err = operator.DeadLetter(t.Context(), 99)
	assert.ErrorIs(t, err, bus.ErrNoDeadLetter)
}

func TestDeadLettersError(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator := connect(t, s, contract.UserOperator)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	count := 0
	for _, err := range operator.DeadLetters(ctx, "") {
		if count++; err == nil {
			t.Error("no error")
		}
	}
	assert.Equal(t, count, 1, "errors")
}

// A dead letter holds the beginning of a large message only, so that one sender does not push out
// the dead letters of others.
func TestLargeDeadLetterTruncated(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	operator, gateway := connect(t, s, contract.UserOperator), connect(t, s, contract.UserGateway)
	result := contract.ResultSubject(docA)
	require.NoError(t, operator.PublishEnvelope(t.Context(), bus.Envelope{Subject: result, Data: make([]byte, 7<<20)}))
	p, err := gateway.Puller(t.Context(), contract.StreamResults, contract.DurableResults)
	require.NoError(t, err)
	d, err := p.Next(t.Context())
	require.NoError(t, err)
	require.NoError(t, d.Finish(t.Context(), fmt.Errorf("%w: %s", bus.ErrMalformed, strings.Repeat("x", 1<<20))))
	kept := letters(t, operator, docA)[0]
	if len(kept.Data) != contract.MaxDeadLetterData || kept.Size != 7<<20 ||
		len(kept.Reason) != contract.MaxDeadLetterReason {
		t.Errorf("%d of %d bytes kept, reason of %d bytes", len(kept.Data), kept.Size, len(kept.Reason))
	}
	assert.ErrorIs(t, operator.RetryDeadLetter(t.Context(), kept), bus.ErrIncomplete, "retry")
}

func TestExtractorLargeDeadLettersDenied(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	err := connect(t, s, contract.UserExtractor).PublishEnvelope(t.Context(), bus.Envelope{
		Subject: contract.DeadLetterSubject(contract.StreamCommands, docA), Data: make([]byte, contract.MaxDeadLetter+1),
	})
	assert.Error(t, err)
}
