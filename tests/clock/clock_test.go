package clock_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/clock"
)

// near is how much two readings of right clocks may differ on a slow machine.
const near = 5 * time.Minute

func TestServiceClock(t *testing.T) {
	t.Parallel()
	c, dir := newClock(t), t.TempDir()
	flags, err := clock.BuildFlags(dir)
	require.NoError(t, err)
	program := filepath.Join(dir, "tell")
	build := exec.Command("go", append(append([]string{"build"}, flags...), "-o", program, "./testdata/tell")...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	ask, stop := tell(t, program, c.Env())
	defer stop()
	for _, offset := range []time.Duration{0, 10 * time.Minute, -10 * time.Minute, 720 * time.Hour, 0} {
		set(t, c, offset)
		now, ran := ask()
		off := time.Until(now.Add(-offset)).Abs()
		assert.True(t, off <= near, "set to", offset, "it is off by", off, "more")
		assert.True(t, ran >= 0 && ran <= near, "set to", offset, "it says that it has run for", ran)
	}
}

func TestServerClock(t *testing.T) {
	t.Parallel()
	c, dir := newClock(t), t.TempDir()
	preload, err := clock.Preload(dir)
	require.NoError(t, err)
	for _, offset := range []time.Duration{0, time.Hour, -time.Hour} {
		set(t, c, offset)
		date := exec.Command("date", "+%s")
		date.Env = []string{"PATH=" + os.Getenv("PATH"), preload, c.Env()}
		out, err := date.Output()
		require.NoError(t, err)
		off := time.Until(seconds(t, strings.TrimSpace(string(out))).Add(-offset)).Abs()
		assert.True(t, off <= near, "set to", offset, "it is off by", off, "more")
	}
}

func newClock(t *testing.T) *clock.Clock {
	t.Helper()
	c, err := clock.New(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func set(t *testing.T, c *clock.Clock, offset time.Duration) {
	t.Helper()
	require.NoError(t, c.Set(offset))
}

// tell starts the program; ask returns its time and its running time.
func tell(t *testing.T, program, env string) (ask func() (time.Time, time.Duration), stop func()) {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Env, cmd.Stderr = []string{env}, os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	ask = func() (time.Time, time.Duration) {
		var unix string
		var ran int64
		_, err := io.WriteString(in, "\n")
		require.NoError(t, err)
		_, err = fmt.Fscan(out, &unix, &ran)
		require.NoError(t, err)
		return seconds(t, unix), time.Duration(ran)
	}
	return ask, func() { _, _ = in.Close(), cmd.Wait() }
}

func seconds(t *testing.T, text string) time.Time {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	require.NoError(t, err)
	return time.Unix(n, 0)
}
