// Package recovery_test runs what docs/operate tells operators to do: backups
// and restores, the exchange of every secret, the move of the object store.
package recovery_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// What the scenarios run is built once.
var (
	services instance.Services
	binary   instance.Binary // docmill, of the same build
)

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	services, err = instance.BuildServices(dir)
	binary = instance.Binary{Path: filepath.Join(dir, "docmill")}
	return err
}
