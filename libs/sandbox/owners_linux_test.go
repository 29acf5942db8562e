package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
)

// livingChildren are those that all live at one moment.
func livingChildren() []int {
	first := childrenOf(os.Getpid())
	// Processes end and start during a listing: those in two listings lived in between.
	second := childrenOf(os.Getpid())
	return slices.DeleteFunc(first, func(pid int) bool { return !slices.Contains(second, pid) })
}

// memoryOf returns a process's memory without file-backed pages, in bytes.
func memoryOf(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0 // it is gone
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "RssAnon:"); ok {
			kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			require.NoError(t, err)
			return kib << 10
		}
	}
	return 0 // it has ended
}

func grow(t *testing.T, pool *sandbox.Pool, owner string, bytes int64) {
	t.Helper()
	o := order{Do: "grow", Arg: fmt.Sprint(bytes)}
	_, err := pool.DoFor(t.Context(), owner, header(t, o), strings.NewReader(""), 0)
	require.NoError(t, err)
}

// For any order of owners and any end of children: no child serves two owners, and their number stays
// within the limit.
func TestConcurrentOwners(t *testing.T) {
	// Not parallel: all children of the process must belong to this pool.
	const size, spares, idle, owners = 3, 2, 3, 8
	pool := newPool(t, func(c *sandbox.Config) {
		c.Size, c.Spares, c.Idle, c.IdleTime, c.MaxJobs = size, spares, idle, time.Hour, 6
	})
	warm, mu := 0, sync.Mutex{}
	job := func(random *rand.Rand, n int) {
		owner := strings.Repeat("o", random.IntN(owners)) // also without a name
		o := order{Do: "recall", Arg: owner + " " + strconv.Itoa(n)}
		if random.IntN(12) == 0 {
			o.Do = "exit"
		}
		got, err := pool.DoFor(t.Context(), owner, header(t, o), strings.NewReader(""), 0)
		switch before, _, _ := strings.Cut(string(got), " "); {
		case o.Do == "exit":
			_ = mustCrash(t, err, "exit status 3")
		case err != nil:
			t.Error(err)
		case len(got) > 0 && (owner == "" || before != owner):
			t.Errorf("a job of %q finds %q", owner, got)
		case len(got) > 0:
			mu.Lock()
			warm++
			mu.Unlock()
		}
		if n := len(livingChildren()); n > size+spares+idle {
			t.Errorf("%d children live", n)
		}
	}
	var wg sync.WaitGroup
	for worker := range 2 * size {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(worker)))
			for n := range 30 {
				job(random, n)
			}
		})
	}
	wg.Wait()
	assert.NotEqual(t, warm, 0, "no child was used again")
}

// Of the idle children, only the least recently used ones end.
func TestLeastRecentlyUsedEviction(t *testing.T) {
	t.Parallel()
	const idle = 3 // without work: as many as may live
	pool := newPool(t, func(c *sandbox.Config) { c.Idle, c.IdleTime = idle-1, time.Hour })
	random := rand.New(rand.NewPCG(2, 2))
	kept, lately := map[string]string{}, []string{}
	for n := range 80 {
		owner := string(rune('a' + random.IntN(idle+2)))
		want := ""
		if at := slices.Index(lately, owner); at >= 0 {
			want, lately = kept[owner], slices.Delete(lately, at, at+1)
		} else if len(lately) == idle {
			lately = lately[1:]
		}
		kept[owner], lately = fmt.Sprint(owner, n), append(lately, owner)
		require.Equal(t, recall(t, pool, owner, kept[owner]), want, "job", n, "of", owner, "finds")
	}
}

// An owner's second child makes way before the only one of another.
func TestOneChildPerOwnerKept(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.Size, c.Idle, c.IdleTime = 2, 2, time.Hour })
	recall(t, pool, "b", "b")
	recall(t, pool, "c", "c")
	ctx := sandbox.WithAsked(t.Context(), func(context.Context, []byte) ([]byte, error) {
		recall(t, pool, "a", "second")
		return nil, nil
	})
	_, err := pool.DoFor(ctx, "a", header(t, order{Do: "ask"}), strings.NewReader(""), 0)
	require.NoError(t, err)
	recall(t, pool, "d", "d")
	for _, c := range [][2]string{{"b", "b"}, {"c", "c"}, {"d", "d"}, {"a", ""}} {
		assert.Equal(t, recall(t, pool, c[0], ""), c[1], "a job of", c[0], "finds")
	}
}

// Idle children share a memory limit; one that uses too much is not kept, and ends no others.
func TestIdleMemoryLimit(t *testing.T) {
	// Not parallel: all children of the process must belong to one pool.
	const much = 48 << 20
	var each int64
	t.Run("one", func(t *testing.T) {
		pool := newPool(t, func(c *sandbox.Config) { c.MemoryBytes, c.IdleTime = 4<<30, time.Hour })
		recall(t, pool, "a", "a")
		grow(t, pool, "a", much)
		for _, pid := range livingChildren() {
			each += memoryOf(t, pid)
		}
	})
	pool := newPool(t, func(c *sandbox.Config) {
		c.MemoryBytes, c.Idle, c.IdleTime = 4<<30, 8, time.Hour
		c.IdleBytes, c.RecycleBytes = each*5/2, each*2
	})
	for _, owner := range []string{"a", "b", "c"} {
		recall(t, pool, owner, owner)
		grow(t, pool, owner, much)
	}
	testkit.Await(t, "idle children use no more than they may", func() bool {
		sum := int64(0)
		for _, pid := range livingChildren() {
			sum += memoryOf(t, pid)
		}
		return sum <= each*5/2
	})
	recall(t, pool, "greedy", "greedy")
	grow(t, pool, "greedy", each*2)
	for _, c := range [][2]string{{"b", "b"}, {"c", "c"}, {"a", ""}, {"greedy", ""}} {
		assert.Equal(t, recall(t, pool, c[0], ""), c[1], "a job of", c[0], "finds")
	}
}

// A start that waits for a free place ends with its job, and takes no place.
func TestPlaceFreedByEndedChild(t *testing.T) {
	t.Parallel()
	pool := newPool(t, func(c *sandbox.Config) { c.Size, c.IdleTime = 2, time.Hour })
	for n := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		body := bytes.NewReader(nil)
		_, err := pool.DoFor(ctx, fmt.Sprint(n), header(t, order{Do: "echo"}), body, 0)
		if err != nil && !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), context.Canceled.Error()) {
			t.Errorf("job %d: %v", n, err)
		}
	}
	mustEcho(t, pool)
}
