package main

import (
	"fmt"
	"slices"
	"strings"
)

const (
	domain = "svc.cluster.local"
	none   = "None" // address of a headless service
)

// object has the fields of a Service or an EndpointSlice that names need.
type object struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name      string            `json:"name"`
		Namespace string            `json:"namespace"`
		Labels    map[string]string `json:"labels"`
	} `json:"metadata"`
	Spec struct {
		ClusterIP                string `json:"clusterIP"`
		PublishNotReadyAddresses bool   `json:"publishNotReadyAddresses"`
	} `json:"spec"`
	Endpoints []endpoint `json:"endpoints"`
}

type endpoint struct {
	Addresses  []string `json:"addresses"`
	Hostname   string   `json:"hostname"`
	Conditions struct {
		Ready *bool `json:"ready"`
	} `json:"conditions"`
}

// hosts returns a line per address and name, sorted.
func hosts(objects []object) string {
	var lines []string
	headless := map[string]bool{} // by namespace/name: whether addresses that are not ready count
	for _, o := range objects {
		if o.Kind != "Service" {
			continue
		}
		if o.Spec.ClusterIP == none {
			headless[o.Metadata.Namespace+"/"+o.Metadata.Name] = o.Spec.PublishNotReadyAddresses
		} else if o.Spec.ClusterIP != "" {
			lines = append(lines, line(o.Spec.ClusterIP, o.Metadata.Name, o.Metadata.Namespace))
		}
	}
	for _, o := range objects {
		service := o.Metadata.Labels["kubernetes.io/service-name"]
		all, ok := headless[o.Metadata.Namespace+"/"+service]
		if o.Kind != "EndpointSlice" || !ok {
			continue
		}
		for _, e := range o.Endpoints {
			if ready := e.Conditions.Ready; !all && ready != nil && !*ready {
				continue
			}
			for _, address := range e.Addresses {
				lines = append(lines, line(address, service, o.Metadata.Namespace))
				if e.Hostname != "" {
					lines = append(lines, line(address, e.Hostname+"."+service, o.Metadata.Namespace))
				}
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "")
}

func line(address, name, namespace string) string {
	return fmt.Sprintf("%s %s.%s.%s\n", address, name, namespace, domain)
}
