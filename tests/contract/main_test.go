// Package contract_test checks the built binary against all promises of the HTTP contract, from the
// clients' view; it validates every response against the OpenAPI document.
package contract_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/tests/instance"
)

// Both are built once: the one process, and the services one by one.
var (
	binary   instance.Binary
	services instance.Services
)

func TestMain(m *testing.M) { os.Exit(instance.Main(m, services.Build, binary.Build)) }
