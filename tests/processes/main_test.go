package processes_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// services are built once; the scenarios run them as processes of their own.
var services instance.Services

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "docmill-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if services, err = instance.BuildServices(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return testkit.Run(m)
}
