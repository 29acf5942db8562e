package upgrade_test

import (
	"errors"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// services are the executables of this release, former those of the one before.
var services, former instance.Services

// noHistory is why the former release cannot be built: the history of a clone cannot be installed like
// other dependencies, so its tests are skipped without it, in CI as well.
var noHistory error

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	if services, err = instance.BuildServices(dir); err == nil {
		former, err = services.Former()
	}
	if errors.Is(err, instance.ErrNoHistory) {
		noHistory, err = err, nil
	}
	return err
}
