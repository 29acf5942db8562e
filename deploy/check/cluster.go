package check

import (
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

// Workload is a pod that something makes.
type Workload struct {
	Name string
	Pod  corev1.PodTemplateSpec
	// Replicas is the minimum of running pods: one for a Job, the autoscaler's minimum if there is one.
	Replicas int32
	job      bool // ends by itself
}

// Cluster holds the objects of one namespace by type.
type Cluster struct {
	Workloads  []Workload
	services   []*corev1.Service
	scalers    []*autoscalingv2.HorizontalPodAutoscaler
	policies   []*networkingv1.NetworkPolicy
	jobs       []*batchv1.Job
	accounts   []string
	secrets    map[string]map[string]string
	configMaps map[string]map[string]string
	customs    []*unstructured.Unstructured
	priorities []string
	budgets    []map[string]string // labels that they select
	inline     int                 // Secrets that stand in the manifests
}

// NewCluster sorts objects.
func NewCluster(objects []runtime.Object) *Cluster {
	c := &Cluster{secrets: map[string]map[string]string{}, configMaps: map[string]map[string]string{}}
	for _, object := range objects {
		switch o := object.(type) {
		case *appsv1.Deployment:
			c.Workloads = append(c.Workloads, Workload{o.Name, o.Spec.Template, atLeastOne(o.Spec.Replicas), false})
		case *appsv1.StatefulSet:
			c.Workloads = append(c.Workloads, Workload{o.Name, o.Spec.Template, atLeastOne(o.Spec.Replicas), false})
		case *batchv1.Job:
			c.Workloads = append(c.Workloads, Workload{program(o), o.Spec.Template, 1, true})
			c.jobs = append(c.jobs, o)
		case *corev1.Service:
			c.services = append(c.services, o)
		case *autoscalingv2.HorizontalPodAutoscaler:
			c.scalers = append(c.scalers, o)
		case *networkingv1.NetworkPolicy:
			c.policies = append(c.policies, o)
		case *corev1.ServiceAccount:
			c.accounts = append(c.accounts, o.Name)
		case *corev1.Secret:
			c.secrets[o.Name] = secretValues(o)
			c.inline++
		case *corev1.ConfigMap:
			c.configMaps[o.Name] = o.Data
		case *policyv1.PodDisruptionBudget:
			c.budgets = append(c.budgets, o.Spec.Selector.MatchLabels)
		case *schedulingv1.PriorityClass:
			c.priorities = append(c.priorities, o.Name)
		case *unstructured.Unstructured:
			c.addCustom(o)
		}
	}
	return c
}

// program is a Job's program: its name without the release.
func program(job *batchv1.Job) string {
	if name := job.Labels["app.kubernetes.io/name"]; name != "" {
		return name
	}
	return job.Name
}

// JobProblems reports Jobs that conflict with the next release (a Job's template is immutable, so its name
// must change), and Jobs that are removed with their logs.
func (c *Cluster) JobProblems(release string) []string {
	var problems []string
	for _, job := range c.jobs {
		if want := program(job) + "-" + release; job.Name != want {
			problems = append(problems, fmt.Sprintf("job %s: want the name %s", job.Name, want))
		}
		if job.Spec.TTLSecondsAfterFinished != nil || job.Spec.ActiveDeadlineSeconds != nil {
			problems = append(problems, fmt.Sprintf("job %s: vanishes after a time", job.Name))
		}
		if job.Spec.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
			problems = append(problems, fmt.Sprintf("job %s: what failed pods logged is lost", job.Name))
		}
	}
	return problems
}

func secretValues(s *corev1.Secret) map[string]string {
	values := map[string]string{}
	for key, value := range s.Data {
		values[key] = string(value)
	}
	return values
}

// Workload returns the one of that name.
func (c *Cluster) Workload(name string) (Workload, bool) {
	i := slices.IndexFunc(c.Workloads, func(w Workload) bool { return w.Name == name })
	if i < 0 {
		return Workload{}, false
	}
	return c.Workloads[i], true
}

// Environment returns the variables of a workload's first container, with the
// values of the ConfigMaps and Secrets that they refer to.
func (c *Cluster) Environment(w Workload) (Environment, []string) {
	env := Environment{}
	var problems []string
	for _, v := range w.Pod.Spec.Containers[0].Env {
		value, ok := c.resolve(v)
		if !ok {
			problems = append(problems, fmt.Sprintf("%s: %s refers to what is not there", w.Name, v.Name))
		}
		if _, twice := env[v.Name]; twice {
			problems = append(problems, fmt.Sprintf("%s: sets %s twice, of which apply may drop either", w.Name, v.Name))
		}
		env[v.Name] = value
	}
	return env, problems
}

func (c *Cluster) resolve(v corev1.EnvVar) (value string, ok bool) {
	switch from := v.ValueFrom; {
	case from == nil:
		return v.Value, true
	case from.SecretKeyRef != nil:
		ref := from.SecretKeyRef
		value, ok = c.secrets[ref.Name][ref.Key]
		return value, ok || ref.Optional != nil && *ref.Optional
	case from.ConfigMapKeyRef != nil:
		ref := from.ConfigMapKeyRef
		value, ok = c.configMaps[ref.Name][ref.Key]
		return value, ok || ref.Optional != nil && *ref.Optional
	}
	return "", false
}

// ReferenceProblems reports dangling references: service accounts, ConfigMaps in volumes, targets of
// autoscalers, Services without pods or ports.
func (c *Cluster) ReferenceProblems() []string {
	var problems []string
	for _, w := range c.Workloads {
		account := w.Pod.Spec.ServiceAccountName
		if account != "" && !slices.Contains(c.accounts, account) {
			problems = append(problems, fmt.Sprintf("%s: no service account %s", w.Name, account))
		}
		for _, volume := range w.Pod.Spec.Volumes {
			if m := volume.ConfigMap; m != nil && c.configMaps[m.Name] == nil {
				problems = append(problems, fmt.Sprintf("%s: no ConfigMap %s", w.Name, m.Name))
			}
		}
	}
	for _, s := range c.scalers {
		if _, ok := c.Workload(s.Spec.ScaleTargetRef.Name); !ok {
			problems = append(problems, fmt.Sprintf("autoscaler %s: no %s", s.Name, s.Spec.ScaleTargetRef.Name))
		}
	}
	for _, s := range c.services {
		problems = append(problems, c.checkService(s)...)
	}
	return problems
}

func (c *Cluster) checkService(s *corev1.Service) []string {
	selector := labels.SelectorFromSet(s.Spec.Selector)
	for _, w := range c.Workloads {
		if !selector.Matches(labels.Set(w.Pod.Labels)) {
			continue
		}
		var problems []string
		for _, port := range s.Spec.Ports {
			if !slices.ContainsFunc(w.Pod.Spec.Containers[0].Ports, func(p corev1.ContainerPort) bool {
				return p.Name == port.TargetPort.StrVal || p.ContainerPort == port.TargetPort.IntVal
			}) {
				problems = append(problems, fmt.Sprintf("service %s: %s has no port %s", s.Name, w.Name, port.TargetPort.String()))
			}
		}
		return problems
	}
	return []string{fmt.Sprintf("service %s: selects no pod", s.Name)}
}
