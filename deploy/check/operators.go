package check

import (
	"fmt"
	"regexp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// customKinds are the operators' kinds in overlays. Operators define schemas; this package checks references.
func customKinds() []string {
	return []string{
		"monitoring.coreos.com/v1/ServiceMonitor", "monitoring.coreos.com/v1/PrometheusRule",
		"keda.sh/v1alpha1/ScaledObject", "external-secrets.io/v1/ExternalSecret", "cert-manager.io/v1/Certificate",
		"postgresql.cnpg.io/v1/Cluster", "postgresql.cnpg.io/v1/ScheduledBackup",
	}
}

// decodeCustom reads an object of an operator's kind; ok is false for others.
func decodeCustom(document []byte) (object *unstructured.Unstructured, ok bool) {
	object = &unstructured.Unstructured{}
	if err := yaml.Unmarshal(document, &object.Object); err != nil {
		return nil, false
	}
	return object, slices.Contains(customKinds(), object.GetAPIVersion()+"/"+object.GetKind())
}

func (c *Cluster) custom(kind string) []*unstructured.Unstructured {
	var found []*unstructured.Unstructured
	for _, o := range c.customs {
		if o.GetKind() == kind {
			found = append(found, o)
		}
	}
	return found
}

// addCustom stores the Secrets that an ExternalSecret or a Certificate creates.
func (c *Cluster) addCustom(o *unstructured.Unstructured) {
	c.customs = append(c.customs, o)
	switch o.GetKind() {
	case "ExternalSecret":
		name, _, _ := unstructured.NestedString(o.Object, "spec", "target", "name")
		c.secrets[name] = externalKeys(o)
	case "Certificate":
		name, _, _ := unstructured.NestedString(o.Object, "spec", "secretName")
		c.secrets[name] = map[string]string{"ca.crt": "", "tls.crt": "", "tls.key": ""}
	}
}

// externalKeys returns the keys of the created Secret, with their template.
func externalKeys(o *unstructured.Unstructured) map[string]string {
	keys, templated, _ := unstructured.NestedStringMap(o.Object, "spec", "target", "template", "data")
	if templated {
		return keys
	}
	keys = map[string]string{}
	for _, name := range externalNames(o) {
		keys[name] = "from outside"
	}
	return keys
}

func externalNames(o *unstructured.Unstructured) []string {
	entries, _, _ := unstructured.NestedSlice(o.Object, "spec", "data")
	var names []string
	for _, entry := range entries {
		if fields, ok := entry.(map[string]any); ok {
			name, _, _ := unstructured.NestedString(fields, "secretKey")
			names = append(names, name)
		}
	}
	return names
}

// CustomProblems reports dangling names in operators' objects, and of Secrets in volumes.
func (c *Cluster) CustomProblems() []string {
	problems := c.scalingProblems()
	for _, o := range c.custom("ScheduledBackup") {
		name, _, _ := unstructured.NestedString(o.Object, "spec", "cluster", "name")
		if !slices.ContainsFunc(c.custom("Cluster"), func(p *unstructured.Unstructured) bool {
			_, kept, _ := unstructured.NestedMap(p.Object, "spec", "backup")
			return p.GetName() == name && kept
		}) {
			problems = append(problems,
				fmt.Sprintf("scheduled backup %s: no cluster %s that keeps backups", o.GetName(), name))
		}
	}
	variable := regexp.MustCompile(`\{\{ \.(\w+) \}\}`)
	for _, o := range c.custom("ExternalSecret") {
		for key, value := range externalKeys(o) {
			for _, used := range variable.FindAllStringSubmatch(value, -1) {
				if !slices.Contains(externalNames(o), used[1]) {
					problems = append(problems,
						fmt.Sprintf("external secret %s: %s needs %s, which is not fetched", o.GetName(), key, used[1]))
				}
			}
		}
	}
	return append(problems, c.secretProblems()...)
}

func (c *Cluster) secretProblems() []string {
	var problems []string
	for _, w := range c.Workloads {
		for _, v := range w.Pod.Spec.Volumes {
			if v.Secret != nil && c.secrets[v.Secret.SecretName] == nil {
				problems = append(problems, fmt.Sprintf("%s: nobody brings the Secret %s", w.Name, v.Secret.SecretName))
			}
		}
	}
	return problems
}

// ProductionProblems reports missing parts of a production overlay: pinned images, external secrets,
// priorities, limits of ephemeral storage, spreading over nodes and zones, and two replicas of everything
// with a disruption budget.
func (c *Cluster) ProductionProblems() []string {
	var problems []string
	for _, w := range c.Workloads {
		report := func(text string) { problems = append(problems, w.Name+": "+text) }
		spec := w.Pod.Spec
		if !slices.Contains(c.priorities, spec.PriorityClassName) {
			report("has no priority class that is there")
		}
		for _, container := range spec.Containers {
			if !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(container.Image) {
				report("image " + container.Image + " has no digest")
			}
			r := container.Resources
			if r.Requests.StorageEphemeral().IsZero() || r.Limits.StorageEphemeral().IsZero() {
				report("has no bounds of ephemeral storage")
			}
		}
		if w.job {
			continue
		}
		if !spreads(spec, corev1.LabelHostname) {
			report("is not spread over nodes")
		}
		if w.Name != "nats" && !spreads(spec, corev1.LabelTopologyZone) {
			report("is not spread over zones")
		}
		if !slices.ContainsFunc(c.budgets, func(selected map[string]string) bool {
			return selected["app.kubernetes.io/name"] == w.Pod.Labels["app.kubernetes.io/name"]
		}) {
			report("has no budget of disruption")
		}
		if c.least(w) < 2 {
			report("runs once")
		}
	}
	if c.inline > 0 {
		problems = append(problems, fmt.Sprintf("%d Secrets stand in the manifests", c.inline))
	}
	slices.Sort(problems)
	return problems
}

func spreads(spec corev1.PodSpec, over string) bool {
	return slices.ContainsFunc(spec.TopologySpreadConstraints, func(t corev1.TopologySpreadConstraint) bool {
		return t.TopologyKey == over
	})
}

func (c *Cluster) least(w Workload) int64 {
	for _, s := range c.scalers {
		if s.Spec.ScaleTargetRef.Name == w.Name && s.Spec.MinReplicas != nil {
			return int64(*s.Spec.MinReplicas)
		}
	}
	for _, o := range c.custom("ScaledObject") {
		target, _, _ := unstructured.NestedString(o.Object, "spec", "scaleTargetRef", "name")
		if n, ok, _ := unstructured.NestedInt64(o.Object, "spec", "minReplicaCount"); ok && target == w.Name {
			return n
		}
	}
	return int64(w.Replicas)
}
