package main

import (
	"encoding/json"
	"slices"
)

// object has the fields of a Pod, Namespace or NetworkPolicy that rules need.
type object struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace"`
		Labels    map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		HostNetwork bool        `json:"hostNetwork"`
		Containers  []container `json:"containers"`

		PodSelector selector `json:"podSelector"`
		PolicyTypes []string `json:"policyTypes"`
		Ingress     []rule   `json:"ingress"`
		Egress      []rule   `json:"egress"`
	} `json:"spec"`
	Status struct {
		Phase string `json:"phase"`
		PodIP string `json:"podIP"`
	} `json:"status"`
}

type container struct {
	Ports []struct {
		Name          string `json:"name"`
		ContainerPort int    `json:"containerPort"`
	} `json:"ports"`
}

// selector selects by labels: an empty one selects all.
type selector struct {
	MatchLabels      map[string]string `json:"matchLabels"`
	MatchExpressions []struct {
		Key      string   `json:"key"`
		Operator string   `json:"operator"`
		Values   []string `json:"values"`
	} `json:"matchExpressions"`
}

func (s selector) chooses(labels map[string]string) bool {
	for key, value := range s.MatchLabels {
		if labels[key] != value {
			return false
		}
	}
	for _, e := range s.MatchExpressions {
		value, there := labels[e.Key]
		listed := there && slices.Contains(e.Values, value)
		switch e.Operator {
		case "In":
			there = listed
		case "NotIn":
			there = !listed
		case "DoesNotExist":
			there = !there
		}
		if !there {
			return false
		}
	}
	return true
}

type rule struct {
	From  []peer `json:"from"`
	To    []peer `json:"to"`
	Ports []port `json:"ports"`
}

type peer struct {
	PodSelector       *selector `json:"podSelector"`
	NamespaceSelector *selector `json:"namespaceSelector"`
	IPBlock           *struct {
		CIDR   string   `json:"cidr"`
		Except []string `json:"except"`
	} `json:"ipBlock"`
}

type port struct {
	Protocol string          `json:"protocol"`
	Port     json.RawMessage `json:"port"` // a number, or a container port's name
	EndPort  int             `json:"endPort"`
}
