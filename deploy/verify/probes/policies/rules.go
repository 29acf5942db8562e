package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// cluster is the input of the rules.
type cluster struct {
	pods       []object
	policies   []object
	namespaces map[string]map[string]string // labels of each
}

func newCluster(objects []object) cluster {
	c := cluster{namespaces: map[string]map[string]string{}}
	for _, o := range objects {
		switch {
		case o.Kind == "Namespace":
			c.namespaces[o.Metadata.Name] = o.Metadata.Labels
		case o.Kind == "NetworkPolicy":
			c.policies = append(c.policies, o)
		case o.Kind == "Pod" && o.Status.PodIP != "" && !o.Spec.HostNetwork && !over(o.Status.Phase):
			c.pods = append(c.pods, o)
		}
	}
	return c
}

func over(phase string) bool { return phase == "Succeeded" || phase == "Failed" }

// direction is ingress or egress.
type direction struct {
	name, own, other string // own and other: whose address is the pod's, whose the peer's
}

// rules returns the whole table. An isolated pod has a chain per direction, which returns for allowed
// packets and drops the rest. Packets to the node itself pass another hook than those through it.
func (c cluster) rules() string {
	var chains, jumps, toNode strings.Builder
	for n, pod := range c.pods {
		for _, d := range []direction{{"Egress", "saddr", "daddr"}, {"Ingress", "daddr", "saddr"}} {
			chosen := c.chosen(pod, d.name)
			if len(chosen) == 0 {
				continue
			}
			chain := fmt.Sprintf("%s_%d", strings.ToLower(d.name), n)
			fmt.Fprintf(&chains, "\tchain %s { # %s/%s\n", chain, pod.Metadata.Namespace, pod.Metadata.Name)
			for _, policy := range chosen {
				c.allowances(&chains, policy, pod, d)
			}
			chains.WriteString("\t\tcounter drop\n\t}\n")
			jump := fmt.Sprintf("\t\tip %s %s jump %s\n", d.own, pod.Status.PodIP, chain)
			jumps.WriteString(jump)
			if d.name == "Egress" {
				toNode.WriteString(jump)
			}
		}
	}
	return "table inet policies\ndelete table inet policies\ntable inet policies {\n" + chains.String() +
		"\tchain forward {\n\t\ttype filter hook forward priority filter + 10; policy accept;\n" +
		"\t\tct state established,related accept\n" + jumps.String() + "\t}\n" +
		"\tchain input {\n\t\ttype filter hook input priority filter + 10; policy accept;\n" +
		"\t\tct state established,related accept\n" + toNode.String() + "\t}\n}\n"
}

func (c cluster) chosen(pod object, kind string) []object {
	var chosen []object
	for _, policy := range c.policies {
		kinds := policy.Spec.PolicyTypes
		if len(kinds) == 0 { // the API server fills it in; its default is the same
			kinds = []string{"Ingress"}
		}
		if policy.Metadata.Namespace == pod.Metadata.Namespace && slices.Contains(kinds, kind) &&
			policy.Spec.PodSelector.chooses(pod.Metadata.Labels) {
			chosen = append(chosen, policy)
		}
	}
	return chosen
}

// allowances writes the lines of one policy: each peer with each port.
func (c cluster) allowances(out *strings.Builder, policy, pod object, d direction) {
	rules := policy.Spec.Ingress
	if d.name == "Egress" {
		rules = policy.Spec.Egress
	}
	for _, r := range rules {
		for _, from := range c.peers(policy, r, d) {
			for _, to := range ports(r.Ports, pod) {
				fmt.Fprintf(out, "\t\t%s\n", strings.Join(strings.Fields(from+" "+to+" return"), " "))
			}
		}
	}
}

func (c cluster) peers(policy object, r rule, d direction) []string {
	list := r.From
	if d.name == "Egress" {
		list = r.To
	}
	if len(list) == 0 {
		return []string{""}
	}
	var matches []string
	for _, p := range list {
		if p.IPBlock != nil {
			match := fmt.Sprintf("ip %s %s", d.other, p.IPBlock.CIDR)
			if len(p.IPBlock.Except) > 0 {
				match += fmt.Sprintf(" ip %s != { %s }", d.other, strings.Join(p.IPBlock.Except, ", "))
			}
			matches = append(matches, match)
			continue
		}
		for _, pod := range c.pods {
			if c.meant(policy, p, pod) {
				matches = append(matches, fmt.Sprintf("ip %s %s", d.other, pod.Status.PodIP))
			}
		}
	}
	return matches
}

func (c cluster) meant(policy object, p peer, pod object) bool {
	space := pod.Metadata.Namespace
	if p.NamespaceSelector == nil && space != policy.Metadata.Namespace {
		return false
	}
	if p.NamespaceSelector != nil && !p.NamespaceSelector.chooses(c.namespaces[space]) {
		return false
	}
	return p.PodSelector == nil || p.PodSelector.chooses(pod.Metadata.Labels)
}

func ports(list []port, pod object) []string {
	if len(list) == 0 {
		return []string{""}
	}
	var matches []string
	for _, p := range list {
		protocol := strings.ToLower(p.Protocol)
		if protocol == "" {
			protocol = "tcp"
		}
		number := p.number(pod)
		switch {
		case len(p.Port) == 0:
			matches = append(matches, "meta l4proto "+protocol)
		case number == 0: // a name that the pod does not have allows nothing
		case p.EndPort > number:
			matches = append(matches, fmt.Sprintf("%s dport %d-%d", protocol, number, p.EndPort))
		default:
			matches = append(matches, fmt.Sprintf("%s dport %d", protocol, number))
		}
	}
	return matches
}

func (p port) number(pod object) int {
	var number int
	if json.Unmarshal(p.Port, &number) == nil {
		return number
	}
	var name string
	if json.Unmarshal(p.Port, &name) != nil {
		return 0
	}
	for _, c := range pod.Spec.Containers {
		for _, q := range c.Ports {
			if q.Name == name {
				return q.ContainerPort
			}
		}
	}
	return 0
}
