package crash_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/tests/instance"
)

// binary is built once; the scenarios run it as a separate process, so that it can be killed.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, (*testing.M).Run)) }

func build(dir string) (err error) {
	binary, err = instance.Build(dir)
	return err
}
