package pgd_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// With childDir the test binary starts a cluster there, to be killed with it; childAccount selects IdentityAccount.
const (
	childDir     = "PGD_TEST_CHILD_DIR"
	childAccount = "PGD_TEST_CHILD_ACCOUNT"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(m.Run())
}

func child(dir string) int {
	cfg := pgd.Config{Dir: dir, Password: password, Durable: true}
	if os.Getenv(childAccount) != "" {
		cfg = pgd.WithIdentity(cfg, pgd.IdentityAccount)
	}
	if _, err := pgd.Start(context.Background(), cfg); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("ready")
	select {}
}

func startChild(t *testing.T, dir string, env ...string) (*osexec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := osexec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { kill(cmd) })
	return cmd, bufio.NewScanner(out)
}

func kill(cmd *osexec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

func postmaster(t *testing.T, dir string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.SplitN(string(content), "\n", 2)[0])
	require.NoError(t, err)
	return pid
}

func TestKilledProcess(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	cfg := pgd.Config{Dir: dir, Durable: true}
	c := start(t, cfg)
	exec(t, c, "CREATE TABLE kept AS SELECT 'kept' AS value")
	stop(t, c)
	for range 3 {
		cmd, out := startChild(t, dir)
		if !out.Scan() || out.Text() != "ready" {
			t.Fatalf("child: %q, %v", out.Text(), out.Err())
		}
		kill(cmd)

		c = start(t, cfg) // at once: the orphan may still be ending
		assert.Equal(t, query(t, c, "SELECT value FROM kept"), "kept")
		stop(t, c)
	}
}

func TestParentExit(t *testing.T) {
	t.Parallel()
	for name, env := range map[string]string{"default": childAccount + "=", "account": childAccount + "=1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := clusterDir(t)
			cmd, out := startChild(t, dir, env)
			if !out.Scan() || out.Text() != "ready" {
				t.Fatalf("child: %q, %v", out.Text(), out.Err())
			}
			pid := postmaster(t, dir)
			kill(cmd)
			testkit.Await(t, "the server is gone", func() bool { // gone, or an unreaped zombie
				_, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
				return err != nil
			})
			log, err := os.ReadFile(filepath.Join(dir, "postgres.log"))
			assert.NoError(t, err, "no fast shutdown")
			assert.Contains(t, string(log), "received fast shutdown request", "no fast shutdown")
		})
	}
}

func TestKilledDuringInitdb(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	cmd, out := startChild(t, dir)
	testkit.Await(t, "initdb has begun", func() bool {
		begun, err := filepath.Glob(filepath.Join(dir, "data.init-*", "data", "PG_VERSION"))
		return err == nil && len(begun) > 0
	})
	kill(cmd)
	if out.Scan() {
		t.Fatalf("the child got further than initdb: %s", out.Text())
	}
	start(t, pgd.Config{Dir: dir})
	left, err := filepath.Glob(filepath.Join(dir, "data.init-*"))
	assert.True(t, err == nil && len(left) == 0, "left behind", left, err)
}

func TestStopOrphan(t *testing.T) {
	t.Parallel()
	cfg := pgd.Config{Dir: clusterDir(t), Durable: true}
	orphan := start(t, cfg)
	exec(t, orphan, "CREATE TABLE kept AS SELECT 'kept' AS value")
	require.NoError(t, orphan.Abandon())
	c := start(t, cfg)
	<-orphan.Done()
	assert.Equal(t, query(t, c, "SELECT value FROM kept"), "kept")
}

func TestRestartKilledServer(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	cfg := pgd.Config{Dir: dir, Durable: true}
	c := start(t, cfg)
	exec(t, c, "CREATE TABLE kept AS SELECT 'kept' AS value")
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	testkit.Await(t, "the server answers", func() bool {
		conn, err := pgx.Connect(t.Context(), c.AdminDSN())
		if err != nil {
			return false
		}
		defer func() { _ = conn.Close(context.Background()) }()
		var value string
		return conn.QueryRow(t.Context(), "SELECT value FROM kept").Scan(&value) == nil && value == "kept"
	})
	stop(t, c)
}

func TestStopKilledServer(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	c := start(t, pgd.Config{Dir: dir, Durable: true})
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	_ = c.Stop(t.Context()) // an error if the killed server was the latest
	<-c.Done()
	start(t, pgd.Config{Dir: dir})
}

func TestStalePidFile(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	stop(t, start(t, pgd.Config{Dir: dir}))
	stale := fmt.Sprintf("%d\n%s\n", os.Getppid(), filepath.Join(dir, "data"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "postmaster.pid"), []byte(stale), 0o600))
	start(t, pgd.Config{Dir: dir})
}
