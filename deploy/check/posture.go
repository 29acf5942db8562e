package check

import (
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// SecurityProblems reports pods that violate the Pod Security Standard "restricted", have a writable root
// file system, or get a token of the Kubernetes API.
func (c *Cluster) SecurityProblems() ([]string, error) {
	standard, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, fmt.Errorf("pod security standard: %w", err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	var problems []string
	for _, w := range c.Workloads {
		for _, result := range standard.EvaluatePod(restricted, &w.Pod.ObjectMeta, &w.Pod.Spec) {
			if !result.Allowed {
				problems = append(problems, fmt.Sprintf("%s: %s: %s", w.Name, result.ForbiddenReason, result.ForbiddenDetail))
			}
		}
		if token := w.Pod.Spec.AutomountServiceAccountToken; token == nil || *token {
			problems = append(problems, w.Name+": gets a service account token")
		}
		for _, container := range w.Pod.Spec.Containers {
			if s := container.SecurityContext; s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem {
				problems = append(problems, w.Name+": root file system is writable")
			}
			if container.Resources.Limits.Memory().IsZero() || container.Resources.Requests.Cpu().IsZero() {
				problems = append(problems, w.Name+": lacks a memory limit or a processor request")
			}
		}
	}
	return problems, nil
}

// GraceProblems reports a workload that is killed before it has drained.
func GraceProblems(w Workload, drain time.Duration) []string {
	var pause int64
	if l := w.Pod.Spec.Containers[0].Lifecycle; l != nil && l.PreStop != nil && l.PreStop.Sleep != nil {
		pause = l.PreStop.Sleep.Seconds
	}
	have := time.Duration(*w.Pod.Spec.TerminationGracePeriodSeconds-pause) * time.Second
	if have <= drain {
		return []string{fmt.Sprintf("%s: has %v to drain, needs more than %v", w.Name, have, drain)}
	}
	return nil
}

// ProbeProblems reports missing probes, and probes of a missing port.
func ProbeProblems(w Workload) []string {
	container := w.Pod.Spec.Containers[0]
	probes := map[string]*corev1.Probe{
		"startup": container.StartupProbe, "readiness": container.ReadinessProbe, "liveness": container.LivenessProbe,
	}
	var problems []string
	for kind, probe := range probes {
		if probe == nil || probe.HTTPGet == nil {
			problems = append(problems, fmt.Sprintf("%s: no %s probe", w.Name, kind))
			continue
		}
		if !slices.ContainsFunc(container.Ports, func(p corev1.ContainerPort) bool {
			return p.Name == probe.HTTPGet.Port.StrVal
		}) {
			problems = append(problems, fmt.Sprintf("%s: no port for the %s probe", w.Name, kind))
		}
	}
	slices.Sort(problems)
	return problems
}

// Reach returns the names of the workloads that a workload may connect to under the network policies,
// sorted; "outside" means outside the namespace, "dns" the cluster's DNS. It ignores ingress rules of the
// receivers.
func (c *Cluster) Reach(w Workload) []string {
	rules, isolated := c.egress(w)
	if !isolated {
		return []string{"everything"}
	}
	var names []string
	for _, rule := range rules {
		if len(rule.To) == 0 {
			return []string{"everything"}
		}
		for _, peer := range rule.To {
			names = append(names, c.peers(peer)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (c *Cluster) egress(w Workload) (rules []networkingv1.NetworkPolicyEgressRule, isolated bool) {
	for _, p := range c.policies {
		if !matches(&p.Spec.PodSelector, w.Pod.Labels) ||
			!slices.Contains(p.Spec.PolicyTypes, networkingv1.PolicyTypeEgress) {
			continue
		}
		isolated = true
		rules = append(rules, p.Spec.Egress...)
	}
	return rules, isolated
}

func (c *Cluster) peers(peer networkingv1.NetworkPolicyPeer) []string {
	if peer.NamespaceSelector != nil || peer.IPBlock != nil {
		if peer.PodSelector != nil && peer.PodSelector.MatchLabels["k8s-app"] == "kube-dns" {
			return []string{"dns"}
		}
		return []string{"outside"}
	}
	var names []string
	for _, w := range c.Workloads {
		if matches(peer.PodSelector, w.Pod.Labels) {
			names = append(names, w.Name)
		}
	}
	return names
}

func matches(selector *metav1.LabelSelector, of map[string]string) bool {
	s, err := metav1.LabelSelectorAsSelector(selector)
	return err == nil && s.Matches(labels.Set(of))
}
