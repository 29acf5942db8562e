package references_test

import (
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }
