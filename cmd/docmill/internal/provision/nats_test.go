package provision_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const (
	kept        = "../../../../deploy/nats/nats.conf"
	keptCompose = "../../../../deploy/compose/nats.conf"
	keptCluster = "../../../../deploy/k8s/components/nats-cluster/nats.conf"
)

// The configuration mounted by deployments grants the contract's rights. `go test ./internal/provision
// -update` rewrites it.
func TestNATSConfigurationUpToDate(t *testing.T) {
	t.Parallel()
	for file, c := range map[string]struct {
		servers int
		monitor string
	}{kept: {1, ""}, keptCompose: {1, "127.0.0.1:8222"}, keptCluster: {3, ""}} {
		var want bytes.Buffer
		require.NoError(t, provision.WriteNATSConfig(&want, c.servers, c.monitor))
		if *update {
			require.NoError(t, os.WriteFile(file, want.Bytes(), 0o644))
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(got, want.Bytes()),
			file, "is not what `docmill nats-config` prints; write it with -update")
	}
}

var update = flag.Bool("update", false, "write what deployments mount")
