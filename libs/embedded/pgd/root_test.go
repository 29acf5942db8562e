package pgd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/embedded/pgd"
)

// PostgreSQL refuses to run as root. As another user there is nothing to get
// round, and both modes fall back to that user.
func TestEveryWayToRunAsRoot(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	inNamespace := pgd.WithIdentity(pgd.Config{Dir: dir}, pgd.IdentityNamespace)
	asAccount := pgd.WithIdentity(pgd.Config{Dir: dir}, pgd.IdentityAccount)

	c := start(t, inNamespace)
	exec(t, c, "CREATE TABLE kept AS SELECT 'kept' AS value")
	stop(t, c)
	// A container that forbids namespaces finds the data of one that did not,
	// and the other way round.
	for _, cfg := range []pgd.Config{asAccount, inNamespace} {
		c = start(t, cfg)
		if got := query(t, c, "SELECT value FROM kept"); got != "kept" {
			t.Errorf("got %q", got)
		}
		stop(t, c)
	}
}

func TestNewClusterUnderAnAccount(t *testing.T) {
	t.Parallel()
	c := start(t, pgd.WithIdentity(pgd.Config{Dir: clusterDir(t), Durable: true}, pgd.IdentityAccount))
	if got := query(t, c, "SELECT current_setting('data_checksums')"); got != "on" {
		t.Errorf("data_checksums is %q", got)
	}
}

func TestAccountNamesTheClosedDirectory(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		return // no other account is involved
	}
	home := clusterDir(t) // mode 0700, as root's home has it
	_, err := pgd.Start(t.Context(), pgd.WithIdentity(
		pgd.Config{Dir: filepath.Join(home, "docmill"), Password: password}, pgd.IdentityAccount))
	if err == nil || !strings.Contains(err.Error(), home) {
		t.Fatalf("error %v does not name %s", err, home)
	}
}
