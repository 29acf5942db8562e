package extractor_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor"
)

// endless is a scan of more pages than any test waits for.
const endless = sayScan + " 1000000"

func one(cfg *extractor.Config) { cfg.Workers = 1 }

// laneOf is the lane of the last extension of the document's claim.
func (f *fixture) laneOf(id string) (lane contract.Lane) {
	f.change(id, func(d *document) { lane = d.lane })
	return lane
}

func TestClaimOfOtherDocument(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	command, chosen := f.accept(sayTotal+" 1.00", nil), f.accept(sayTotal+" 2.00", nil)
	f.mu.Lock()
	f.instead[command] = chosen
	f.mu.Unlock()
	f.dispatch(contract.LaneInteractive, command)
	r := f.result(chosen)
	assert.True(t, r.Extraction != nil && string(r.Extraction.Data) == `{"total":"2.00"}`, "result", r)
	s := testkit.Receive(t, f.signals, "the signal")
	assert.Equal(t, s.DocumentID, chosen, "signal", s)
	f.mustBeSettled(command)
}

// The command is finished when the document is claimed: from then on the lease counts.
func TestCommandFinishedAfterClaim(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.submit(sayHang, nil)
	testkit.Receive(t, f.claimed, "the claim")
	f.mustBeSettled(id)
}

func TestScanToSlowLane(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	kept := f.unending(endless)
	f.dispatch(contract.LaneInteractive, kept)
	testkit.Await(t, "the scan goes on in the slow lane", func() bool { return f.laneOf(kept) == contract.LaneSlow })
	require.Equal(t, len(f.released), 0, "it was given back, although the slow lane had a free slot")
	// The other worker is reserved for interactive work.
	for range 3 {
		scan := f.submit(sayScan+" 3", nil)
		if u := testkit.Receive(t, f.released, "the second scan"); u.DocumentID != scan || u.Lane != contract.LaneSlow {
			t.Errorf("released %+v, want %s into the slow lane", u, scan)
		}
		text := f.submit(sayTotal+" 1.00", nil)
		r := f.result(text)
		assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "text beside scans", r)
	}
	assert.Equal(t, len(f.results), 0, "a scan that was given back has a result")
}

func TestBatchScanLane(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.accept(sayScan+" 3", nil)
	f.dispatch(contract.LaneBatch, id)
	r := f.result(id)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
	if lane := f.laneOf(id); lane != contract.LaneSlow || len(f.released) != 0 {
		t.Errorf("it counts to lane %q, %d given back", lane, len(f.released))
	}
}

// A document that takes long without recognition also moves to the slow lane, if that has a free slot; otherwise it is
// released. In the slow lane it stays.
func TestLongDocumentToSlowLane(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	first := f.unending(sayHang)
	f.dispatch(contract.LaneInteractive, first)
	testkit.Await(t, "the first goes on in the slow lane", func() bool { return f.laneOf(first) == contract.LaneSlow })
	second := f.submit(sayHang, nil)
	u := testkit.Receive(t, f.released, "the second")
	assert.True(t, u.DocumentID == second && u.Lane == contract.LaneSlow, "released", u)
	r := f.result(f.submit(sayTotal+" 1.00", nil))
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "text beside them", r)
}

// An endless scan has the only worker, and interactive documents use it between two pages.
func TestOneWorkerYield(t *testing.T) {
	t.Parallel()
	f := start(t, one)
	scan := f.unending(endless)
	f.dispatch(contract.LaneSlow, scan)
	testkit.Receive(t, f.claimed, "the scan's claim")
	for range 5 {
		r := f.result(f.submit(sayTotal+" 1.00", nil))
		require.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
	}
	other := f.submit(sayScan+" 3", nil)
	if u := testkit.Receive(t, f.released, "another scan"); u.DocumentID != other || u.Lane != contract.LaneSlow {
		t.Errorf("released %+v, want %s into the slow lane", u, other)
	}
}

// The time of the interactive documents is not the scan's: it would run out
// otherwise.
func TestOneWorkerScan(t *testing.T) {
	t.Parallel()
	f := start(t, one)
	scan := f.accept(sayScan+" 50", nil)
	f.dispatch(contract.LaneSlow, scan)
	text := f.submit(sayTotal+" 1.00", nil)
	got := map[string]contract.Outcome{}
	for range 2 {
		r := testkit.Receive(t, f.results, "a result")
		got[r.DocumentID] = r.Outcome
	}
	assert.True(t, got[scan] == contract.OutcomeCompleted && got[text] == contract.OutcomeCompleted, "results", got)
}

// All extractors share one user and can read its inboxes, so claims are sealed.
func TestSealedClaims(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	nc, err := nats.Connect("", nats.InProcessServer(f.server.Provider()), nats.UserInfo(contract.UserExtractor, "pw"),
		nats.CustomInboxPrefix(contract.InboxPrefix(contract.UserExtractor)))
	require.NoError(t, err)
	defer nc.Close()
	var mu sync.Mutex
	var heard strings.Builder
	_, err = nc.Subscribe(contract.InboxPrefix(contract.UserExtractor)+".>", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		heard.Write(m.Data)
	})
	if err == nil {
		err = nc.Flush()
	}
	require.NoError(t, err)
	const content = sayTotal + " 1.00"
	id := f.submit(content, func(c *contract.ClaimReply) { c.File, c.GetURL = []byte(content), "" })
	f.result(id)
	said := func() string {
		mu.Lock()
		defer mu.Unlock()
		return heard.String()
	}
	testkit.Await(t, "the listener hears the claim", func() bool { return strings.Contains(said(), `"sealSender"`) })
	f.change(id, func(d *document) {
		for _, secret := range []string{d.tokens[0], "X-Amz-Signature", "://", content} {
			assert.NotContains(t, said(), secret)
		}
	})
}

// The command of a document is delivered again later if its account has too many documents in work.
func TestBlockedCommand(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	id := f.accept(sayTotal+" 1.00", nil)
	f.mu.Lock()
	f.blocked = 2
	f.mu.Unlock()
	f.dispatch(contract.LaneInteractive, id)
	r := f.result(id)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
	f.mu.Lock()
	defer f.mu.Unlock()
	assert.Equal(t, f.blocked, 0, "refusals are left")
}
