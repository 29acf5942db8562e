package chaos_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/chaos/world"
	"github.com/docmill/docmill/tests/instance"
)

// services are built once; the worlds run them as separate processes.
var services world.Releases

func TestMain(m *testing.M) {
	os.Exit(world.Main(m, func(m *testing.M) int { return instance.Main(m, build) }))
}

func build(dir string) (err error) {
	if flag.Parse(); *address != "" {
		return nil // its operator runs it
	}
	err = services.Current.BuildWithClock(dir)
	if err == nil && slices.Contains(*faults, fault.Upgrade) {
		services.Former, err = services.Current.Former()
	}
	if errors.Is(err, instance.ErrNoHistory) {
		fmt.Fprintln(os.Stderr, "chaos: left out: upgrade:", err)
		*faults, err = slices.DeleteFunc(*faults, func(k fault.Kind) bool { return k == fault.Upgrade }), nil
	}
	return err
}
