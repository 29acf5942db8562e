// Package events_test receives docmill's events like an operator's program: over NATS, as the user
// subscriber, with the included example.
package events_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/docmill/docmill/tests/instance"
)

// Both are built once and run as separate processes.
var (
	binary     instance.Binary
	subscriber string
)

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build, buildSubscriber)) }

func buildSubscriber(dir string) error {
	subscriber = filepath.Join(dir, "subscriber")
	out, err := exec.Command("go", "build", "-C", "../../examples/subscriber", "-o", subscriber, ".").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the example: %w\n%s", err, out)
	}
	return nil
}
