package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/labels"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// meta is the beginning of every object.
type meta struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Metadata   struct {
		Name      string `json:"name"`
		Namespace string `json:"namespace,omitempty"`
		// Labels and annotations that a kustomization adds.
		Labels      map[string]string `json:"labels,omitempty"`
		Annotations map[string]string `json:"annotations,omitempty"`
	} `json:"metadata"`
}

// ServiceMonitor is the part of monitoring.coreos.com/v1 that docmill uses.
type ServiceMonitor struct {
	meta
	Spec struct {
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

// PrometheusRule has the used fields as well; tests/observability compares its groups with the files that
// Prometheus checks.
type PrometheusRule struct {
	meta
	Spec struct {
		Groups []map[string]any `json:"groups"`
	} `json:"spec"`
}

// ScaledObject is the part of keda.sh/v1alpha1 that docmill uses.
type ScaledObject struct {
	meta
	Spec struct {
		ScaleTargetRef struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
			Name       string `json:"name"`
		} `json:"scaleTargetRef"`
		MinReplicaCount int32 `json:"minReplicaCount"`
		MaxReplicaCount int32 `json:"maxReplicaCount"`
		PollingInterval int32 `json:"pollingInterval"`
		Advanced        struct {
			Autoscaler struct {
				Name     string                                         `json:"name"`
				Behavior *autoscalingv2.HorizontalPodAutoscalerBehavior `json:"behavior"`
			} `json:"horizontalPodAutoscalerConfig"`
		} `json:"advanced"`
		Fallback struct {
			FailureThreshold int32 `json:"failureThreshold"`
			Replicas         int32 `json:"replicas"`
		} `json:"fallback"`
		Triggers []Trigger `json:"triggers"`
	} `json:"spec"`
}

// Trigger of a ScaledObject.
type Trigger struct {
	Type       string            `json:"type"`
	MetricType string            `json:"metricType"`
	Metadata   map[string]string `json:"metadata"`
}

// Custom are objects of kinds that Kubernetes itself does not have.
type Custom struct {
	Monitors []ServiceMonitor
	Rules    []PrometheusRule
	Scaled   []ScaledObject
}

// SplitCustom removes such objects from a stream of manifests. Fields that are not declared here are
// errors, even if their API has them.
func SplitCustom(stream []byte) (rest []byte, custom Custom, err error) {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(stream)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return rest, custom, nil
		}
		if err != nil {
			return nil, custom, err
		}
		isCustom, err := custom.add(document)
		if err != nil {
			return nil, custom, err
		}
		if !isCustom {
			rest = append(append(rest, "---\n"...), document...)
		}
	}
}

func (c *Custom) add(document []byte) (isCustom bool, err error) {
	var m meta
	if err := yaml.Unmarshal(document, &m); err != nil {
		return false, err
	}
	switch m.APIVersion + " " + m.Kind {
	case "monitoring.coreos.com/v1 ServiceMonitor":
		c.Monitors, err = appendStrict(c.Monitors, document)
	case "monitoring.coreos.com/v1 PrometheusRule":
		c.Rules, err = appendStrict(c.Rules, document)
	case "keda.sh/v1alpha1 ScaledObject":
		c.Scaled, err = appendStrict(c.Scaled, document)
	default:
		return false, nil
	}
	if err != nil {
		return true, fmt.Errorf("%s/%s: %w", m.Kind, m.Metadata.Name, err)
	}
	return true, nil
}

func appendStrict[T any](objects []T, document []byte) ([]T, error) {
	var object T
	err := yaml.UnmarshalStrict(document, &object)
	return append(objects, object), err
}

// Scraped returns the jobs of a monitor that scrape the services' ports, and their problems.
func (c *Cluster) Scraped(m ServiceMonitor) (jobs []string, problems []string) {
	selector := labels.SelectorFromSet(m.Spec.Selector.MatchLabels)
	for _, service := range c.services {
		for _, endpoint := range m.Spec.Endpoints {
			for _, port := range service.Spec.Ports {
				if port.Name != endpoint.Port || !selector.Matches(labels.Set(service.Labels)) {
					continue
				}
				job := service.Labels[m.Spec.JobLabel]
				if job == "" {
					problems = append(problems, fmt.Sprintf("monitor %s: service %s has no label %s", m.Metadata.Name,
						service.Name, m.Spec.JobLabel))
				}
				jobs = append(jobs, job)
			}
		}
	}
	slices.Sort(jobs)
	return jobs, problems
}

// ScalingProblems reports deployments with two autoscalers, scaled objects without a target, and triggers
// with missing parts.
func (c *Cluster) ScalingProblems(scaled []ScaledObject) []string {
	var problems []string
	for _, s := range scaled {
		target := s.Spec.ScaleTargetRef
		if _, ok := c.Workload(target.Name); !ok || target.Kind != "Deployment" {
			problems = append(problems, fmt.Sprintf("scaled object %s: no %s %s", s.Metadata.Name, target.Kind, target.Name))
		}
		for _, h := range c.scalers {
			if h.Spec.ScaleTargetRef.Name == target.Name {
				problems = append(problems, fmt.Sprintf("%s: has the autoscaler %s as well as a scaled object",
					target.Name, h.Name))
			}
		}
		if s.Spec.MinReplicaCount < 1 || s.Spec.MaxReplicaCount < s.Spec.MinReplicaCount {
			problems = append(problems, fmt.Sprintf("scaled object %s: %d to %d replicas", s.Metadata.Name,
				s.Spec.MinReplicaCount, s.Spec.MaxReplicaCount))
		}
		problems = append(problems, triggerProblems(s)...)
	}
	return problems
}

func triggerProblems(s ScaledObject) []string {
	needed := map[string][]string{"prometheus": {"serverAddress", "query", "threshold"}, "cpu": {"value"}}
	var problems []string
	for _, trigger := range s.Spec.Triggers {
		names, known := needed[trigger.Type]
		if !known {
			problems = append(problems, fmt.Sprintf("scaled object %s: trigger %q", s.Metadata.Name, trigger.Type))
		}
		for _, name := range names {
			if trigger.Metadata[name] == "" {
				problems = append(problems, fmt.Sprintf("scaled object %s: trigger %s without %s", s.Metadata.Name, trigger.Type,
					name))
			}
		}
	}
	return problems
}
