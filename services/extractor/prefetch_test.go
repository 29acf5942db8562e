package extractor_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor"
)

// aheadOf submits two batch documents: second is prefetched before letGo sends first. It retries late commands.
func (f *fixture) aheadOf(t *testing.T) (first, second string, letGo func()) {
	t.Helper()
	for range 10 {
		const content = sayTotal + " 1.00"
		var url string
		url, _, letGo = slowStore(t, content)
		first = f.accept(content, func(c *contract.ClaimReply) { c.GetURL = url })
		second = f.accept(sayTotal+" 2.00", nil)
		f.dispatch(contract.LaneBatch, first)
		f.dispatch(contract.LaneBatch, second)
		claimed := testkit.Receive(t, f.claimed, "a claim")
		select {
		case other := <-f.claimed: // the two of them run side by side
			require.NotEqual(t, claimed, other, "claimed twice")
			return first, second, letGo
		case <-time.After(2 * time.Second):
		}
		letGo()
		f.result(first)
		f.result(second)
		testkit.Receive(t, f.claimed, "the second claim")
	}
	t.Fatal("no document was claimed ahead")
	return "", "", nil
}

func TestPrefetchBatch(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	first, second, letGo := f.aheadOf(t)
	r := f.result(f.submit(sayTotal+" 3.00", nil))
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "interactive work beside them", r)
	letGo()
	for _, id := range []string{first, second} {
		r := f.result(id)
		assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
	}
	assert.Equal(t, len(f.released), 0, "a document was given back although a worker was free for it")
}

// A document prefetched behind long work is released, so that another replica can read it, and no other is
// prefetched.
func TestPrefetchReleasedDuringLongWork(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	first, second, letGo := f.aheadOf(t)
	u := testkit.Receive(t, f.released, "the second")
	assert.True(t, u.DocumentID == second && u.Token != "" && u.Lane == "", "released", u, "want", second)
	third := f.accept(sayTotal+" 3.00", nil)
	f.dispatch(contract.LaneBatch, third)
	for range 3 { // long enough for a claim
		f.result(f.submit(sayTotal+" 4.00", nil))
		assert.NotEqual(t, testkit.Receive(t, f.claimed, "an interactive claim"), third,
			"a document was claimed to wait for long work")
	}
	letGo()
	f.result(first)
	r := f.result(third)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
}

func TestPrefetchReleasedOnStop(t *testing.T) {
	t.Parallel()
	f := start(t, func(cfg *extractor.Config) { cfg.DrainTimeout = patience })
	first, second, letGo := f.aheadOf(t)
	f.stop()
	u := testkit.Receive(t, f.released, "the second")
	assert.Equal(t, u.DocumentID, second, "released", u)
	letGo()
	r := f.result(first)
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "what was read", r)
	assert.NoError(t, testkit.Receive(t, f.stopped, "the end"))
}
