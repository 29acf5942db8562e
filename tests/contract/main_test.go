// Package contract_test holds the built binary against everything that the HTTP
// contract promises, as clients see it; every answer is validated against the
// OpenAPI document on its way.
package contract_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// Both are built once: the one process, and the services one by one.
var (
	binary   instance.Binary
	services instance.Services
)

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	if services, err = instance.BuildServices(dir); err == nil { // docmill among them
		binary, err = instance.Build(dir)
	}
	return err
}
