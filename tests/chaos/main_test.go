package chaos_test

import (
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/chaos/world"
	"github.com/docmill/docmill/tests/instance"
)

// services are built once; the worlds run them as processes of their own.
var services instance.Services

func TestMain(m *testing.M) {
	os.Exit(world.Main(m, func(m *testing.M) int { return instance.Main(m, build, testkit.Run) }))
}

func build(dir string) (err error) {
	if flag.Parse(); *address != "" {
		return nil // somebody else runs it
	}
	services, err = instance.BuildServicesWithClock(dir)
	return err
}
