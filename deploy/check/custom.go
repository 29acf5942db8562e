package check

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

// serviceMonitor is the part of monitoring.coreos.com/v1 that docmill uses.
type serviceMonitor struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Metadata   map[string]any `json:"metadata"`
	Spec       struct {
		JobLabel string `json:"jobLabel"`
		Selector struct {
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"selector"`
		Endpoints []struct {
			Port          string `json:"port"`
			Path          string `json:"path"`
			Interval      string `json:"interval"`
			ScrapeTimeout string `json:"scrapeTimeout"`
		} `json:"endpoints"`
	} `json:"spec"`
}

// Scraped returns the jobs of the service monitors that scrape the services' ports, and the monitors' problems.
// Fields that serviceMonitor does not declare are problems, even if the API has them.
func (c *Cluster) Scraped() (jobs []string, problems []string) {
	for _, o := range c.custom("ServiceMonitor") {
		var m serviceMonitor
		if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(o.Object, &m, true); err != nil {
			problems = append(problems, fmt.Sprintf("monitor %s: %v", o.GetName(), err))
			continue
		}
		selector := labels.SelectorFromSet(m.Spec.Selector.MatchLabels)
		for _, service := range c.services {
			for _, endpoint := range m.Spec.Endpoints {
				for _, port := range service.Spec.Ports {
					if port.Name != endpoint.Port || !selector.Matches(labels.Set(service.Labels)) {
						continue
					}
					job := service.Labels[m.Spec.JobLabel]
					if job == "" {
						problems = append(problems, fmt.Sprintf("monitor %s: service %s has no label %s", o.GetName(), service.Name,
							m.Spec.JobLabel))
					}
					jobs = append(jobs, job)
				}
			}
		}
	}
	slices.Sort(jobs)
	return jobs, problems
}

// scalingProblems reports missing targets, impossible bounds, incomplete triggers, and two autoscalers of a deployment.
func (c *Cluster) scalingProblems() []string {
	var problems []string
	needed := map[string][]string{"prometheus": {"serverAddress", "query", "threshold"}, "cpu": {"value"}}
	for _, o := range c.custom("ScaledObject") {
		report := func(format string, args ...any) {
			problems = append(problems, fmt.Sprintf("scaled object "+o.GetName()+": "+format, args...))
		}
		target, _, _ := unstructured.NestedString(o.Object, "spec", "scaleTargetRef", "name")
		if _, ok := c.Workload(target); !ok {
			report("no %s", target)
		}
		for _, s := range c.scalers {
			if s.Spec.ScaleTargetRef.Name == target {
				report("%s has the autoscaler %s as well", target, s.Name)
			}
		}
		least, _, _ := unstructured.NestedInt64(o.Object, "spec", "minReplicaCount")
		most, _, _ := unstructured.NestedInt64(o.Object, "spec", "maxReplicaCount")
		if least < 1 || most < least {
			report("%d to %d replicas", least, most)
		}
		triggers, _, _ := unstructured.NestedSlice(o.Object, "spec", "triggers")
		for _, trigger := range triggers {
			fields, _ := trigger.(map[string]any)
			kind, _, _ := unstructured.NestedString(fields, "type")
			if needed[kind] == nil {
				report("trigger %q", kind)
			}
			for _, name := range needed[kind] {
				if value, _, _ := unstructured.NestedString(fields, "metadata", name); value == "" {
					report("trigger %s without %s", kind, name)
				}
			}
		}
	}
	return problems
}
