package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const objects = `[
 {"kind": "Namespace", "metadata": {"name": "docmill"}},
 {"kind": "Namespace", "metadata": {"name": "monitoring", "labels": {"watches": "yes"}}},
 {"kind": "Pod", "metadata": {"name": "nats-0", "namespace": "docmill", "labels": {"app": "nats"}},
  "spec": {"containers": [{"ports": [{"name": "nats", "containerPort": 4222}]}]},
  "status": {"phase": "Running", "podIP": "10.0.0.1"}},
 {"kind": "Pod", "metadata": {"name": "gateway", "namespace": "docmill", "labels": {"app": "gateway"}},
  "status": {"phase": "Running", "podIP": "10.0.0.2"}},
 {"kind": "Pod", "metadata": {"name": "prometheus", "namespace": "monitoring"},
  "status": {"phase": "Running", "podIP": "10.0.0.3"}},
 {"kind": "Pod", "metadata": {"name": "done", "namespace": "docmill", "labels": {"app": "gateway"}},
  "status": {"phase": "Succeeded", "podIP": "10.0.0.4"}},
 {"kind": "NetworkPolicy", "metadata": {"name": "deny", "namespace": "docmill"},
  "spec": {"podSelector": {}, "policyTypes": ["Ingress"]}},
 {"kind": "NetworkPolicy", "metadata": {"name": "nats", "namespace": "docmill"},
  "spec": {"podSelector": {"matchLabels": {"app": "nats"}}, "policyTypes": ["Ingress"], "ingress": [
   {"from": [{"podSelector": {"matchExpressions": [{"key": "app", "operator": "In", "values": ["gateway"]}]}}],
    "ports": [{"port": "nats"}, {"port": "unknown"}]},
   {"from": [{"namespaceSelector": {"matchLabels": {"watches": "yes"}}}], "ports": [{"protocol": "UDP", "port": 53}]},
   {"from": [{"ipBlock": {"cidr": "10.9.0.0/16", "except": ["10.9.1.0/24"]}}]}]}}
]`

func TestRules(t *testing.T) {
	var list []object
	if err := json.Unmarshal([]byte(objects), &list); err != nil {
		t.Fatal(err)
	}
	rules := newCluster(list).rules()
	want := []string{
		"ip saddr 10.0.0.2 tcp dport 4222 return\n",
		"ip saddr 10.0.0.3 udp dport 53 return\n",
		"ip saddr 10.9.0.0/16 ip saddr != { 10.9.1.0/24 } return\n",
		"ip daddr 10.0.0.1 jump ingress_0\n",
		"ip daddr 10.0.0.2 jump ingress_1\n",
	}
	for _, line := range want {
		if !strings.Contains(rules, line) {
			t.Errorf("no line %q", line)
		}
	}
	for _, line := range []string{"10.0.0.4", "egress_", "daddr 10.0.0.3", "dport 0"} {
		if strings.Contains(rules, line) {
			t.Errorf("a line with %q", line)
		}
	}
	if t.Failed() {
		t.Log(rules)
	}
}

func TestSelectors(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`:                              true,
		`{"matchLabels": {"app": "a"}}`:   true,
		`{"matchLabels": {"app": "b"}}`:   false,
		`{"matchLabels": {"other": "a"}}`: false,
		`{"matchExpressions": [{"key": "app", "operator": "In", "values": ["a", "b"]}]}`:  true,
		`{"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["a"]}]}`:    false,
		`{"matchExpressions": [{"key": "other", "operator": "NotIn", "values": ["a"]}]}`:  true,
		`{"matchExpressions": [{"key": "app", "operator": "Exists"}]}`:                    true,
		`{"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}`:              false,
		`{"matchExpressions": [{"key": "other", "operator": "DoesNotExist"}]}`:            true,
		`{"matchExpressions": [{"key": "other", "operator": "In", "values": ["", "a"]}]}`: false,
	} {
		var s selector
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if got := s.chooses(map[string]string{"app": "a"}); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
