package e2e_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// binary is built once; the scenarios run it as a process of its own, so that
// it can be killed.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "docmill-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if binary, err = instance.Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return testkit.Run(m)
}
