package bus_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/require"
)

// settled publishes a result, takes it and acknowledges it.
func settled(t *testing.T, extractor *bus.Conn, p *bus.Puller, n int) {
	t.Helper()
	r := contract.Result{DocumentID: docA, Token: fmt.Sprint(n), Outcome: contract.OutcomeError}
	require.NoError(t, extractor.PublishStream(t.Context(), contract.ResultSubject(docA), r.Token, r))
	d, err := p.Next(t.Context())
	require.NoError(t, err)
	got, err := bus.Decode[contract.Result](d.Data())
	require.True(t, err == nil && got.Token == r.Token, got, err)
	require.NoError(t, d.Ack())
}

// Results that arrive and leave one by one stay in one file: whenever a stream loses its last message, the
// server would begin another.
func TestAckDelayBlockFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := startServerIn(t, dir)
	extractor := connect(t, s, contract.UserExtractor)
	p := resultsPuller(t, s)
	const messages = 60
	operator := connect(t, s, contract.UserOperator)
	for n := range messages {
		settled(t, extractor, p, n)
		// The server removes the message before the next one arrives.
		_, err := operator.Inspect(t.Context(), contract.Streams())
		require.NoError(t, err)
	}
	// A pause of the machine longer than the acknowledgement waits costs one file each.
	last := lastFile(t, dir, contract.StreamResults)
	t.Logf("%d messages used up %d files", messages, last)
	assert.True(t, last <= messages/2, "each message has a file of its own")
	p.Flush()
	awaitEmpty(t, s)
}

// Without another message the last acknowledgement is sent by itself.
func TestFlushLastAck(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	settled(t, connect(t, s, contract.UserExtractor), resultsPuller(t, s), 1)
	awaitEmpty(t, s)
}

func resultsPuller(t *testing.T, s *natsd.Server) *bus.Puller {
	t.Helper()
	p, err := connect(t, s, contract.UserGateway).Puller(t.Context(), contract.StreamResults, contract.DurableResults)
	require.NoError(t, err)
	return p
}

// awaitEmpty waits until no result is left.
func awaitEmpty(t *testing.T, s *natsd.Server) {
	t.Helper()
	operator := connect(t, s, contract.UserOperator)
	for {
		states, err := operator.Inspect(t.Context(), contract.Streams())
		require.NoError(t, err)
		for _, state := range states {
			if state.Spec.Name == contract.StreamResults && state.Messages == 0 {
				return
			}
		}
	}
}

// lastFile is the number of the stream's newest file, from 1.
func lastFile(t *testing.T, dir, stream string) (last int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		var n int
		if strings.Contains(path, "/"+stream+"/") && err == nil {
			if _, noNumber := fmt.Sscanf(d.Name(), "%d.blk", &n); noNumber == nil {
				last = max(last, n)
			}
		}
		return nil // files come and go meanwhile
	})
	require.NoError(t, err, "no file of", stream, "was found")
	require.NotEqual(t, last, 0, "no file of", stream, "was found")
	return last
}
