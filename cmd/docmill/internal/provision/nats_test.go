package provision_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
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
		if err := provision.WriteNATSConfig(&want, c.servers, c.monitor); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not what `docmill nats-config` prints; write it with -update", file)
		}
	}
}

var update = flag.Bool("update", false, "write what deployments mount")
