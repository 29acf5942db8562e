package client_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	binary, err = instance.Build(dir)
	return err
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
