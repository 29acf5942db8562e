package check_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Development runs on a node of two cores and 4 GB. The rest is for the node and the cluster's pods (half a
// core and 1 GiB), and the extractor that a rolling update adds (400m, 768Mi).
func TestDevelopmentResourceRequests(t *testing.T) {
	t.Parallel()
	stream := mustBuild(t)
	none(t, allProblems(t, stream))
	cpu, memory := mustCluster(t, stream).Requests()
	if limit := resource.MustParse("1100m"); cpu.Cmp(limit) > 0 {
		t.Errorf("requests %s cores, want at most %s", cpu.String(), limit.String())
	}
	if limit := resource.MustParse("2Gi"); memory.Cmp(limit) > 0 {
		t.Errorf("requests %s of memory, want at most %s", memory.String(), limit.String())
	}
	t.Logf("%s cores, %s", cpu.String(), memory.String())
	var replicas int32
	for _, w := range mustCluster(t, stream).Workloads {
		if w.Name == "auth" || w.Name == "quota" {
			replicas += w.Replicas
		}
	}
	if replicas != 2 {
		t.Errorf("auth and quota run %d times together, want once each", replicas)
	}
}
