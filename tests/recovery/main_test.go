// Package recovery_test runs the procedures of docs/operate: backups and restores, changes of every secret,
// the move of the object store.
package recovery_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// Executables are built once.
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
