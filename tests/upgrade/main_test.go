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

// noHistory says why there is no former release to be built: that of a clone without its
// history is no dependency that could be installed, so its tests are skipped, in CI as well.
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
