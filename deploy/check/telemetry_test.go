package check_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

// telemetryCluster is an installation with the components monitoring and keda.
func telemetryCluster(t *testing.T, stream []byte) (*check.Cluster, check.Custom) {
	t.Helper()
	rest, custom, err := check.SplitCustom(stream)
	if err != nil {
		t.Fatal(err)
	}
	none(t, allProblems(t, string(rest)))
	return mustCluster(t, string(rest)), custom
}

func mustTelemetry(t *testing.T) []byte {
	t.Helper()
	stream, err := check.BuildKustomization("testdata/telemetry")
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// The admin ports of all services are scraped, each under the service's name, by
// which rules and dashboards know it.
func TestMonitoringScrapeTargets(t *testing.T) {
	t.Parallel()
	cluster, custom := telemetryCluster(t, mustTelemetry(t))
	if len(custom.Monitors) != 1 || len(custom.Rules) != 1 || len(custom.Rules[0].Spec.Groups) < 2 {
		t.Fatalf("%d monitors, rules %+v", len(custom.Monitors), custom.Rules)
	}
	jobs, problems := cluster.Scraped(custom.Monitors[0])
	none(t, problems)
	if want := []string{"auth", "extractor", "gateway", "notifier", "quota"}; !slices.Equal(jobs, want) {
		t.Errorf("scraped %v, want %v", jobs, want)
	}
}

// Extractors have one autoscaler: that of the base, or KEDA's.
func TestKEDASingleAutoscaler(t *testing.T) {
	t.Parallel()
	cluster, custom := telemetryCluster(t, mustTelemetry(t))
	if len(custom.Scaled) != 1 {
		t.Fatalf("%d scaled objects", len(custom.Scaled))
	}
	none(t, cluster.ScalingProblems(custom.Scaled))
	mention(t, mustCluster(t, mustBuildBase(t)).ScalingProblems(custom.Scaled), "has the autoscaler extractor as well")
}

func mustBuildBase(t *testing.T) string {
	t.Helper()
	stream, err := check.BuildKustomization(root + "/deploy/k8s/base")
	if err != nil {
		t.Fatal(err)
	}
	return string(stream)
}

func TestTelemetryErrors(t *testing.T) {
	t.Parallel()
	stream := mustTelemetry(t)
	for name, planted := range map[string]struct{ old, new, want string }{
		"target":    {"    name: extractor\n  triggers", "    name: extraktor\n  triggers", "extraktor"},
		"threshold": {`threshold: "100"`, `treshold: "100"`, "without threshold"},
		"replicas":  {"minReplicaCount: 2", "minReplicaCount: 20", "20 to 10"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !bytes.Contains(stream, []byte(planted.old)) {
				t.Fatalf("%q is not in the manifests", planted.old)
			}
			cluster, custom := telemetryCluster(t, bytes.ReplaceAll(stream, []byte(planted.old), []byte(planted.new)))
			mention(t, cluster.ScalingProblems(custom.Scaled), planted.want)
		})
	}
	unknown := bytes.ReplaceAll(stream, []byte("jobLabel:"), []byte("jobLable:"))
	if _, _, err := check.SplitCustom(unknown); err == nil {
		t.Error("an unknown field is taken")
	}
}
