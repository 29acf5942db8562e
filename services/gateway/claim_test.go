package gateway_test

import (
	"bytes"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

// next pulls a command and claims the gateway's document for it.
func (r *rig) next(worker string, key *contract.ClaimKey) (command string, claim contract.ClaimReply) {
	r.t.Helper()
	return r.nextFor(contract.ClaimRequest{Worker: worker, SealKey: key.Public(), SealSessions: true})
}

// nextFor is next for a worker that asks in its own way.
func (r *rig) nextFor(request contract.ClaimRequest) (command string, claim contract.ClaimReply) {
	r.t.Helper()
	d := r.command()
	c, err := bus.Decode[contract.ExtractCommand](d.Data())
	require.NoError(r.t, err)
	request.DocumentID, request.Lane = c.DocumentID, contract.LaneInteractive
	claim, err = bus.Call[contract.ClaimReply](r.t.Context(), r.worker, contract.RPCWorkClaim, request)
	require.NoError(r.t, err)
	require.NoError(r.t, d.Ack())
	return c.DocumentID, claim
}

func claimKey(t *testing.T) *contract.ClaimKey {
	t.Helper()
	key, err := contract.NewClaimKey()
	require.NoError(t, err)
	return key
}

// The key of a session serves all claims of a worker. Older workers have no sessions.
func TestSealedClaim(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	key := claimKey(t)
	asked := contract.ClaimRequest{Worker: "w", SealKey: key.Public()}
	assert.Empty(t, r.sealedToTheWorker(key, asked), "sealed to a former worker")
	asked.SealSessions = true
	if first := r.sealedToTheWorker(key, asked); len(first) == 0 || !bytes.Equal(r.sealedToTheWorker(key, asked), first) {
		t.Error("no two claims are sealed in one session")
	}
}

// sealedToTheWorker has a document claimed and completed, and returns the session's sender.
func (r *rig) sealedToTheWorker(key *contract.ClaimKey, request contract.ClaimRequest) (sender []byte) {
	t := r.t
	t.Helper()
	id, ended := r.accept()
	_, claim := r.nextFor(request)
	sender = claim.SealSender
	if len(claim.Sealed) == 0 || claim.Token != "" || claim.GetURL != "" || claim.PutURL != "" {
		t.Fatalf("not sealed: %+v", claim)
	}
	for name, attempt := range map[string]func(c *contract.ClaimReply) error{
		"another key":      func(c *contract.ClaimReply) error { return c.Open(claimKey(t), "w") },
		"another worker":   func(c *contract.ClaimReply) error { return c.Open(key, "v") },
		"another document": func(c *contract.ClaimReply) error { c.DocumentID += "0"; return c.Open(key, "w") },
		"altered": func(c *contract.ClaimReply) error {
			c.Sealed = append([]byte{^c.Sealed[0]}, c.Sealed[1:]...)
			return c.Open(key, "w")
		},
	} {
		other := claim
		assert.True(t, attempt(&other) != nil && other.Token == "", name, "opened")
	}
	require.NoError(t, claim.Open(key, "w"))
	r.report(completed(id, claim.Token))
	ended()
	return sender
}

func TestClaimWithMalformedKey(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, _ := r.accept()
	_, err := bus.Call[contract.ClaimReply](t.Context(), r.worker, contract.RPCWorkClaim, contract.ClaimRequest{
		DocumentID: id, Worker: "w", Lane: contract.LaneInteractive, SealKey: []byte("short"), SealSessions: true,
	})
	require.Error(t, err, "claimed")
	assert.Equal(t, r.count(`SELECT count(*) FROM documents WHERE status = 'queued' AND attempt = 0`), 1,
		"the document is not given back")
}

// A document may be claimed before its command is published. That command then replaces the one that was
// used.
func TestCommandAndDocumentCounts(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(c *gateway.Config) { c.Queue.Window = 1 })
	key := claimKey(t)
	first, firstEnded := r.accept()
	_, claim := r.next("w", key)
	require.Equal(t, claim.DocumentID, first, "claimed")
	second, secondEnded := r.accept()
	// the window is full
	r.eventually(1, `SELECT count(*) FROM documents WHERE status = 'queued' AND redispatch_at IS NOT NULL`)
	r.account = gatewaytest.Account()
	late, lateEnded := r.accept()
	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	_, err := r.pool.Exec(t.Context(), `UPDATE documents SET traceparent = $1`, trace)
	require.NoError(t, err)
	command, lateClaim := r.next("w", key)
	assert.True(t, command == second && lateClaim.DocumentID == late,
		"the command of", command, "led to", lateClaim.DocumentID, "want", late, "whose account has nothing in work")
	assert.Equal(t, lateClaim.Traceparent, trace, "trace of a claim of another document")
	command, secondClaim := r.next("w", key)
	assert.True(t, command == late && secondClaim.DocumentID == second,
		"the command of", command, "led to", secondClaim.DocumentID, "want", second)
	for _, c := range []*contract.ClaimReply{&claim, &lateClaim, &secondClaim} {
		require.NoError(t, c.Open(key, "w"))
		r.report(completed(c.DocumentID, c.Token))
	}
	firstEnded()
	secondEnded()
	lateEnded()
}

func TestReleaseIntoSlowLane(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id, _ := r.accept()
	key := claimKey(t)
	_, claim := r.next("w", key)
	require.NoError(t, claim.Open(key, "w"))
	u := contract.ClaimUpdate{ClaimRef: contract.ClaimRef{DocumentID: id, Token: claim.Token}, Lane: contract.LaneBatch}
	_, err := bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkRelease, u)
	assert.Error(t, err, "a worker moved a document to another lane than the slow one")
	u.Lane = contract.LaneSlow
	_, err = bus.Call[contract.Empty](t.Context(), r.worker, contract.RPCWorkRelease, u)
	require.NoError(t, err)
	puller, err := r.worker.Puller(t.Context(), contract.StreamCommands, contract.DurableLane(contract.LaneSlow))
	require.NoError(t, err)
	d, err := puller.Next(t.Context())
	require.NoError(t, err)
	assert.Equal(t, d.Subject(), contract.CommandSubject(contract.LaneSlow, id), "command")
}
