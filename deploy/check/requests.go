package check

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

func atLeastOne(replicas *int32) int32 {
	if replicas == nil {
		return 1
	}
	return *replicas
}

// Requests returns the sum of all pods' minimum requests after the start: cores and bytes of memory. It
// excludes additional pods of a rolling update.
func (c *Cluster) Requests() (cpu, memory resource.Quantity) {
	for _, w := range c.Workloads {
		replicas := w.Replicas
		for _, s := range c.scalers {
			if s.Spec.ScaleTargetRef.Name == w.Name && s.Spec.MinReplicas != nil {
				replicas = *s.Spec.MinReplicas
			}
		}
		for range replicas {
			for _, container := range w.Pod.Spec.Containers {
				cpu.Add(container.Resources.Requests[corev1.ResourceCPU])
				memory.Add(container.Resources.Requests[corev1.ResourceMemory])
			}
		}
	}
	return cpu, memory
}
