package upgrade_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// services are the executables of this release, former those of the one before.
var services, former instance.Services

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	if services, err = instance.BuildServices(dir); err == nil {
		former, err = services.Former()
	}
	return err
}
