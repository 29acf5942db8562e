package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

// The component makes NATS a cluster of three, has streams kept on all of them,
// and leaves the manifests valid.
func TestNATSClusterComponent(t *testing.T) {
	t.Parallel()
	stream := mustBuildAt(t, "testdata/nats-cluster")
	none(t, allProblems(t, stream))
	cluster := mustCluster(t, stream)
	for _, program := range []string{"gateway", "provision"} {
		env, problems := cluster.Environment(mustWorkload(t, cluster, program))
		none(t, problems)
		if env["DOCMILL_NATS_REPLICAS"] != "3" {
			t.Errorf("%s: DOCMILL_NATS_REPLICAS is %q, want 3", program, env["DOCMILL_NATS_REPLICAS"])
		}
	}
	nats := mustWorkload(t, cluster, "nats")
	env := check.Environment{}
	for _, v := range nats.Pod.Spec.Containers[0].Env {
		env[v.Name] = "value-of-" + strings.ToLower(v.Name)
	}
	if _, named := env["POD_NAME"]; !named {
		t.Error("servers do not know their names")
	}
	config := mustRead(t, root+"/deploy/k8s/components/nats-cluster/nats.conf")
	none(t, check.NATSConfigProblems(config, env))
	if got, want := cluster.Reach(nats), []string{"dns", "nats"}; !slices.Equal(got, want) {
		t.Errorf("NATS reaches %v, want %v", got, want)
	}
	for _, want := range []string{"serviceName: nats-peers", "podManagementPolicy: Parallel", "nats-2.nats-peers:6222"} {
		if !strings.Contains(stream, want) {
			t.Errorf("%q is missing", want)
		}
	}
}
