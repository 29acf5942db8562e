package processes_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// services are built once; the scenarios run them as separate processes.
var services instance.Services

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	services, err = instance.BuildServices(dir)
	return err
}
