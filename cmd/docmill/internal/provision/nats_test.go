package provision_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
)

const kept = "../../../../deploy/nats/nats.conf"

// The configuration that deployments mount grants what the contract says.
// `go test ./internal/provision -update` writes it anew.
func TestTheKeptNATSConfigurationIsTheContract(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	if err := provision.WriteNATSConfig(&want); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(kept, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Fatal("deploy/nats/nats.conf is not what `docmill nats-config` prints; write it with -update")
	}
}

var update = flag.Bool("update", false, "write deploy/nats/nats.conf")
