package client_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

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

// clientOf speaks as an account.
func clientOf(t *testing.T, a instance.Account, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(a.URL, a.Key, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
