package pgd_test

import (
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/require"
)

// PostgreSQL refuses to run as root. For another user both modes use that user.
func TestRunAsRoot(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	inNamespace := pgd.Config{Dir: dir}
	if namespacesAllowed() {
		inNamespace = pgd.WithIdentity(inNamespace, pgd.IdentityNamespace)
	} else {
		t.Log("user namespaces are forbidden here: Start has to find that out")
	}
	asAccount := pgd.WithIdentity(pgd.Config{Dir: dir}, pgd.IdentityAccount)

	c := start(t, inNamespace)
	exec(t, c, "CREATE TABLE kept AS SELECT 'kept' AS value")
	stop(t, c)
	// A container that forbids namespaces finds the data of one that did not,
	// and the other way round.
	for _, cfg := range []pgd.Config{asAccount, inNamespace} {
		c = start(t, cfg)
		assert.Equal(t, query(t, c, "SELECT value FROM kept"), "kept")
		stop(t, c)
	}
}

func namespacesAllowed() bool {
	self := []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
	cmd := osexec.Command("/bin/true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: self}
	return cmd.Run() == nil
}

func TestInaccessibleDirectory(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // no other account is involved
	}
	home := clusterDir(t) // mode 0700, as root's home has it
	_, err := pgd.Start(t.Context(), pgd.WithIdentity(
		pgd.Config{Dir: filepath.Join(home, "docmill"), Password: password}, pgd.IdentityAccount))
	require.True(t, err != nil && strings.Contains(err.Error(), home), "error", err, "does not name", home)
}
